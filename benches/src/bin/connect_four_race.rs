//! Compares PVS with its default options and the crate `minimax` with its history table, on Connect Four from the empty board.
//!
//! Both deepen to 18 plies on one thread with tables of the same size, and only evaluate finished games. They run alternately,
//! with the median of the ratios of their times. The argument `minimax` or `pvs` runs one of them once. `plain DEPTH` times
//! alpha-beta without table and move ordering, for libraries that only have this.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::time::Instant;

use minimax::{IterativeOptions, IterativeSearch, Strategy};
use plyground_benches::connect_four::{ConnectFour, NothingForMinimax};
use plyground_benches::row::Row;
use plyground_game::Nothing;
use plyground_game::{Game, Score, StandardRules, StandardSetup};
use plyground_search::{
    AlphaBeta, Limits, Options, Pvs, PvsOptions, SharedTable, TranspositionTable, deepen, search_once,
};

const DEPTH: u32 = 18;
const ROUNDS: usize = 7;
/// Size of both tables in MiB.
const TABLE: usize = 16;

fn start() -> Game<ConnectFour> {
    Game::new(&StandardSetup, &StandardRules)
}

/// Returns the seconds and a description.
fn ours() -> (f64, String) {
    let game = start();
    let begin = Instant::now();
    let memory = SharedTable::new(TranspositionTable::new(TABLE));
    let mut search = Pvs::new(&Nothing, PvsOptions::default()).with_table(memory);
    let report = deepen(&mut search, &game, Limits::depth(DEPTH), |_| {});
    assert_eq!((report.depth, report.score), (DEPTH, Score::ZERO), "no side has won by then");
    (begin.elapsed().as_secs_f64(), format!("{} nodes", report.nodes))
}

fn theirs() -> (f64, String) {
    let game = start();
    let begin = Instant::now();
    let options = IterativeOptions::new().with_table_byte_size(TABLE << 20).with_countermove_history();
    let mut search = IterativeSearch::new(NothingForMinimax, options);
    search.set_max_depth(DEPTH as u8);
    search.choose_move(game.position());
    let time = begin.elapsed().as_secs_f64();
    assert_eq!(search.root_value(), 0, "no side has won by then");
    let stats = search.stats(&mut game.position().clone());
    (time, stats.lines().nth(1).unwrap_or_default().to_owned())
}

/// Plain alpha-beta to the depth of the second argument, columns from left to right, as in other libraries.
fn plain() -> f64 {
    let depth = std::env::args().nth(2).and_then(|text| text.parse().ok()).expect("plain DEPTH");
    let begin = Instant::now();
    search_once(&mut AlphaBeta::new(&Nothing, Options::default()), &start(), depth);
    begin.elapsed().as_secs_f64()
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("minimax") => return println!("{:?}", theirs()),
        Some("pvs") => return println!("{:?}", ours()),
        Some("plain") => return println!("{} seconds", plain()),
        _ => {}
    }
    let (mut ratios, mut seconds) = (Vec::new(), [Vec::new(), Vec::new()]);
    for _ in 0..ROUNDS {
        let ((own, nodes), (other, other_nodes)) = (ours(), theirs());
        eprintln!("pvs {own:.3} s ({nodes}), minimax {other:.3} s ({other_nodes}): {:.2}", own / other);
        ratios.push(own / other);
        seconds[0].push(own);
        seconds[1].push(other);
    }
    let [own, other] = seconds;
    Row::of(&format!("connect four to depth {DEPTH}, pvs"), "seconds", own).print();
    Row::of(&format!("connect four to depth {DEPTH}, crate minimax"), "seconds", other).print();
    Row::of(&format!("connect four to depth {DEPTH}, pvs / minimax"), "ratio of times", ratios).print();
}
