//! How well a pharaoh is guarded: a measure of the report \[Zagury2016\] that the strong evaluation has taken over.

use plyground_game::Side;
use plyground_khet::{Direction, Effect, Khet, Kind, Neighbour};

/// The guarded sides of a side's pharaoh, 0 to 4: of the four neighbours each edge of the board, each anubis or pharaoh,
/// and each pyramid whose mirror does not face the pharaoh. Whose pieces they are is not asked. 0 without a pharaoh.
#[inline]
#[must_use]
pub fn pharaoh_defence(pos: &Khet, side: Side) -> u32 {
    let Some(neighbours) = pos.pharaoh_neighbours(side) else { return 0 };
    let guards = neighbours.into_iter().zip(Direction::ALL).map(|(neighbour, direction)| match neighbour {
        Neighbour::Edge => 1,
        Neighbour::Empty => 0,
        // A mirror faces the pharaoh when it would turn a beam that comes from there.
        Neighbour::Piece(piece) => {
            u32::from(piece.kind() != Kind::Sphinx && !matches!(piece.strike(direction), Effect::Reflected(_)))
        }
    });
    guards.sum()
}
