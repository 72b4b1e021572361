//! Symmetries of a game: maps of the board under which legal games stay legal games.
//!
//! A symmetry may exchange the two sides as well (Khet's half turn with colours swapped); then it exchanges the side to
//! move and the winner too. Solvers fold positions by [`Symmetric::canonical`], tests check evaluations with
//! [`Symmetric::map`], and `laws::check_symmetry` checks the maps.
//!
//! ```
//! use plyground_game::{Position, Symmetric};
//!
//! /// How many different positions the legal moves lead to, images under a symmetry counted once.
//! fn different_replies<P: Symmetric>(pos: &P) -> usize {
//!     let mut keys: Vec<u64> = pos.legal_moves().iter().map(|&mv| pos.after(mv).canonical().key()).collect();
//!     keys.sort_unstable();
//!     keys.dedup();
//!     keys.len()
//! }
//! ```

use core::fmt::Debug;

use crate::{Outcome, Position, Side};

/// A game with at least one symmetry.
pub trait Symmetric: Position {
    /// A name for each symmetry of the game, the identity left out.
    type Symmetry: Copy + Eq + Debug + Send + Sync + 'static;

    /// The symmetries that hold here; which they are may depend on the rules, not on where pieces stand.
    fn symmetries(&self) -> &'static [Self::Symmetry];

    /// Whether a symmetry exchanges the two sides.
    fn swaps_sides(symmetry: Self::Symmetry) -> bool;

    /// The image of this position.
    #[must_use]
    fn map(&self, symmetry: Self::Symmetry) -> Self;

    /// The image of a move: legal in the image of this position exactly when the move is legal here.
    fn map_move(&self, symmetry: Self::Symmetry, mv: Self::Move) -> Self::Move;

    /// The same position for all images of a position: the image with the smallest key.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = self.symmetries().iter().map(|&symmetry| self.map(symmetry));
        images.fold(self.clone(), |best, image| if image.key() < best.key() { image } else { best })
    }

    /// The image of a side.
    #[must_use]
    fn map_side(symmetry: Self::Symmetry, side: Side) -> Side {
        if Self::swaps_sides(symmetry) { !side } else { side }
    }

    /// The image of a result.
    #[must_use]
    fn map_outcome(symmetry: Self::Symmetry, outcome: Outcome) -> Outcome {
        if Self::swaps_sides(symmetry) { outcome.swapped() } else { outcome }
    }
}
