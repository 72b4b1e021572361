//! One side of a small board in 64 bits: a store and six houses, so that a sowing is one addition a side.
//!
//! Small boards are the common ones: at most six houses a side and 127 seeds in all. The store has the low 16 bits and
//! each house a byte above, so no house can overflow into the next. Halves can also hold the store of a larger board and no
//! houses, which are then [rows](crate::row).

use crate::SMALL_HOUSES;
use crate::moves::{HALF_BITS, House};
use crate::row::Row;

/// Where the houses begin: at the [bit](House::bit) of house 1.
const HOUSES: u32 = House::from_index(0).bit();
/// One seed in each house.
const ONES: u64 = 0x0101_0101_0101 << HOUSES;
/// The highest bit of each house.
const TOPS: u64 = ONES << (Half::BITS - 1);

/// A side's store, and on small boards its houses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Half(u64);

impl Half {
    pub(crate) const EMPTY: Half = Half(0);
    /// Bits of a house.
    pub(crate) const BITS: u32 = HALF_BITS;

    /// Seeds in the store, none in the houses.
    #[inline]
    pub(crate) const fn with_store(seeds: u16) -> Half {
        Half(seeds as u64)
    }

    /// Seeds in one house of a small board.
    #[inline]
    pub(crate) const fn with(house: House, seeds: u8) -> Half {
        Half((seeds as u64).wrapping_shl(house.bit()))
    }

    /// All bits of one house: what [`Half::within`] takes.
    #[inline]
    pub(crate) const fn mask(house: House) -> Half {
        Half::with(house, u8::MAX)
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
    pub(crate) const fn within(self, mask: Half) -> Half {
        Half(self.0 & mask.0)
    }

    /// The bits in which the two differ.
    #[inline(always)]
    pub(crate) const fn differs(self, from: Half) -> Half {
        Half(self.0 ^ from.0)
    }

    /// The sum, house by house.
    #[inline(always)]
    pub(crate) const fn plus(self, more: Half) -> Half {
        Half(self.0.wrapping_add(more.0))
    }

    /// The difference, house by house. While a house has less than none, the number makes sense only as a part of sums.
    #[inline(always)]
    pub(crate) const fn minus(self, less: Half) -> Half {
        Half(self.0.wrapping_sub(less.0))
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
        self.marks() >> (Half::BITS - 1)
    }

    /// How many houses hold seeds.
    #[inline]
    pub(crate) const fn count_occupied(self) -> u32 {
        self.marks().count_ones()
    }

    /// The houses of a small board as a row.
    #[inline]
    pub(crate) const fn row(self) -> Row {
        // Each pair of houses moves up by four bits more than the pair before, then each second house by two.
        const PAIR: u64 = 0xffff;
        const FIRST: u64 = 0xff | 0xff << 20 | 0xff << 40;
        let houses = self.0 >> HOUSES;
        let pairs = houses & PAIR | (houses & PAIR << 16) << 4 | (houses & PAIR << 32) << 8;
        Row::from_low(pairs & FIRST | (pairs & FIRST << Half::BITS) << 2)
    }

    /// A small board's half from its parts.
    pub(crate) const fn from_row(store: u16, row: Row) -> Half {
        let mut half = Half::with_store(store);
        let mut index = 0;
        while index < SMALL_HOUSES {
            let house = House::from_index(index);
            half = half.plus(Half::with(house, row.get(house) as u8));
            index += 1;
        }
        half
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
    fn halves() -> impl Iterator<Item = (Half, Vec<u8>)> {
        (0..500).map(|number: usize| {
            let seeds: Vec<u8> = (0..SMALL_HOUSES)
                .map(|house| [0, 0, 1, 2, 63, 64, 65, 127][(number / (house + 1) + number * house) % 8])
                .collect();
            let store = Half::with_store(number as u16 % 128);
            (houses().zip(&seeds).fold(store, |half, (house, &seeds)| half.plus(Half::with(house, seeds))), seeds)
        })
    }

    #[test]
    fn what_goes_in_comes_out() {
        for (half, seeds) in halves() {
            let found: Vec<u8> = houses().map(|house| half.get(house)).collect();
            assert_eq!(found, seeds);
            let bits = houses().zip(&seeds).filter(|&(_, &seeds)| seeds > 0).map(|(house, _)| 1 << house.bit());
            assert_eq!(half.occupied(), bits.sum::<u64>());
            assert_eq!(half.count_occupied(), half.occupied().count_ones());
            assert_eq!(half.is_out_of_seeds(), half.occupied() == 0);
        }
        for house in houses() {
            assert!(!Half::with(house, 1).is_out_of_seeds(), "one seed in house {house:?}");
        }
        assert!(Half::with_store(u8::MAX.into()).is_out_of_seeds());
    }

    #[test]
    fn halves_and_rows_hold_the_same() {
        for (half, seeds) in halves() {
            let row =
                houses().zip(&seeds).fold(Row::EMPTY, |row, (house, &seeds)| row.plus(Row::with(house, seeds.into())));
            assert_eq!(half.row(), row);
            assert_eq!(Half::from_row(half.store(), row), half);
        }
    }
}
