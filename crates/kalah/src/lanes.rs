//! Houses as lanes of numbers: all houses of a side are tested, emptied and sown into at once.
//!
//! Six lanes of ten bits lie in each of two words; the common boards use only the first. A board holds at most 1,023
//! seeds, so no lane can overflow into the next. A table says what each house receives when `r` seeds leave a house; more
//! seeds than a lap takes add whole laps, one seed for each place.

use std::ops::{Add, AddAssign, Mul};

use crate::MAX_HOUSES;

const BITS: usize = 10;
const LANE: u64 = (1 << BITS) - 1;
/// Lanes of a word.
const WIDTH: usize = 6;
/// One seed in each lane of a word.
const ONES: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;
/// The highest bit of every lane of a word.
const TOPS: u64 = ONES << (BITS - 1);

const _: () = assert!(MAX_HOUSES == 2 * WIDTH);

/// The houses of one side; house 1 is lane 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Row([u64; 2]);

impl Row {
    pub(crate) const EMPTY: Row = Row([0, 0]);

    /// Where a lane lies: which word, and how far up.
    #[inline]
    const fn place(lane: usize) -> (usize, usize) {
        if lane < WIDTH { (0, lane * BITS) } else { (1, (lane - WIDTH) * BITS) }
    }

    /// `seeds` in one lane and nothing elsewhere.
    #[inline]
    pub(crate) const fn with(lane: usize, seeds: u16) -> Row {
        let (word, shift) = Row::place(lane);
        let mut row = Row::EMPTY;
        row.0[word] = (seeds as u64) << shift;
        row
    }

    /// The seeds in one lane.
    #[inline]
    pub(crate) const fn get(self, lane: usize) -> u16 {
        let (word, shift) = Row::place(lane);
        (self.0[word] >> shift & LANE) as u16
    }

    /// Takes all seeds out of a lane.
    #[inline]
    pub(crate) const fn clear(&mut self, lane: usize) {
        let (word, shift) = Row::place(lane);
        self.0[word] &= !(LANE << shift);
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// How many lanes hold seeds.
    #[inline]
    pub(crate) const fn count_occupied(self) -> u32 {
        // The marks of the two words are moved beside each other and counted at once.
        (occupied(self.0[0]) | occupied(self.0[1]) >> 1).count_ones()
    }

    /// The lanes that hold seeds, rising.
    #[inline]
    pub(crate) fn occupied(self) -> Occupied {
        Occupied { marks: self.0.map(occupied) }
    }

    /// The seeds in all lanes.
    pub(crate) const fn sum(self) -> u16 {
        let mut sum = 0;
        let mut lane = 0;
        while lane < MAX_HOUSES {
            sum += self.get(lane);
            lane += 1;
        }
        sum
    }

    /// The two words, for keys.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        self.0
    }
}

/// A mark in the top bit of each lane that is not empty.
#[inline]
const fn occupied(word: u64) -> u64 {
    // Adding 511 carries into the top bit unless the lower nine bits are empty.
    const LOW: u64 = TOPS - ONES;
    (((word & LOW) + LOW) | word) & TOPS
}

impl Add for Row {
    type Output = Row;

