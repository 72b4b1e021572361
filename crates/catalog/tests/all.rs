//! All tests of the crate as one program: what they share is compiled and linked once.

mod bad_input;
mod best_1;
mod data;
mod decisions;
mod exact;
mod explanations;
mod guests;
mod margins;
mod puzzles;
mod records;
mod rows;
mod states;
mod tables;
mod threats;
