//! Counts of move sequences from the data file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;
use std::sync::Mutex;

use plyground_game::perft::{divide, divide_watched, perft, perft_parallel};
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
    for threads in [1, 2] {
        let reports = Mutex::new(Vec::new());
        let parts = divide_watched(&start, 5, threads, &|progress| {
            reports.lock().unwrap().push(*progress);
            ControlFlow::Continue(())
        });
        assert_eq!(parts.unwrap(), divide(&start, 5, 1));
        let mut reports = reports.into_inner().unwrap();
        reports.sort_by_key(|progress| progress.done);
        assert_eq!(reports.iter().map(|progress| progress.nodes).sum::<u64>(), whole.nodes);
        let last = reports.last().unwrap();
        assert!(last.parts >= 100 && last.done == last.parts, "{last:?}");
        assert!(reports.iter().all(|progress| progress.parts == last.parts));
        // A report takes as long as hundreds of sequences.
        assert!(reports.len() > 1 && reports.len() as u64 <= whole.nodes / 100_000, "{}", reports.len());
        assert_eq!(divide_watched(&start, 5, threads, &|_| ControlFlow::Break(())), None);
    }
}
