//! The law suite on boards of many sizes and all rule sets.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::laws::{self, Laws};
use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::{Kalah, KalahRules};

fn starts() -> Vec<(Kalah, KalahRules)> {
    let mut starts = Vec::new();
    for (_, rules) in KalahRules::NAMED {
        for setup in ["6x4", "6x6", "3x3", "1x1", "12x12", "7x20"] {
            starts.push((Kalah::new(&setup.parse().unwrap(), &rules), rules));
        }
        let misprint = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
        starts.push((Kalah::parse(misprint, &rules).unwrap(), rules));
    }
    starts
}

#[test]
fn the_laws_hold() {
    let report = laws::check(&starts(), &Laws { games: 400, ..Laws::default() }).unwrap();
    assert!(report.positions > 10_000 && report.finished > 50, "{report:?}");
}

#[test]
fn the_turned_board_is_a_symmetry() {
    laws::check_symmetry(&starts(), &Laws { games: 200, ..Laws::default() }).unwrap();
}

/// What one side wins the other loses, all seeds are counted, and the same moves lead to the same end.
#[test]
fn a_game_is_zero_sum_and_without_chance() {
    let rules: KalahRules = "kalaha".parse().unwrap();
    let mut random = Random::new(3);
    for _ in 0..200 {
        let start = Kalah::new(&"6x4".parse().unwrap(), &rules);
        let (mut pos, mut line) = (start.clone(), Vec::new());
        while pos.outcome().is_none() {
            assert_eq!(pos.final_margin(Side::First), None, "{pos}");
            let moves = pos.legal_moves();
            line.push(moves[random.below(moves.len())]);
            pos = pos.after(line[line.len() - 1]);
        }
        let [first, second] = Side::ALL.map(|side| pos.final_margin(side).unwrap());
        assert_eq!(first + second, 0, "{pos}");
        assert_eq!(pos.final_seeds().unwrap().iter().sum::<u16>(), 48, "{pos}");
        let winner = pos.outcome().unwrap().winner();
        assert_eq!(winner, [None, Some(Side::First), Some(Side::Second)][(first.signum().rem_euclid(3)) as usize]);
        assert_eq!(line.iter().fold(start, |pos, &mv| pos.after(mv)), pos, "the same moves again");
    }
}
