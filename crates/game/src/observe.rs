//! What a learner sees of a position: planes of numbers.
//!
//! An observation is a block of `planes` x `rows` x `columns` numbers, as networks take it. Each game says once what its planes show;
//! a front end asks for the block of one side, and gets own and other pieces where that side has them. The board is never turned
//! round: a move keeps its [index](crate::Move::index), whichever side observes. What lies on the way to a position (repetition, turns
//! played) is not in it.
//!
//! ```
//! use plyground_game::{Observe, Side};
//!
//! /// The block of a side.
//! fn block<P: Observe>(pos: &P, side: Side) -> Vec<f32> {
//!     let mut block = vec![0.0; pos.observation_shape().iter().product()];
//!     pos.observe(side, &mut block);
//!     block
//! }
//! ```

use crate::{Position, Side};

/// A game whose positions can be laid out in planes of numbers.
pub trait Observe: Position {
    /// What each plane shows, in their order.
    const PLANES: &'static [&'static str];

    /// Rows and columns of a plane; the same throughout a game.
    fn plane_shape(&self) -> [usize; 2];

    /// Fills in the planes as `side` sees them: one after the other, row by row. Every number is written.
    ///
    /// # Panics
    /// When the block does not have the size of [`Observe::observation_shape`].
    fn observe(&self, side: Side, block: &mut [f32]);

    /// Planes, rows, columns.
    #[must_use]
    fn observation_shape(&self) -> [usize; 3] {
        let [rows, columns] = self.plane_shape();
        [Self::PLANES.len(), rows, columns]
    }
}
