//! Kalah's evaluations against what the rules crate says of each move.
#![allow(clippy::unwrap_used)]

use plyground_eval::Features;
use plyground_eval::kalah::{Finish, StoreDifference, StrongFeatures};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Position, Side};
use plyground_kalah::{Kalah, KalahRules, Last};

fn games(mut look: impl FnMut(&[Kalah], &[plyground_kalah::House])) {
    let mut random = Random::new(3);
    for game in 0..600 {
        let (_, rules) = KalahRules::NAMED[game % 5];
        let setup = ["6x4", "6x6", "3x3", "12x9", "1x5", "4x11"][game % 6].parse().unwrap();
        let mut positions = vec![Kalah::new(&setup, &rules)];
        let mut moves = Vec::new();
        while let Some(pos) = positions.last() {
            let legal = pos.legal_moves();
            if legal.is_empty() || moves.len() == 200 {
                break;
            }
            let mv = legal[random.below(legal.len())];
            moves.push(mv);
            positions.push(pos.after(mv));
        }
        look(&positions, &moves);
    }
}

#[test]
fn no_later_difference_is_outside_of_the_bounds() {
    let by_margin = StoreDifference { finish: Finish::Margin };
    games(|positions, _| {
        for (place, pos) in positions.iter().enumerate() {
            for side in Side::ALL {
                if pos.outcome().is_some() {
                    continue;
                }
                let (least, most) = by_margin.bounds(pos, side).unwrap();
                assert_eq!(StoreDifference::default().bounds(pos, side), None);
                for later in &positions[place..] {
                    let value = match later.outcome() {
                        Some(outcome) => by_margin.finished(later, &(), outcome, side, 0),
                        None => by_margin.evaluate(later, &(), side),
                    };
                    assert!(least <= value && value <= most, "{value:?} after {pos} for {side:?}");
                }
            }
        }
    });
}

#[test]
fn chances_are_what_the_sowings_of_the_side_to_move_tell() {
    let place = |name| StrongFeatures::INFO.iter().position(|info| info.name == name).unwrap();
    let (turn_now, capture_now) = (place("extra_turn_now"), place("capture_now"));
    let mut captures = 0;
    games(|positions, _| {
        for pos in positions.iter().filter(|pos| pos.outcome().is_none()) {
            let sowings: Vec<_> = pos.legal_moves().into_iter().map(|mv| pos.sowing(mv)).collect();
            let values = StrongFeatures::measure(pos, pos.side_to_move());
            let best = sowings.iter().map(|sowing| i32::from(sowing.captured.saturating_sub(1))).max().unwrap();
            let again = sowings.iter().any(|sowing| sowing.last == Last::Store);
            assert_eq!((values[turn_now], values[capture_now]), (i32::from(again), best), "{pos}");
            captures += best;
        }
    });
    assert!(captures > 1000, "{captures}");
}
