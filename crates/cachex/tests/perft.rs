//! Counts of move sequences from the data file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::{Position, perft_suite};

#[test]
fn the_suite_holds() {
    let summary = perft_suite::run::<Cachex>(include_str!("perft.txt"), 20_000_000, 1).unwrap();
    assert_eq!(summary.skipped, 0);
    assert!(summary.compared > 200, "{summary:?}");
}

/// Repeats the table of the rules, so that a change of the data file cannot hide a change of the game.
#[test]
fn the_table_of_the_rules_comes_out() {
    let table: [(u8, &[u64]); 4] = [
        (3, &[8, 72, 512, 3_136]),
        (4, &[16, 256, 3_600, 47_040]),
        (5, &[24, 600, 13_824, 304_704]),
        (8, &[64, 4_096, 254_016]),
    ];
    for (size, counts) in table {
        let start = Cachex::new(&BoardSize::new(size).unwrap(), &CachexRules::default());
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(plyground_game::perft::perft(&start, depth).nodes, count, "size {size}, depth {depth}");
        }
    }
}
