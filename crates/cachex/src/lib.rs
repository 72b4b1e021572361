//! Implements the rules of Cachex: Hex with captures, on a rhombus of 3 x 3 to 15 x 15 hexagons.
//!
//! Red connects row 0 with row n-1, and Blue connects column 0 with column n-1.
//! A placement that completes a *diamond* of two own and two enemy stones captures the enemy stones.
//! In the second turn, Blue may *steal* the first stone.
//! `docs/rules/cachex.md` explains the rules.
//! They come from the course COMP30024 (2022) of the University of Melbourne.
//!
//! A position is two bitboards with rows of 16 bits, so a neighbour is a constant shift away on every board size.
//! The captures of a placement depend only on 64 bits around it ([`Cachex::captures`]).
//! [`Cachex::capture_points`] and [`Cachex::winning_points`] compute the captures and wins of all cells at once.
//! [`History`](plyground_game::History) handles draws by repetition and by the turn limit.
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
//!
//! The guide [Write an agent](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-agent.md)
//! plays this game with a program of your own.

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
mod patterns;
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
