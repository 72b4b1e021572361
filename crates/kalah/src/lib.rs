//! Implements the rules of Kalah(m, n): m houses per side, n seeds per house, with or without capture.
//!
//! Options choose among the common rules, the Kalah Game Protocol and the rules of two published reports:
//! *Kalah AI* (6 houses, 6 seeds, capture) \[Garrison-Kalah\] and *Kalaha* (6 houses, 4 seeds, no capture) \[Wall2022\].
//! `docs/rules/kalah.md` explains the game.
//!
//! The houses of a side are groups of bits in one integer, so sowing is an addition.
//! With up to six houses per side and 127 seeds, this integer has 64 bits; larger boards are slower.
//! [`Sowing`] shows a move step by step.
//!
//! ```
//! use plyground_kalah::game::perft::perft;
//! use plyground_kalah::{Kalah, KalahRules, KalahSetup, Position, Side};
//!
//! let start = Kalah::new(&KalahSetup::default(), &KalahRules::default());
//! assert_eq!(start.to_string(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
//! assert_eq!(perft(&start, 5).nodes, 4_690);
//!
//! let after = start.after(start.read_move("3")?);
//! assert_eq!(after.to_string(), "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S");
//! assert_eq!(after.side_to_move(), Side::First, "the last seed fell into the own store: South moves again");
//! # Ok::<(), plyground_kalah::game::notation::MoveError>(())
//! ```
//!
//! The guide [Write an agent](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-agent.md)
//! plays this game with a program of your own.

#![no_std]

extern crate alloc;

mod board;
mod diagram;
mod distribution;
mod hints;
mod moves;
mod notation;
mod observe;
mod packed;
mod play;
mod position;
mod rules;
mod setup;
mod sowing;
mod sowing_table;
mod symmetry;
mod variant;
mod wide;

pub use distribution::{Distribution, Last};
pub use moves::House;
pub use plyground_game as game;
pub use plyground_game::{
    Class, Ending, Evaluate, Game, Move, MoveList, Outcome, Position, Rules, Score, SearchHints, Side, Symmetric,
};
pub use position::Kalah;
pub use rules::{Capture, End, KalahRules};
pub use setup::KalahSetup;
pub use sowing::Sowing;
pub use symmetry::Turned;

/// Maximum number of houses per side.
pub const MAX_HOUSES: usize = 12;

/// Maximum number of seeds on a board. A lane of the wide layout can hold all of them, so no sowing overflows.
pub const MAX_SEEDS: u32 = 1023;

/// Maximum number of houses per side of a small board, whose sides fit into 64 bits each.
pub(crate) const SMALL_HOUSES: usize = 6;

/// Maximum number of seeds on a small board.
pub(crate) const SMALL_TOTAL: u16 = 127;

#[cfg(feature = "serde")]
plyground_game::implement_serde!(Kalah, House, rules: Kalah::rules, texts: [KalahRules, KalahSetup]);
