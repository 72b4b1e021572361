//! Compares two threads with one: the same search to the same depth on positions of Khet and Kalah.
//!
//! For each position, prints the median ratio of the times of alternate rounds with its spread, and the ratio of the nodes of two
//! threads to those of one. Twice its inverse is the speed-up on a machine with two free cores.

use std::sync::Arc;
use std::time::Instant;

use plyground_benches::row::Row;
use plyground_eval::kalah::StoreDifference;
use plyground_eval::khet::Material;
use plyground_game::{Evaluate, Game, SearchHints};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::{Limits, Pvs, PvsOptions, SharedTable, TranspositionTable, deepen_together};

const ROUNDS: usize = 9;
/// Size of the table in MiB.
const TABLE: usize = 64;

/// Returns seconds and nodes.
fn search<P: SearchHints, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, depth: u32, threads: usize) -> (f64, u64) {
    let table = Arc::new(TranspositionTable::new(TABLE));
    let memory = || SharedTable::new(Arc::clone(&table)).exact();
    let mut team: Vec<_> =
        (0..threads).map(|_| Pvs::new(evaluation, PvsOptions::default()).with_table(memory())).collect();
    let begin = Instant::now();
    let report = deepen_together(&mut team, game, Limits::depth(depth), |_| {});
    assert_eq!(report.depth, depth);
    (begin.elapsed().as_secs_f64(), report.nodes)
}

fn race<P: SearchHints, E: Evaluate<P>>(name: &str, setup: &str, evaluation: &E, depth: u32) {
    let setup = setup.parse().unwrap_or_else(|error| panic!("{setup}: {error}"));
    let game = Game::<P>::new(&setup, &Default::default());
    let (mut speed_up, mut work, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (one, two) = (search(&game, evaluation, depth, 1), search(&game, evaluation, depth, 2));
        speed_up.push(one.0 / two.0);
        work.push(two.1 as f64 / one.1 as f64);
        seconds.push(one.0);
    }
    Row::of(&format!("{name}, depth {depth}, one thread"), "seconds", seconds).print();
    Row::of(&format!("{name}, depth {depth}, two threads"), "times as fast", speed_up).print();
    Row::of(&format!("{name}, depth {depth}, two threads' nodes"), "of one thread's", work).print();
}

fn main() {
    race::<Khet, _>("khet classic", "classic", &Material, 6);
    race::<Khet, _>("khet imhotep", "imhotep", &Material, 6);
    race::<Khet, _>("khet dynasty", "dynasty", &Material, 6);
    race::<Kalah, _>("kalah 6x4", "6x4", &StoreDifference::default(), 17);
    race::<Kalah, _>("kalah 6x6", "6x6", &StoreDifference::default(), 15);
}
