//! Law suite, and the law of symmetry.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use plyground_game::laws::{self, Laws};
use plyground_game::random::Random;
use plyground_game::{Position, StandardSetup};
use plyground_tigers::{Tigers, TigersRules};

/// Returns the starting positions of the perft file, in all phases and under several rules.
fn starts() -> Vec<(Tigers, TigersRules)> {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut starts = Vec::new();
    for line in lines {
        let mut fields = line.split(" | ");
        let rules: TigersRules = fields.next().unwrap().parse().unwrap();
        let pos = Tigers::parse(fields.next().unwrap(), &rules).unwrap();
        // The start of a game is weighted three times.
        let times = if pos.outside() == 15 { 3 } else { 1 };
        starts.extend(std::iter::repeat_n((pos, rules), times));
    }
    starts
}

/// The article's hash has 51 bits and no collisions.
#[test]
fn the_perfect_hash_has_51_bits_and_no_collisions() {
    let mut random = Random::new(2);
    let (mut texts, mut hashes) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..200 {
        let mut pos = Tigers::new(&StandardSetup, &TigersRules::default());
        for _ in 0..80 {
            texts.insert(pos.to_string());
            let hash = pos.perfect_hash();
            assert!(hash < 1 << 51, "{pos}: {hash:x}");
            hashes.insert(hash);
            assert_eq!(texts.len(), hashes.len(), "{pos}: {hash:x}");
            let moves = pos.legal_moves();
            if pos.outcome().is_some() || moves.is_empty() {
                break;
            }
            pos = pos.after(moves[random.below(moves.len())]);
        }
    }
    assert!(texts.len() > 5_000, "{} positions", texts.len());
}

#[test]
fn a_position_takes_eight_bytes() {
    assert_eq!(size_of::<Tigers>(), 8);
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
