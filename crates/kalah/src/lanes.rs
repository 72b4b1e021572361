//! Houses as lanes of numbers: all houses of a side are tested, emptied and sown into at once.
//!
//! A lane has ten bits and a board at most 1,023 seeds, so no lane can overflow into the next. Twelve lanes fit into 128
//! bits and six, the common boards, into 64: what plays moves is written once over [`Lanes`] and compiled for both widths.

use std::ops::{Add, BitAnd, Sub};

use crate::MAX_HOUSES;
use crate::house::House;

/// Bits of a lane.
pub(crate) const BITS: u32 = 10;
/// Lanes of 64 bits: the most houses of a narrow board.
pub(crate) const NARROW: usize = 6;
/// The bits of the first lane.
pub(crate) const LANE: u64 = (1 << BITS) - 1;
/// One seed in each lane of 64 bits.
const ONES: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;
/// The highest bit of every lane of 64 bits.
const TOPS: u64 = ONES << (BITS - 1);
/// The bits of all lanes of 64 bits.
const ALL: u64 = ONES * LANE;

const _: () = assert!(MAX_HOUSES == 2 * NARROW && MAX_HOUSES as u32 * BITS <= u128::BITS);

/// The houses of one side; house 1 is the lowest lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Row(u128);

impl Row {
    pub(crate) const EMPTY: Row = Row(0);
    /// How far above the low half the high one begins.
    pub(crate) const HALF: u32 = NARROW as u32 * BITS;

    /// `seeds` in one house and nothing elsewhere.
    #[inline]
    pub(crate) const fn with(house: House, seeds: u16) -> Row {
        Row((seeds as u128) << house.begin())
    }

    /// The seeds in a house.
    #[inline]
    pub(crate) const fn get(self, house: House) -> u16 {
        ((self.0 >> house.begin()) as u64 & LANE) as u16
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These seeds and those; their sum must not be more than a board holds.
    #[inline]
    pub(crate) const fn plus(self, other: Row) -> Row {
        Row(self.0 + other.0)
    }

    /// The first six houses.
    #[inline]
    pub(crate) const fn low(self) -> u64 {
        self.0 as u64 & ALL
    }

    /// The other six.
    #[inline]
    pub(crate) const fn high(self) -> u64 {
        (self.0 >> Row::HALF) as u64
    }

    /// The seeds in all houses.
    #[inline]
    pub(crate) const fn sum(self) -> u16 {
        sum(self.low()) + sum(self.high())
    }

    /// Both words, for keys.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> u64::BITS) as u64]
    }
}

/// A row as the numbers that a machine calculates with: `u64` for up to six houses a side, `u128` for any board.
pub(crate) trait Lanes:
    Copy + Eq + Add<Output = Self> + Sub<Output = Self> + BitAnd<Output = Self> + From<u64>
{
    fn from_row(row: Row) -> Self;

    fn to_row(self) -> Row;

    /// `seeds` in the lane that begins at a bit, nothing elsewhere.
    fn with(begin: u32, seeds: u64) -> Self;

    /// The seeds in the lane that begins at a bit.
    fn get(self, begin: u32) -> u64;
}

impl Lanes for u64 {
    #[inline]
    fn from_row(row: Row) -> u64 {
        row.0 as u64
    }

    #[inline]
    fn to_row(self) -> Row {
        Row(u128::from(self))
    }

    #[inline]
    fn with(begin: u32, seeds: u64) -> u64 {
        seeds.wrapping_shl(begin)
    }

    #[inline]
    fn get(self, begin: u32) -> u64 {
        self.wrapping_shr(begin) & LANE
    }
}

impl Lanes for u128 {
    #[inline]
    fn from_row(row: Row) -> u128 {
        row.0
    }

    #[inline]
    fn to_row(self) -> Row {
        Row(self)
    }

    #[inline]
    fn with(begin: u32, seeds: u64) -> u128 {
        u128::from(seeds).wrapping_shl(begin)
    }

    #[inline]
    fn get(self, begin: u32) -> u64 {
        self.wrapping_shr(begin) as u64 & LANE
    }
}

/// The lowest bit of each of six lanes that is not empty.
#[inline]
pub(crate) const fn occupied(lanes: u64) -> u64 {
    // Adding 511 carries into a lane's top bit unless its lower nine bits are empty.
    const LOW: u64 = TOPS - ONES;
    ((((lanes & LOW) + LOW) | lanes) & TOPS) >> (BITS - 1)
}

/// The sum of six lanes, at most [`LANE`].
#[inline]
const fn sum(lanes: u64) -> u16 {
    // A number has the same rest by 1,023 as the sum of its digits by base 1,024, as with 9 and 10. A rest of 0 is all
    // seeds of the fullest board, or none.
    let rest = (lanes % LANE) as u16;
    if rest == 0 && lanes != 0 { LANE as u16 } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn houses(count: usize) -> impl Iterator<Item = House> {
        (0..count).map(House::from_index)
    }

    fn lanes_do_not_disturb_each_other<W: Lanes + std::fmt::Debug>(width: usize) {
        let full = houses(width).fold(Row::EMPTY, |row, house| row.plus(Row::with(house, 1023)));
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for house in houses(width) {
                let begin = house.begin();
                let row = W::from_row(full);
                assert_eq!((row.get(begin), row.to_row()), (1023, full));
                let others = row - W::with(begin, 1023);
                assert_eq!((others.get(begin), others & W::with(begin, 1023)), (0, W::from(0)));
                assert_eq!(others.to_row().plus(Row::with(house, 1023)), full);
                assert_eq!(W::with(begin, seeds).get(begin), seeds);
                assert_eq!(W::with(begin, seeds).to_row(), Row::with(house, seeds as u16));
            }
        }
    }

    #[test]
    fn lanes_of_both_widths_do_not_disturb_each_other() {
        lanes_do_not_disturb_each_other::<u64>(NARROW);
        lanes_do_not_disturb_each_other::<u128>(MAX_HOUSES);
    }

    #[test]
    fn occupied_houses_are_found_whatever_the_others_hold() {
        let begins = |row: Row| u128::from(occupied(row.low())) | u128::from(occupied(row.high())) << Row::HALF;
        let full = houses(MAX_HOUSES).fold(Row::EMPTY, |row, house| row.plus(Row::with(house, 1023)));
        let all = begins(full);
        assert_eq!(all.count_ones(), 12);
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for house in houses(MAX_HOUSES) {
                let row = Row::with(house, seeds);
                assert_eq!((begins(row), row.get(house), row.is_empty()), (1 << house.begin(), seeds, false));
                let others = Row(full.0 - Row::with(house, 1023).0);
                assert_eq!((begins(others), others.get(house)), (all - (1 << house.begin()), 0));
            }
        }
        assert_eq!((begins(Row::EMPTY), Row::EMPTY.is_empty()), (0, true));
    }

    #[test]
    fn sums_count_every_house() {
        for each in [0, 1, 2, 30, 84] {
            let row = houses(MAX_HOUSES).fold(Row::EMPTY, |row, house| row.plus(Row::with(house, each)));
            assert_eq!(row.sum(), 12 * each);
        }
        for house in houses(MAX_HOUSES) {
            for other in houses(MAX_HOUSES) {
                for seeds in [0, 1, 500, 1022, 1023] {
                    assert_eq!(Row::with(house, seeds).plus(Row::with(other, 1023 - seeds)).sum(), 1023);
                }
            }
        }
    }
}
