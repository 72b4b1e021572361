//! The report's claim, from \[Plaat1996\], that MTD(f) is about ten per cent faster than Scout with memory over many positions.

use std::collections::BTreeSet;

use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_reports::tigers::{Algorithm, Evaluation, ReportSearch};
use plyground_search::{Limits, deepen};
use plyground_tigers::Tigers;
use serde_json::{Value, json};

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Judged, Page};
use plyground_statistics::Interval;

/// The report's depth.
const DEPTH: u32 = 6;

pub(super) fn many_positions(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("MTD(f) over many positions");
    let positions = lab.many(2_000, 20_000);
    let found = lab.own("mtdf", || Ok(compare(positions)))?;
    let ratio = |key: &str| -> Result<Ratio, String> {
        let part = |part: &str| number(&found, &format!("/{key}/{part}"));
        Ok(Ratio { value: part("value")?, interval: Interval { low: part("low")?, high: part("high")? } })
    };
    let (nodes, leaves, time) = (ratio("nodes")?, ratio("leaves")?, ratio("time")?);
    let fewer = 100.0 * number(&found, "/fewer")?;
    page.table(
        &["MTD(f) to Scout with memory", "ratio, geometric mean", "95% interval"],
        &[("nodes", &nodes), ("leaves", &leaves), ("time", &time)].map(|(name, ratio)| {
            let Interval { low, high } = ratio.interval;
            vec![name.into(), format!("{:.3}", ratio.value), format!("{low:.3} to {high:.3}")]
        }),
    );
    page.paragraph(&format!(
        "Both searches of the report searched {positions} distinct positions after 0 to 60 random moves to depth {DEPTH}, with a fresh table. They took turns, and the time of a position is the shorter of \
         two runs. MTD(f) has fewer nodes in {fewer:.0}% of the positions. {}",
        on_claim(&nodes, &time)
    ));
    page.judge(
        "MTD(f) and Scout, time",
        judged(&time),
        format!(
            "{:.2} ({:.2} to {:.2}) times the time, {:.3} the nodes, {:.3} the leaves",
            time.value, time.interval.low, time.interval.high, nodes.value, leaves.value
        ),
    );
    Ok(())
}

/// A ratio with its 95% interval.
struct Ratio {
    value: f64,
    interval: Interval,
}

/// The ratio of "about 10 percent faster".
const FASTER: f64 = 0.9;

/// Judges "about 10 percent faster" by a ratio of times: the same if its interval contains 0.9 and not 1, better if it is below
/// 0.9.
fn judged(time: &Ratio) -> Judged {
    let Interval { low, high } = time.interval;
    if high < FASTER {
        Judged::Better
    } else if low > FASTER {
        Judged::Differs
    } else if high < 1.0 {
        Judged::Same
    } else {
        Judged::Open
    }
}

/// Returns the verdict on "about 10 percent faster" by the ratios.
fn on_claim(nodes: &Ratio, time: &Ratio) -> String {
    let verdict = match judged(time) {
        Judged::Same => "holds",
        Judged::Better => "holds by more than ten per cent",
        Judged::Open => "is not decided",
        _ if time.interval.high < 1.0 => "does not hold, because MTD(f) is faster by less",
        _ => "does not hold",
    };
    format!(
        "The report expects MTD(f) to be about 10% faster on average, though slower from the start. The claim is on time and {verdict}. MTD(f) takes {:.2} times the time and {:.2} times the nodes.",
        time.value, nodes.value
    )
}

/// Searches all positions by both algorithms.
fn compare(positions: u32) -> Value {
    let mut random = Random::new(1);
    let (mut nodes, mut leaves, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut fewer, mut seen) = (0, BTreeSet::new());
    while nodes.len() < positions as usize {
        let pos = position(&mut random);
        // Short sequences of random moves often lead to the same positions.
        if !seen.insert(pos.to_string()) {
            continue;
        }
        let game = Game::from_position(pos, &Default::default());
        let search = |algorithm| {
            let evaluation = Evaluation { draw: Evaluation::ORIGINAL_DRAW };
            let report = deepen(&mut ReportSearch::new(&evaluation, algorithm), &game, Limits::depth(DEPTH), |_| {});
            [report.nodes as f64, report.leaves as f64, report.elapsed.as_secs_f64()]
        };
        // The searches alternate, because other work on the machine makes some runs of either search longer.
        let runs = [0; 2].map(|_| [search(Algorithm::ScoutTable), search(Algorithm::Mtdf)]);
        let [scout, mtdf] = runs[0];
        let time = |which: usize| runs.iter().map(|run| run[which][2]).fold(f64::MAX, f64::min).max(1e-9);
        times.push((time(1) / time(0)).ln());
        fewer += u32::from(mtdf[0] < scout[0]);
        // There can be no leaves near the end of the game.
        nodes.push((mtdf[0].max(1.0) / scout[0].max(1.0)).ln());
        leaves.push((mtdf[1].max(1.0) / scout[1].max(1.0)).ln());
        if nodes.len().is_multiple_of(500) {
            eprintln!("mtdf: {} of {positions} positions", nodes.len());
        }
    }
    json!({
        "nodes": geometric(&nodes), "leaves": geometric(&leaves), "time": geometric(&times),
        "fewer": f64::from(fewer) / f64::from(positions),
    })
}

/// Returns an unfinished position after random moves.
fn position(random: &mut Random) -> Tigers {
    loop {
        let mut pos = Tigers::default();
        for _ in 0..random.below(61) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos = pos.after(moves[random.below(moves.len())]);
        }
        if pos.outcome().is_none() {
            return pos;
        }
    }
}

/// Returns the geometric mean of ratios, given as logarithms, with its 95% interval.
fn geometric(logarithms: &[f64]) -> Value {
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = 1.96 * (variance / count).sqrt();
    json!({"value": mean.exp(), "low": (mean - half).exp(), "high": (mean + half).exp()})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(value: f64, half: f64) -> Ratio {
        Ratio { value, interval: Interval { low: value - half, high: value + half } }
    }

    /// Regression: a claim on time was judged by nodes, of which MTD(f) takes more.
    #[test]
    fn the_verdict_follows_the_ratio_of_times() {
        let cases = [(0.91, 0.02), (0.80, 0.01), (0.97, 0.01), (1.1, 0.01), (0.95, 0.06)];
        let verdicts = [Judged::Same, Judged::Better, Judged::Differs, Judged::Differs, Judged::Open];
        let words = ["holds.", "by more than ten", "faster by less", "does not hold.", "is not decided"];
        for ((case, verdict), words) in cases.into_iter().zip(verdicts).zip(words) {
            let time = ratio(case.0, case.1);
            assert_eq!(judged(&time), verdict, "{case:?}");
            let text = on_claim(&ratio(1.07, 0.01), &time);
            assert!(text.contains(words) && text.ends_with("1.07 times the nodes."), "{text}");
        }
    }

    #[test]
    fn ratios_are_averaged_as_ratios() {
        let found = geometric(&[2.0_f64.ln(), 0.5_f64.ln()]);
        assert!((number(&found, "/value").unwrap() - 1.0).abs() < 1e-9);
        assert!(number(&found, "/low").unwrap() < 1.0 && number(&found, "/high").unwrap() > 1.0);
    }

    #[test]
    fn some_positions_can_be_compared() {
        let found = compare(3);
        assert!(["nodes", "leaves", "time"].iter().all(|key| number(&found, &format!("/{key}/value")).unwrap() > 0.0));
    }
}
