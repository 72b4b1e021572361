//! Khet: games, branching, the size of the game, width against depth, sorting, and the report's dropped ideas and wishes.

mod alone;
mod games;
mod generation;
mod red;
mod sacrifice;
mod searches;
mod size;

use serde_json::{Value, json};

use super::answer::number;
use super::figures::Part;
use super::lab::{Form, Lab};
use super::sample::evenly;
use crate::Result;

/// The report's rules, with the limit of its server.
pub(super) const SERVER: &str = "epam,ply_limit=100";

pub(crate) const PARTS: [(&str, Part); 6] = [
    ("games", games::games),
    ("branching", size::branching),
    ("states", size::states),
    ("widths", searches::widths),
    ("sorting", searches::sorting),
    ("generation", generation::on_demand),
];

/// The parts of the page of matches: the losses of H as red, friendly fire, and improvements.
pub(crate) const MATCHES: [(&str, Part); 3] =
    [("red", red::as_red), ("sacrifice", sacrifice::against_caution), ("alone", alone::matches)];

/// Returns the positions of a measurement: `many`, or 2 in the quick form.
fn sample(lab: &Lab<'_>, positions: &[String], many: usize) -> Vec<String> {
    evenly(positions, if lab.form == Form::Quick { 2 } else { many }).into_iter().cloned().collect()
}

/// Measures the time of a move of the report's two agents, whose limit is 15 s.
pub(super) fn move_times(lab: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for agent in ["khet-userbot", "khet-heuristicbot"] {
        let found = lab.quickest(&format!("analyse khet --rules epam --agent {agent}"))?;
        rows.push(json!({
            "agent": agent, "depth": found["depth"], "nodes": found["nodes"], "seconds": number(&found, "/seconds")?,
        }));
    }
    Ok(json!({"rows": rows}))
}

/// Measures the two features that the report dropped for their cost: their cost in time, and their value.
pub(super) fn dropped_features(lab: &mut Lab<'_>) -> Result<Value> {
    let positions = &games::Games::read()?.positions;
    let (with, without) = ("alphabeta:eval=report-extended", "alphabeta:eval=report");
    let mut prices = Vec::new();
    for position in evenly(positions, lab.many(13, 40) as usize) {
        let mut seconds_a_node = |agent: &str| -> Result<f64> {
            let found = lab.quickest(&format!(
                "analyse khet --rules epam --position '{position}' --agent {agent} --depth 3 --fixed"
            ))?;
            Ok(number(&found, "/seconds")? / number(&found, "/nodes")?)
        };
        prices.push(seconds_a_node(with)? / seconds_a_node(without)?);
    }
    prices.sort_by(f64::total_cmp);
    let price = middle(&prices);
    let nodes = lab.pick(1_000, 10_000);
    let mut figures = json!({
        "positions": prices.len(), "price": {"value": price, "low": prices.first(), "high": prices.last()},
    });
    // At equal time, the search without the features has more nodes by the ratio of the times.
    for (what, one, other) in [("nodes", nodes, nodes), ("time", nodes, (nodes as f64 * price) as u64)] {
        let (standing, _) = lab.contest(&format!(
            "match khet --rules {SERVER} --first {with},nodes={one},noise=on --second {without},nodes={other},noise=on \
             --games {} --seed 1 --concurrency 2",
            lab.many(100, 1_000)
        ))?;
        figures[what] = json!({"with": one, "without": other, "match": standing.figures()});
    }
    Ok(figures)
}

/// Returns the median of sorted ratios of times. Other work on the machine distorts only some of them.
fn middle(ratios: &[f64]) -> f64 {
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disturbed_measurement_does_not_count() {
        assert_eq!(middle(&[29.0, 30.0, 145.0]), 30.0);
    }
}
