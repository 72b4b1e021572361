//! Implements the rules of Khet 2.0.
//!
//! After every move, the laser of the side that moved fires.
//! Mirrors on the pieces reflect the beam, and a piece that is hit on a side without a mirror leaves the board.
//! The side that loses its pharaoh loses the game.
//! [`Khet`] is the position, [`KhetMove`] a move, and [`KhetRules`] the options in which implementations differ.
//! `docs/rules/khet.md` explains the rules.
//!
//! A noisy move is a move after which the beam destroys a piece of either side.
//! For evaluations, a position has [`Khet::mobility`], [`Khet::pharaoh_neighbours`], [`Khet::beam`] and [`Khet::hit`].
//! A [`LaserView`] follows the beams that a laser *would* fire.
//!
//! ```
//! use plyground_khet::{BeamEnd, Khet, Position, Side, Square};
//!
//! let mut pos = Khet::default();
//! let mv = pos.read_move("j1-").unwrap();
//! // Silver's laser now looks west along the first rank, into silver's own anubis.
//! assert_eq!(pos.hit(mv).map(|hit| hit.square.to_string()), Some("f1".into()));
//! pos.play(mv).unwrap();
//! assert_eq!(pos.beam(Side::First).end, BeamEnd::Destroys(pos.pharaoh(Side::First).unwrap()));
//! ```
//!
//! The guide [Write an agent](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-agent.md)
//! plays this game with a program of your own.

#![no_std]

extern crate alloc;

mod beam;
mod diagram;
mod generate;
mod hints;
mod laser;
mod moves;
mod notation;
mod observe;
mod piece;
mod position;
mod rules;
mod setup;
mod square;
mod symmetry;

pub use beam::{Beam, BeamEnd, Hit, LaserView, Reflection, Stretch};
pub use moves::{Action, KhetMove};
pub use piece::{Effect, Kind, Piece};
pub use plyground_game as game;
pub use plyground_game::{
    Class, Ending, Evaluate, Game, Move, MoveList, Outcome, Position, Rules, Score, SearchHints, Side, Symmetric,
};
pub use position::{Khet, Neighbour};
pub use rules::KhetRules;
pub use setup::KhetSetup;
pub use square::{Direction, Square, SquareSet};
pub use symmetry::KhetSymmetry;

#[cfg(feature = "serde")]
plyground_game::implement_serde!(Khet, KhetMove, rules: Khet::rules, texts: [KhetRules, KhetSetup]);
