//! What a sowing adds in the packed layout, from a table: for each size of board, number of seeds, and house.

use crate::distribution::{Distribution, Last};
use crate::moves::House;
use crate::packed::PackedSide;
use crate::{SMALL_HOUSES, SMALL_TOTAL};

/// What one sowing adds, and where its last seed falls.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct SowingDelta {
    /// To the mover's side, where the seeds that are sown are taken away.
    pub(crate) own: PackedSide,
    /// The mask of the house of the last seed; if that is not an own house, a bit that no side has.
    last: PackedSide,
    /// To the opponent's side. Not next to the own: the compiler would add both at once, and wait to take them apart.
    pub(crate) other: PackedSide,
    /// The last seed in its house and, in the place of the store, the bit of the house opposite; or else one of two marks.
    mark: PackedSide,
}

/// A bit that no packed side has: stores are smaller.
const NOWHERE: PackedSide = PackedSide::with_store(1 << 15);
/// The mark of a last seed in a house of the opponent.
const AWAY: PackedSide = NOWHERE;
/// What the mark of a last seed in the store has besides.
const STORE: u16 = 1 << 14;
/// The mark of a last seed in the store.
const AGAIN: PackedSide = PackedSide::with_store(NOWHERE.store() | STORE);

impl SowingDelta {
    const NOTHING: SowingDelta =
        SowingDelta { own: PackedSide::EMPTY, other: PackedSide::EMPTY, last: NOWHERE, mark: AWAY };

    /// Whether the last seed falls into the store.
    #[inline(always)]
    pub(crate) const fn again(&self) -> bool {
        self.mark.store() & STORE != 0
    }

    /// Whether the last seed is alone in an own house, on the mover's side after the sowing.
    #[inline(always)]
    pub(crate) fn is_alone(&self, own: PackedSide) -> bool {
        own.differs(self.mark).within(self.last) == PackedSide::EMPTY
    }

    /// The mover's side without the house of the last seed, if that is an own house.
    #[inline(always)]
    pub(crate) const fn without_last(&self, own: PackedSide) -> PackedSide {
        own.minus(own.within(self.last))
    }

    /// The house opposite to that of the last seed, if that is an own house.
    #[inline(always)]
    pub(crate) const fn opposite(&self) -> House {
        House::at_bit(self.mark.store() as u32)
    }
}

/// The byte of a packed side that has the house; some byte for a house that a small board does not have.
#[inline(always)]
const fn byte(house: House) -> usize {
    (house.bit() / PackedSide::BITS) as usize & 7
}

/// The sowings of all boards with as many houses a side: by the number of seeds, then by the byte of the house.
type List = [[SowingDelta; 8]; SMALL_TOTAL as usize + 1];

/// Lists the sowings from a house by the number of its seeds.
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

/// What a sowing adds on a small board with `m` houses a side; [nothing](SowingDelta::NOTHING) for no seeds, and for a byte that
/// is no house.
//
// The masks change nothing on small boards, and save comparisons with the size of the table.
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

    /// Drops the seeds one by one; what each place gets (own houses, store, the opponent's houses), and the last place.
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

    /// What [`Kalah::after`](plyground_game::Position::after) relies on for boards that are not small.
    #[test]
    fn sides_that_hold_only_a_store_sow_nothing() {
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
                        // Something in every other house and in the store must not matter.
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
