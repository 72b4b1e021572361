//! The board as words, for searches that look at many cells at once or at one cell very often.
//!
//! Cell `(row, column)` is bit `16 row + column` of 256, as in `plyground_cachex::Cells`. Column 15 and row 15 hold no cell, so
//! a step over the side of the board falls on a bit that is never passable.

use plyground_cachex::Cells;

/// A board of `W` words: 2 hold sizes up to 8, 3 up to 12, 4 all.
pub(super) type Words<const W: usize> = [u64; W];

/// The lower words of a set.
#[inline(always)]
pub(super) fn low<const W: usize>(cells: Cells) -> Words<W> {
    let words = cells.words();
    std::array::from_fn(|word| words[word])
}

/// Row and column exchanged: the mirror that turns Blue's task into Red's.
pub(super) fn transposed(cells: Cells) -> Cells {
    let mut words = cells.words();
    // Ever larger blocks beside the diagonal change places: single cells, then squares of 2, 4 and 8.
    for word in &mut words {
        let swap = |word: u64, by: u32, mask: u64| {
            let differ = (word ^ word >> by) & mask;
            word ^ differ ^ differ << by
        };
        *word = swap(*word, 15, 0x0000_aaaa_0000_aaaa);
        *word = swap(*word, 30, 0x0000_0000_cccc_cccc);
    }
    for (by, mask, pairs) in
        [(4, 0x0f0f_0f0f_0f0f_0f0f, [(0, 1), (2, 3)]), (8, 0x00ff_00ff_00ff_00ff, [(0, 2), (1, 3)])]
    {
        for (one, other) in pairs {
            let differ = (words[one] >> by ^ words[other]) & mask;
            words[other] ^= differ;
            words[one] ^= differ << by;
        }
    }
    Cells::from_words(words)
}

#[cfg(test)]
mod tests {
    use plyground_cachex::{BoardSize, Cell};

    use super::*;

    #[test]
    fn every_cell_is_transposed() {
        for cell in BoardSize::new(15).unwrap().cells() {
            assert_eq!(transposed(Cells::from(cell)), Cells::from(cell.transposed()));
        }
        let diagonal: Cells = (0..15).filter_map(|place| Cell::new(place, place)).collect();
        assert_eq!(transposed(diagonal), diagonal);
    }
}
