//! Implements the rules of Tigers and Goats (Aadu Puli Aattam, Pulijudam): three tigers, fifteen goats, 23 points.
//!
//! Goats enter the board one per turn, and step when all of them have entered.
//! Tigers step, or jump over single goats and capture them.
//! Tigers win when enough goats are captured or no goat can move; goats win when no tiger can move.
//! `docs/rules/tigers.md` explains the rules.
//!
//! A position is one `u64`, [`Tigers`]: two masks of 23 points, the goats outside, the side to move, and the captures that
//! are still needed.
//! A move is a number below 155, [`TigersMove`]; to play it is one addition to the `u64`.
//! [`Point`], [`PointSet`], [`STEPS`] and [`JUMPS`] describe the board.
//! For evaluations and solvers, [`Tigers`] counts steps, jumps, trapped tigers, threatened goats and closed points.
//!
//! ```
//! use plyground_tigers::game::perft::perft;
//! use plyground_tigers::{Position, StandardSetup, Tigers, TigersRules};
//!
//! let mut pos = Tigers::new(&StandardSetup, &TigersRules::default());
//! assert_eq!(pos.to_string(), "T..TT.................. 15 g");
//! assert_eq!(perft(&pos, 4).nodes, 19_406);
//!
//! for text in ["@9", "4-10", "@1"] {
//!     pos.play(pos.read_move(text)?)?;
//! }
//! let jump = pos.read_move("3x15")?;
//! assert_eq!(pos.describe(jump), "a tiger jumps from 3 over 9 to 15 and takes the goat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The guide [Write an agent](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-agent.md)
//! plays this game with a program of your own.

#![no_std]

extern crate alloc;

mod board;
mod diagram;
mod facts;
mod generate;
mod hints;
mod moves;
mod notation;
mod observe;
mod point;
mod position;
mod rules;
mod symmetry;

pub use board::{JUMPS, Jump, LINES, STEPS, Step};
pub use moves::{MoveKind, TigersMove};
pub use plyground_game as game;
pub use plyground_game::{
    Class, Ending, Evaluate, Game, Move, MoveList, Outcome, Position, Rules, Score, SearchHints, Side, StandardSetup,
    Symmetric,
};
pub use point::{Point, PointSet, Points};
pub use position::{ArrangementError, Tigers};
pub use rules::{GOATS, TIGERS, TigersRules};
pub use symmetry::Mirror;

#[cfg(feature = "serde")]
plyground_game::implement_serde!(Tigers, TigersMove, rules: Tigers::rules, texts: [TigersRules]);
