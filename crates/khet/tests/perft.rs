//! The perft suite, and that the plain re-implementation stands behind its figures.

mod oracle;

use oracle::{Options, Oracle};
use plyground_game::perft_suite::{self, Count};
use plyground_khet::{Khet, KhetRules};

const SUITE: &str = include_str!("perft.txt");

/// Larger counts are for the release profile.
const MAX_NODES: u64 = 1_000_000;

#[test]
fn the_suite_holds() {
    let summary = perft_suite::run::<Khet>(SUITE, MAX_NODES, 2).unwrap();
    assert!(summary.compared > 150, "{summary:?}");
}

#[test]
fn the_plain_implementation_counts_the_same() {
    let mut compared = 0;
    for line in SUITE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules: KhetRules = fields[0].parse().unwrap();
        let options = Options {
            pharaoh_turns: rules.pharaoh_turns,
            scarab_both_turns: rules.scarab_both_turns,
            strict_swap: rules.strict_swap,
        };
        for field in &fields[2..] {
            let (depth, count) = field.split_once(':').unwrap();
            let count: Count = count.parse().unwrap();
            if count.size() <= 10_000 {
                let (nodes, finished) = Oracle::read(fields[1], options).perft(depth.parse().unwrap());
                assert!(count.nodes.is_none_or(|expected| expected == nodes), "{line}: depth {depth}: {nodes}");
                assert!(
                    count.finished.is_none_or(|expected| expected == finished),
                    "{line}: depth {depth}: {finished}"
                );
                assert!(count.sum.is_none_or(|expected| expected == nodes + finished), "{line}: depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
#[ignore = "counts billions of moves: `cargo xtask long`"]
fn the_whole_suite_holds() {
    let summary = perft_suite::run::<Khet>(SUITE, u64::MAX, 2).unwrap();
    assert_eq!(summary.skipped, 0);
}
