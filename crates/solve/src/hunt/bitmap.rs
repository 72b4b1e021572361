//! Set of herd arrangements for one hunter set: one bit for each subset of the free points.
//!
//! The number of an arrangement is the subset itself, so a move of one animal is a constant shift of the number. A few
//! instructions make the move for 64 arrangements: the low six bits of a number select the bit in a word, the others
//! the word.

/// Number of bits that select the bit in its word.
pub(crate) const LOW_BITS: usize = 6;

/// Words of a bitmap.
pub(crate) type Words = [u64];
/// Bitmap: 128 KiB for 20 free points.
pub(crate) type Bitmap = Box<Words>;

/// Masks of the positions in a word whose number has bit `i` unset.
pub(crate) const LOW_UNSET: [u64; LOW_BITS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Returns a bitmap of `words` equal words.
pub(crate) fn filled(words: usize, word: u64) -> Bitmap {
    vec![word; words].into()
}

/// Returns the bitmap of all arrangements with `least` to `most` animals.
pub(crate) fn with_animals(words: usize, least: u32, most: u32) -> Bitmap {
    let mut bitmap = filled(words, 0);
    for (high, word) in bitmap.iter_mut().enumerate() {
        let above = (high as u32).count_ones();
        for low in 0..u64::BITS {
            let animals = above + low.count_ones();
            *word |= u64::from((least..=most).contains(&animals)) << low;
        }
    }
    bitmap
}

#[cfg(test)]
pub(crate) mod tests {
    use plyground_game::zobrist::mix;

    use super::*;

    pub(crate) fn contains(words: &Words, number: usize) -> bool {
        words[number >> LOW_BITS] >> (number % 64) & 1 != 0
    }

    pub(crate) const WORDS: usize = 1 << 14;

    pub(crate) fn random(seed: u64) -> Bitmap {
        let mut bitmap = filled(WORDS, 0);
        for (place, word) in bitmap.iter_mut().enumerate() {
            *word = mix(seed << 32 | place as u64);
        }
        bitmap
    }

    #[test]
    fn animals_are_counted() {
        let bitmap = with_animals(WORDS, 3, 7);
        assert!((0..1 << 20).all(|number: usize| contains(&bitmap, number) == (3..=7).contains(&number.count_ones())));
    }
}
