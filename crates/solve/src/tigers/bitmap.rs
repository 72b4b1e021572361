//! A set of goat arrangements for one set of tigers: one bit for each of the 2^20 subsets of the 20 free points.
//!
//! Numbering arrangements by the subset itself, not by a rank among those of equal size, leaves under 1 % of the bits
//! unused and makes a move of one goat a constant shift of the number. So a move is made for 64 arrangements with a few
//! instructions: the low six bits of a number choose the bit in a word, the others the word. This is what the speed of the
//! whole solution rests on.

/// Words of a bitmap.
pub(crate) const WORDS: usize = 1 << HIGH_BITS;
/// Bits of a number that choose the word.
pub(crate) const HIGH_BITS: usize = 14;
/// Bits of a number that choose the bit in its word.
pub(crate) const LOW_BITS: usize = 6;

/// The words of a bitmap.
pub(crate) type Words = [u64; WORDS];
/// A bitmap, 128 KiB.
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

/// A bitmap with all words equal.
pub(crate) fn filled(word: u64) -> Bitmap {
    vec![word; WORDS].into_boxed_slice().try_into().expect("the length is that of a bitmap")
}

/// All arrangements with `least` to `most` goats.
pub(crate) fn with_goats(least: u32, most: u32) -> Bitmap {
    let mut bitmap = filled(0);
    for (high, word) in bitmap.iter_mut().enumerate() {
        let above = (high as u32).count_ones();
        for low in 0..u64::BITS {
            let goats = above + low.count_ones();
            *word |= u64::from((least..=most).contains(&goats)) << low;
        }
    }
    bitmap
}

/// Exchanges the places of two bits of every number: `low` (below 6) and `other`, which is larger.
pub(crate) fn swap_number_bits(words: &mut Words, low: usize, other: usize) {
    if other < LOW_BITS {
        let distance = (1 << other) - (1 << low);
        let moved = !LOW_UNSET[low] & LOW_UNSET[other];
        for word in words {
            let differ = (*word ^ *word >> distance) & moved;
            *word ^= differ | differ << distance;
        }
    } else {
        let (distance, run) = (1 << low, 1 << (other - LOW_BITS));
        for pair in words.chunks_exact_mut(2 * run) {
            let (unset, set) = pair.split_at_mut(run);
            for (unset, set) in unset.iter_mut().zip(set) {
                let differ = (*unset >> distance ^ *set) & LOW_UNSET[low];
                *set ^= differ;
                *unset ^= differ << distance;
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use plyground_game::zobrist::mix;

    use super::*;

    pub(crate) fn contains(words: &Words, number: usize) -> bool {
        words[number >> LOW_BITS] >> (number % 64) & 1 != 0
    }

    pub(crate) fn random(seed: u64) -> Bitmap {
        let mut bitmap = filled(0);
        for (place, word) in bitmap.iter_mut().enumerate() {
            *word = mix(seed << 32 | place as u64);
        }
        bitmap
    }

    #[test]
    fn goats_are_counted() {
        let bitmap = with_goats(3, 7);
        assert!((0..1 << 20).all(|number: usize| contains(&bitmap, number) == (3..=7).contains(&number.count_ones())));
    }

    #[test]
    fn two_bits_of_numbers_change_places() {
        for low in 0..LOW_BITS {
            for other in low + 1..20 {
                let before = random(7);
                let mut after = before.clone();
                swap_number_bits(&mut after, low, other);
                for number in (0..1usize << 20).step_by(997) {
                    let differ = (number >> low ^ number >> other) & 1;
                    let swapped = number ^ (differ << low | differ << other);
                    assert_eq!(contains(&after, number), contains(&before, swapped), "{low} {other} {number}");
                }
            }
        }
    }
}
