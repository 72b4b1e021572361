//! Table of sowings in the packed layout, by number of houses, number of seeds, and house.

use crate::distribution::{Distribution, Last};
use crate::moves::House;
use crate::packed::PackedSide;
use crate::{SMALL_HOUSES, SMALL_TOTAL};

/// Change that one sowing makes, and the place of its last seed.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct SowingDelta {
    /// Change of the mover's side, which includes the removal of the sown seeds.
    pub(crate) own: PackedSide,
    /// Mask of the house of the last seed; a bit that no side uses if the last seed is not in an own house.
    last: PackedSide,
    /// Change of the opponent's side. It is not adjacent to `own`: the compiler would add both at once and wait for the
    /// split.
    pub(crate) other: PackedSide,
    /// Last seed in its house, with the bit of the opposite house in the store field; otherwise [`AWAY`] or [`AGAIN`].
    mark: PackedSide,
}

/// Bit that no packed side uses, because stores are smaller.
const NOWHERE: PackedSide = PackedSide::with_store(1 << 15);
/// Mark for a last seed in a house of the opponent.
const AWAY: PackedSide = NOWHERE;
/// Additional bit of the mark for a last seed in the store.
const STORE: u16 = 1 << 14;
/// Mark for a last seed in the store.
const AGAIN: PackedSide = PackedSide::with_store(NOWHERE.store() | STORE);

impl SowingDelta {
    const NOTHING: SowingDelta =
        SowingDelta { own: PackedSide::EMPTY, other: PackedSide::EMPTY, last: NOWHERE, mark: AWAY };

    /// Returns whether the last seed falls into the store.
    #[inline(always)]
    pub(crate) const fn again(&self) -> bool {
        self.mark.store() & STORE != 0
    }

    /// Returns whether the last seed is alone in an own house, given the mover's side after the sowing.
    #[inline(always)]
    pub(crate) fn is_alone(&self, own: PackedSide) -> bool {
        own.differs(self.mark).within(self.last) == PackedSide::EMPTY
    }

    /// Returns the mover's side without the house of the last seed, if that is an own house.
    #[inline(always)]
    pub(crate) const fn without_last(&self, own: PackedSide) -> PackedSide {
        own.minus(own.within(self.last))
    }

    /// Returns the house opposite the last seed, if the last seed is in an own house.
    #[inline(always)]
    pub(crate) const fn opposite(&self) -> House {
        House::at_bit(self.mark.store() as u32)
    }
}

/// Returns the byte of the house in a packed side. The value is unspecified if a small board has no such house.
#[inline(always)]
const fn byte(house: House) -> usize {
    (house.bit() / PackedSide::BITS) as usize & 7
}

/// Sowings of the boards with a given number of houses, by number of seeds and then by byte of the house.
type List = [[SowingDelta; 8]; SMALL_TOTAL as usize + 1];

/// Fills the sowings from one house, by its number of seeds.
const fn fill(list: &mut List, m: usize, from: House) {
    let mut seeds = 1;
    while seeds < list.len() {
        let distribution = Distribution::new(m, from, seeds as u16);
        let own = PackedSide::from_wide(distribution.in_store(), distribution.own())
            .minus(PackedSide::with(from, seeds as u8));
        let other = PackedSide::from_wide(0, distribution.other());
        let (last, mark) = match distribution.last() {
            Last::Own(house) => {
                let opposite = PackedSide::with_store(house.opposite(m).bit() as u16);
                (PackedSide::mask(house), PackedSide::with(house, 1).plus(opposite))
            }
            Last::Store => (NOWHERE, AGAIN),
            Last::Other(_) => (NOWHERE, AWAY),
        };
        list[seeds][byte(from)] = SowingDelta { own, other, last, mark };
        seeds += 1;
    }
}

static DELTAS: [List; 8] = {
    let mut table = [[[SowingDelta::NOTHING; 8]; SMALL_TOTAL as usize + 1]; 8];
    let mut m = 1;
    while m <= SMALL_HOUSES {
        let mut house = 0;
        while house < m {
            fill(&mut table[m], m, House::from_index(house));
            house += 1;
        }
        m += 1;
    }
    table
};

/// Returns the change that a sowing makes on a small board with `m` houses per side. It is
/// [nothing](SowingDelta::NOTHING) for zero seeds and for a byte that is not a house.
//
// The masks never change an index of a small board, and remove the bounds checks.
#[inline(always)]
pub(crate) fn delta(m: usize, from: House, seeds: u8) -> &'static SowingDelta {
    &DELTAS[m & 7][(seeds & SMALL_TOTAL as u8) as usize][byte(from)]
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::{MAX_HOUSES, MAX_SEEDS};

    /// Drops the seeds one by one. Returns the change of each place (own houses, store, the opponent's houses) and the
    /// last place.
    fn drop_singly(m: usize, from: usize, seeds: u8) -> (Vec<i32>, usize) {
        let mut places = vec![0; 2 * m + 1];
        let mut place = from;
        for _ in 0..seeds {
            place = (place + 1) % (2 * m + 1);
            places[place] += 1;
        }
        places[from] -= i32::from(seeds);
        (places, place)
    }

    /// [`Kalah::after`](plyground_game::Position::after) relies on this for boards that are not small.
    #[test]
    fn sides_with_only_a_store_sow_nothing() {
        for m in 1..=MAX_HOUSES {
            for from in (0..MAX_HOUSES).map(House::from_index) {
                for store in 0..=MAX_SEEDS as u16 {
                    let side = PackedSide::with_store(store);
                    let delta = delta(m, from, side.get(from));
                    assert_eq!((side.plus(delta.own), delta.again(), delta.is_alone(side)), (side, false, false));
                }
            }
        }
    }

    #[test]
    fn the_table_agrees_with_dropping_seeds_one_by_one() {
        for m in 1..=SMALL_HOUSES {
            let house = House::from_index;
            for from in 0..m {
                for seeds in 1..=SMALL_TOTAL as u8 {
                    let (places, last) = drop_singly(m, from, seeds);
                    let delta = delta(m, house(from), seeds);
                    let own = delta.own.plus(PackedSide::with(house(from), seeds));
                    for index in 0..m {
                        let taken = if index == from { i32::from(seeds) } else { 0 };
                        assert_eq!(i32::from(own.get(house(index))), places[index] + taken);
                        assert_eq!(i32::from(delta.other.get(house(index))), places[m + 1 + index]);
                    }
                    assert_eq!((i32::from(own.store()), delta.other.store()), (places[m], 0));
                    assert_eq!(delta.again(), last == m);
                    for other in 0..=SMALL_TOTAL as u8 {
                        // The other houses and the store must not affect the result.
                        let full = (0..m).filter(|&index| index != last);
                        let full = full.fold(PackedSide::with_store(SMALL_TOTAL), |side, index| {
                            side.plus(PackedSide::with(house(index), 3))
                        });
                        if last < m {
                            let side = full.plus(PackedSide::with(house(last), other));
                            assert_eq!(delta.is_alone(side), other == 1);
                            assert_eq!((delta.without_last(side), delta.opposite()), (full, house(m - 1 - last)));
                        } else {
                            assert!(!delta.is_alone(full) && !delta.is_alone(PackedSide::EMPTY));
                        }
                    }
                }
            }
        }
    }
}
