//! Distribution of the seeds of one house: one seed per place, starting at the next place and going round the board.
//!
//! A lap visits the own houses, the own store and the opponent's houses. It skips the opponent's store, but not the
//! house that the seeds come from. The [tables](crate::sowing_table) and the [wide board](crate::board) use this
//! module.

use crate::moves::House;
use crate::wide::WideHouses;

/// Place where the last seed of a sowing falls, from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Last {
    /// Into the own store: the mover moves again.
    Store,
    /// Into an own house.
    Own(House),
    /// Into a house of the opponent.
    Other(House),
}

/// Distribution of the seeds of one house over the board.
///
/// ```
/// use plyground_kalah::{House, Last, Distribution};
///
/// let house = |number| House::new(number).expect("a house of a board with 3");
/// // Eight seeds from house 2 of three: house 3, the store, the three houses opposite, then the own houses.
/// let distribution = Distribution::new(3, house(2), 8);
/// assert_eq!([1, 2, 3].map(|number| distribution.in_own(house(number))), [1, 1, 2]);
/// assert_eq!((distribution.in_store(), distribution.in_other_houses()), (1, 3));
/// assert_eq!(distribution.last(), Last::Own(house(3)));
/// ```
//
// Places are numbered from house 1: m own houses, the store, the m houses of the opponent, then the next lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// Number of houses per side.
    houses: usize,
    /// Place that the seeds come from.
    from: usize,
    /// Number of full laps, which is the number of seeds that every place receives.
    laps: u16,
    /// Place of the last seed without the full laps.
    end: usize,
}

impl Distribution {
    /// Distributes the seeds of a house on a board with `houses` houses per side.
    #[inline]
    #[must_use]
    pub const fn new(houses: usize, from: House, seeds: u16) -> Distribution {
        let lap = 2 * houses as u16 + 1;
        let from = from.index();
        Distribution { houses, from, laps: seeds / lap, end: from + (seeds % lap) as usize }
    }

    #[inline]
    const fn lap(self) -> usize {
        2 * self.houses + 1
    }

    /// Returns where the last seed falls; this is the house itself if there are no seeds.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Last {
        // The partial lap ends before it reaches the last own house for the second time.
        let place = if self.end < self.lap() { self.end } else { self.end - self.lap() };
        let m = self.houses;
        if place < m {
            Last::Own(House::from_index(place))
        } else if place == m {
            Last::Store
        } else {
            Last::Other(House::from_index(place - m - 1))
        }
    }

    /// Returns the number of seeds that fall into the own store.
    #[inline]
    #[must_use]
    pub const fn in_store(self) -> u16 {
        self.laps + (self.end >= self.houses) as u16
    }

    /// Returns the number of seeds that fall into an own house, without the seeds that were there before.
    #[inline]
    #[must_use]
    pub const fn in_own(self, house: House) -> u16 {
        let place = house.index();
        let round = place + self.lap() <= self.end;
        self.laps + (round || self.from < place && place <= self.end) as u16
    }

    /// Returns the number of seeds that fall into a house of the opponent.
    #[inline]
    #[must_use]
    pub const fn in_other(self, house: House) -> u16 {
        self.laps + (self.houses + 1 + house.index() <= self.end) as u16
    }

    /// Returns the total number of seeds that fall into the opponent's houses.
    #[inline]
    #[must_use]
    pub const fn in_other_houses(self) -> u16 {
        self.laps * self.houses as u16 + self.reached() as u16
    }

    /// Returns the number of the opponent's houses that the partial lap reaches.
    #[inline]
    const fn reached(self) -> usize {
        least(self.houses, self.end.saturating_sub(self.houses))
    }

    /// Returns the number of seeds that fall into each own house.
    #[inline]
    pub(crate) const fn own(self) -> WideHouses {
        let m = self.houses;
        let behind =
            WideHouses::with_first(least(m, self.end + 1), 1).minus(WideHouses::with_first(least(m, self.from + 1), 1));
        let round = WideHouses::with_first((self.end + 1).saturating_sub(self.lap()), 1);
        WideHouses::with_first(m, self.laps).plus(behind).plus(round)
    }

    /// Returns the number of seeds that fall into each house of the opponent.
    #[inline]
    pub(crate) const fn other(self) -> WideHouses {
        WideHouses::with_first(self.houses, self.laps).plus(WideHouses::with_first(self.reached(), 1))
    }
}

#[inline]
const fn least(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::MAX_HOUSES;

    #[test]
    fn seeds_fall_where_they_do_when_they_are_dropped_one_by_one() {
        let house = House::from_index;
        for m in 1..=MAX_HOUSES {
            for from in 0..m {
                let mut places = vec![0; 2 * m + 1];
                let mut place = from;
                for seeds in 1..=200 {
                    place = (place + 1) % (2 * m + 1);
                    places[place] += 1;
                    let distribution = Distribution::new(m, house(from), seeds);
                    let own: Vec<u16> = (0..m).map(|index| distribution.in_own(house(index))).collect();
                    let other: Vec<u16> = (0..m).map(|index| distribution.in_other(house(index))).collect();
                    let rows = [distribution.own(), distribution.other()];
                    assert_eq!(own, (0..m).map(|index| rows[0].get(house(index))).collect::<Vec<_>>());
                    assert_eq!(other, (0..m).map(|index| rows[1].get(house(index))).collect::<Vec<_>>());
                    assert_eq!(own, places[..m]);
                    assert_eq!(distribution.in_store(), places[m]);
                    assert_eq!(other, places[m + 1..]);
                    assert_eq!(distribution.in_other_houses(), other.iter().sum());
                    let last = match distribution.last() {
                        Last::Own(house) => house.index(),
                        Last::Store => m,
                        Last::Other(house) => m + 1 + house.index(),
                    };
                    assert_eq!(last, place);
                }
            }
        }
    }
}
