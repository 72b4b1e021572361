//! Counts of move sequences from the data file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::perft::{divide, perft, perft_parallel};
use plyground_game::{Position, StandardSetup, perft_suite};
use plyground_tigers::{Tigers, TigersRules};

#[test]
fn the_suite_holds() {
    let summary = perft_suite::run::<Tigers>(include_str!("perft.txt"), u64::MAX, 2).unwrap();
    assert!(summary.compared > 180 && summary.skipped == 0, "{summary:?}");
}

#[test]
fn threads_and_divide_count_the_same() {
    let start = Tigers::new(&StandardSetup, &TigersRules::default());
    let whole = perft(&start, 5);
    assert_eq!(perft_parallel(&start, 5, 2), whole);
    assert_eq!(divide(&start, 5, 2).iter().map(|(_, part)| part.nodes).sum::<u64>(), whole.nodes);
}
