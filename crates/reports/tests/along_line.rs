//! Compares Kalah's evaluation along the line with the rules crate's results of each move.
#![allow(clippy::unwrap_used)]

use plyground_eval::{WeightFile, Weighted};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Position, Score, Side, Tunable};
use plyground_kalah::{Kalah, KalahRules};
use plyground_reports::kalah::{AlongLine, Tally};

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
fn the_tally_follows_the_sowings() {
    let evaluation = AlongLine::default();
    let (mut turns, mut seeds) = (0, 0);
    games(|positions, moves| {
        let mut line = evaluation.start(&positions[0]);
        let mut expected = Tally::default();
        for ((pair, &mv), _) in positions.windows(2).zip(moves).zip(0..) {
            let (before, after) = (&pair[0], &pair[1]);
            let sowing = before.sowing(mv);
            let (own, other) = (sowing.side.index(), (!sowing.side).index());
            expected.again[own] += u32::from(sowing.again);
            let stolen = u32::from(sowing.captured).saturating_sub(1);
            expected.stolen[own] += stolen;
            expected.lost[other] += stolen;
            // The seeds are sown one by one.
            let m = before.houses();
            let mut place = plyground_game::Move::index(mv);
            for _ in 0..sowing.seeds {
                place = (place + 1) % (2 * m + 1);
                expected.lost[own] += u32::from(place > m);
            }
            line = evaluation.extend(&line, before, mv, after);
            assert_eq!(line, expected, "{before} {mv}");
            if after.outcome().is_none() {
                for side in Side::ALL {
                    let index = side.index();
                    let bonus = (line.again[index] + line.stolen[index]).pow(2);
                    let value = bonus as i32 + i32::from(after.store(side)) - line.lost[index] as i32;
                    assert_eq!(evaluation.evaluate(after, &line, side), Score::new(value));
                    let terms = evaluation.explain(after, &line, side);
                    assert_eq!(terms.iter().map(|term| term.term).sum::<f64>(), f64::from(value), "{after}");
                }
            }
        }
        turns += line.again[0];
        seeds += line.stolen[0];
    });
    assert!(turns > 100 && seeds > 100, "{turns} {seeds}");
}

#[test]
fn the_general_form_has_four_weights() {
    let text = AlongLine::default().to_weights().to_string().replace("power = 2.0", "power = 1.0");
    let mut general = AlongLine::from_weights(&WeightFile::read("general", &text).unwrap()).unwrap();
    general.set_values(&[3.0, 5.0, 7.0, 1.0, 1.0, -2.0]).unwrap();
    let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default()).unwrap();
    let line = Tally { again: [2, 0], stolen: [4, 0], lost: [6, 0] };
    assert_eq!(general.evaluate(&pos, &line, Side::First).value(), 3 * 5 + 5 * 2 + 7 * 4 - 2 * 6);
    general.set_values(&[0.5, 0.0, 0.0, 1.0, 1.0, 0.0]).unwrap();
    assert_eq!((general.evaluate(&pos, &line, Side::First).value(), Evaluate::scale(&general)), (250, 100));
}
