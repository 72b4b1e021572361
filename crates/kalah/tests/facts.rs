//! Rules for the end of a game, in dedicated positions.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::random::Random;
use plyground_game::{Outcome, Position, Side};
use plyground_kalah::Kalah;

#[test]
fn seventy_three_seeds_load_and_need_37_for_a_majority() {
    let rules = "tournament".parse().unwrap();
    let text = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
    let pos = Kalah::parse(text, &rules).unwrap();
    assert_eq!((pos.total(), pos.to_string().as_str()), (73, text));
    let over = |text: &str| Kalah::parse(text, &rules).unwrap().outcome().is_some();
    assert!(over("<6,37,0,1,0,0,0,0,0,35,0,0,0,0,0> S") && !over("<6,36,0,2,0,0,0,0,0,35,0,0,0,0,0> S"));
    // Half of 72 is not more than half.
    assert!(over("<6,37,0,1,0,0,0,0,0,34,0,0,0,0,0> S") && !over("<6,36,0,2,0,0,0,0,0,34,0,0,0,0,0> S"));
}

#[test]
fn the_margin_of_a_majority_follows_the_rules() {
    let margin = |rules: &str| {
        let pos = Kalah::parse("<2,9,0,1,1,2,3> S", &rules.parse().unwrap()).unwrap();
        pos.final_margin(Side::First)
    };
    assert_eq!([margin("standard"), margin("tournament"), margin("kgp")], [None, Some(9), Some(6)]);
}

/// Kalaha is a deterministic zero-sum game: one side wins what the other loses.
#[test]
fn what_one_side_wins_the_other_loses() {
    let mut random = Random::new(5);
    let mut results = [0; 3];
    for _ in 0..300 {
        let mut pos = Kalah::new(&Default::default(), &"kalaha".parse().unwrap());
        while pos.outcome().is_none() {
            let moves = pos.legal_moves();
            let mv = moves[random.below(moves.len())];
            assert_eq!(pos.after(mv), pos.after(mv), "no chance");
            pos = pos.after(mv);
        }
        let margins = Side::ALL.map(|side| pos.final_margin(side).unwrap());
        assert_eq!(margins[0] + margins[1], 0, "{pos}");
        let expected = match margins[0] {
            0 => Outcome::Draw,
            margin => Outcome::Win(if margin > 0 { Side::First } else { Side::Second }),
        };
        assert_eq!(pos.outcome(), Some(expected), "{pos}");
        results[expected.winner().map_or(2, Side::index)] += 1;
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
}

#[test]
fn the_side_without_seeds_is_named() {
    let reason = |position: &str| {
        let pos = Kalah::parse(position, &"standard,sweep=off".parse().unwrap()).unwrap();
        pos.outcome_reason().unwrap()
    };
    assert_eq!(reason("<3,4,5,0,0,0,1,2,0> S"), "south's houses are empty, 4 seeds to 8");
    assert_eq!(reason("<3,4,5,1,2,0,0,0,0> S"), "north's houses are empty, 7 seeds to 5");
    assert_eq!(reason("<3,7,5,0,0,0,0,0,0> S"), "the houses are empty, 7 seeds to 5");
}

#[test]
fn a_certain_winner_wins_by_any_moves() {
    let mut random = Random::new(6);
    let mut certain = 0;
    for game in 0..200 {
        let (_, rules) = plyground_kalah::KalahRules::NAMED[game % 5];
        let (mut pos, mut winner) = (Kalah::new(&Default::default(), &rules), None);
        while pos.outcome().is_none() {
            assert!(winner.is_none() || pos.certain_winner() == winner, "{pos}");
            winner = pos.certain_winner();
            let moves = pos.legal_moves();
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
        if let Some(winner) = winner {
            certain += 1;
            assert_eq!(pos.outcome(), Some(Outcome::Win(winner)), "{pos}");
        }
    }
    assert!(certain > 20, "{certain}");
}
