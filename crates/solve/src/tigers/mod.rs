//! Tigers and Goats, strongly solved: the value of every arrangement with either side to move.
//!
//! [`solve`] computes 22,289,947,680 arrangements (11,214,197,280 when the mirror is taken out) into a folder of
//! tables, [`Tables`] answers from them, and [`verify`] compares them with moves made by the rules crate. Arrangements
//! are worked on as sets, 64 at a time, in bitmaps with one bit for each subset of the 20 points without a tiger. So moves
//! are made here once more, for sets of arrangements and backwards, which no single position can be asked for; the steps
//! and jumps that they go along are the rules crate's.
//!
//! ```
//! use std::ops::ControlFlow;
//! use plyground_game::{Position, StandardSetup};
//! use plyground_solve::{Wdl, tigers::{SolveOptions, Tables, solve}};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! // The whole game takes minutes; one goat is a matter of a second.
//! let folder = std::env::temp_dir().join(format!("tigers-example-{}", std::process::id()));
//! let options = SolveOptions { max_goats: 1, ..SolveOptions::default() };
//! let summary = solve(&folder, &options, |_| ControlFlow::Continue(()))?;
//! assert_eq!(summary.total().draws, 0);
//!
//! let tables = Tables::open(&folder, &TigersRules::default())?;
//! let pos = Tigers::parse("T..TT.........G........ 0 t", &TigersRules::default())?;
//! assert_eq!(tables.probe(&pos)?.map(|value| value.result()), Some(Wdl::Win));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitmap;
mod board;
mod book;
mod book_coding;
mod exact;
mod form;
mod goat_moves;
mod index;
mod layer;
#[cfg(test)]
mod layer_tests;
mod movement;
mod packing;
mod placement;
mod solver;
mod summary;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod tiger_moves;
mod verify;

pub use book::{Book, BookTigers};
pub use exact::ExactTigers;
pub use layer::Layer;
pub use solver::{Progress, SolveError, SolveOptions, Stage, solve};
pub use summary::{LayerSummary, Summary};
pub use tables::{OpenError, Tables};
pub use tally::Counts;
pub use verify::{Verification, VerifyError, VerifyOptions, verify};

/// The byte of a draw in the movement phase; all others are plies to the end, odd for a win of the side to move.
const DRAWN: u8 = u8::MAX;
/// The longest win or loss that a byte holds.
const LONGEST: u32 = 254;
