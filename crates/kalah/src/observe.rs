//! Observation planes of a board.

use plyground_game::{Observe, Position, Side};

use crate::moves::House;
use crate::position::Kalah;

/// Each plane is one row: the houses of a side in sowing order, then its store.
impl Observe for Kalah {
    const PLANES: &'static [&'static str] =
        &["own seeds: houses, then store", "the other's seeds: houses, then store", "1 where it is the own turn"];

    fn plane_shape(&self) -> [usize; 2] {
        [1, self.houses() + 1]
    }

    #[inline]
    fn observe(&self, side: Side, block: &mut [f32]) {
        let width = self.houses() + 1;
        assert_eq!(block.len(), 3 * width, "a block of {} numbers", 3 * width);
        let (rows, turn) = block.split_at_mut(2 * width);
        for (owner, row) in [side, !side].into_iter().zip(rows.chunks_exact_mut(width)) {
            for (index, seeds) in row[..width - 1].iter_mut().enumerate() {
                *seeds = f32::from(self.seeds(owner, House::from_index(index)));
            }
            row[width - 1] = f32::from(self.store(owner));
        }
        turn.fill(f32::from(u8::from(self.side_to_move() == side)));
    }
}