    #[inline]
    fn add(self, other: Row) -> Row {
        Row([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl AddAssign for Row {
    #[inline]
    fn add_assign(&mut self, other: Row) {
        *self = *self + other;
    }
}

impl Mul<u64> for Row {
    type Output = Row;

    #[inline]
    fn mul(self, times: u64) -> Row {
        Row([self.0[0] * times, self.0[1] * times])
    }
}

/// See [`Row::occupied`].
pub(crate) struct Occupied {
    marks: [u64; 2],
}

impl Iterator for Occupied {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let word = usize::from(self.marks[0] == 0);
        let marks = self.marks[word];
        if marks == 0 {
            return None;
        }
        self.marks[word] = marks & (marks - 1);
        Some(marks.trailing_zeros() as usize / BITS + word * WIDTH)
    }
}

/// What a sowing of less than a lap adds.
#[derive(Clone, Copy)]
pub(crate) struct Sown {
    /// To the mover's houses.
    pub(crate) own: Row,
    /// To the opponent's houses.
    pub(crate) other: Row,
    /// To the mover's store: 0 or 1.
    pub(crate) store: u16,
    /// The place of the last seed: 0..m are own houses, m the own store, above it the opponent's houses.
    pub(crate) last: u16,
}

/// The longest lap: all houses of both sides and one store.
const LAP: usize = 2 * MAX_HOUSES + 1;

static SOWN: [[[Sown; LAP]; MAX_HOUSES]; MAX_HOUSES] = {
    let mut table = [[[Sown { own: Row::EMPTY, other: Row::EMPTY, store: 0, last: 0 }; LAP]; MAX_HOUSES]; MAX_HOUSES];
    let mut m = 1;
    while m <= MAX_HOUSES {
        let mut house = 0;
        while house < m {
            let mut entry = Sown { own: Row::EMPTY, other: Row::EMPTY, store: 0, last: house as u16 };
            let mut seeds = 0;
            while seeds < 2 * m + 1 {
                table[m - 1][house][seeds] = entry;
                let place = (entry.last as usize + 1) % (2 * m + 1);
                if place == m {
                    entry.store += 1;
                } else {
                    let own = place < m;
                    let one = Row::with(if own { place } else { place - m - 1 }, 1);
                    let row = if own { &mut entry.own } else { &mut entry.other };
                    row.0[0] += one.0[0];
                    row.0[1] += one.0[1];
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

/// One seed in each of the first `m` lanes.
static LAPS: [Row; MAX_HOUSES + 1] = {
    let mut table = [Row::EMPTY; MAX_HOUSES + 1];
    let mut m = 0;
    while m <= MAX_HOUSES {
        let low = if m < WIDTH { m } else { WIDTH };
        table[m] = Row([ONES & ((1 << (low * BITS)) - 1), ONES & ((1 << ((m - low) * BITS)) - 1)]);
        m += 1;
    }
    table
};

/// What `seeds` from `house` add on a board with `m` houses a side; the origin is not skipped.
#[inline]
pub(crate) fn sown(m: usize, house: usize, seeds: u16) -> Sown {
    let lap = 2 * m + 1;
    let seeds = usize::from(seeds);
    if seeds < lap { SOWN[m - 1][house][seeds] } else { sown_laps(m, house, seeds) }
}

#[cold]
fn sown_laps(m: usize, house: usize, seeds: usize) -> Sown {
    let lap = 2 * m + 1;
    let laps = seeds / lap;
    let rest = SOWN[m - 1][house][seeds % lap];
    let all = LAPS[m] * laps as u64;
    Sown { own: rest.own + all, other: rest.other + all, store: rest.store + laps as u16, last: rest.last }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_disturb_each_other() {
        for seeds in [1, 2, 511, 512, 513, 1022, 1023] {
            for lane in 0..MAX_HOUSES {
                let mut row = LAPS[MAX_HOUSES] * 1022;
                row += LAPS[MAX_HOUSES];
                assert_eq!((row.count_occupied(), row.get(lane)), (12, 1023));
                row.clear(lane);
                let others: Vec<usize> = (0..MAX_HOUSES).filter(|&other| other != lane).collect();
                assert_eq!(row.occupied().collect::<Vec<_>>(), others);
                assert_eq!(row.count_occupied(), 11);
                let row = Row::with(lane, seeds);
                assert_eq!(row.occupied().collect::<Vec<_>>(), [lane]);
                assert_eq!((row.get(lane), row.sum(), row.is_empty()), (seeds, seeds, false));
            }
        }
        assert!(Row::EMPTY.is_empty() && Row::EMPTY.occupied().next().is_none());
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
                        assert_eq!((found.own.get(lane), found.other.get(lane)), (places[lane], places[m + 1 + lane]));
                    }
                }
            }
        }
    }
}
