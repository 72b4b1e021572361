//! Wide layout: the houses of one side of any board, as lanes of a 128-bit word.
//!
//! A lane has ten bits and a board has at most 1,023 seeds, so no lane overflows into the next.

use crate::moves::House;
use crate::{MAX_HOUSES, MAX_SEEDS, SMALL_HOUSES};

/// Number of bits of a lane.
const BITS: u32 = 10;
/// Mask of the first lane.
const LANE: u64 = (1 << BITS) - 1;
/// Number of lanes in each half.
const LANES: u32 = 6;
/// One seed in each of six lanes.
const ONES: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;

const _: () = assert!(MAX_HOUSES as u32 == 2 * LANES && SMALL_HOUSES as u32 == LANES && MAX_SEEDS as u64 <= LANE);

/// Houses of one side; house 1 is the lowest lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WideHouses(u128);

impl WideHouses {
    pub(crate) const EMPTY: WideHouses = WideHouses(0);

    /// Creates houses with `seeds` in one house and the others empty.
    #[inline]
    pub(crate) const fn with(house: House, seeds: u16) -> WideHouses {
        WideHouses((seeds as u128) << (BITS * house.index() as u32))
    }

    /// Creates houses with `seeds` in each of the first `houses` houses.
    #[inline]
    pub(crate) const fn with_first(houses: usize, seeds: u16) -> WideHouses {
        const ALL: u128 = ONES as u128 | (ONES as u128) << (LANES * BITS);
        WideHouses((ALL & ((1 << (BITS * houses as u32)) - 1)) * seeds as u128)
    }

    /// Creates houses from the lanes of the first six houses; the other houses are empty.
    #[inline]
    pub(crate) const fn from_low(lanes: u64) -> WideHouses {
        WideHouses(lanes as u128)
    }

    #[inline]
    pub(crate) const fn from_words([low, high]: [u64; 2]) -> WideHouses {
        WideHouses(low as u128 | (high as u128) << u64::BITS)
    }

    /// Returns both words, for storage and for position keys.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> u64::BITS) as u64]
    }

    /// Returns the number of seeds in a house.
    #[inline]
    pub(crate) const fn get(self, house: House) -> u16 {
        ((self.0 >> (BITS * house.index() as u32)) as u64 & LANE) as u16
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds seeds; the sum must not exceed [`MAX_SEEDS`].
    #[inline]
    pub(crate) const fn plus(self, more: WideHouses) -> WideHouses {
        WideHouses(self.0 + more.0)
    }

    /// Subtracts seeds; every house must have enough seeds.
    #[inline]
    pub(crate) const fn minus(self, less: WideHouses) -> WideHouses {
        WideHouses(self.0 - less.0)
    }

    /// Returns the non-empty houses, each as its [bit](House::bit).
    #[inline]
    pub(crate) const fn occupied(self) -> u64 {
        // The first six houses are one byte apart. Bit i is shifted by 7i to 8i; no other product falls on a byte's
        // lowest bit.
        const SPREAD: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;
        const LOWEST: u64 = 0x0101_0101_0101;
        let near = (occupied(self.low()) as u64).wrapping_mul(SPREAD) & LOWEST;
        near << House::from_index(0).bit() | (occupied(self.high()) as u64) << House::from_index(LANES as usize).bit()
    }

    /// Returns the number of seeds in all houses.
    #[inline]
    pub(crate) const fn sum(self) -> u16 {
        sum(self.low()) + sum(self.high())
    }

    #[inline]
    const fn low(self) -> u64 {
        self.0 as u64 & (ONES * LANE)
    }

    #[inline]
    const fn high(self) -> u64 {
        (self.0 >> (LANES * BITS)) as u64
    }
}

/// Returns a bit for each of six lanes that is not empty.
#[inline]
const fn occupied(lanes: u64) -> u32 {
    const TOPS: u64 = ONES << (BITS - 1);
    // Adding 511 carries into a lane's top bit unless its lower nine bits are empty.
    const LOW: u64 = TOPS - ONES;
    let marks = ((((lanes & LOW) + LOW) | lanes) & TOPS) >> (BITS - 1);
    // The mark at 10i is shifted by 45 - 9i to 45 + i; no two products overlap.
    const GATHER: u64 = 1 << 45 | 1 << 36 | 1 << 27 | 1 << 18 | 1 << 9 | 1;
    (marks.wrapping_mul(GATHER) >> 45) as u32 & 0x3f
}

/// Returns the sum of six lanes, at most [`LANE`].
#[inline]
const fn sum(lanes: u64) -> u16 {
    // A number and its digit sum in base 1,024 are congruent modulo 1,023, as for 9 in base 10. Remainder 0 is a full
    // board or an empty one.
    let rest = (lanes % LANE) as u16;
    if rest == 0 && lanes != 0 { LANE as u16 } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn houses() -> impl Iterator<Item = House> {
        (0..MAX_HOUSES).map(House::from_index)
    }

    #[test]
    fn lanes_do_not_disturb_each_other() {
        let full = WideHouses::with_first(MAX_HOUSES, 1023);
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for house in houses() {
                let others = full.minus(WideHouses::with(house, 1023));
                assert_eq!((full.get(house), others.get(house)), (1023, 0));
                assert_eq!(others.plus(WideHouses::with(house, seeds)).get(house), seeds);
                assert!(houses().all(|other| other == house || others.get(other) == 1023));
                assert_eq!(WideHouses::from_words(others.words()), others);
            }
        }
    }

    #[test]
    fn with_first_fills_the_first_houses() {
        for count in 0..=MAX_HOUSES {
            let row = WideHouses::with_first(count, 7);
            assert!(houses().all(|house| row.get(house) == if house.index() < count { 7 } else { 0 }));
        }
    }

    #[test]
    fn occupied_houses_do_not_depend_on_other_houses() {
        let full = WideHouses::with_first(MAX_HOUSES, 1023);
        assert_eq!((full.occupied(), WideHouses::EMPTY.occupied()), (houses().map(|house| 1 << house.bit()).sum(), 0));
        assert!(WideHouses::EMPTY.is_empty() && !full.is_empty());
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for house in houses() {
                assert_eq!(WideHouses::with(house, seeds).occupied(), 1 << house.bit());
                let others = full.minus(WideHouses::with(house, seeds));
                assert_eq!(others.occupied(), full.occupied() & !(u64::from(seeds == 1023) << house.bit()));
            }
        }
    }

    #[test]
    fn sums_count_every_house() {
        for each in [0, 1, 2, 30, 84] {
            assert_eq!(WideHouses::with_first(MAX_HOUSES, each).sum(), 12 * each);
        }
        for house in houses() {
            for other in houses() {
                for seeds in [0, 1, 500, 1022, 1023] {
                    assert_eq!(WideHouses::with(house, seeds).plus(WideHouses::with(other, 1023 - seeds)).sum(), 1023);
                }
            }
        }
    }
}
