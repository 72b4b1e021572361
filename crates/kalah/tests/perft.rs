//! Counts of move sequences from the data file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::perft_suite;
use plyground_kalah::Kalah;

#[test]
fn the_suite_holds() {
    let summary = perft_suite::run::<Kalah>(include_str!("perft.txt"), 20_000_000, 2).unwrap();
    assert!(summary.compared > 100, "{summary:?}");
}
