//! Table of bounds: one word per entry, so that threads can share it without torn reads.
//!
//! An invertible function mixes the [number](super::rank) of a position. The upper bits of the result select the
//! bucket, and the entry stores the others. A hit is therefore always the position itself, never another one with the
//! same key. Bounds are always valid and depend only on the houses, so no entry becomes stale.

use std::sync::atomic::{AtomicU64, Ordering};

/// Returns the number of bits of a position number on a board with this many houses per side.
const fn number_bits(houses: usize) -> u32 {
    if houses < 8 { 48 } else { 49 }
}

/// Returns the maximum number of positions that can be distinguished on a board with this many houses per side.
pub(super) const fn numbers(houses: usize) -> u64 {
    1 << number_bits(houses)
}

/// Number of entries in which a position may be stored: half a cache line.
const WAYS: usize = 4;

/// Known bounds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// Lower bound of the value.
    pub(super) lower: i8,
    /// Upper bound of the value.
    pub(super) upper: i8,
    /// Best house, numbered from 0; or [`Bounds::NO_HOUSE`].
    pub(super) best: u8,
}

impl Bounds {
    /// Value of `best` if no house is known to be best. With 8 houses per side it is also the one next to the store, so
    /// that house is searched first.
    pub(super) const NO_HOUSE: u8 = 7;
}

/// Bits of an entry, from the lowest: the lower bound plus 128 (so that 0 is an empty entry), the upper bound, the best
/// house, the logarithm of the work, and the rest of the number.
const UPPER: u32 = 8;
const BEST: u32 = 16;
const WORK: u32 = 19;
const TAG: u32 = 24;
const WORK_MASK: u64 = (1 << (TAG - WORK)) - 1;

/// Table of bounds.
#[derive(Debug)]
pub(super) struct Memory {
    buckets: Vec<Bucket>,
    /// Maximum number of a position.
    number_mask: u64,
    /// Number of bits of a position number that an entry stores.
    tag_bits: u32,
}

#[derive(Default, Debug)]
#[repr(align(32))]
struct Bucket([AtomicU64; WAYS]);

/// Location of a position in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    bucket: usize,
    tag: u64,
}

impl Memory {
    /// Creates a table for boards with `houses` houses per side that fits into `mebibytes` MiB and is not larger than
    /// `positions` positions need.
    pub(super) fn new(houses: usize, mebibytes: usize, positions: u64) -> Memory {
        let count = Memory::size(mebibytes, positions) / WAYS as u64;
        let buckets = std::iter::repeat_with(Bucket::default).take(count as usize).collect();
        Memory { buckets, number_mask: numbers(houses) - 1, tag_bits: number_bits(houses) - count.ilog2() }
    }

    /// Number of positions of the smallest table.
    pub(super) const SMALLEST: u64 = WAYS as u64 * (1 << 10);

    /// Returns the number of positions that such a table can store.
    pub(super) fn size(mebibytes: usize, positions: u64) -> u64 {
        let needed = positions.max(Memory::SMALLEST) / WAYS as u64;
        let most = ((mebibytes.max(1) << 20) / size_of::<Bucket>()) as u64;
        WAYS as u64 * (1 << needed.min(most).ilog2().min(36))
    }

    /// Returns the number of positions that the table can store.
    pub(super) fn len(&self) -> u64 {
        (self.buckets.len() * WAYS) as u64
    }

    /// Returns the location of the position with this number, below [`numbers`].
    #[inline(always)]
    pub(super) fn slot(&self, number: u64) -> Slot {
        // Multiplication by odd factors and XOR with right shifts are invertible.
        let mut stirred = number.wrapping_mul(0x9e37_79b9_7f4b) & self.number_mask;
        stirred ^= stirred >> 25;
        self.stirred_slot(stirred.wrapping_mul(0xd6e8_feb8_6659) & self.number_mask)
    }

    #[inline(always)]
    fn stirred_slot(&self, stirred: u64) -> Slot {
        Slot { bucket: (stirred >> self.tag_bits) as usize, tag: stirred & ((1 << self.tag_bits) - 1) }
    }

