//! What a sowing adds on a small board, from a table: for each size of board, number of seeds, and house.

use crate::half::Half;
use crate::moves::House;
use crate::spread::{Last, Spread};
use crate::{SMALL_HOUSES, SMALL_TOTAL};

/// What one sowing adds, and where its last seed falls.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Sown {
    /// To the mover's half; the seeds that are sown are taken away there.
    pub(crate) own: Half,
    /// The mask of the house of the last seed; if that is not an own house, a bit that no half has.
    last: Half,
    /// To the opponent's half. Not next to the own: the compiler would add both at once, and wait to take them apart.
    pub(crate) other: Half,
    /// The last seed in its house and, in the place of the store, the bit of the house opposite; or else one of two marks.
    mark: Half,
}

/// A bit that no half has: stores are smaller.
const NOWHERE: Half = Half::with_store(1 << 15);
/// The mark of a last seed in a house of the opponent.
const AWAY: Half = NOWHERE;
/// What the mark of a last seed in the store has besides.
const STORE: u16 = 1 << 14;
/// The mark of a last seed in the store.
const AGAIN: Half = Half::with_store(NOWHERE.store() | STORE);

impl Sown {
    const NOTHING: Sown = Sown { own: Half::EMPTY, other: Half::EMPTY, last: NOWHERE, mark: AWAY };

    /// Whether the last seed falls into the store.
    #[inline(always)]
    pub(crate) const fn again(&self) -> bool {
        self.mark.store() & STORE != 0
    }

    /// Whether the last seed is alone in an own house, in the mover's half after the sowing.
    #[inline(always)]
    pub(crate) fn is_alone(&self, own: Half) -> bool {
        own.differs(self.mark).within(self.last) == Half::EMPTY
    }

    /// The mover's half without the house of the last seed, if that is an own house.
    #[inline(always)]
    pub(crate) const fn without_last(&self, own: Half) -> Half {
        own.minus(own.within(self.last))
    }

    /// The house opposite to that of the last seed, if that is an own house.
    #[inline(always)]
    pub(crate) const fn opposite(&self) -> House {
        House::at_bit(self.mark.store() as u32)
    }
}

/// The byte of a half that has the house; some byte for a house that a small board does not have.
#[inline(always)]
const fn byte(house: House) -> usize {
    (house.bit() / Half::BITS) as usize & 7
}

/// The sowings of all boards with as many houses a side: by the number of seeds, then by the byte of the house.
type List = [[Sown; 8]; SMALL_TOTAL as usize + 1];

/// Lists the sowings from a house by the number of its seeds.
const fn fill(list: &mut List, m: usize, from: House) {
    let mut seeds = 1;
    while seeds < list.len() {
        let spread = Spread::new(m, from, seeds as u16);
        let own = Half::from_row(spread.in_store(), spread.own()).minus(Half::with(from, seeds as u8));
        let other = Half::from_row(0, spread.other());
        let (last, mark) = match spread.last() {
            Last::Own(house) => {
                let opposite = Half::with_store(house.opposite(m).bit() as u16);
                (Half::mask(house), Half::with(house, 1).plus(opposite))
            }
            Last::Store => (NOWHERE, AGAIN),
            Last::Other(_) => (NOWHERE, AWAY),
        };
        list[seeds][byte(from)] = Sown { own, other, last, mark };
        seeds += 1;
    }
}

static SOWN: [List; 8] = {
    let mut table = [[[Sown::NOTHING; 8]; SMALL_TOTAL as usize + 1]; 8];
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

/// What a sowing adds on a small board with `m` houses a side; [nothing](Sown::NOTHING) for no seeds, and for a byte that
/// is no house.
//
// The masks change nothing on small boards, and save comparisons with the size of the table.
#[inline(always)]
pub(crate) fn sown(m: usize, from: House, seeds: u8) -> &'static Sown {
    &SOWN[m & 7][(seeds & SMALL_TOTAL as u8) as usize][byte(from)]
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
    fn halves_that_hold_only_a_store_sow_nothing() {
        for m in 1..=MAX_HOUSES {
            for from in (0..MAX_HOUSES).map(House::from_index) {
                for store in 0..=MAX_SEEDS as u16 {
                    let half = Half::with_store(store);
                    let sown = sown(m, from, half.get(from));
                    assert_eq!((half.plus(sown.own), sown.again(), sown.is_alone(half)), (half, false, false));
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
                    let sown = sown(m, house(from), seeds);
                    let own = sown.own.plus(Half::with(house(from), seeds));
                    for index in 0..m {
                        let taken = if index == from { i32::from(seeds) } else { 0 };
                        assert_eq!(i32::from(own.get(house(index))), places[index] + taken);
                        assert_eq!(i32::from(sown.other.get(house(index))), places[m + 1 + index]);
                    }
                    assert_eq!((i32::from(own.store()), sown.other.store()), (places[m], 0));
                    assert_eq!(sown.again(), last == m);
                    for other in 0..=SMALL_TOTAL as u8 {
                        // Something in every other house and in the store must not matter.
                        let full = (0..m).filter(|&index| index != last);
                        let full = full
                            .fold(Half::with_store(SMALL_TOTAL), |half, index| half.plus(Half::with(house(index), 3)));
                        if last < m {
                            let half = full.plus(Half::with(house(last), other));
                            assert_eq!(sown.is_alone(half), other == 1);
                            assert_eq!((sown.without_last(half), sown.opposite()), (full, house(m - 1 - last)));
                        } else {
                            assert!(!sown.is_alone(full) && !sown.is_alone(Half::EMPTY));
                        }
                    }
                }
            }
        }
    }
}
