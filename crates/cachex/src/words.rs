//! Boards as plain words, for code that works on whole boards: rows of 16 bits, four to a word.
//!
//! Column 15 and row 15 contain no cell and are empty in every set. So a step over the side of the board reaches a bit that is
//! never passable. Two words are enough for boards up to 8 x 8, three for boards up to 12 x 12, four for all.

/// Bits that are shifted together: the word of one set, or of several sets side by side.
pub trait Word: Copy {
    /// Returns the bits of both.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// Moves every bit up by 1 to 63 places; the top bits are dropped.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Moves every bit down by 1 to 63 places; the bottom bits are dropped.
    #[must_use]
    fn down(self, by: u32) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }

    #[inline(always)]
    fn up(self, by: u32) -> u64 {
        self << by
    }

    #[inline(always)]
    fn down(self, by: u32) -> u64 {
        self >> by
    }
}

/// One word of each of several sets. The array fits the vector registers of every 64-bit machine.
impl<const SETS: usize> Word for [u64; SETS] {
    #[inline(always)]
    fn or(self, other: [u64; SETS]) -> [u64; SETS] {
        core::array::from_fn(|set| self[set] | other[set])
    }

    #[inline(always)]
    fn up(self, by: u32) -> [u64; SETS] {
        core::array::from_fn(|set| self[set] << by)
    }

    #[inline(always)]
    fn down(self, by: u32) -> [u64; SETS] {
        core::array::from_fn(|set| self[set] >> by)
    }
}

/// Returns the neighbours of all cells, with arbitrary bits outside the board.
#[inline(always)]
pub fn neighbours<T: Word, const W: usize>(cells: &[T; W]) -> [T; W] {
    // No row crosses a word and column 15 is empty, so a sideways step stays in its word.
    let left = cells.map(|word| word.down(1));
    let right = cells.map(|word| word.up(1));
    // A step up a row adds 16, or 15 to the left neighbour; a step down subtracts the same.
    let up: [T; W] = core::array::from_fn(|word| cells[word].or(left[word]));
    let down: [T; W] = core::array::from_fn(|word| cells[word].or(right[word]));
    core::array::from_fn(|word| {
        let above = if word > 0 { up[word].up(16).or(up[word - 1].down(48)) } else { up[word].up(16) };
        let below = if word + 1 < W { down[word].down(16).or(down[word + 1].up(48)) } else { down[word].down(16) };
        left[word].or(right[word]).or(above.or(below))
    })
}

/// Exchanges rows and columns.
pub(crate) fn transposed(mut words: [u64; 4]) -> [u64; 4] {
    // Swaps ever larger blocks across the diagonal: single cells, then squares of 2, 4 and 8.
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
    words
}

/// Moves every cell to the index `BY` (1 to 63) higher.
#[inline(always)]
pub(crate) fn up<const W: usize, const BY: u32>(words: [u64; W]) -> [u64; W] {
    core::array::from_fn(|word| words[word] << BY | if word > 0 { words[word - 1] >> (64 - BY) } else { 0 })
}

/// Moves every cell to the index `BY` (1 to 63) lower.
#[inline(always)]
pub(crate) fn down<const W: usize, const BY: u32>(words: [u64; W]) -> [u64; W] {
    core::array::from_fn(|word| words[word] >> BY | if word + 1 < W { words[word + 1] << (64 - BY) } else { 0 })
}

#[inline(always)]
pub(crate) fn and<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    core::array::from_fn(|word| a[word] & b[word])
}

#[inline(always)]
pub(crate) fn or<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    core::array::from_fn(|word| a[word] | b[word])
}
