//! Counts of move sequences from the data file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::perft_suite;
use plyground_khet::Khet;

const SUITE: &str = include_str!("perft.txt");

/// Larger counts need the release profile.
const MAX_NODES: u64 = 1_000_000;

#[test]
fn the_suite_holds() {
    let summary = perft_suite::run::<Khet>(SUITE, MAX_NODES, 2).unwrap();
    assert!(summary.compared > 150, "{summary:?}");
}

#[test]
#[ignore = "counts billions of moves: `cargo xtask long`"]
fn the_whole_suite_holds() {
    let summary = perft_suite::run::<Khet>(SUITE, u64::MAX, 2).unwrap();
    assert_eq!(summary.skipped, 0);
}
