//! Order of arrangements in files: by number, without those that have too few or too many animals.
//!
//! With bounds on the animals, the subset of bits that remains in a word depends only on the number of animals in the
//! high slots. There are few such subsets, so packing is a few shifts per word, and the index of a number is the sum of
//! two table entries.

use std::ops::RangeInclusive;

use super::bitmap::{LOW_BITS, Words};

/// Packed numbering of the arrangements whose number of animals is in a range.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    /// Number of arrangements before each word.
    starts: Vec<u32>,
    len: usize,
    /// Parts by the number of animals in the high slots.
    parts: Vec<Part>,
}

/// Bits of a word whose number of animals in the low slots is in a range.
#[derive(Clone, Debug)]
struct Part {
    mask: u64,
    /// Number of mask bits below each bit.
    ranks: [u8; 64],
    /// For each round of compression, the bits that move.
    rounds: [u64; LOW_BITS],
}

impl Packing {
    /// Creates the packing of arrangements with `least` to `most` animals, for bitmaps of `words` words.
    pub(crate) fn new(words: usize, least: u8, most: u8) -> Packing {
        let animals = u32::from(least)..=u32::from(most);
        let parts = (0..=words.ilog2()).map(|above| Part::new(above, &animals)).collect();
        let mut packing = Packing { starts: Vec::with_capacity(words), len: 0, parts };
        for word in 0..words {
            packing.starts.push(packing.len as u32);
            packing.len += packing.part(word).mask.count_ones() as usize;
        }
        packing
    }

    /// Returns the number of arrangements.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of 64-bit words for one bit per arrangement.
    pub(crate) fn words(&self) -> usize {
        self.len.div_ceil(64)
    }

    #[inline]
    fn part(&self, word: usize) -> &Part {
        &self.parts[word.count_ones() as usize]
    }

    /// Returns the index of a number whose animals are in the range.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> usize {
        let (word, bit) = (number as usize >> LOW_BITS, number as usize % 64);
        self.starts[word] as usize + usize::from(self.part(word).ranks[bit])
    }

    /// Returns the numbers in index order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..self.starts.len()).flat_map(|word| {
            let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            let bits = std::iter::successors(Some(self.part(word).mask).filter(|&bits| bits != 0), rest);
            bits.map(move |bits| (word << LOW_BITS) as u32 | bits.trailing_zeros())
        })
    }

    /// Extracts the bits of these arrangements.
    pub(crate) fn pack(&self, words: &Words) -> Vec<u64> {
        let mut packed = vec![0; self.words() + 1];
        for (word, &bits) in words.iter().enumerate() {
            let (part, start) = (self.part(word), self.starts[word] as usize);
            if part.mask == 0 {
                continue;
            }
            let bits = part.compress(bits);
            packed[start / 64] |= bits << (start % 64);
            // The shift is split in two, because a shift by 64 overflows.
            packed[start / 64 + 1] |= bits >> 1 >> (63 - start % 64);
        }
        packed.truncate(self.words());
        packed
    }

    /// Expands packed bits to a bitmap; omitted arrangements are unset.
    pub(crate) fn unpack(&self, packed: &[u64], words: &mut Words) {
        let word_at = |place: usize| packed.get(place).copied().unwrap_or(0);
        for (word, bits) in words.iter_mut().enumerate() {
            let start = self.starts[word] as usize;
            let low = word_at(start / 64) >> (start % 64);
            let high = word_at(start / 64 + 1) << 1 << (63 - start % 64);
            *bits = self.part(word).expand(low | high);
        }
    }
}

impl Part {
    fn new(above: u32, animals: &RangeInclusive<u32>) -> Part {
        let mut mask = 0u64;
        let mut ranks = [0; 64];
        for bit in 0..u64::BITS {
            ranks[bit as usize] = mask.count_ones() as u8;
            mask |= u64::from(animals.contains(&(above + bit.count_ones()))) << bit;
        }
        // A bit moves down by the number of gaps below it, one power of two per round.
        let mut rounds = [0; LOW_BITS];
        let mut at: Vec<(u32, u32)> = (0..u64::BITS)
            .filter(|bit| mask >> bit & 1 != 0)
            .map(|bit| (bit, bit - u32::from(ranks[bit as usize])))
            .collect();
        for (round, moved) in rounds.iter_mut().enumerate() {
            for (bit, way) in &mut at {
                if *way >> round & 1 != 0 {
                    *moved |= 1 << *bit;
                    *bit -= 1 << round;
                }
            }
        }
        Part { mask, ranks, rounds }
    }

    #[inline]
    fn compress(&self, bits: u64) -> u64 {
        let mut bits = bits & self.mask;
        if self.mask != u64::MAX {
            for (round, moved) in self.rounds.iter().enumerate() {
                let moving = bits & moved;
                bits ^= moving ^ moving >> (1 << round);
            }
        }
        bits
    }

    #[inline]
    fn expand(&self, mut bits: u64) -> u64 {
        if self.mask != u64::MAX {
            bits &= (1u64 << self.mask.count_ones()) - 1;
            for (round, moved) in self.rounds.iter().enumerate().rev() {
                let moving = bits << (1 << round) & moved;
                bits = bits & !(moving >> (1 << round)) | moving;
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitmap::tests::{WORDS, contains, random};
    use super::super::bitmap::{filled, with_animals};
    use super::*;

    fn packings() -> impl Iterator<Item = (u8, u8, Packing)> {
        let bounds = (0..=15).map(|most| (0, most)).chain([(1, 15), (7, 7), (12, 20), (19, 20), (16, 15)]);
        bounds.map(|(least, most)| (least, most, Packing::new(WORDS, least, most)))
    }

    #[test]
    fn places_follow_each_other() {
        for (_, _, packing) in packings() {
            assert!(packing.numbers().map(|number| packing.place(number)).eq(0..packing.len()));
        }
    }

    #[test]
    fn bitmaps_round_trip() {
        for (least, most, packing) in packings() {
            let before = random(u64::from(most));
            let packed = packing.pack(&before);
            assert_eq!(packed.len(), packing.words());
            for number in packing.numbers().step_by(7) {
                let place = packing.place(number);
                assert_eq!(packed[place / 64] >> (place % 64) & 1 != 0, contains(&before, number as usize));
            }
            let mut after = filled(WORDS, u64::MAX);
            packing.unpack(&packed, &mut after);
            let kept = with_animals(WORDS, least.into(), most.into());
            assert!((0..WORDS).all(|word| after[word] == before[word] & kept[word]));
        }
    }
}
