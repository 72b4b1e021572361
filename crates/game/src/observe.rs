//! Observations of positions for machine learning: planes of numbers.
//!
//! An observation is a block of `planes` x `rows` x `columns` numbers, the input of a network. Each game defines its
//! planes. A front end requests the block for one side, which separates own and opposing pieces. The board is never
//! rotated: a move has the same [index](crate::Move::index), whichever side observes. The history (repetition, turns
//! played) is not part of an observation.

use crate::{Position, Side};

/// A game whose positions can be observed as planes of numbers.
///
/// ```
/// use plyground_game::{Observe, Side};
///
/// /// Returns the block of a side.
/// fn block<P: Observe>(pos: &P, side: Side) -> Vec<f32> {
///     let mut block = vec![0.0; pos.observation_shape().iter().product()];
///     pos.observe(side, &mut block);
///     block
/// }
/// ```
pub trait Observe: Position {
    /// Names of the planes, in order.
    const PLANES: &'static [&'static str];

    /// Returns the rows and columns of a plane. They are constant throughout a game.
    fn plane_shape(&self) -> [usize; 2];

    /// Writes the planes for `side`, one after the other, row by row. Every number is written.
    ///
    /// # Panics
    /// Panics if the block does not have the size of [`Observe::observation_shape`].
    fn observe(&self, side: Side, block: &mut [f32]);

    /// Returns planes, rows and columns.
    #[must_use]
    fn observation_shape(&self) -> [usize; 3] {
        let [rows, columns] = self.plane_shape();
        [Self::PLANES.len(), rows, columns]
    }
}
