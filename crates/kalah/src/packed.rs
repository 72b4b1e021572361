//! The packed layout: one side of a small board in 64 bits, so that a sowing is one addition for each side.
//!
//! A small board has at most six houses per side and 127 seeds in all, as the usual boards do. The store has the low 16 bits
//! and each house a byte above them, so no house overflows into the next. On a larger board a packed side holds the store alone,
//! and the houses are in the [wide layout](crate::wide).

use crate::SMALL_HOUSES;
use crate::moves::{HOUSE_BITS, House};
use crate::wide::WideHouses;

/// Where the houses begin: at the [bit](House::bit) of house 1.
const HOUSES: u32 = House::from_index(0).bit();
/// One seed in each house.
const ONES: u64 = 0x0101_0101_0101 << HOUSES;
/// The highest bit of each house.
const TOPS: u64 = ONES << (PackedSide::BITS - 1);

/// The store of a side and, on a small board, its houses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PackedSide(u64);

impl PackedSide {
    pub(crate) const EMPTY: PackedSide = PackedSide(0);
    /// Bits of a house.
    pub(crate) const BITS: u32 = HOUSE_BITS;

    /// Seeds in the store, none in the houses.
    #[inline]
    pub(crate) const fn with_store(seeds: u16) -> PackedSide {
        PackedSide(seeds as u64)
    }

    /// Seeds in one house of a small board.
    #[inline]
    pub(crate) const fn with(house: House, seeds: u8) -> PackedSide {
        PackedSide((seeds as u64).wrapping_shl(house.bit()))
    }

    /// All bits of one house: what [`PackedSide::within`] takes.
    #[inline]
    pub(crate) const fn mask(house: House) -> PackedSide {
        PackedSide::with(house, u8::MAX)
    }

    #[inline]
    pub(crate) const fn store(self) -> u16 {
        self.0 as u16
    }

    /// All of it in one word, for keys.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// The seeds in a house; some number where a small board has no such house.
    #[inline(always)]
    pub(crate) const fn get(self, house: House) -> u8 {
        self.0.wrapping_shr(house.bit()) as u8
    }

    /// The seeds in the house that a mask has the bits of, and nothing elsewhere.
    #[inline(always)]
    pub(crate) const fn within(self, mask: PackedSide) -> PackedSide {
        PackedSide(self.0 & mask.0)
    }

    /// The bits in which the two differ.
    #[inline(always)]
    pub(crate) const fn differs(self, from: PackedSide) -> PackedSide {
        PackedSide(self.0 ^ from.0)
    }

    /// The sum, house by house.
    #[inline(always)]
    pub(crate) const fn plus(self, more: PackedSide) -> PackedSide {
        PackedSide(self.0.wrapping_add(more.0))
    }

    /// The difference, house by house. While a house has less than none, the number makes sense only as a part of sums.
    #[inline(always)]
    pub(crate) const fn minus(self, less: PackedSide) -> PackedSide {
        PackedSide(self.0.wrapping_sub(less.0))
    }

    /// Whether no house of a small board holds a seed.
    #[inline(always)]
    pub(crate) const fn is_out_of_seeds(self) -> bool {
        self.0 < 1 << HOUSES
    }

    /// The highest bits of the houses that hold seeds.
    #[inline]
    const fn marks(self) -> u64 {
        // Adding 127 carries into a house's top bit unless it is empty.
        (self.0.wrapping_add(TOPS - ONES)) & TOPS
    }

    /// The houses that hold seeds, each as its [bit](House::bit).
    #[inline]
    pub(crate) const fn occupied(self) -> u64 {
        self.marks() >> (PackedSide::BITS - 1)
    }

    /// How many houses hold seeds.
    #[inline]
    pub(crate) const fn count_occupied(self) -> u32 {
        self.marks().count_ones()
    }

    /// Returns the houses of a small board in the wide layout.
    #[inline]
    pub(crate) const fn to_wide(self) -> WideHouses {
        // Each pair of houses moves up by four bits more than the pair before, then each second house by two.
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

    /// Different numbers in all houses and the store, some of them 0.
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
