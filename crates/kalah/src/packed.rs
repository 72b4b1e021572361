//! Packed layout: one side of a small board in 64 bits, so that a sowing is one addition per side.
//!
//! A small board has at most six houses per side and 127 seeds in total, like the common boards. The low 16 bits are
//! the store. Each house is one byte above them, so no house overflows into the next. On a larger board a packed side
//! stores only the seeds in the store, and the houses are in the [wide layout](crate::wide).

use crate::SMALL_HOUSES;
use crate::moves::{HOUSE_BITS, House};
use crate::wide::WideHouses;

/// Lowest bit of the houses: the [bit](House::bit) of house 1.
const HOUSES: u32 = House::from_index(0).bit();
/// One seed in each house.
const ONES: u64 = 0x0101_0101_0101 << HOUSES;
/// The highest bit of each house.
const TOPS: u64 = ONES << (PackedSide::BITS - 1);

/// Store of a side and, on a small board, its houses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PackedSide(u64);

impl PackedSide {
    pub(crate) const EMPTY: PackedSide = PackedSide(0);
    /// Number of bits of a house.
    pub(crate) const BITS: u32 = HOUSE_BITS;

    /// Creates a side with seeds in the store and none in the houses.
    #[inline]
    pub(crate) const fn with_store(seeds: u16) -> PackedSide {
        PackedSide(seeds as u64)
    }

    /// Creates a side with seeds in one house of a small board.
    #[inline]
    pub(crate) const fn with(house: House, seeds: u8) -> PackedSide {
        PackedSide((seeds as u64).wrapping_shl(house.bit()))
    }

    /// Returns the mask of all bits of one house, for [`PackedSide::within`].
    #[inline]
    pub(crate) const fn mask(house: House) -> PackedSide {
        PackedSide::with(house, u8::MAX)
    }

    #[inline]
    pub(crate) const fn store(self) -> u16 {
        self.0 as u16
    }

    /// Returns the whole side as one word, for position keys.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// Returns the number of seeds in a house. The value is unspecified if a small board has no such house.
    #[inline(always)]
    pub(crate) const fn get(self, house: House) -> u8 {
        self.0.wrapping_shr(house.bit()) as u8
    }

    /// Returns the seeds of the masked house; everything else is cleared.
    #[inline(always)]
    pub(crate) const fn within(self, mask: PackedSide) -> PackedSide {
        PackedSide(self.0 & mask.0)
    }

    /// Returns the bits in which the two sides differ.
    #[inline(always)]
    pub(crate) const fn differs(self, from: PackedSide) -> PackedSide {
        PackedSide(self.0 ^ from.0)
    }

    /// Returns the sum, house by house.
    #[inline(always)]
    pub(crate) const fn plus(self, more: PackedSide) -> PackedSide {
        PackedSide(self.0.wrapping_add(more.0))
    }

    /// Returns the difference, house by house. If a house becomes negative, the result is valid only as a term of a
    /// sum.
    #[inline(always)]
    pub(crate) const fn minus(self, less: PackedSide) -> PackedSide {
        PackedSide(self.0.wrapping_sub(less.0))
    }

    /// Returns whether all houses of a small board are empty.
    #[inline(always)]
    pub(crate) const fn is_out_of_seeds(self) -> bool {
        self.0 < 1 << HOUSES
    }

    /// Returns the highest bit of each non-empty house.
    #[inline]
    const fn marks(self) -> u64 {
        // Adding 127 carries into a house's top bit unless it is empty.
        (self.0.wrapping_add(TOPS - ONES)) & TOPS
    }

    /// Returns the non-empty houses, each as its [bit](House::bit).
    #[inline]
    pub(crate) const fn occupied(self) -> u64 {
        self.marks() >> (PackedSide::BITS - 1)
    }

    /// Returns the number of non-empty houses.
    #[inline]
    pub(crate) const fn count_occupied(self) -> u32 {
        self.marks().count_ones()
    }

    /// Returns the houses of a small board in the wide layout.
    #[inline]
    pub(crate) const fn to_wide(self) -> WideHouses {
        // Each pair of houses is shifted four bits further than the previous pair; the second house of each pair then
        // by two more.
        const PAIR: u64 = 0xffff;
        const FIRST: u64 = 0xff | 0xff << 20 | 0xff << 40;
        let houses = self.0 >> HOUSES;
        let pairs = houses & PAIR | (houses & PAIR << 16) << 4 | (houses & PAIR << 32) << 8;
        WideHouses::from_low(pairs & FIRST | (pairs & FIRST << PackedSide::BITS) << 2)
    }

    /// Packs the store and the houses of a side of a small board.
    pub(crate) const fn from_wide(store: u16, houses: WideHouses) -> PackedSide {
        let mut side = PackedSide::with_store(store);
        let mut index = 0;
        while index < SMALL_HOUSES {
            let house = House::from_index(index);
            side = side.plus(PackedSide::with(house, houses.get(house) as u8));
            index += 1;
        }
        side
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn houses() -> impl Iterator<Item = House> {
        (0..SMALL_HOUSES).map(House::from_index)
    }

    /// Sides with different numbers of seeds in the houses and the store, some of them 0.
    fn sides() -> impl Iterator<Item = (PackedSide, Vec<u8>)> {
        (0..500).map(|number: usize| {
            let seeds: Vec<u8> = (0..SMALL_HOUSES)
                .map(|house| [0, 0, 1, 2, 63, 64, 65, 127][(number / (house + 1) + number * house) % 8])
                .collect();
            let store = PackedSide::with_store(number as u16 % 128);
            (houses().zip(&seeds).fold(store, |side, (house, &seeds)| side.plus(PackedSide::with(house, seeds))), seeds)
        })
    }

    #[test]
    fn what_goes_in_comes_out() {
        for (side, seeds) in sides() {
            let found: Vec<u8> = houses().map(|house| side.get(house)).collect();
            assert_eq!(found, seeds);
            let bits = houses().zip(&seeds).filter(|&(_, &seeds)| seeds > 0).map(|(house, _)| 1 << house.bit());
            assert_eq!(side.occupied(), bits.sum::<u64>());
            assert_eq!(side.count_occupied(), side.occupied().count_ones());
            assert_eq!(side.is_out_of_seeds(), side.occupied() == 0);
        }
        for house in houses() {
            assert!(!PackedSide::with(house, 1).is_out_of_seeds(), "one seed in house {house:?}");
        }
        assert!(PackedSide::with_store(u8::MAX.into()).is_out_of_seeds());
    }

    #[test]
    fn both_layouts_hold_the_same() {
        for (side, seeds) in sides() {
            let row = houses()
                .zip(&seeds)
                .fold(WideHouses::EMPTY, |row, (house, &seeds)| row.plus(WideHouses::with(house, seeds.into())));
            assert_eq!(side.to_wide(), row);
            assert_eq!(PackedSide::from_wide(side.store(), row), side);
        }
    }
}
