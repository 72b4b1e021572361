//! The two actions of the game.

use core::fmt;

use plyground_game::Move;

use crate::Cell;

/// A move: to place a stone, or to steal the first one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CachexMove {
    /// A stone of the mover's colour on an empty cell.
    Place(Cell),
    /// The opponent's first and only stone leaves its cell (r, q), and one of the mover's colour appears on (q, r).
    Steal,
}

impl CachexMove {
    /// The cell of a placement.
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
    /// `row,column` or `steal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CachexMove::Place(cell) => write!(f, "{cell}"),
            CachexMove::Steal => write!(f, "steal"),
        }
    }
}
