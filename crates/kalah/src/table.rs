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

/// Where the houses of a small board begin, among those of all sizes.
pub(crate) const fn begin(m: usize) -> usize {
    m * (m - 1) / 2
}

/// Room for the houses of all sizes of boards, sown with the same number of seeds.
const ROOM: usize = (begin(SMALL_HOUSES + 1) + House::from_index(0).byte() as usize).next_multiple_of(8);
/// Numbers of seeds.
const SEEDS: usize = 1 << u8::BITS;
/// No sum of a number of seeds, a begin and a byte is as large: nothing needs to be compared to look something up.
const SIZE: usize = SEEDS * ROOM + 2 * ROOM;

/// Lists the sowings from a house, seed by seed; the origin is not skipped.
const fn list(table: &mut [Sown; SIZE], m: usize, from: House) {
    let lap = 2 * m + 1;
    let mut sown = Sown::NOTHING;
    let mut place = from.index();
    let mut seeds = 1;
    while seeds < SEEDS {
        place = (place + 1) % lap;
        sown.own = sown.own.minus(Half::with(from, 1));
        (sown.house, sown.single, sown.opposite) = (Half::EMPTY, AWAY, House::from_index(0));
        if place < m {
            let house = House::from_index(place);
            sown.own = sown.own.plus(Half::with(house, 1));
            (sown.house, sown.single, sown.opposite) = (Half::mask(house), Half::with(house, 1), house.opposite(m));
        } else if place == m {
            sown.own = sown.own.plus(Half::with_store(1));
            sown.single = AGAIN;
        } else {
            sown.other = sown.other.plus(Half::with(House::from_index(place - m - 1), 1));
        }
        table[seeds * ROOM + begin(m) + from.byte() as usize] = sown;
        seeds += 1;
    }
}

static SOWN: [Sown; SIZE] = {
    let mut table = [Sown::NOTHING; SIZE];
    let mut m = 1;
    while m <= SMALL_HOUSES {
        let mut house = 0;
        while house < m {
            list(&mut table, m, House::from_index(house));
            house += 1;
        }
        m += 1;
    }
    table
};

/// What a sowing adds on a small board whose houses [begin] at `list`.
#[inline(always)]
pub(crate) fn sown(list: usize, from: House, seeds: u8) -> &'static Sown {
    &SOWN[(list & 31) + (from.byte() & 15) as usize + ROOM * usize::from(seeds)]
}
