//! Input planes of a board for a learner.

use plyground_game::{Observe, Position, Side};

use crate::moves::CachexMove;
use crate::position::Cachex;

/// Planes have n rows (row 0 first) and n columns.
impl Observe for Cachex {
    const PLANES: &'static [&'static str] = &[
        "own stones",
        "the other's stones",
        "1 where the own side is red",
        "1 where the side to move may steal",
        "1 where it is the own turn",
    ];

    fn plane_shape(&self) -> [usize; 2] {
        let n = usize::from(self.size().get());
        [n, n]
    }

    fn observe(&self, side: Side, block: &mut [f32]) {
        let n = usize::from(self.size().get());
        assert_eq!(block.len(), Self::PLANES.len() * n * n, "a block of {} numbers", Self::PLANES.len() * n * n);
        block.fill(0.0);
        let mut planes = block.chunks_exact_mut(n * n);
        for (owner, plane) in [side, !side].into_iter().zip(&mut planes) {
            for cell in self.stones(owner) {
                plane[usize::from(cell.row()) * n + usize::from(cell.column())] = 1.0;
            }
        }
        let facts = [side == Side::First, self.is_legal(CachexMove::Steal), self.side_to_move() == side];
        for (fact, plane) in facts.into_iter().zip(planes) {
            plane.fill(f32::from(u8::from(fact)));
        }
    }
}
