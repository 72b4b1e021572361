//! What a sowing adds on a small board, from a table: for each number of seeds, size of board, and house.

use crate::half::{Half, SMALL_HOUSES};
use crate::house::House;

/// What one sowing adds, and where its last seed falls.
#[derive(Clone, Copy)]
pub(crate) struct Sown {
    /// To the mover's half; the seeds that are sown are taken away there.
    pub(crate) own: Half,
    /// To the opponent's half.
    pub(crate) other: Half,
    /// The mask of the house of the last seed; none if that is not an own house.
    pub(crate) house: Half,
    /// The same house with one seed; if the last seed is not in an own house, one of two halves that no house can be.
    pub(crate) single: Half,
    /// The house opposite, if the last seed is in an own house.
    pub(crate) opposite: House,
}

/// In place of a single seed: the last seed falls into a house of the opponent.
const AWAY: Half = Half::with_store(1);
/// In place of a single seed: the last seed falls into the store.
const AGAIN: Half = Half::with_store(2);

impl Sown {
    const NOTHING: Sown = Sown {
        own: Half::EMPTY,
        other: Half::EMPTY,
        house: Half::EMPTY,
        single: AWAY,
        opposite: House::from_index(0),
    };

    /// Whether the last seed falls into the store.
    #[inline(always)]
    pub(crate) const fn again(&self) -> bool {
        self.single.store() & AGAIN.store() != 0
    }
}

/// Drops the seeds one by one; the origin is not skipped.
const fn sow_singly(m: usize, from: usize, seeds: usize) -> Sown {
    let lap = 2 * m + 1;
    let mut sown = Sown::NOTHING;
    let mut place = from;
    let mut dropped = 0;
    while dropped < seeds {
        place = (place + 1) % lap;
        if place < m {
            sown.own = sown.own.plus(Half::with(House::from_index(place), 1));
        } else if place == m {
            sown.own = sown.own.plus(Half::with_store(1));
        } else {
            sown.other = sown.other.plus(Half::with(House::from_index(place - m - 1), 1));
        }
        dropped += 1;
    }
    if place < m {
        let house = House::from_index(place);
        (sown.house, sown.single, sown.opposite) = (Half::mask(house), Half::with(house, 1), house.opposite(m));
    } else if place == m {
        sown.single = AGAIN;
    }
    sown.own = sown.own.minus(Half::with(House::from_index(from), seeds as u8));
    sown
}

/// The most seeds that the table knows: three laps of six houses.
const FEW: usize = 39;
/// Room for the houses of all sizes of boards with the same number of seeds.
const ROOM: usize = (begin(SMALL_HOUSES + 1) + House::from_index(0).byte() as usize).next_multiple_of(8);

/// Where the houses of a small board begin, among those of all sizes.
pub(crate) const fn begin(m: usize) -> usize {
    m * (m - 1) / 2
}

// The number of seeds counts most: then one look at the end of the table refuses many seeds, and none as well.
static SOWN: [Sown; FEW * ROOM] = {
    let mut table = [Sown::NOTHING; FEW * ROOM];
    let mut m = 1;
    while m <= SMALL_HOUSES {
        let mut house = 0;
        while house < m {
            let mut seeds = 1;
            while seeds <= FEW {
                let place = begin(m) + House::from_index(house).byte() as usize;
                table[(seeds - 1) * ROOM + place] = sow_singly(m, house, seeds);
                seeds += 1;
            }
            house += 1;
        }
        m += 1;
    }
    table
};

/// What a few seeds from a house add, on a board whose houses [begin] at `list`; `None` for many seeds, and for none.
#[inline(always)]
pub(crate) fn few(list: usize, from: House, seeds: u8) -> Option<&'static Sown> {
    SOWN.get(list.wrapping_sub(ROOM).wrapping_add(from.byte() as usize).wrapping_add(ROOM * usize::from(seeds)))
}
