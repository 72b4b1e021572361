//! The symmetry of Khet: half a turn of the board with the colours swapped.

use plyground_game::{Position, Symmetric};

use crate::moves::KhetMove;
use crate::position::Khet;
use crate::square::Square;

/// The symmetry of Khet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KhetSymmetry {
    /// A half turn of the board that swaps silver and red.
    HalfTurn,
}

impl Symmetric for Khet {
    type Symmetry = KhetSymmetry;

    fn symmetries(&self) -> &'static [KhetSymmetry] {
        &[KhetSymmetry::HalfTurn]
    }

    fn swaps_sides(KhetSymmetry::HalfTurn: KhetSymmetry) -> bool {
        true
    }

    fn map(&self, KhetSymmetry::HalfTurn: KhetSymmetry) -> Khet {
        let mut image = Khet::empty(!self.side_to_move(), self.options);
        for square in Square::all() {
            if let Some(piece) = self.piece(square) {
                image.put(square.half_turned(), piece.half_turned());
            }
        }
        image
    }

    fn map_move(&self, KhetSymmetry::HalfTurn: KhetSymmetry, mv: KhetMove) -> KhetMove {
        mv.half_turned()
    }
}
