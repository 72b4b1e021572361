//! A set of herd arrangements for one hunter set: one bit for each subset of the free points.
//!
//! The subset itself is the number of an arrangement, so that a move of one animal is a constant shift of the number. A
//! few instructions make the move for 64 arrangements: the low six bits of a number choose the bit in a word, the others the word.

use super::walk::Span;

/// Bits of a number that choose the bit in its word.
pub(crate) const LOW_BITS: usize = 6;

/// The words of a bitmap.
pub(crate) type Words = [u64];
/// A bitmap: 128 KiB for 20 free points.
pub(crate) type Bitmap = Box<Words>;

/// The places in a word whose number has bit `i` unset.
pub(crate) const LOW_UNSET: [u64; LOW_BITS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A bitmap of `words` equal words.
pub(crate) fn filled(words: usize, word: u64) -> Bitmap {
    vec![word; words].into()
}

/// All arrangements with `least` to `most` animals.
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

/// Exchanges the places of two bits of every number of a span that has no animal in the high slots `empty`: `low` (below 6) and
/// `other`, which is larger and not among the empty ones.
pub(crate) fn swap_number_bits(span: &Span, words: &mut Words, low: usize, other: usize, empty: &[usize]) {
    if other < LOW_BITS {
        let distance = (1 << other) - (1 << low);
        let moved = !LOW_UNSET[low] & LOW_UNSET[other];
        span.each_without(empty, |at, run| {
            for word in &mut words[at..at + run] {
                let differ = (*word ^ *word >> distance) & moved;
                *word ^= differ | differ << distance;
            }
        });
    } else {
        let (distance, bit) = (1 << low, other - LOW_BITS);
        span.pairs(bit, empty, |at, run| {
            let (unset, set) = words[at..].split_at_mut(1 << bit);
            for (unset, set) in unset[..run].iter_mut().zip(&mut set[..run]) {
                let differ = (*unset >> distance ^ *set) & LOW_UNSET[low];
                *set ^= differ;
                *unset ^= differ << distance;
            }
        });
    }
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

    #[test]
    fn two_bits_of_numbers_change_places() {
        let span = Span::new(WORDS, 0, 20);
        for low in 0..LOW_BITS {
            for other in low + 1..20 {
                let before = random(7);
                let mut after = before.clone();
                swap_number_bits(&span, &mut after, low, other, &[]);
                for number in (0..1usize << 20).step_by(997) {
                    let differ = (number >> low ^ number >> other) & 1;
                    let swapped = number ^ (differ << low | differ << other);
                    assert_eq!(contains(&after, number), contains(&before, swapped), "{low} {other} {number}");
                }
            }
        }
    }
}