    /// Returns the known bounds of a position.
    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> Option<Bounds> {
        for entry in &self.buckets[slot.bucket].0 {
            let entry = entry.load(Ordering::Relaxed);
            if entry >> TAG == slot.tag && entry != 0 {
                return Some(Bounds {
                    lower: (entry as u8 ^ 0x80).cast_signed(),
                    upper: ((entry >> UPPER) as u8).cast_signed(),
                    best: (entry >> BEST & 7) as u8,
                });
            }
        }
        None
    }

    /// Stores the bounds of a position, which took this many nodes, in place of the entry with the least work.
    pub(super) fn put(&self, slot: Slot, bounds: Bounds, nodes: u64) {
        let work = u64::from((nodes | 1).ilog2().min(31));
        let word = u64::from(bounds.lower.cast_unsigned() ^ 0x80)
            | u64::from(bounds.upper.cast_unsigned()) << UPPER
            | u64::from(bounds.best) << BEST
            | slot.tag << TAG;
        self.place(slot, word, work);
    }

    /// Stores an entry, without its work, in place of the entry with the least work.
    fn place(&self, slot: Slot, word: u64, work: u64) {
        let entries = &self.buckets[slot.bucket].0;
        let mut place = 0;
        let mut least = u64::MAX;
        for (at, entry) in entries.iter().enumerate() {
            let entry = entry.load(Ordering::Relaxed);
            if entry == 0 || entry >> TAG == slot.tag {
                let before = entry >> WORK & WORK_MASK;
                entries[at].store(word | work.max(before) << WORK, Ordering::Relaxed);
                return;
            }
            let work = entry >> WORK & WORK_MASK;
            if work < least {
                (place, least) = (at, work);
            }
        }
        entries[place].store(word | work << WORK, Ordering::Relaxed);
    }

    /// Returns all entries in order. Each entry is consistent, even if threads write concurrently.
    pub(super) fn entries(&self) -> impl Iterator<Item = u64> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).map(|entry| entry.load(Ordering::Relaxed))
    }

    /// Copies an entry from index `place` of a table for `len` positions. Returns whether the entry is valid.
    pub(super) fn adopt(&self, place: u64, entry: u64, len: u64) -> bool {
        if entry == 0 {
            return true;
        }
        let (lower, upper) = ((entry as u8 ^ 0x80).cast_signed(), ((entry >> UPPER) as u8).cast_signed());
        if entry as u8 == 0 || lower > upper {
            return false;
        }
        let tag_bits = self.number_mask.count_ones() - (len / WAYS as u64).ilog2();
        let slot = self.stirred_slot((place / WAYS as u64) << tag_bits | entry >> TAG);
        let known = entry & ((1 << WORK) - 1);
        self.place(slot, known | slot.tag << TAG, entry >> WORK & WORK_MASK);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_returned_only_for_their_numbers() {
        let (memory, end) = (Memory::new(8, 1, u64::MAX), numbers(8));
        let bounds = |number: u64| {
            let lower = (number % 200) as i8;
            Bounds { lower, upper: lower.wrapping_add(3), best: (number % 8) as u8 }
        };
        let numbers = || (0..20_000u64).map(|number| number * number * 700_001 % end);
        for number in numbers() {
            memory.put(memory.slot(number), bounds(number), number);
        }
        let get = |number| memory.get(memory.slot(number));
        let mut kept = 0;
        for number in numbers() {
            if let Some(found) = get(number) {
                assert_eq!(found, bounds(number));
                kept += 1;
            }
            assert_eq!(get((number + 1) % end), None);
        }
        assert!(kept > 15_000, "{kept}");
        // The mixing is invertible: no two numbers share a location and a tag.
        let mut slots: Vec<_> =
            (0..1 << 16).map(|number| memory.slot(number)).map(|slot| (slot.bucket, slot.tag)).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 1 << 16);
    }
}
