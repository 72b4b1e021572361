//! Boards as plain words, for what is calculated with whole boards: rows of 16 bits, four to a word.
//!
//! Column 15 and row 15 hold no cell and are empty in every set, so a step over the side of the board falls on a bit that is
//! never passable. Two words hold boards up to 8 x 8, three those up to 12 x 12, four all.

/// Bits that are shifted together: those of one set, or of several sets side by side.
pub trait Word: Copy {
    /// The bits of both.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// Every bit moved up by 1 to 63 places; those at the top fall out.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Every bit moved down by 1 to 63 places; those at the bottom fall out.
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

/// A word of each of several sets, which fit the vector registers that every 64-bit machine has.
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

/// The six neighbours of all cells, with rubbish outside of the board.
#[inline(always)]
pub fn neighbours<T: Word, const W: usize>(cells: &[T; W]) -> [T; W] {
    // No row crosses a word, and column 15 is empty, so a step sideways stays in its word.
    let left = cells.map(|word| word.down(1));
    let right = cells.map(|word| word.up(1));
    // Up a row is 16 on, and 15 on for the neighbour to the left there; down a row is the same the other way.
    let up: [T; W] = core::array::from_fn(|word| cells[word].or(left[word]));
    let down: [T; W] = core::array::from_fn(|word| cells[word].or(right[word]));
    core::array::from_fn(|word| {
        let above = if word > 0 { up[word].up(16).or(up[word - 1].down(48)) } else { up[word].up(16) };
        let below = if word + 1 < W { down[word].down(16).or(down[word + 1].up(48)) } else { down[word].down(16) };
        left[word].or(right[word]).or(above.or(below))
    })
}

/// Row and column exchanged.
pub(crate) fn transposed(mut words: [u64; 4]) -> [u64; 4] {
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
    words
}

/// Every cell moved to the index `BY` (1 to 63) higher.
#[inline(always)]
pub(crate) fn up<const W: usize, const BY: u32>(words: [u64; W]) -> [u64; W] {
    core::array::from_fn(|word| words[word] << BY | if word > 0 { words[word - 1] >> (64 - BY) } else { 0 })
}

/// Every cell moved to the index `BY` (1 to 63) lower.
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
