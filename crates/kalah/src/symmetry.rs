//! The symmetry of Kalah: the board turned round, South and North exchanged.

use plyground_game::Symmetric;

use crate::moves::House;
use crate::position::Kalah;

/// The one symmetry of Kalah: the board turned round, South and North exchanged.
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
        // Each side finds what the other had.
        Kalah { side: !self.side, ..self.clone() }
    }

    fn map_move(&self, Turned: Turned, mv: House) -> House {
        mv
    }
}
