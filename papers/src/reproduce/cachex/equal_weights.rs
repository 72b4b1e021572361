//! The report's claims on its weights. At first, all weights had the same absolute value. Higher weights of the opponent's
//! features made the agent stronger. No feature is redundant.

use plyground_arena::MatchSpec;
use plyground_catalog::{AgentRow, games};
use plyground_game::Tunable as _;
use plyground_reports::cachex::{self as report, SixFeature};
use serde_json::{Value, json};

use crate::Result;
use crate::reproduce::answer::list;
use crate::reproduce::contest::{contest_of_two, random_openings};
use crate::reproduce::lab::Lab;
use crate::reproduce::sample::distinct_games;

/// Weights that differ from Table I in the property that a claim of the report is about.
type Weights = (&'static str, [f64; 6]);

const CLAIMS: [Weights; 3] = [
    ("equal", [1.0, -1.0, 1.0, -1.0, -1.0, 1.0]),
    ("no_stones", [0.0, 0.0, 1.0, -2.0, -2.0, 3.0]),
    ("smaller_six", [1.0, -2.0, 1.0, -2.0, -2.0, 2.0]),
];

/// The report considers the longest chain "a significant feature".
const CHAINS: [Weights; 1] = [("no_chains", [1.0, -2.0, 0.0, 0.0, -2.0, 3.0])];

fn utility(weights: &[f64; 6]) -> SixFeature {
    let mut utility = SixFeature::default();
    utility.set_values(weights).expect("six weights within their bounds");
    utility
}

/// Plays Table I against other weights on a board.
fn play(n: &str, weights: [f64; 6], pairs: u64) -> Result<Value> {
    let row = AgentRow::new("other-weights", "the report's agent with other weights", &[], move |_| {
        Ok(Box::new(report::agent(utility(&weights))))
    });
    let openings = random_openings((2, 4));
    let spec = MatchSpec { setup: Some(n.into()), pairs, seed: 2, openings, ..MatchSpec::default() };
    let agents = ["cachex-six-features", "other-weights"];
    let (standing, records) = contest_of_two(games::cachex().agent(row), agents, spec)?;
    let records = serde_json::to_value(records)?;
    Ok(json!({"n": n, "match": standing.figures(), "distinct": distinct_games(list(&records, "")).len()}))
}

pub(super) fn by_experience(lab: &mut Lab<'_>) -> Result<Value> {
    let pairs = lab.many(400, 1_000);
    compare(lab, &CLAIMS, pairs)
}

pub(super) fn chains(lab: &mut Lab<'_>) -> Result<Value> {
    let pairs = lab.many(200, 1_000);
    compare(lab, &CHAINS, pairs)
}

/// Plays Table I against other weights on two boards.
fn compare(lab: &mut Lab<'_>, others: &[Weights], pairs: u32) -> Result<Value> {
    let mut figures = json!({});
    for &(name, weights) in others {
        let mut matches = Vec::new();
        for n in ["7", "8"] {
            matches.push(lab.own(&format!("{name}-{n}"), || play(n, weights, pairs.into()))?);
        }
        figures[name] = json!(matches);
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn equal_weights_have_the_signs_of_table_one() {
        let (equal, table) = (utility(&CLAIMS[0].1).values(), SixFeature::default().values());
        assert!(equal.iter().zip(&table).all(|(equal, table)| equal.abs() == 1.0 && equal.signum() == table.signum()));
    }

    /// Every other claim changes only the named weights.
    #[test]
    fn other_weights_differ_from_table_one_in_what_is_claimed() {
        let table = SixFeature::default().values();
        let changed = |(_, weights): &Weights| -> Vec<usize> {
            (0..6).filter(|&place| weights[place] != table[place]).map(|place| place + 1).collect()
        };
        assert_eq!([&CLAIMS[1], &CLAIMS[2]].map(changed), [vec![1, 2], vec![6]]);
    }

    #[test]
    fn a_small_match_can_be_played() {
        assert!(play("4", CLAIMS[1].1, 1).unwrap()["match"]["value"].is_number());
    }

    #[test]
    fn the_boards_have_to_agree() {
        let judged = |lows: [f64; 2]| {
            let matches = lows.map(|low| json!({"n": "7", "match": {"low": low, "high": low + 0.1}}));
            judge("cachex: features 1 and 2", &json!({"weights": {"no_stones": matches}}))
        };
        assert_eq!([[0.6, 0.7], [0.6, 0.3], [0.2, 0.3]].map(judged), ["same", "not decided", "differs"]);
    }
}
