//! Houses as lanes of one number: all houses of a side are read, emptied and sown into at once.
//!
//! Twelve lanes of ten bits lie in a `u128`, lane 0 is house 1. A board holds at most 1,023 seeds, so no lane can
//! overflow into the next. The table [`sown`] says what each house receives when `r` seeds leave a house; more seeds than a lap
//! takes add whole laps, one seed for each place.

use crate::MAX_HOUSES;

/// Bits of a lane.
const BITS: u32 = 10;
const LANE: u128 = (1 << BITS) - 1;

/// One seed in each of the first `houses` lanes.
const fn ones(houses: usize) -> u128 {
    let mut lanes = 0;
    let mut house = 0;
    while house < houses {
        lanes |= 1 << (house as u32 * BITS);
        house += 1;
    }
    lanes
}

const ONES: [u128; MAX_HOUSES + 1] = {
    let mut table = [0; MAX_HOUSES + 1];
    let mut houses = 0;
    while houses <= MAX_HOUSES {
        table[houses] = ones(houses);
        houses += 1;
    }
    table
};

/// The highest bit of every lane.
const TOPS: u128 = ones(MAX_HOUSES) << (BITS - 1);

/// The seeds in one lane.
#[inline]
pub(crate) const fn get(lanes: u128, house: usize) -> u16 {
    ((lanes >> (house as u32 * BITS)) & LANE) as u16
}

/// `seeds` in one lane and nothing elsewhere.
#[inline]
pub(crate) const fn put(house: usize, seeds: u16) -> u128 {
    (seeds as u128) << (house as u32 * BITS)
}

/// A mark in each lane that is not empty; its lowest one belongs to [`first_marked`].
#[inline]
pub(crate) const fn occupied(lanes: u128) -> u128 {
    // Adding 511 carries into the top bit unless the lower nine bits are empty.
    const LOW: u128 = TOPS - ones(MAX_HOUSES);
    (((lanes & LOW) + LOW) | lanes) & TOPS
}

/// The house of the lowest mark.
#[inline]
pub(crate) const fn first_marked(marks: u128) -> usize {
    (marks.trailing_zeros() / BITS) as usize
}

/// The sum of all lanes.
#[inline]
pub(crate) const fn sum(lanes: u128) -> u16 {
    let mut rest = lanes;
    let mut sum = 0;
    while rest != 0 {
        sum += (rest & LANE) as u16;
        rest >>= BITS;
    }
    sum
}

/// What a sowing of less than a lap adds.
#[derive(Clone, Copy)]
pub(crate) struct Sown {
    /// To the mover's houses.
    pub(crate) own: u128,
    /// To the opponent's houses.
    pub(crate) other: u128,
    /// To the mover's store: 0 or 1.
    pub(crate) store: u16,
    /// The place of the last seed: 0..m are own houses, m the own store, above it the opponent's houses.
    pub(crate) last: u16,
}

/// The longest lap: all houses of both sides and one store.
const LAP: usize = 2 * MAX_HOUSES + 1;

static SOWN: [[[Sown; LAP]; MAX_HOUSES]; MAX_HOUSES] = {
    let mut table = [[[Sown { own: 0, other: 0, store: 0, last: 0 }; LAP]; MAX_HOUSES]; MAX_HOUSES];
    let mut m = 1;
    while m <= MAX_HOUSES {
        let mut house = 0;
        while house < m {
            let mut entry = Sown { own: 0, other: 0, store: 0, last: house as u16 };
            let mut seeds = 0;
            while seeds < 2 * m + 1 {
                table[m - 1][house][seeds] = entry;
                let place = (entry.last as usize + 1) % (2 * m + 1);
                if place < m {
                    entry.own += put(place, 1);
                } else if place == m {
                    entry.store += 1;
                } else {
                    entry.other += put(place - m - 1, 1);
                }
                entry.last = place as u16;
                seeds += 1;
            }
            house += 1;
        }
        m += 1;
    }
    table
};

/// What `seeds` from `house` add on a board with `m` houses a side; the origin is not skipped.
#[inline]
pub(crate) fn sown(m: usize, house: usize, seeds: u16) -> Sown {
    let row = &SOWN[m - 1][house];
    let lap = 2 * m + 1;
    let seeds = usize::from(seeds);
    if seeds < lap {
        return row[seeds];
    }
    let laps = seeds / lap;
    let rest = row[seeds % lap];
    let all = ONES[m] * laps as u128;
    Sown { own: rest.own + all, other: rest.other + all, store: rest.store + laps as u16, last: rest.last }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_lanes_that_hold_seeds() {
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for house in 0..MAX_HOUSES {
                let lanes = put(house, seeds);
                assert_eq!(occupied(lanes), 1 << (house as u32 * BITS + BITS - 1));
                assert_eq!((first_marked(occupied(lanes)), get(lanes, house), sum(lanes)), (house, seeds, seeds));
                assert_eq!(occupied(ONES[MAX_HOUSES] * 1023).count_ones(), 12);
            }
        }
        assert_eq!(occupied(0), 0);
    }

    #[test]
    fn sowing_agrees_with_dropping_seeds_one_by_one() {
        for m in 1..=MAX_HOUSES {
            for house in 0..m {
                for seeds in 1..=1023 {
                    let mut places = vec![0_u16; 2 * m + 1];
                    let mut place = house;
                    for _ in 0..seeds {
                        place = (place + 1) % (2 * m + 1);
                        places[place] += 1;
                    }
                    let found = sown(m, house, seeds);
                    assert_eq!((found.last as usize, found.store), (place, places[m]));
                    for lane in 0..m {
                        assert_eq!(
                            (get(found.own, lane), get(found.other, lane)),
                            (places[lane], places[m + 1 + lane])
                        );
                    }
                }
            }
        }
    }
}
