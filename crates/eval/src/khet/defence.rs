//! The defence of a pharaoh: a measure of the report \[Zagury2016\] that the strong evaluation uses.

use plyground_game::Side;
use plyground_khet::{Direction, Effect, Khet, Kind, Neighbour};

/// Returns the number of guarded sides of a side's pharaoh, 0 to 4; 0 without a pharaoh. A side is guarded by the edge of the
/// board, an anubis, a pharaoh, or a pyramid whose mirror does not face the pharaoh. The colour of the piece does not matter.
#[inline]
#[must_use]
pub fn pharaoh_defence(pos: &Khet, side: Side) -> u32 {
    let Some(neighbours) = pos.pharaoh_neighbours(side) else { return 0 };
    let guards = neighbours.into_iter().zip(Direction::ALL).map(|(neighbour, direction)| match neighbour {
        Neighbour::Edge => 1,
        Neighbour::Empty => 0,
        // A mirror faces the pharaoh if it would reflect a beam that comes from the pharaoh.
        Neighbour::Piece(piece) => {
            u32::from(piece.kind() != Kind::Sphinx && !matches!(piece.strike(direction), Effect::Reflected(_)))
        }
    });
    guards.sum()
}
