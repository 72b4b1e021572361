//! Hints of a game for searches, separate from the rules.
//!
//! A game is complete without hints: every hint has a default that is always correct, and a game without hints writes
//! `impl SearchHints for MyGame {}`. A hint makes searches faster or improves their move ordering. Rules, records and
//! matches never use it. Laws 16 and 17 of the law suite check the hints.

use alloc::vec::Vec;

use crate::Position;

/// Hints of a game for searches.
///
/// ```
/// use plyground_game::{Position, SearchHints};
///
/// /// Returns the position after a null move, if the game has passes: what would the other side do?
/// fn threat<P: SearchHints>(pos: &P) -> Option<P> {
///     pos.pass()
/// }
/// ```
pub trait SearchHints: Position {
    /// Number of plies within which no position can repeat. 1 is always correct. Larger numbers let transposition
    /// tables answer more often.
    const NO_RETURN_WITHIN: u32 = 1;

    /// Returns the choice of both sides: the number of moves of one side times that of the other, if it were its turn.
    /// Searches that search deeper in positions with little choice use it. `u32::MAX` means that the game defines no
    /// choice.
    #[inline]
    fn choice(&self) -> u32 {
        u32::MAX
    }

    /// Returns the ordering score of a legal noisy move, larger first. It is never called for quiet moves, and affects
    /// only the move ordering.
    #[inline]
    fn noisy_value(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Returns the ordering score of a legal quiet move before any search, larger first, from -512 to 512. `previous` is the move
    /// that led to this position, if it is known. The score affects only the move ordering. A search adds a score
    /// of the move's earlier results, which is at most about as large.
    #[inline]
    fn quiet_value(&self, _mv: Self::Move, _previous: Option<Self::Move>) -> i32 {
        0
    }

    /// Returns the legal moves that may prevent the opponent's win at its next move. `None` means that the opponent does
    /// not threaten to win, or that the game does not know. Every other legal move must lead to a position in which the
    /// opponent can win at once.
    #[inline]
    fn parries(&self) -> Option<Vec<Self::Move>> {
        None
    }

    /// Returns the position after a pass, for the null move of searches. A game defines it if a pass is hardly ever
    /// better than the best move. Returns `None` in other games and in a finished game.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }
}
