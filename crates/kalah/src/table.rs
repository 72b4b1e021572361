//! What a sowing adds, from tables: for each size of board, house, and number of seeds.
//!
//! More seeds than the tables know are whole laps, one seed for each place, and a rest.

use crate::MAX_HOUSES;
use crate::house::House;
use crate::lanes::{BITS, LANE, Lanes, NARROW};

/// What one sowing adds, and where its last seed falls.
#[derive(Clone, Copy)]
pub(crate) struct Sown<W> {
    /// To the mover's houses.
    pub(crate) own: W,
    /// To the opponent's houses.
    pub(crate) other: W,
    /// The bits of the house of the last seed; none if that is not an own house.
    pub(crate) house: W,
    /// The same house with one seed; something that no house can be if the last seed is not in an own house.
    pub(crate) single: W,
    /// To the mover's store.
    pub(crate) store: u16,
    /// Where the lane opposite to the house of the last seed begins, if that is an own house.
    pub(crate) opposite: u32,
    /// Whether the last seed falls into the store.
    pub(crate) again: bool,
}

/// What no seed adds.
const NOTHING: Sown<u128> = Sown { own: 0, other: 0, house: 0, single: 1, store: 0, opposite: 0, again: false };

impl Sown<u128> {
    /// The same for a narrow board.
    const fn narrow(self) -> Sown<u64> {
        let Sown { own, other, house, single, store, opposite, again } = self;
        Sown {
            own: own as u64,
            other: other as u64,
            house: house as u64,
            single: single as u64,
            store,
            opposite,
            again,
        }
    }
}

/// Drops the seeds one by one; the origin is not skipped.
const fn sow_singly(m: usize, from: usize, seeds: usize) -> Sown<u128> {
    let lap = 2 * m + 1;
    let mut sown = NOTHING;
    let mut place = from;
    let mut dropped = 0;
    while dropped < seeds {
        place = (place + 1) % lap;
        if place < m {
            sown.own += 1 << House::from_index(place).begin();
        } else if place == m {
            sown.store += 1;
        } else {
            sown.other += 1 << House::from_index(place - m - 1).begin();
        }
        dropped += 1;
    }
    if place < m {
        let begin = House::from_index(place).begin();
        (sown.house, sown.single) = ((LANE as u128) << begin, 1 << begin);
        sown.opposite = House::from_index(m - 1 - place).begin();
    }
    sown.again = place == m;
    sown
}

/// Seeds that the table of narrow boards knows, 0 to 39: more than three laps of six houses.
const FEW: usize = 40;
/// A house's entries follow those of the house before it, whose lane begins ten bits before.
const STRIDE: usize = FEW / BITS as usize;
/// Room for the houses of one size of boards.
pub(crate) const ROOM: usize = (NARROW * FEW).next_power_of_two();

static FOR_NARROW: [Sown<u64>; (NARROW + 1) * ROOM] = {
    let mut table = [NOTHING.narrow(); (NARROW + 1) * ROOM];
    let mut m = 1;
    while m <= NARROW {
        let mut house = 0;
        while house < m {
            let mut seeds = 0;
            while seeds < FEW {
                table[m * ROOM + house * FEW + seeds] = sow_singly(m, house, seeds).narrow();
                seeds += 1;
            }
            house += 1;
        }
        m += 1;
    }
    table
};

/// The longest lap: all houses of both sides and one store.
const LAP: usize = 2 * MAX_HOUSES + 1;
/// Sizes of wide boards.
const WIDE: usize = MAX_HOUSES - NARROW;

static FOR_WIDE: [[[Sown<u128>; LAP]; MAX_HOUSES]; WIDE] = {
    let mut table = [[[NOTHING; LAP]; MAX_HOUSES]; WIDE];
    let mut m = NARROW + 1;
    while m <= MAX_HOUSES {
        let mut house = 0;
        while house < m {
            let mut seeds = 0;
            while seeds < 2 * m + 1 {
                table[m - NARROW - 1][house][seeds] = sow_singly(m, house, seeds);
                seeds += 1;
            }
            house += 1;
        }
        m += 1;
    }
    table
};

/// What a few seeds from a house add on a board whose entries begin at `size`, [`ROOM`] times the houses of a side; `None`
/// for wide boards and many seeds.
#[inline(always)]
pub(crate) fn few(size: usize, from: House, seeds: u64) -> Option<&'static Sown<u64>> {
    let seeds = seeds as usize;
    if seeds < FEW { FOR_NARROW.get(size + from.begin() as usize * STRIDE + seeds) } else { None }
}

/// What any number of seeds adds on a narrow board.
pub(crate) fn narrow(m: usize, from: House, seeds: u64) -> Sown<u64> {
    laps(m, seeds, |rest| FOR_NARROW[m * ROOM + from.index() * FEW + rest])
}

/// What any number of seeds adds on a wide board.
pub(crate) fn wide(m: usize, from: House, seeds: u64) -> Sown<u128> {
    laps(m, seeds, |rest| FOR_WIDE[m - NARROW - 1][from.index()][rest])
}

fn laps<W: Lanes>(m: usize, seeds: u64, look_up: impl Fn(usize) -> Sown<W>) -> Sown<W> {
    let lap = 2 * m + 1;
    let (laps, rest) = (seeds as usize / lap, seeds as usize % lap);
    let mut sown = look_up(rest);
    for begin in (0..m).map(|house| House::from_index(house).begin()) {
        let each = W::with(begin, laps as u64);
        (sown.own, sown.other) = (sown.own + each, sown.other + each);
    }
    sown.store += laps as u16;
    sown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_sown<W: Lanes + std::fmt::Debug>(found: &Sown<W>, places: &[u16], last: usize) {
        let m = places.len() / 2;
        assert_eq!((found.store, found.again), (places[m], last == m));
        for house in 0..m {
            let begin = House::from_index(house).begin();
            assert_eq!(found.own.get(begin), u64::from(places[house]));
            assert_eq!(found.other.get(begin), u64::from(places[m + 1 + house]));
        }
        if last < m {
            let begin = House::from_index(last).begin();
            assert_eq!((found.house, found.single), (W::with(begin, LANE), W::with(begin, 1)));
            assert_eq!(found.opposite, House::from_index(m - 1 - last).begin());
        } else {
            assert_eq!((found.house, found.single), (W::from(0), W::from(1)));
        }
    }

    #[test]
    fn sowing_agrees_with_dropping_seeds_one_by_one() {
        let mut in_table = 0;
        for m in 1..=MAX_HOUSES {
            for house in 0..m {
                for seeds in 1..=1023 {
                    let mut places = vec![0_u16; 2 * m + 1];
                    let mut place = house;
                    for _ in 0..seeds {
                        place = (place + 1) % (2 * m + 1);
                        places[place] += 1;
                    }
                    let from = House::from_index(house);
                    if m <= NARROW {
                        assert_sown(&narrow(m, from, seeds), &places, place);
                    } else {
                        assert_sown(&wide(m, from, seeds), &places, place);
                    }
                    if let Some(found) = few(m * ROOM, from, seeds) {
                        assert_sown(found, &places, place);
                        in_table += 1;
                    }
                }
            }
        }
        assert_eq!(in_table, (FEW - 1) * (1 + 2 + 3 + 4 + 5 + 6));
    }
}
