//! Strong solution of hunting games: a few hunters, a herd that is placed and then moves, and jumps that capture.
//!
//! Tigers and Goats and Bagh-chal are such games. [`solve`] computes the value of every arrangement with either side to
//! move and writes a folder of tables. [`Tables`] reads values from them, and [`verify`] compares them with moves of
//! the rules crate. A game implements [`HuntGame`]: its board as a [`Ground`], and its positions as [`Pieces`].
//!
//! The tiers of a game are its layers: the number of animals in hand, from 0. In the movement phase (layer 0) retrograde
//! analysis \[Thompson1986\] finds values and distances. In the placement phase each layer follows from the one before.
//! Both phases work on sets: for each class of hunter sets, a bitmap has one bit for each subset of the free points, so one
//! operation makes a move for 64 arrangements. A placement is an OR of shifted words; a hunter's move is a permutation of
//! the bits of the numbers. Words without arrangements of a layer are skipped, and a layer needs only the one before it.
//!
//! There are tables for the movement phase with either side to move, and for each layer of the placement phase with the
//! hunters to move. With the herd to move the values follow from the placements.

mod bitmap;
mod board;
mod exact;
mod form;
mod ground;
mod herd_moves;
mod hunter_moves;
mod index;
mod layer;
mod movement;
mod packing;
mod placement;
mod solver;
mod summary;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod verify;
mod walk;

use plyground_game::{Position, Side};

pub use exact::ExactHunt;
pub use ground::Ground;
pub use layer::Layer;
pub use solver::{Progress, SolveOptions, Stage, solve};
pub use summary::{LayerSummary, Summary};
pub use tables::{MoveValues, OpenError, Tables};
pub use verify::{Verification, VerifyOptions, verify};

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use index::SetRef;
pub(crate) use index::{Herds, Index};
pub(crate) use packing::Packing;
#[cfg(test)]
pub(crate) use {form::Form, layer::TableSet, tally::Tally};

/// Byte of a draw in the movement phase. All other bytes are plies to the end, odd for a win of the side to move.
pub(crate) const DRAWN: u8 = u8::MAX;
/// Longest win or loss that fits a byte.
const LONGEST: u32 = 254;

/// Pieces of a position; each set has one bit per point number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces {
    /// Points of the hunters.
    pub hunters: u32,
    /// Points of the herd.
    pub herd: u32,
    /// Number of animals that are not placed yet.
    pub in_hand: u8,
}

/// A game that can be solved by layers.
///
/// The first side is the herd and moves first. While animals are in hand it must place one on any free point; afterwards it moves
/// one along a line. Hunters step along a line or jump over one animal, which is captured. The hunters win with a number of
/// captures, and if the herd cannot move; the herd wins if the hunters cannot move.
pub trait HuntGame: Position {
    /// Returns the board.
    fn ground() -> &'static Ground;

    /// Returns the pieces of the position.
    fn pieces(&self) -> Pieces;

    /// Returns the position with these pieces, or `None` if there is none.
    fn from_pieces(pieces: Pieces, side: Side, rules: &Self::Rules) -> Option<Self>;

    /// Returns the captures that win the game.
    fn captures_to_win(rules: &Self::Rules) -> u8;

    /// Returns the captures that the hunters still need.
    fn captures_left(&self) -> u8;

    /// Returns the rules for which the tables with this number of captures are valid. Endless play is a draw.
    fn rules_of(captures_to_win: u8) -> Self::Rules;

    /// Returns the option by which these rules differ from those of the tables; `None` if the tables are valid for
    /// them.
    fn unsupported_option(_rules: &Self::Rules) -> Option<String> {
        None
    }
}
