//! Boards as plain words, for code that works on whole boards: rows of 16 bits, four to a word.
//!
//! Column 15 and row 15 contain no cell and are empty in every set. So a step over the side of the board reaches a bit that is
//! never passable. Two words are enough for boards up to 8 x 8, three for boards up to 12 x 12, four for all.

/// Returns the neighbours of all cells, with arbitrary bits outside the board.
#[inline(always)]
#[must_use]
pub fn neighbours<const W: usize>(cells: &[u64; W]) -> [u64; W] {
    // No row crosses a word and column 15 is empty, so a sideways step stays in its word.
    let left = cells.map(|word| word >> 1);
    let right = cells.map(|word| word << 1);
    // A step up a row adds 16, or 15 to the left neighbour; a step down subtracts the same.
    let above = up::<W, 16>(or(*cells, left));
    let below = down::<W, 16>(or(*cells, right));
    or(or(left, right), or(above, below))
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
