//! The bias of the exit counter: in a search that it stops, earlier root moves are searched deeper.

use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::Kalah;
use serde_json::{Value, json};

use super::threads::{positions, searched};
use crate::Result;
use crate::reproduce::estimate::mean_of;
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;
use crate::reproduce::sample::{Share, distinct};

/// The report's depth.
const DEPTH: u32 = 6;

/// Fraction of a search's nodes after which the counter strikes.
const PART: f64 = 0.5;

/// Returns the nodes of each root move in a whole search and in one that is stopped.
fn whole_and_struck(pos: &Kalah) -> [Vec<u64>; 2] {
    let nodes = |exit_nodes| {
        let (_, found) = searched(pos, &pos.legal_moves(), DEPTH, exit_nodes);
        found.root_moves().iter().map(|root_move| root_move.nodes).collect()
    };
    let whole: Vec<u64> = nodes(None);
    let struck = nodes(Some((whole.iter().sum::<u64>() as f64 * PART) as u64));
    [whole, struck]
}

/// Returns the share of its nodes that each root move of a stopped search had, by place.
fn shares(pos: &Kalah) -> Vec<f64> {
    let [whole, struck] = whole_and_struck(pos);
    whole.iter().zip(struck).map(|(whole, struck)| struck as f64 / (*whole).max(1) as f64).collect()
}

pub(super) fn early_moves(_: &mut Lab<'_>) -> Result<Value> {
    // In these positions all six houses can be sown, so a place is a house.
    let positions: Vec<Kalah> = positions()?.into_iter().filter(|pos| pos.legal_moves().len() == 6).collect();
    let found: Vec<Vec<f64>> = positions.iter().map(shares).collect();
    let of = |place: usize| found.iter().map(|shares| shares[place]).collect::<Vec<_>>();
    let shares: Vec<f64> = (0..6).map(|place| mean(&of(place))).collect();
    let [whole, struck] = whole_and_struck(&positions[0]);
    Ok(json!({
        "depth": DEPTH, "part": PART, "positions": distinct(positions.iter().map(ToString::to_string)), "whole": whole,
        "struck": struck, "shares": shares, "first": mean_of(&of(0)), "last": mean_of(&of(5)),
    }))
}

/// Number of games of the lowest house against a random one.
const GAMES: u32 = 2_000;

/// Plays games in which one side always sows the first house that it can, and the other side one at random.
fn lowest(games: u32) -> Result<Share> {
    let (setup, rules) = ("6x6".parse()?, "tournament".parse()?);
    let mut random = Random::new(1);
    let points = (0..games).map(|number| {
        let side = Side::ALL[number as usize % 2];
        let mut pos = Kalah::new(&setup, &rules);
        loop {
            if let Some(outcome) = pos.outcome() {
                break outcome.points(side);
            }
            let moves = pos.legal_moves();
            let place = if pos.side_to_move() == side { 0 } else { random.below(moves.len()) };
            pos = pos.after(moves[place]);
        }
    });
    Ok(Share { points: points.sum(), games: f64::from(games) })
}

/// Returns the place of the move that the report's search finds best, from 0 for the lowest legal house to 1 for the highest.
fn place_of_best(pos: &Kalah) -> Option<f64> {
    let moves = pos.legal_moves();
    let best = searched(pos, &moves, DEPTH, None).1.best_lines(1).first()?.mv;
    let place = moves.iter().position(|&mv| mv == best)?;
    Some(place as f64 / (moves.len() - 1) as f64)
}

pub(super) fn lower_houses(_: &mut Lab<'_>) -> Result<Value> {
    let places: Vec<f64> = positions()?.iter().filter_map(place_of_best).collect();
    Ok(json!({"match": lowest(GAMES)?.figures(), "positions": places.len(), "place": mean_of(&places)}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn a_struck_search_cuts_its_later_root_moves() {
        for pos in positions().unwrap().iter().filter(|pos| pos.legal_moves().len() == 6).take(3) {
            let shares = shares(pos);
            assert!(shares[0] > 0.99 && shares[5] < 0.2, "{pos}: {shares:?}");
        }
    }

    #[test]
    fn the_verdict_follows_the_shares() {
        let judged = |first: f64, last: f64| {
            let figure = |value: f64| json!({"value": value, "low": value - 0.02, "high": value + 0.02});
            judge("kalah: exit counter, bias", &json!({"bias": {"first": figure(first), "last": figure(last)}}))
        };
        assert_eq!([judged(0.99, 0.01), judged(0.93, 0.4)], ["same"; 2]);
        assert_eq!([judged(0.6, 0.35), judged(0.99, 0.9)], ["differs"; 2]);
        assert_eq!([judged(0.9, 0.1), judged(0.99, 0.5)], ["not decided"; 2]);
    }

    #[test]
    fn both_readings_of_lower_houses_are_judged() {
        let judged = |games: [f64; 2], place: [f64; 2]| {
            let figure = |[low, high]: [f64; 2]| json!({"value": (low + high) / 2.0, "low": low, "high": high});
            judge("kalah: lower pits", &json!({"lower": {"match": figure(games), "place": figure(place)}}))
        };
        assert_eq!(judged([0.6, 0.7], [0.3, 0.4]), "same");
        assert_eq!(judged([0.3, 0.4], [0.6, 0.7]), "differs");
        assert_eq!(judged([0.3, 0.4], [0.3, 0.4]), "not decided");
        let place = place_of_best(&Kalah::new(&"6x4".parse().unwrap(), &"tournament".parse().unwrap())).unwrap();
        assert!((0.0..=1.0).contains(&place), "{place}");
    }

    #[test]
    fn each_side_chooses_the_lowest_house_in_half_of_the_games() {
        let found = lowest(200).unwrap();
        assert!(found.games == 200.0 && found.points > 20.0 && found.points < 180.0, "{found:?}");
    }
}
