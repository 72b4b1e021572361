//! Sets of cells: bitboards of 256 bits with one row per 16 bits.
//!
//! Column 15 and row 15 contain no cell. They are empty in every set, so a shift over the side of the board hits an empty bit.
//! Sets that result from shifts are masked before use.
//!
//! A word contains four rows, so boards up to 8 x 8 use two words and boards up to 12 x 12 three. Hot loops are generic over the
//! number of words and process only the words of the board.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use crate::Cell;
use crate::words::{and, neighbours, or, transposed};

/// Number of words of a set.
const WORDS: usize = 4;

/// A set of cells.
///
/// ```
/// use plyground_cachex::{BoardSize, Cell, Cells, flood};
///
/// let [a, b, c] = [(0, 0), (0, 1), (2, 2)].map(|(row, column)| Cell::new(row, column).expect("a cell"));
/// let stones: Cells = [a, b, c].into_iter().collect();
/// assert_eq!(flood(Cells::from(a), stones), [a, b].into_iter().collect());
/// assert_eq!(Cells::from(a).neighbours(BoardSize::default()).count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(pub(crate) [u64; WORDS]);

impl Cells {
    /// The empty set.
    pub const EMPTY: Cells = Cells([0; WORDS]);

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns the number of cells in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// Returns whether the set contains this cell.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Returns whether the two sets have a cell in common.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Cells) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the set with this cell added.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Cells {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        self
    }

    /// Inserts a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell, if the set contains it.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Returns the lowest cell by row, then column.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }

    /// Returns the cells, row by row from the bottom, each row from the left.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> CellsIter {
        CellsIter { words: self.0, word: 0 }
    }

    /// Returns the 64 bits around a cell, with the cell at bit 32. They include every cell of a diamond, at most two rows away.
    #[inline]
    pub(crate) const fn window(&self, cell: Cell) -> u64 {
        let (word, bit) = ((cell.index() + 32) / 64, (cell.index() + 32) % 64);
        let low = if word > 0 { self.0[word - 1] } else { 0 };
        let high = if word < WORDS { self.0[word] } else { 0 };
        // The shift has two steps, because a shift by 64 bits overflows.
        low >> bit | high << 1 << (63 - bit)
    }

    /// Returns the set as plain bits: cell [`index`](Cell::index) `i` is bit `i % 64` of word `i / 64`. Path searches and other
    /// code that works on whole boards use these words.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// Returns the set of these bits; bits that are not cells are dropped.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Cells {
        const COLUMNS: u64 = 0x7fff_7fff_7fff_7fff;
        Cells([words[0] & COLUMNS, words[1] & COLUMNS, words[2] & COLUMNS, words[3] & COLUMNS >> 16])
    }

    /// Returns the set with row and column of every cell exchanged, which maps Blue's edges to Red's.
    #[must_use]
    pub fn transposed(self) -> Cells {
        Cells(transposed(self.0))
    }

    /// Returns the columns of the set in a row, column 0 in the lowest bit.
    #[inline]
    #[must_use]
    pub const fn row(self, row: u8) -> u16 {
        (self.0[row as usize / 4] >> (row as usize % 4 * 16)) as u16
    }

    /// Returns the lower `W` words: two are enough for boards up to 8 x 8, three for boards up to 12 x 12.
    #[inline]
    #[must_use]
    pub fn low<const W: usize>(self) -> [u64; W] {
        core::array::from_fn(|word| self.0[word])
    }

    /// Returns a set from its lower `W` words.
    #[inline]
    pub(crate) fn from_low<const W: usize>(low: [u64; W]) -> Cells {
        Cells(core::array::from_fn(|word| if word < W { low[word] } else { 0 }))
    }
}

/// Returns the cells of `within` that are reachable from the `seeds` in `within` by steps inside `within`. With a stone and the
/// stones of its colour, the result is the stone's group.
#[inline]
#[must_use]
pub fn flood(seeds: Cells, within: Cells) -> Cells {
    match within.0 {
        [.., 0, 0] => Cells::from_low(flood_words::<2>(seeds.low(), within.low())),
        [.., 0] => Cells::from_low(flood_words::<3>(seeds.low(), within.low())),
        _ => Cells(flood_words(seeds.0, within.0)),
    }
}

#[inline]
fn flood_words<const W: usize>(seeds: [u64; W], within: [u64; W]) -> [u64; W] {
    let mut reached = and(seeds, within);
    loop {
        let wider = and(or(reached, neighbours(&reached)), within);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

impl From<Cell> for Cells {
    #[inline]
    fn from(cell: Cell) -> Cells {
        Cells::EMPTY.with(cell)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, Cells::with)
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(and(self.0, other.0))
    }
}

impl BitAndAssign for Cells {
    #[inline]
    fn bitand_assign(&mut self, other: Cells) {
        *self = *self & other;
    }
}

impl BitOr for Cells {
    type Output = Cells;

    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(or(self.0, other.0))
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        *self = *self | other;
    }
}

impl Sub for Cells {
    type Output = Cells;

    /// Returns the cells of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Cells) -> Cells {
        Cells(core::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellsIter;

    #[inline]
    fn into_iter(self) -> CellsIter {
        self.iter()
    }
}

/// An iterator over the cells of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct CellsIter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for CellsIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Cell::from_bit(self.word as u32 * 64 + bits.trailing_zeros()));
            }
            self.word += 1;
        }
        None
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;

    #[test]
    fn words_contain_only_the_cells() {
        let all = BoardSize::new(BoardSize::MAX).map(BoardSize::cells).unwrap_or_default();
        assert_eq!(Cells::from_words([u64::MAX; WORDS]), all);
        for cell in all {
            let words = Cells::from(cell).words();
            assert_eq!(words[cell.index() / 64], 1 << (cell.index() % 64));
            assert_eq!(Cells::from_words(words), Cells::from(cell));
            assert_eq!(Cells::from(cell).row(cell.row()), 1 << cell.column());
            assert_eq!(Cells::from(cell).transposed(), Cells::from(cell.transposed()));
        }
    }

    #[test]
    fn sets_are_joined_as_their_words() {
        let [one, other] = [[3, 0, 0, 3], [5, 0, 0, 5]].map(Cells::from_words);
        let joined = [one & other, one | other, one - other];
        assert_eq!(joined, [[1, 0, 0, 1], [7, 0, 0, 7], [2, 0, 0, 2]].map(Cells::from_words));
        let (mut both, mut any) = (one, one);
        both &= other;
        any |= other;
        assert_eq!([both, any], [one & other, one | other]);
    }
}
