//! The report's claim, from \[Plaat1996\], that MTD(f) is about ten per cent faster than Scout with memory over many positions.

use std::collections::BTreeSet;

use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_reports::tigers::{Algorithm, Evaluation, ReportSearch};
use plyground_search::{Limits, deepen};
use plyground_tigers::Tigers;
use serde_json::{Value, json};

use crate::Result;
use crate::reproduce::lab::Lab;
use crate::reproduce::positions::wander;

/// The report's depth.
const DEPTH: u32 = 6;

pub(super) fn many_positions(lab: &mut Lab<'_>) -> Result<Value> {
    let positions = lab.many(2_000, 20_000);
    lab.own("mtdf", || Ok(compare(positions)))
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
        "positions": positions, "nodes": geometric(&nodes), "leaves": geometric(&leaves), "time": geometric(&times),
        "fewer": f64::from(fewer) / f64::from(positions),
    })
}

/// Returns an unfinished position after random moves.
fn position(random: &mut Random) -> Tigers {
    loop {
        let plies = random.below(61);
        let pos = wander(Tigers::default(), plies, random);
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
    use crate::reproduce::answer::number;
    use crate::reproduce::claims::tests::judge;

    /// Regression: a claim on time was judged by nodes, of which MTD(f) takes more.
    #[test]
    fn the_verdict_follows_the_ratio_of_times() {
        let cases = [(0.90, 0.005), (0.80, 0.01), (0.97, 0.01), (1.1, 0.01), (0.95, 0.06)];
        let verdicts = ["same", "better", "differs", "differs", "not decided"];
        for ((value, half), verdict) in cases.into_iter().zip(verdicts) {
            let ratio = |value: f64, half: f64| json!({"value": value, "low": value - half, "high": value + half});
            let figures =
                json!({"mtdf": {"time": ratio(value, half), "nodes": ratio(1.07, 0.01), "leaves": ratio(1.0, 0.1)}});
            assert_eq!(judge("tigers: MTD(f) and Scout, time", &figures), verdict, "{value}");
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
