//! One hexagon of the board, by row and column.
//!
//! A cell is stored as `16 * row + column` on every board size. So a step in each of the six directions is a constant, and the
//! unused sixteenth column prevents a step over the side from reaching a cell of another row.

use core::fmt;

/// Number of rows and columns of the largest board.
pub(crate) const MAX_SIZE: u8 = 15;

/// Offset from a cell to the cell of the same column in the next row.
pub(crate) const STRIDE: u8 = 16;

/// The six neighbours of a cell in cyclic order: each is also a neighbour of the previous and the next one.
pub(crate) const DIRECTIONS: [(i8, i8); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// The value of [`Cell::STEPS`].
const STEPS: [i8; 6] = {
    let mut steps = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let (rows, columns) = DIRECTIONS[direction];
        steps[direction] = rows * STRIDE as i8 + columns;
        direction += 1;
    }
    steps
};

/// A cell `(row, column)` of a board, both below 15. Smaller boards use the rows and columns below their size.
///
/// ```
/// use plyground_cachex::{BoardSize, Cell};
///
/// let cell = Cell::new(1, 2).expect("inside of every board");
/// assert_eq!((cell.row(), cell.column(), cell.to_string().as_str()), (1, 2, "1,2"));
/// let size = BoardSize::new(3).expect("3 is a board size");
/// let neighbours: Vec<String> = cell.neighbours(size).map(|cell| cell.to_string()).collect();
/// assert_eq!(neighbours, ["2,1", "2,2", "0,2", "1,1"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Upper limit of cell indices ([`Cell::index`]); not every index below it is a cell.
    pub const INDICES: usize = 240;

    /// Index offsets to the six neighbours of a cell, in cyclic order. A step over the side of the board leads to an index that
    /// is not a cell.
    pub const STEPS: [i8; 6] = STEPS;

    /// Returns the cell in this row and column, both from 0; `None` if one is 15 or more.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Option<Cell> {
        if row < MAX_SIZE && column < MAX_SIZE { Some(Cell(row * STRIDE + column)) } else { None }
    }

    /// Returns the row, counted from the bottom, from 0 (`r` in the rules).
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// Returns the column, counted from the left, from 0 (`q` in the rules).
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// Returns the index of the cell, below [`Cell::INDICES`]: `16 * row + column`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell with this index, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::INDICES { Cell::new(index as u8 / STRIDE, index as u8 % STRIDE) } else { None }
    }

    /// Returns the cell with this index; the caller guarantees that it is a cell.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Cell {
        Cell(bit as u8)
    }

    /// Returns the cell with row and column exchanged.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Cell {
        Cell(self.column() * STRIDE + self.row())
    }
}

impl fmt::Display for Cell {
    /// Writes `row,column`, as in moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
