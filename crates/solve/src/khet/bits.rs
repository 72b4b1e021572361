//! A rectangle of bits, one for each pair of a row and a column.

use std::num::NonZero;
use std::slice::ChunksMut;

/// Number of bits of a word, and of rows and columns of a tile.
pub(super) const WORD: usize = 64;

/// Bits in rows of whole words.
pub(super) struct Bits {
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    /// Creates a rectangle without set bits. The numbers of rows and columns are multiples of 64.
    pub(super) fn new(rows: usize, columns: usize) -> Bits {
        debug_assert!(rows.is_multiple_of(WORD) && columns.is_multiple_of(WORD));
        let words = columns / WORD;
        Bits { words, bits: vec![0; rows * words] }
    }

    /// Returns the words of a row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    /// Returns the rows, 64 at a time.
    pub(super) fn bands_mut(&mut self) -> ChunksMut<'_, u64> {
        self.bits.chunks_mut(WORD * self.words)
    }

    pub(super) fn clear(&mut self) {
        self.bits.fill(0);
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / WORD] |= 1 << (column % WORD);
    }

    /// Returns 64 rows of one word each, with rows and columns exchanged; `None` if no bit is set.
    pub(super) fn transposed_tile(&self, band: usize, word: usize) -> Option<[u64; WORD]> {
        let mut tile = std::array::from_fn(|row| self.bits[(band * WORD + row) * self.words + word]);
        if tile == [0; WORD] {
            return None;
        }
        // Squares of half the side are exchanged, then those of a quarter, down to single bits.
        let (mut side, mut low) = (WORD / 2, u64::from(u32::MAX));
        while side > 0 {
            for row in (0..WORD).filter(|row| row & side == 0) {
                let differing = ((tile[row] >> side) ^ tile[row + side]) & low;
                tile[row] ^= differing << side;
                tile[row + side] ^= differing;
            }
            side /= 2;
            low ^= low << side;
        }
        Some(tile)
    }
}

/// Returns the places of the set bits of a row, in ascending order.
pub(super) fn places(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let rests = std::iter::successors(NonZero::new(bits), |rest| NonZero::new(rest.get() & (rest.get() - 1)));
        rests.map(move |rest| word * WORD + rest.trailing_zeros() as usize)
    })
}

/// Adds the bits of another row.
pub(super) fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, &other)| *word |= other);
}

/// Removes the bits that another row does not have.
pub(super) fn retain(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, &other)| *word &= other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_transposed() {
        let (rows, columns) = (2 * WORD, 3 * WORD);
        let mut bits = Bits::new(rows, columns);
        let is_set = |row: usize, column: usize| (row * 7 + column * column * 3) % 11 < 4;
        for row in 0..rows {
            (0..columns).filter(|&column| is_set(row, column)).for_each(|column| bits.insert(row, column));
            assert!(places(bits.row(row)).eq((0..columns).filter(|&column| is_set(row, column))));
        }
        for (band, word) in [(0, 0), (1, 2), (0, 1)] {
            let tile = bits.transposed_tile(band, word).expect("bits are set");
            for (column, &transposed) in tile.iter().enumerate() {
                let expected = (0..WORD).filter(|row| is_set(band * WORD + row, word * WORD + column));
                assert!(places(&[transposed]).eq(expected), "band {band}, word {word}, column {column}");
            }
        }
    }
}
