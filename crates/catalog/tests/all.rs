//! All tests of the crate as one program: what they share is compiled and linked once.

mod bad_input;
mod cached;
mod courses;
mod data;
mod decisions;
mod endgames;
mod exact;
mod explanations;
mod external_players;
mod former_best;
mod levels;
mod margins;
mod mcts;
mod opponents;
mod pages;
mod puzzles;
mod records;
mod rows;
mod states;
mod tables;
mod threats;
mod tigers_endings;
mod trace;
