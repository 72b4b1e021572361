//! All tests of the crate in one binary, so shared dependencies are compiled and linked once.

mod any_game;
mod attacks;
mod cachex;
mod dfpn;
mod khet_puzzles;
mod limits;
mod proof;
mod solvers;
#[allow(dead_code, unreachable_pub)]
#[path = "../../search/examples/tic_tac_toe.rs"]
mod tic_tac_toe;
mod tiers;
mod tigers;
