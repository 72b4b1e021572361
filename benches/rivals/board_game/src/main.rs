//! Compares the crate `board-game` with this project on Connect Four: perft, and plain alpha-beta to a fixed depth on the same
//! tree.
//!
//! Each program has its own rules code, searches columns from left to right, and only evaluates finished games. Both use
//! fail-soft alpha-beta without a table and make the same number of moves, which is checked, so the ratio only measures speed.
//! They run alternately, with the median and the spread of the rounds. Run by `cargo xtask bench rivals`. The name of one program
//! (`ours`, `theirs`) runs one search, for callgrind.

use std::cell::Cell;
use std::cmp::Ordering;
use std::time::Instant;

use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{Board, Outcome};
use board_game::games::connect4::Connect4;
use board_game::util::game_stats::perft_naive;
use plyground_benches::connect_four::ConnectFour;
use plyground_benches::row::Row;
use plyground_game::perft::perft;
use plyground_game::{Game, Nothing, Position, StandardRules, StandardSetup};
use plyground_search::{AlphaBeta, Options, search_once};

const PERFT: u32 = 9;
const DEPTH: u32 = 13;
const ROUNDS: usize = 9;
/// More than the plies of any game.
const WIN: i32 = 1_000;

/// Evaluates results only, sooner wins higher, and counts the evaluated positions.
#[derive(Debug, Default)]
struct Results {
    asked: Cell<u64>,
}

impl Heuristic<Connect4> for Results {
    type V = i32;

    fn value(&self, board: &Connect4, depth: u32) -> i32 {
        self.asked.set(self.asked.get() + 1);
        match board.outcome() {
            Some(Outcome::WonBy(winner)) => (WIN - depth as i32) * if winner == board.next_player() { 1 } else { -1 },
            Some(Outcome::Draw) | None => 0,
        }
    }

    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// Returns the moves made, and the value of the start.
fn theirs() -> (u64, i32) {
    let heuristic = Results::default();
    let value = minimax_value(&Connect4::default(), &heuristic, DEPTH);
    // The root is evaluated, too.
    (heuristic.asked.get() - 1, value)
}

fn ours() -> (u64, i32) {
    let game = Game::<ConnectFour>::new(&StandardSetup, &StandardRules);
    let report = search_once(&mut AlphaBeta::new(&Nothing, Options::default()), &game, DEPTH);
    (report.nodes, report.score.value())
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let found = run();
    (found, begin.elapsed().as_secs_f64())
}

/// Runs both alternately, and prints their speed and the ratio.
fn race(what: &str, unit: &'static str, mut both: impl FnMut() -> [(u64, f64); 2]) {
    let (mut speeds, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..ROUNDS {
        let rates = both().map(|(work, seconds)| work as f64 / seconds / 1e6);
        ratios.push(rates[0] / rates[1]);
        speeds[0].push(rates[0]);
        speeds[1].push(rates[1]);
    }
    let [own, other] = speeds;
    Row::of(&format!("{what}, ours"), unit, own).print();
    Row::of(&format!("{what}, crate board-game"), unit, other).print();
    Row::of(&format!("{what}, ours / board-game"), "ratio of speeds", ratios).print();
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("ours") => return println!("{:?}", ours()),
        Some("theirs") => return println!("{:?}", theirs()),
        _ => {}
    }
    let start = ConnectFour::new(&StandardSetup, &StandardRules);
    race(&format!("connect four, perft {PERFT}"), "million sequences a second", || {
        let (own, own_time) = timed(|| perft(&start, PERFT).nodes);
        let (other, other_time) = timed(|| perft_naive(&Connect4::default(), PERFT));
        assert_eq!(own, other, "both know the same game");
        [(own, own_time), (other, other_time)]
    });
    race(&format!("connect four, alpha-beta to depth {DEPTH}"), "million nodes a second", || {
        let (own, own_time) = timed(ours);
        let (other, other_time) = timed(theirs);
        assert_eq!(own, other, "both search the same tree");
        [(own.0, own_time), (other.0, other_time)]
    });
}
