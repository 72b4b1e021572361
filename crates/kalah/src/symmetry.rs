//! Symmetry of Kalah: turning the board, which swaps South and North.

use plyground_game::Symmetric;

use crate::moves::House;
use crate::position::Kalah;

/// The symmetry of Kalah: turning the board, which swaps South and North.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turned;

impl Symmetric for Kalah {
    type Symmetry = Turned;

    fn symmetries(&self) -> &'static [Turned] {
        &[Turned]
    }

    fn swaps_sides(Turned: Turned) -> bool {
        true
    }

    fn map(&self, Turned: Turned) -> Kalah {
        // The seeds are stored from the mover's view, so changing the mover swaps the sides.
        Kalah { side: !self.side, ..self.clone() }
    }

    fn map_move(&self, Turned: Turned, mv: House) -> House {
        mv
    }
}
