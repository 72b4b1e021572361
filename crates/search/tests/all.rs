//! The tests of all searches as one program: each search is compiled once for a game and an evaluation, and not once for each
//! file. `loom.rs` stands alone: it is of other builds.

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
