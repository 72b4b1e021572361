//! The board size, which is the only choice of a set-up, and its cells, edges and neighbours.

use core::fmt;
use core::str::FromStr;

use plyground_game::Side;
use plyground_game::notation::{ParseSetupError, Reader};

use crate::cell::{DIRECTIONS, MAX_SIZE, STRIDE};
use crate::words::neighbours;
use crate::{Cell, Cells};

/// The number of rows and columns, 3 to 15; default: 9.
///
/// ```
/// use plyground_cachex::BoardSize;
/// use plyground_game::Side;
///
/// let size: BoardSize = "5".parse()?;
/// assert_eq!(size.cells().count(), 25);
/// let [bottom, top] = size.edges(Side::First);
/// assert!(bottom.iter().all(|cell| cell.row() == 0) && top.iter().all(|cell| cell.row() == 4));
/// assert_eq!("16".parse::<BoardSize>().unwrap_err().to_string(),
///     "cannot read set-up `16`: column 1: found `16`, expected a board size (3 to 15)");
/// # Ok::<(), plyground_game::notation::ParseSetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: u8 = 3;
    /// The largest board.
    pub const MAX: u8 = MAX_SIZE;

    /// Returns a board with this many rows and columns; `None` outside 3 to 15.
    #[must_use]
    pub const fn new(size: u8) -> Option<BoardSize> {
        if size >= BoardSize::MIN && size <= BoardSize::MAX { Some(BoardSize(size)) } else { None }
    }

    /// Returns the number of rows, which is also the number of columns.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns whether this cell is on the board.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.0 && cell.column() < self.0
    }

    /// Returns all cells of the board.
    #[inline]
    #[must_use]
    pub fn cells(self) -> Cells {
        MASKS[usize::from(self.0)].cells
    }

    /// Returns the two edges that a side joins: rows 0 and n-1 for Red (first), columns 0 and n-1 for Blue.
    #[inline]
    #[must_use]
    pub fn edges(self, side: Side) -> [Cells; 2] {
        MASKS[usize::from(self.0)].edges[side.index()]
    }

    /// Returns the centre cell; `None` for even sizes.
    #[must_use]
    pub const fn centre(self) -> Option<Cell> {
        if self.0 % 2 == 1 { Cell::new(self.0 / 2, self.0 / 2) } else { None }
    }

    /// Returns the number of a side's lines without any of these cells. The lines are rows for Red and columns for Blue. A chain
    /// from edge to edge has a cell in each.
    #[inline]
    pub(crate) fn open_lines(self, side: Side, stones: Cells) -> u32 {
        let lines = match side {
            // Column 15 is empty in every row, so adding 0x7fff carries into it exactly if the row is not empty.
            Side::First => {
                let rows = stones.0.map(|word| ((word + EACH_ROW * 0x7fff) & (EACH_ROW << 15)).count_ones());
                rows.iter().sum()
            }
            Side::Second => {
                let folded = stones.0[0] | stones.0[1] | stones.0[2] | stones.0[3];
                let folded = folded | folded >> 32;
                ((folded | folded >> 16) & 0xffff).count_ones()
            }
        };
        u32::from(self.0) - lines
    }
}

/// A one at the start of each of the four rows of a word.
const EACH_ROW: u64 = 0x0001_0001_0001_0001;

impl Default for BoardSize {
    fn default() -> BoardSize {
        BoardSize(9)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for BoardSize {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<BoardSize, ParseSetupError> {
        let mut reader = Reader::new(text);
        let size = BoardSize::read(&mut reader)?;
        reader.end()?;
        Ok(size)
    }
}

impl BoardSize {
    /// Reads a size at the position of `reader`.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<BoardSize, plyground_game::notation::Fault> {
        let size = reader.number("a board size", u32::from(BoardSize::MIN)..=u32::from(BoardSize::MAX))?;
        Ok(BoardSize(size as u8))
    }
}

impl Cell {
    /// Returns the neighbours on a board of this size: 2 to 6 cells, in cyclic order.
    pub fn neighbours(self, size: BoardSize) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().filter_map(move |(rows, columns)| {
            let row = self.row().checked_add_signed(rows)?;
            let column = self.column().checked_add_signed(columns)?;
            Cell::new(row, column).filter(|&cell| size.contains(cell))
        })
    }
}

impl Cells {
    /// Returns all cells of the board that are neighbours of a cell of the set, including cells of the set.
    #[inline]
    #[must_use]
    pub fn neighbours(self, size: BoardSize) -> Cells {
        Cells(neighbours(&self.0)) & size.cells()
    }
}

/// The lookup tables of [`BoardSize`].
#[derive(Clone, Copy)]
struct Masks {
    cells: Cells,
    edges: [[Cells; 2]; 2],
}

/// The masks of each size; empty below the smallest board.
static MASKS: [Masks; 16] = {
    let mut masks = [Masks { cells: Cells::EMPTY, edges: [[Cells::EMPTY; 2]; 2] }; 16];
    let mut size = BoardSize::MIN;
    while size <= BoardSize::MAX {
        let masks = &mut masks[size as usize];
        let mut place = 0;
        while place < size * size {
            let (row, column) = (place / size, place % size);
            let cell = Cell::from_bit((row * STRIDE + column) as u32);
            masks.cells.insert(cell);
            if row == 0 {
                masks.edges[0][0].insert(cell);
            }
            if row == size - 1 {
                masks.edges[0][1].insert(cell);
            }
            if column == 0 {
                masks.edges[1][0].insert(cell);
            }
            if column == size - 1 {
                masks.edges[1][1].insert(cell);
            }
            place += 1;
        }
        size += 1;
    }
    masks
};
