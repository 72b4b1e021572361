//! Symmetries of a game: maps of the board that preserve the rules.
//!
//! A symmetry may also exchange the two sides (Khet's half turn with colours swapped). Then it exchanges the side to
//! move and the winner. Solvers reduce positions by [`Symmetric::canonical`], tests check evaluations with
//! [`Symmetric::map`], and `laws::check_symmetry` checks the maps.

use core::fmt::Debug;

use crate::{Outcome, Position, Side};

/// A game with at least one symmetry.
///
/// ```
/// use plyground_game::{Position, Symmetric};
///
/// /// Returns the number of different positions after the legal moves, up to symmetry.
/// fn different_replies<P: Symmetric>(pos: &P) -> usize {
///     let mut keys: Vec<u64> = pos.legal_moves().iter().map(|&mv| pos.after(mv).canonical().key()).collect();
///     keys.sort_unstable();
///     keys.dedup();
///     keys.len()
/// }
/// ```
pub trait Symmetric: Position {
    /// Names of the symmetries of the game, without the identity.
    type Symmetry: Copy + Eq + Debug + Send + Sync + 'static;

    /// Returns the symmetries of this position. They may depend on the rules, but not on the pieces.
    fn symmetries(&self) -> &'static [Self::Symmetry];

    /// Returns whether a symmetry exchanges the two sides.
    fn swaps_sides(symmetry: Self::Symmetry) -> bool;

    /// Returns the image of this position.
    #[must_use]
    fn map(&self, symmetry: Self::Symmetry) -> Self;

    /// Returns the image of a move. It is legal in the image of this position if and only if the move is legal here.
    fn map_move(&self, symmetry: Self::Symmetry, mv: Self::Move) -> Self::Move;

    /// Returns the representative of all images of a position: the image with the smallest key.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = self.symmetries().iter().map(|&symmetry| self.map(symmetry));
        images.fold(self.clone(), |best, image| if image.key() < best.key() { image } else { best })
    }

    /// Returns the image of a side.
    #[must_use]
    fn map_side(symmetry: Self::Symmetry, side: Side) -> Side {
        if Self::swaps_sides(symmetry) { !side } else { side }
    }

    /// Returns the image of a result.
    #[must_use]
    fn map_outcome(symmetry: Self::Symmetry, outcome: Outcome) -> Outcome {
        if Self::swaps_sides(symmetry) { outcome.swapped() } else { outcome }
    }
}
