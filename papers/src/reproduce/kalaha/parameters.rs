//! The report's claims on its two parameters: a deeper search plays better, and more seeds make larger game trees.

use plyground_game::random::Random;
use plyground_game::{Position as _, Side};
use plyground_kalah::Kalah;
use serde_json::{Value, json};

use crate::Result;
use crate::reproduce::estimate::{contrast, difference_of_shares};
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;
use crate::reproduce::positions::replay_record;
use crate::reproduce::sample::{Share, distinct_games, first_points};
use crate::reproduce::standing::Standing;

/// Plays a search against one that is a layer less deep, for each of five depths.
fn matches(lab: &mut Lab<'_>) -> Result<Vec<(Standing, Vec<Value>)>> {
    let (agent, games) = ("alphabeta:unit=turn,eval=margin,depth", lab.many(200, 2_000));
    let mut found = Vec::new();
    for depth in 1..=5 {
        found.push(lab.contest(&format!(
            "match kalah --rules kalaha --first {agent}={} --second {agent}={depth} --games {games} --opening-plies 4 \
             --seed 1 --concurrency 1",
            depth + 1
        ))?);
    }
    Ok(found)
}

pub(super) fn depths(lab: &mut Lab<'_>) -> Result<Value> {
    Ok(json!({"steps": matches(lab)?.iter().map(|(standing, _)| standing.figures()).collect::<Vec<_>>()}))
}

/// A lead of this many seeds or more is large.
const LARGE: i32 = 5;

/// Compares the lead in the stores after half of a game with its result.
pub(super) fn difference(lab: &mut Lab<'_>) -> Result<Value> {
    let records: Vec<Value> = matches(lab)?.into_iter().flat_map(|(_, records)| records).collect();
    // The side that leads by less, and by more.
    let mut groups = [Share::default(); 2];
    for record in distinct_games(&records) {
        let lead = lead(record)?;
        if lead != 0 {
            let group = &mut groups[usize::from(lead.abs() >= LARGE)];
            let points = if lead > 0 { first_points(record) } else { 1.0 - first_points(record) };
            *group = *group + Share { points, games: 1.0 };
        }
    }
    let [small, large] = groups;
    Ok(json!({
        "seeds": LARGE, "small": small.figures(), "large": large.figures(),
        "more": difference_of_shares([large, small]),
    }))
}

/// Returns the lead of the first side in the stores after half of the plies.
fn lead(record: &Value) -> Result<i32> {
    let (played, _) = replay_record::<Kalah>(record, &"kalaha".parse()?)?;
    let (pos, _) = &played[played.len() / 2];
    let [first, second] = Side::ALL.map(|side| i32::from(pos.store(side)));
    Ok(first - second)
}

/// Estimates the sizes of game trees with 4 and with 10 seeds by random games, as powers of ten.
pub(super) fn trees(lab: &mut Lab<'_>) -> Result<Value> {
    let games = lab.many(1_000, 10_000);
    let (four, ten) = (sizes("6x4", games)?, sizes("6x10", games)?);
    let difference = contrast(&[(1.0, &ten), (-1.0, &four)]);
    Ok(json!({"games": games, "four": mean(&four), "ten": mean(&ten), "difference": difference}))
}

/// Returns the logarithm to base 10 of the product of the choices, for each random game.
fn sizes(setup: &str, games: u32) -> Result<Vec<f64>> {
    let (setup, rules) = (setup.parse()?, "kalaha".parse()?);
    let mut random = Random::new(1);
    let game = |_| {
        let (mut pos, mut size) = (Kalah::new(&setup, &rules), 0.0);
        while pos.outcome().is_none() {
            let moves = pos.legal_moves();
            size += (moves.len() as f64).log10();
            pos = pos.after(moves[random.below(moves.len())]);
        }
        size
    };
    Ok((0..games).map(game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn every_step_of_depth_has_to_be_better() {
        let judged = |steps: &[(f64, f64)]| {
            let steps: Vec<Value> = steps.iter().map(|(low, high)| json!({"low": low, "high": high})).collect();
            judge("kalaha: search depth", &json!({"depths": {"steps": steps}}))
        };
        let (better, even, worse) = ((0.6, 0.7), (0.4, 0.6), (0.3, 0.4));
        let steps = [&[better, better][..], &[better, even], &[better, even, worse]];
        assert_eq!(steps.map(judged), ["same", "not decided", "differs"]);
    }

    #[test]
    fn a_tree_that_is_a_little_larger_is_not_a_lot_larger() {
        let judged = |value: f64| {
            let difference = json!({"low": value - 0.1, "high": value + 0.1});
            judge("kalaha: 10 seeds", &json!({"trees": {"four": 1.0, "ten": 2.0, "difference": difference}}))
        };
        assert_eq!([2.0, 1.0, 0.5].map(judged), ["same", "not decided", "differs"]);
    }

    #[test]
    fn a_game_with_one_house_has_one_line() {
        assert_eq!(sizes("1x1", 3).unwrap(), [0.0; 3]);
        assert!(sizes("6x4", 3).unwrap().iter().all(|&size| size > 10.0));
    }

    #[test]
    fn the_lead_is_read_after_half_of_the_game() {
        let start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S";
        let lead = |moves: &str| lead(&json!({"opening": {"position": start, "plies": 0}, "moves": moves})).unwrap();
        assert_eq!([lead("3 1 1 2"), lead("1 1")], [1, 0], "house 3 ends in the store, house 1 does not");
    }
}
