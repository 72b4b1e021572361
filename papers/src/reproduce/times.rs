//! Measurements of time: seconds of moves and searches, layers within a time, speed-ups by threads.
//!
//! These figures depend on the day and the machine, so they have a separate page. It is printed on an idle machine. Other
//! pages have few times, which are ratios or limits.

use serde_json::Value;

use super::chart::{Chart, Scale, Series};
use super::kalah::{self, AGENT, GAME};
use super::lab::{Lab, list, number};
use super::page::{Judged, Page};
use super::verdict::Verdict;
use super::{kalaha, khet, tigers};

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Times of the reports' agents");
    kalah::against_time(lab, &mut page)?;
    threads(lab, &mut page)?;
    move_times(lab, &mut page)?;
    exit_counter(lab, &mut page)?;
    kalaha::layers(lab, &mut page)?;
    kalaha::strict_limit(lab, &mut page)?;
    tigers::times(lab, &mut page)?;
    khet::move_times(lab, &mut page)?;
    khet::dropped_features(lab, &mut page)?;
    Ok(page)
}

/// Measures the speed-up of two threads at the report's depth and two more.
fn threads(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Kalah: the measured speed-up by threads");
    let (mut rows, mut faster) = (Vec::new(), Vec::new());
    for depth in ["6", "8", "10"] {
        let mut seconds = Vec::new();
        for threads in [1, 2] {
            let agent = format!("{AGENT}:threads={threads},exit=1h");
            let base =
                [&["analyse", "kalah"][..], &GAME, &["--agent", &agent, "--depth", depth, "--fixed", "--time", "1h"]]
                    .concat();
            seconds.push(number(&lab.quickest(&base)?, "/seconds")?);
        }
        if seconds[1] < seconds[0] {
            faster.push(depth);
        }
        rows.push(vec![
            depth.to_owned(),
            format!("{:.2} ms", 1000.0 * seconds[0]),
            format!("{:.2} ms", 1000.0 * seconds[1]),
            format!("{:.2}", seconds[0] / seconds[1]),
        ]);
    }
    page.table(&["depth", "one thread", "two threads", "speed-up"], &rows);
    page.paragraph(&format!(
        "The position is the start position of the tournament. Each time is the shortest of three runs. {} The page [kalah](kalah.md) has the speed-up of four processes, counted in nodes.",
        on_threads(&faster)
    ));
    Ok(())
}

/// Returns the depths at which two threads take less time.
fn on_threads(faster: &[&str]) -> String {
    let depths =
        if faster.is_empty() { "none of these depths".to_owned() } else { format!("depth {}", faster.join(", ")) };
    format!("Two threads are faster at {depths}. Other work on the machine slows two threads more than one.")
}

/// Reproduces the report's last plot: seconds of each move of a game, both sides, with the line at 1 s.
fn move_times(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Kalah: the time of each move of a game");
    let base = [&["match", "kalah"][..], &GAME, &["--first", AGENT, "--second", AGENT, "--time", "1s"]].concat();
    let (_, records) = lab.contest(
        &[&base[..], &["--games", "2", "--opening-plies", "0", "--seed", "1", "--concurrency", "1"]].concat(),
    )?;
    let times: Vec<f64> =
        list(&records[0], "/times").iter().filter_map(Value::as_f64).map(|micros| micros / 1e6).collect();
    if times.is_empty() {
        return Err("the games of a match with a time have no times".into());
    }
    // Sides do not alternate in Kalah, so a move is identified only by its number.
    let points = times.iter().zip(1..).map(|(&seconds, number)| (f64::from(number), seconds.max(1e-6))).collect();
    let series = [Series { name: "seconds of a move".into(), points }];
    page.chart(
        "moves",
        &Chart {
            title: "Seconds of each move of a game, both sides the report's agent",
            axes: ("move", "seconds"),
            y_scale: Scale::Powers,
            level: Some((1.0, "the tournament's limit, 1 s")),
            series: &series,
        },
    )?;
    let most = times.iter().copied().fold(0.0, f64::max);
    let verdict = Verdict::of(most < 1.0);
    page.paragraph(&format!(
        "The longest move takes {:.2} ms. The claim that every move takes less than 1 s {}.",
        1000.0 * most,
        verdict.text()
    ));
    page.judge("move time plot", verdict.judged(), format!("{:.2} ms at most", 1000.0 * most));
    Ok(())
}

/// Measures the time of the report's agent if only its exit counter stops it.
fn exit_counter(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Kalah: the exit counter");
    let mut times = Vec::new();
    for moves in ["", "3 1 4 2 5 3"] {
        let base = [&["analyse", "kalah"][..], &GAME, &["--moves", moves, "--agent", AGENT]].concat();
        let found = lab.slowest(RUNS, &[&base[..], &["--depth", "30", "--fixed"]].concat())?;
        times.push(number(&found, "/seconds")?);
    }
    page.paragraph(&on_exit(&times));
    page.judge(
        "exit counter, 15 per cent",
        if back(&times) < 15.0 { Judged::Better } else { Judged::Differs },
        format!("back after {:.1}% of the time, the longest of {} searches", back(&times), 2 * RUNS),
    );
    Ok(())
}

/// Number of searches from each position. The report's claim is about the longest.
const RUNS: u32 = 10;

fn longest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// Returns the longest return through the tree, in per cent of the time of the counter.
fn back(times: &[f64]) -> f64 {
    100.0 * (longest(times) - 0.86) / 0.86
}

/// Returns the verdict on the exit counter by the times of searches that are too deep for their time.
fn on_exit(times: &[f64]) -> String {
    let seconds = longest(times);
    let verdict = Verdict::of(seconds < 1.0);
    format!(
        "The report has 1 s per move. Its exit counter ends the search after 0.86 s, because the return from the recursion takes up to 15% longer. Of {} searches to depth 30 the longest stops here after {seconds:.3} \
         s, {:.0} ms after the counter. The limit of 1 s {}. The return takes {:.1}% of the time instead of 15%.",
        2 * RUNS,
        1000.0 * (seconds - 0.86),
        verdict.choose("is met", "is exceeded", "is not decided"),
        back(times)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depths_at_which_threads_are_faster_are_listed() {
        assert!(on_threads(&[]).contains("faster at none of these depths."));
        assert!(on_threads(&["8", "10"]).contains("faster at depth 8, 10."));
    }

    #[test]
    fn the_verdict_on_the_exit_counter_follows_the_clock() {
        assert!(on_exit(&[0.861, 0.8605]).contains("1 ms after the counter. The limit of 1 s is met"));
        // Regression: the shortest of three runs was used for all of them.
        assert!(on_exit(&[0.861, 1.2]).contains("is exceeded"));
        assert_eq!(format!("{:.1}", back(&[0.861, 0.946])), "10.0");
    }
}
