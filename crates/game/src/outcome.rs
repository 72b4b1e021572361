//! Results of games, by absolute side.

use alloc::string::String;

use crate::Side;

/// The result of a finished game.
///
/// ```
/// use plyground_game::{Outcome, Side};
///
/// assert_eq!(Outcome::Win(Side::Second).winner(), Some(Side::Second));
/// assert_eq!(Outcome::Draw.winner(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// Returns the side that has won, or `None` for a draw.
    #[inline]
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// Returns the result with the two sides exchanged, for symmetries that swap the sides.
    #[must_use]
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win(side) => Outcome::Win(side.other()),
            Outcome::Draw => Outcome::Draw,
        }
    }

    /// Returns the points of `side` for this result: 1 for a win, 1/2 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(self, side: Side) -> f64 {
        match self {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// An outcome with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Result of the game.
    pub outcome: Outcome,
    /// Reason in a few words: "a side has no seeds left", "third repetition".
    pub reason: String,
}
