//! Measurements of time: seconds of moves and searches, layers within a time, speed-ups by threads.
//!
//! These figures depend on the day and the machine, so they have a separate page. It is printed on an idle machine. Other
//! pages have few times, which are ratios or limits.

use serde_json::{Value, json};

use super::answer::{number, numbers};
use super::chart::{Chart, Scale, Series};
use super::figures::Part;
use super::kalah::{self, AGENT, GAME};
use super::lab::Lab;
use super::{kalaha, khet, tigers};
use crate::Result;

pub(crate) const PARTS: [(&str, Part); 9] = [
    ("depth", kalah::against_time),
    ("threads", threads),
    ("moves", move_times),
    ("exit", exit_counter),
    ("layers", kalaha::layers),
    ("strict", kalaha::strict_limit),
    ("tigers", tigers::times),
    ("khet", khet::move_times),
    ("dropped", khet::dropped_features),
];

/// Measures the speed-up of two threads at the report's depth and two more.
fn threads(lab: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for depth in ["6", "8", "10"] {
        let mut seconds = Vec::new();
        for threads in [1, 2] {
            let agent = format!("{AGENT}:threads={threads},exit=1h");
            let found = lab.quickest(&format!("analyse {GAME} --agent {agent} --depth {depth} --fixed --time 1h"))?;
            seconds.push(number(&found, "/seconds")?);
        }
        let speed_up = seconds[0] / seconds[1];
        rows.push(json!({"depth": depth, "one": seconds[0], "two": seconds[1], "speed_up": speed_up}));
    }
    Ok(json!({"rows": rows}))
}

/// Reproduces the report's last plot: seconds of each move of a game, both sides, with the line at 1 s.
fn move_times(lab: &mut Lab<'_>) -> Result<Value> {
    let (_, records) = lab.contest(&format!(
        "match {GAME} --first {AGENT} --second {AGENT} --time 1s --games 2 --opening-plies 0 --seed 1 --concurrency 1"
    ))?;
    let times: Vec<f64> = numbers(&records[0], "/times").into_iter().map(|micros| micros / 1e6).collect();
    if times.is_empty() {
        return Err("the games of a match with a time have no times".into());
    }
    // Sides do not alternate in Kalah, so a move is identified only by its number.
    let points = times.iter().zip(1..).map(|(&seconds, number)| (f64::from(number), seconds.max(1e-6))).collect();
    let series = [Series { name: "seconds of a move".into(), points }];
    let title = "Seconds of each move of a game, both sides the report's agent";
    let chart = Chart::linear(title, ("move", "seconds"), &series);
    let level = Some((1.0, "the tournament's limit, 1 s"));
    lab.drawing("moves", Chart { y_scale: Scale::Powers, level, ..chart }.draw()?);
    Ok(json!({"longest": longest(&times)}))
}

/// Measures the time of the report's agent if only its exit counter stops it.
fn exit_counter(lab: &mut Lab<'_>) -> Result<Value> {
    let mut times = Vec::new();
    for moves in ["", "3 1 4 2 5 3"] {
        let command = format!("analyse {GAME} --moves '{moves}' --agent {AGENT} --depth 30 --fixed");
        let found = lab.slowest(RUNS, &command)?;
        times.push(number(&found, "/seconds")?);
    }
    Ok(json!({"searches": 2 * RUNS, "longest": longest(&times), "back": back(&times)}))
}

/// Number of searches from each position. The report's claim is about the longest.
const RUNS: u32 = 10;

fn longest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// Returns the longest return through the tree, as a share of the time of the counter.
fn back(times: &[f64]) -> f64 {
    (longest(times) - 0.86) / 0.86
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: the shortest of three runs was used for all of them.
    #[test]
    fn the_longest_search_counts() {
        assert_eq!(format!("{:.3}", back(&[0.861, 0.946])), "0.100");
    }
}
