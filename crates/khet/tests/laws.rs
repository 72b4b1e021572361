//! The law suite on all set-ups, crafted positions and rule sets.

use plyground_game::Position;
use plyground_game::laws::{self, Laws};
use plyground_khet::{Khet, KhetRules, KhetSetup};

/// Positions with frequent shots: bare boards, pharaohs in the open, scarabs among reserved squares.
const CRAFTED: [&str; 5] = [
    "x39/4k5///5P14///5K3X1 0",
    "x29/3p2k5/2s17/4p1P23/3S2a25//4K2S22/9X1 1",
    "x3P28/p11s27/2S16P1/a39/8p3P4/7s2P41/1k7S1/2K6X4 0",
    "x3k8////4S1p14///K8X1 1",
    "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 1",
];

fn starts() -> Vec<(Khet, KhetRules)> {
    let limited = KhetRules { ply_limit: Some(100), ..KhetRules::OFFICIAL };
    let mut starts = Vec::new();
    for rules in KhetRules::NAMED.map(|(_, rules)| rules).into_iter().chain([limited]) {
        starts.extend(KhetSetup::ALL.map(|setup| (Khet::new(&setup, &rules), rules)));
        starts.extend(CRAFTED.iter().filter_map(|text| Some((Khet::parse(text, &rules).ok()?, rules))));
    }
    starts
}

#[test]
fn the_laws_hold() {
    let report = laws::check(&starts(), &Laws { games: 60, max_plies: 150, ..Laws::default() }).unwrap();
    assert!(report.finished > 10, "{report:?}");
}

#[test]
fn the_half_turn_is_a_symmetry() {
    laws::check_symmetry(&starts(), &Laws { games: 60, max_plies: 150, seed: 2, ..Laws::default() }).unwrap();
}
