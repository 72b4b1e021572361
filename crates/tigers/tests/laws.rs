//! The law suite, and the law of symmetry.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::Position;
use plyground_game::laws::{self, Laws};
use plyground_tigers::{Tigers, TigersRules};

/// Starts in all phases, under several rules: those of the perft file.
fn starts() -> Vec<(Tigers, TigersRules)> {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut starts = Vec::new();
    for line in lines {
        let mut fields = line.split(" | ");
        let rules: TigersRules = fields.next().unwrap().parse().unwrap();
        let pos = Tigers::parse(fields.next().unwrap(), &rules).unwrap();
        // The start of a game three times as often.
        let times = if pos.outside() == 15 { 3 } else { 1 };
        starts.extend(std::iter::repeat_n((pos, rules), times));
    }
    starts
}

#[test]
fn the_laws_hold() {
    let laws = Laws { games: 400, max_plies: 150, max_keys: 300_000, ..Laws::default() };
    let report = laws::check(&starts(), &laws).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(report.positions > 3000 && report.finished > 10, "{report:?}");
}

#[test]
fn the_mirror_is_a_symmetry() {
    let laws = Laws { seed: 2, games: 400, max_plies: 150, ..Laws::default() };
    let report = laws::check_symmetry(&starts(), &laws).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(report.positions > 3000, "{report:?}");
}
