//! The order of arrangements in files: by number, those with too many goats left out.
//!
//! With a limit on the goats every word of a bitmap keeps a part of its bits that depends on the goats in the high
//! slots alone. There are few such parts, so that packing is a handful of shifts a word, and the place of a number is the
//! sum of two table entries.

use super::bitmap::{LOW_BITS, WORDS, Words};

/// The arrangements with at most so many goats, packed.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    /// Places before each word.
    starts: Vec<u32>,
    limit: u32,
    len: usize,
    parts: Vec<Part>,
}

/// The bits of a word that at most a given number of goats in the low slots allow.
#[derive(Clone, Debug)]
struct Part {
    mask: u64,
    /// How many bits of the mask stand before each bit.
    ranks: [u8; 64],
    /// For each round of compressing, the bits that move.
    rounds: [u64; LOW_BITS],
}

impl Packing {
    /// Arrangements with at most `limit` goats.
    pub(crate) fn new(limit: u8) -> Packing {
        let limit = u32::from(limit);
        let parts: Vec<Part> = (0..=LOW_BITS as u32).map(Part::new).collect();
        let mut packing = Packing { starts: Vec::with_capacity(WORDS), limit, len: 0, parts };
        for word in 0..WORDS {
            packing.starts.push(packing.len as u32);
            packing.len += packing.part(word).map_or(0, |part| part.mask.count_ones() as usize);
        }
        packing
    }

    /// How many arrangements there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// 64-bit words for one bit each.
    pub(crate) fn words(&self) -> usize {
        self.len.div_ceil(64)
    }

    #[inline]
    fn part(&self, word: usize) -> Option<&Part> {
        let room = self.limit.checked_sub((word as u32).count_ones())?;
        Some(&self.parts[(room as usize).min(LOW_BITS)])
    }

    /// The place of a number with at most `limit` goats.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> usize {
        let (word, bit) = (number as usize >> LOW_BITS, number as usize % 64);
        let within = self.part(word).map_or(0, |part| part.ranks[bit]);
        self.starts[word] as usize + usize::from(within)
    }

    /// The numbers in the order of their places.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let fits = |number: &u32| number.count_ones() <= self.limit;
        let words = (0..WORDS as u32).filter(fits);
        words.flat_map(|word| (0..u64::BITS).map(move |bit| word << LOW_BITS | bit)).filter(fits)
    }

    /// The bits of these arrangements alone, one after the other.
    pub(crate) fn pack(&self, words: &Words) -> Vec<u64> {
        let mut packed = vec![0; self.words() + 1];
        for (word, &bits) in words.iter().enumerate() {
            let Some(part) = self.part(word) else { continue };
            let (bits, start) = (part.compress(bits), self.starts[word] as usize);
            packed[start / 64] |= bits << (start % 64);
            // In two shifts, because one by 64 is not allowed.
            packed[start / 64 + 1] |= bits >> 1 >> (63 - start % 64);
        }
        packed.truncate(self.words());
        packed
    }

    /// The bitmap of packed bits; places that were left out are unset.
    pub(crate) fn unpack(&self, packed: &[u64], words: &mut Words) {
        let word_at = |place: usize| packed.get(place).copied().unwrap_or(0);
        for (word, bits) in words.iter_mut().enumerate() {
            let Some(part) = self.part(word) else {
                *bits = 0;
                continue;
            };
            let start = self.starts[word] as usize;
            let low = word_at(start / 64) >> (start % 64);
            let high = word_at(start / 64 + 1) << 1 << (63 - start % 64);
            *bits = part.expand(low | high);
        }
    }
}

impl Part {
    fn new(goats: u32) -> Part {
        let mut mask = 0u64;
        let mut ranks = [0; 64];
        for bit in 0..u64::BITS {
            ranks[bit as usize] = mask.count_ones() as u8;
            mask |= u64::from(bit.count_ones() <= goats) << bit;
        }
        // A bit goes down by the number of gaps below it, one power of two a round.
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
            bits &= (1 << self.mask.count_ones()) - 1;
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
    use super::super::bitmap::tests::{contains, random};
    use super::super::bitmap::{filled, with_goats};
    use super::*;

    #[test]
    fn places_follow_each_other() {
        for limit in 0..=15 {
            let packing = Packing::new(limit);
            assert!(packing.numbers().map(|number| packing.place(number)).eq(0..packing.len()));
        }
    }

    #[test]
    fn bitmaps_come_back() {
        for limit in 0..=15 {
            let packing = Packing::new(limit);
            let before = random(u64::from(limit));
            let packed = packing.pack(&before);
            assert_eq!(packed.len(), packing.words());
            for number in packing.numbers().step_by(7) {
                let place = packing.place(number);
                assert_eq!(packed[place / 64] >> (place % 64) & 1 != 0, contains(&before, number as usize));
            }
            let mut after = filled(u64::MAX);
            packing.unpack(&packed, &mut after);
            let kept = with_goats(0, limit.into());
            assert!((0..WORDS).all(|word| after[word] == before[word] & kept[word]));
        }
    }
}
