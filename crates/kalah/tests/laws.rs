//! The law suite on boards of many sizes and all rule sets.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::Position;
use plyground_game::laws::{self, Laws};
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
