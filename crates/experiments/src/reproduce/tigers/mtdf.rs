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
    let (nodes, leaves) = (ratio("nodes")?, ratio("leaves")?);
    let fewer = 100.0 * number(&found, "/fewer")?;
    page.table(
        &["MTD(f) to Scout with memory", "ratio, geometric mean", "95% interval"],
        &[("nodes", &nodes), ("leaves", &leaves)].map(|(name, ratio)| {
            let Interval { low, high } = ratio.interval;
            vec![name.into(), format!("{:.3}", ratio.value), format!("{low:.3} to {high:.3}")]
        }),
    );
    page.say(&format!(
        "Both searches of the report searched {positions} distinct positions after 0 to 60 random moves to depth {DEPTH}, with a fresh table. MTD(f) has fewer nodes in {fewer:.0}% of \
         them. {}",
        on_claim(&nodes)
    ));
    page.judge(
        "MTD(f) and Scout",
        judge(&nodes, &leaves),
        format!("{:.3} times the nodes, {:.3} times the leaves of Scout", nodes.value, leaves.value),
    );
    Ok(())
}

/// A ratio with its 95% interval.
struct Ratio {
    value: f64,
    interval: Interval,
}

/// The claim is on time. It holds if nodes and leaves agree with a tenth less, and fails if neither does.
fn judge(nodes: &Ratio, leaves: &Ratio) -> Judged {
    let is_a_tenth_less = |ratio: &Ratio| ratio.interval.low <= 0.9 && ratio.interval.high >= 0.9;
    match (is_a_tenth_less(nodes), is_a_tenth_less(leaves)) {
        (true, true) => Judged::Same,
        (false, false) => Judged::Differs,
        _ => Judged::Open,
    }
}

/// What the ratio says of "about 10 percent faster".
fn on_claim(nodes: &Ratio) -> String {
    let Interval { low, high } = nodes.interval;
    let verdict = if high < 1.0 {
        let size = if low <= 0.9 && high >= 0.9 {
            "about"
        } else if low > 0.9 {
            "less than"
        } else {
            "more than"
        };
        format!("holds by {size} ten per cent: {:.1}% fewer nodes", 100.0 * (1.0 - nodes.value))
    } else if low > 1.0 {
        format!("does not hold: MTD(f) takes {:.1}% more nodes", 100.0 * (nodes.value - 1.0))
    } else {
        "is not decided: the interval contains 1".to_owned()
    };
    format!(
        "The report expects MTD(f) to be about 10% faster on average, though slower from the start. The claim {verdict}."
    )
}

/// Searches all positions by both.
fn compare(positions: u32) -> Value {
    let mut random = Random::new(1);
    let (mut nodes, mut leaves, mut fewer, mut seen) = (Vec::new(), Vec::new(), 0, BTreeSet::new());
    while nodes.len() < positions as usize {
        let pos = position(&mut random);
        // Short sequences of random moves lead to the same few positions again and again.
        if !seen.insert(pos.to_string()) {
            continue;
        }
        let game = Game::from_position(pos, &Default::default());
        let [scout, mtdf] = [Algorithm::ScoutTable, Algorithm::Mtdf].map(|algorithm| {
            let evaluation = Evaluation { draw: Evaluation::ORIGINAL_DRAW };
            let report = deepen(&mut ReportSearch::new(&evaluation, algorithm), &game, Limits::depth(DEPTH), |_| {});
            [report.nodes as f64, report.leaves as f64]
        });
        fewer += u32::from(mtdf[0] < scout[0]);
        // Leaves can be none where the game is nearly over.
        nodes.push((mtdf[0].max(1.0) / scout[0].max(1.0)).ln());
        leaves.push((mtdf[1].max(1.0) / scout[1].max(1.0)).ln());
        if nodes.len().is_multiple_of(500) {
            eprintln!("mtdf: {} of {positions} positions", nodes.len());
        }
    }
    json!({
        "nodes": geometric(&nodes), "leaves": geometric(&leaves), "fewer": f64::from(fewer) / f64::from(positions),
    })
}

/// A position after random moves that has not ended.
fn position(random: &mut Random) -> Tigers {
    loop {
        let mut pos = Tigers::new(&Default::default(), &Default::default());
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

/// The mean of ratios given as logarithms, with its 95% interval.
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

    #[test]
    fn the_verdict_follows_the_ratio() {
        let text = |value: f64, half: f64| {
            on_claim(&Ratio { value, interval: Interval { low: value - half, high: value + half } })
        };
        assert!(text(0.91, 0.02).contains("holds by about ten"));
        assert!(text(0.97, 0.01).contains("holds by less than ten per cent: 3.0%"));
        assert!(text(0.80, 0.01).contains("holds by more than ten"));
        assert!(text(1.1, 0.01).contains("does not hold: MTD(f) takes 10.0% more"));
        assert!(text(1.0, 0.01).contains("is not decided"));
        let ratio = |value: f64| Ratio { value, interval: Interval { low: value - 0.02, high: value + 0.02 } };
        let judged =
            [(0.9, 0.91), (1.066, 0.973), (1.1, 0.9)].map(|(nodes, leaves)| judge(&ratio(nodes), &ratio(leaves)));
        assert_eq!(judged, [Judged::Same, Judged::Differs, Judged::Open]);
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
        assert!(number(&found, "/nodes/value").unwrap() > 0.0);
    }
}
