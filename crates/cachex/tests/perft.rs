//! Perft counts: the data file against the crate, and against the oracle that they come from.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod oracle;

use oracle::Oracle;
use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::perft_suite::Count;
use plyground_game::{Position, perft_suite};

const SUITE: &str = include_str!("perft.txt");

#[test]
fn the_suite_is_counted_right() {
    let summary = perft_suite::run::<Cachex>(SUITE, 20_000_000, 1).unwrap();
    assert_eq!(summary.skipped, 0);
    assert!(summary.compared > 200, "{summary:?}");
}

/// The table of the rules, number by number, so that a change of the data file cannot hide a change of the game.
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

#[test]
fn the_oracle_counts_the_small_ones_alike() {
    assert!(recount(4_000) > 100);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn the_oracle_counts_all_alike() {
    assert!(recount(u64::MAX) > 200);
}

fn recount(max_nodes: u64) -> u32 {
    let mut compared = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.split('|').map(str::trim);
        let (rules, text) = (fields.next().unwrap(), fields.next().unwrap());
        let oracle = Oracle::parse(text, !rules.contains("steal=off"), !rules.contains("centre_ban=off"));
        for field in fields {
            let (depth, count) = field.split_once(':').unwrap();
            let count: Count = count.parse().unwrap();
            if count.size() <= max_nodes {
                let (nodes, finished) = oracle.perft(depth.parse().unwrap());
                assert_eq!((count.nodes, count.finished.unwrap_or(0)), (Some(nodes), finished), "{line}");
                compared += 1;
            }
        }
    }
    compared
}
