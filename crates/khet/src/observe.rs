//! Input planes of a board for a learner.

use plyground_game::{Observe, Position, Side};

use crate::piece::Kind;
use crate::position::Khet;
use crate::square::{Direction, Square};

/// Planes have 8 ranks (rank 1 first) and 10 files (a first). Each piece is a 1 in the plane of its kind and a 1 in the plane of
/// its facing.
impl Observe for Khet {
    const PLANES: &'static [&'static str] = &[
        "own pharaoh",
        "own scarabs",
        "own pyramids",
        "own anubis",
        "own sphinx",
        "the other's pharaoh",
        "the other's scarabs",
        "the other's pyramids",
        "the other's anubis",
        "the other's sphinx",
        "pieces facing north",
        "pieces facing east",
        "pieces facing south",
        "pieces facing west",
        "1 where it is the own turn",
    ];

    fn plane_shape(&self) -> [usize; 2] {
        [RANKS, FILES]
    }

    fn observe(&self, side: Side, block: &mut [f32]) {
        assert_eq!(block.len(), Self::PLANES.len() * PLANE, "a block of {} numbers", Self::PLANES.len() * PLANE);
        block.fill(0.0);
        for square in Square::all() {
            let Some(piece) = self.piece(square) else { continue };
            let place = square.rank() * FILES + square.file();
            let owner = if piece.side() == side { 0 } else { Kind::ALL.len() };
            block[(owner + piece.kind().index()) * PLANE + place] = 1.0;
            block[(2 * Kind::ALL.len() + piece.facing().index()) * PLANE + place] = 1.0;
        }
        let turn = f32::from(u8::from(self.side_to_move() == side));
        block[(2 * Kind::ALL.len() + Direction::ALL.len()) * PLANE..].fill(turn);
    }
}

const RANKS: usize = 8;
const FILES: usize = 10;
const PLANE: usize = RANKS * FILES;
