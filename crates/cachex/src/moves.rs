//! The two kinds of moves of the game.

use core::fmt;

use plyground_game::Move;

use crate::Cell;

/// A move: place a stone, or steal the first stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CachexMove {
    /// Places a stone of the mover's colour on an empty cell.
    Place(Cell),
    /// Removes the opponent's first and only stone from its cell (r, q) and places one of the mover's colour on (q, r).
    Steal,
}

impl CachexMove {
    /// Returns the cell of a placement.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            CachexMove::Place(cell) => Some(cell),
            CachexMove::Steal => None,
        }
    }
}

impl Move for CachexMove {
    const COUNT: usize = Cell::INDICES + 1;

    #[inline]
    fn index(self) -> usize {
        match self {
            CachexMove::Place(cell) => cell.index(),
            CachexMove::Steal => Cell::INDICES,
        }
    }

    fn from_index(index: usize) -> Option<CachexMove> {
        if index == Cell::INDICES { Some(CachexMove::Steal) } else { Cell::from_index(index).map(CachexMove::Place) }
    }
}

impl fmt::Display for CachexMove {
    /// Writes `row,column` or `steal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CachexMove::Place(cell) => write!(f, "{cell}"),
            CachexMove::Steal => write!(f, "steal"),
        }
    }
}
