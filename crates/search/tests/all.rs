//! The tests of all searches in one program: each search is compiled once per game and evaluation, and not once per
//! file. `loom.rs` is separate because it needs its own build.

mod agents;
mod anytime;
mod choices;
mod common;
mod deepening;
mod equivalence;
mod exactness;
mod mcts;
mod selective;
mod signature;
mod small_game;
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/tic_tac_toe.rs"]
mod tic_tac_toe;
mod trace;
