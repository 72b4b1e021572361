//! All interleavings of writers and a reader on one bucket of the table, under the memory model of loom.
//!
//! `cargo xtask loom` runs it. In any other build this file is empty.

#![cfg(loom)]
#![allow(clippy::unwrap_used)]

use loom::sync::Arc;
use loom::thread;
use plyground_game::Score;
use plyground_search::{Bound, Entry, TranspositionTable};

/// Returns an entry that differs from all others in every part, so that no mixture of two entries equals one of them.
fn entry(number: u16) -> Entry {
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(number) % 3];
    Entry { mv: Some(number), score: Score::new(-7 * i32::from(number)), depth: u32::from(number), bound }
}

/// Runs one writer thread per element of `stored` (keys and numbers of entries) and a reader of `asked`. The reader
/// finds an entry stored under its key, or none.
fn explore(stored: &'static [(u64, u16)], asked: u64) {
    explore_threads(&stored.iter().map(|entry| std::slice::from_ref(entry)).collect::<Vec<_>>(), asked);
}

/// Runs writers with several entries per thread, so that a thread fills several slots.
fn explore_threads(stored: &[&'static [(u64, u16)]], asked: u64) {
    let stored = stored.to_vec();
    loom::model(move || {
        let table = Arc::new(TranspositionTable::with_buckets(1));
        let writers: Vec<_> = stored
            .iter()
            .map(|&entries| {
                let table = Arc::clone(&table);
                thread::spawn(move || entries.iter().for_each(|&(key, number)| table.store(key, entry(number))))
            })
            .collect();
        let all = || stored.iter().copied().flatten();
        let possible = |found: Entry| all().any(|&(key, number)| key == asked && found == entry(number));
        let check = |found: Option<Entry>| assert!(found.is_none_or(possible), "{asked} is answered by {found:?}");
        check(table.probe(asked));
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        // A torn entry stays torn: no thread repairs it, and none may read it.
        for key in [asked, 1, 2] {
            let possible = |found| all().any(|&(stored, number)| stored == key && found == entry(number));
            assert!(table.probe(key).is_none_or(possible));
        }
    });
}

#[test]
fn two_writers_of_one_position() {
    explore(&[(1, 4), (1, 5)], 1);
}

#[test]
fn two_writers_of_different_positions_in_the_same_place() {
    explore(&[(1, 4), (2, 5)], 1);
    explore(&[(1, 4), (2, 5)], 2);
}

#[test]
fn a_reader_of_a_key_that_is_not_stored() {
    explore(&[(1, 4), (2, 5)], 3);
}

#[test]
fn a_writer_of_two_places_and_one_of_the_first() {
    explore_threads(&[&[(1, 4), (2, 5)], &[(1, 7)]], 2);
    explore_threads(&[&[(1, 4), (2, 5)], &[(2, 7)]], 2);
}
