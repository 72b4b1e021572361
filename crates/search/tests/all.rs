//! The tests of all searches as one program: each search is compiled once for a game and an evaluation, and not once for each
//! file. `signature.rs` stands alone, since its evaluation is its own and mutants are tried by it first; so does `loom.rs`.

mod agents;
mod anytime;
mod choices;
mod common;
mod deepening;
mod equivalence;
mod exactness;
mod selective;
mod small_game;
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/tic_tac_toe.rs"]
mod tic_tac_toe;
