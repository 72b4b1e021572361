//! Tigers and Goats on 23 points (Aadu Puli Aattam, Pulijudam): three tigers, fifteen goats.
//!
//! Goats are put on the board one a turn and step only when all of them have entered; tigers step, and jump over single
//! goats to take them. Tigers win when enough goats are taken or no goat can move, goats when no tiger can move. The
//! rules in prose, with pictures: `docs/rules/tigers.md`.
//!
//! A position is one `u64`, [`Tigers`]: two masks of 23 points, the goats outside, the side to move, and how many
//! captures are still needed. Moves are numbers below 155, [`TigersMove`]; playing one is one addition. Points,
//! lines, steps and jumps are tables of their own ([`Point`], [`PointSet`], [`STEPS`], [`JUMPS`]), and [`Tigers`]
//! answers what evaluations and solvers ask: steps and jumps of the tigers, trapped tigers, threatened goats, points
//! that no tiger can reach.
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
