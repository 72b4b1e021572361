//! Cachex: Hex with captures, on a rhombus of 3 x 3 to 15 x 15 hexagons.
//!
//! Red joins row 0 with row n-1, Blue joins column 0 with column n-1. A placement that completes a *diamond* of two own
//! stones opposite each other and two of the opponent's takes the opponent's two. The second action may *steal* the first
//! stone. The rules, told to a person, are in `docs/rules/cachex.md`; they are those of the course COMP30024 (2022) of the
//! University of Melbourne and its referee.
//!
//! A position is two sets of cells in bitboards with rows of 16 bits, so that a neighbour is a constant shift away on
//! every board size. What a placement takes is read from one 64-bit window around it ([`Cachex::captures`]); where a
//! side *could* take or win is found for all cells at once ([`Cachex::capture_points`], [`Cachex::winning_points`]),
//! which makes noisy moves cheap to generate. Draws by repetition and by the limit of turns are the business of
//! [`History`](plyground_game::History).
//!
//! ```
//! use plyground_cachex::{Cachex, CachexRules, Position};
//!
//! let rules = CachexRules::default();
//! let mut pos = Cachex::parse("5 ....r/.b.../..br./..b../..r.. r 6", &rules)?;
//! let mv = pos.read_move("3,1")?;
//! assert_eq!(pos.describe(mv), "red places 3,1 and takes 2,2 and 3,2");
//! pos.play(mv)?;
//! assert_eq!(pos.to_string(), "5 ....r/.b.../...r./.r.../..r.. b 7");
//! assert_eq!(pos.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]

extern crate alloc;

mod captures;
mod cell;
mod cells;
mod diagram;
mod facts;
mod hints;
mod moves;
mod notation;
mod observe;
mod opening;
mod position;
mod rules;
mod setup;
mod symmetry;
pub mod words;

pub use cell::Cell;
pub use cells::{Cells, CellsIter, flood};
pub use moves::CachexMove;
pub use plyground_game as game;
pub use plyground_game::{
    Class, Ending, Evaluate, Game, Move, MoveList, Outcome, Position, Rules, Score, SearchHints, Side, Symmetric,
};
pub use position::Cachex;
pub use rules::CachexRules;
pub use setup::BoardSize;
pub use symmetry::CachexSymmetry;

#[cfg(feature = "serde")]
plyground_game::implement_serde!(Cachex, CachexMove, rules: Cachex::rules, texts: [CachexRules, BoardSize]);
