//! The size of the board, which is the set-up of the game, and its cells as bits.
//!
//! Columns have eight bits each: the cell of column `c` and row `r` (both from 0, rows from the bottom) is bit `8 * c + r`. No
//! board has eight rows, so the last bit of each column is 0, and shifted lines do not wrap around the board's edges.

use std::fmt;
use std::str::FromStr;

use plyground::game::notation::{Fault, ParseSetupError, Reader};

/// The bottom cell of each of the eight columns.
const BOTTOM: u64 = 0x0101_0101_0101_0101;

/// Number of columns and rows: 4 to 8 and 4 to 7, written `7x6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Board {
    pub(crate) fn new(columns: u32, rows: u32) -> Option<Board> {
        ((4..=8).contains(&columns) && (4..=7).contains(&rows)).then_some(Board { columns, rows })
    }

    /// Returns the lowest cell of each column.
    pub(crate) fn bottom(self) -> u64 {
        BOTTOM >> (8 * (8 - self.columns))
    }

    /// Returns all cells.
    pub(crate) fn cells(self) -> u64 {
        self.bottom() * ((1 << self.rows) - 1)
    }

    /// Returns the cells of the one or two middle columns.
    pub(crate) fn centre(self) -> u64 {
        let column = |number: u32| 0x7f << (8 * number);
        (column((self.columns - 1) / 2) | column(self.columns / 2)) & self.cells()
    }
}

impl Default for Board {
    fn default() -> Board {
        Board { columns: 7, rows: 6 }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Board {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Board, ParseSetupError> {
        let mut reader = Reader::new(text);
        let columns = reader.number("columns", 4..=8)?;
        reader.expect("x")?;
        let rows = reader.number("rows", 4..=7)?;
        reader.end()?;
        Board::new(columns, rows).ok_or_else(|| Fault::whole(text, "no board", "`7x6`").into())
    }
}
