//! The symmetries of the board: the half turn, the transposition with colours swapped, and both.
//!
//! They apply to every position, including the opening. The turn number and not the colour determines the opening rules, and
//! STEAL moves the stone to the transposed cell, which all three maps respect. The turn number does not change.

use plyground_game::{Position, Side, Symmetric};

use crate::cell::STRIDE;
use crate::{BoardSize, Cachex, CachexMove, Cell, Cells};

/// A map of the board onto itself.
///
/// ```
/// use plyground_cachex::{Cachex, CachexRules, CachexSymmetry};
/// use plyground_game::{Position, Symmetric};
///
/// let pos = Cachex::parse("3 rr./.../... b 3", &CachexRules::default())?;
/// assert_eq!(pos.map(CachexSymmetry::HalfTurn).to_string(), "3 .../.../.rr b 3");
/// assert_eq!(pos.map(CachexSymmetry::TransposeSwap).to_string(), "3 b../b../... r 3");
/// assert_eq!(pos.map(CachexSymmetry::AntiTransposeSwap).to_string(), "3 .../..b/..b r 3");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CachexSymmetry {
    /// (r, q) to (n-1-r, n-1-q).
    HalfTurn,
    /// (r, q) to (q, r), with colours swapped.
    TransposeSwap,
    /// (r, q) to (n-1-q, n-1-r), with colours swapped: the composition of the other two.
    AntiTransposeSwap,
}

impl CachexSymmetry {
    /// All symmetries.
    pub const ALL: [CachexSymmetry; 3] =
        [CachexSymmetry::HalfTurn, CachexSymmetry::TransposeSwap, CachexSymmetry::AntiTransposeSwap];

    /// Returns the image of a cell on a board of this size.
    #[inline]
    #[must_use]
    pub const fn map_cell(self, size: BoardSize, cell: Cell) -> Cell {
        let last = (size.get() - 1) * STRIDE + size.get() - 1;
        let half_turned = Cell::from_bit(last as u32 - cell.index() as u32);
        match self {
            CachexSymmetry::HalfTurn => half_turned,
            CachexSymmetry::TransposeSwap => cell.transposed(),
            CachexSymmetry::AntiTransposeSwap => half_turned.transposed(),
        }
    }
}

impl Symmetric for Cachex {
    type Symmetry = CachexSymmetry;

    fn symmetries(&self) -> &'static [CachexSymmetry] {
        &CachexSymmetry::ALL
    }

    fn swaps_sides(symmetry: CachexSymmetry) -> bool {
        symmetry != CachexSymmetry::HalfTurn
    }

    fn map(&self, symmetry: CachexSymmetry) -> Cachex {
        let mut stones = [Cells::EMPTY; 2];
        for side in Side::ALL {
            let image = Cachex::map_side(symmetry, side).index();
            stones[image] = self.stones(side).iter().map(|cell| symmetry.map_cell(self.size(), cell)).collect();
        }
        let side = Cachex::map_side(symmetry, self.side_to_move());
        Cachex::from_parts(self.size(), stones, side, self.turn(), &self.rules())
    }

    fn map_move(&self, symmetry: CachexSymmetry, mv: CachexMove) -> CachexMove {
        match mv {
            CachexMove::Place(cell) => CachexMove::Place(symmetry.map_cell(self.size(), cell)),
            CachexMove::Steal => CachexMove::Steal,
        }
    }
}
