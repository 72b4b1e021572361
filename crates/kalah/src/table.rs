//! What a sowing adds on a small board, from a table: for each number of seeds, size of board, and house.

use crate::half::{Half, SMALL_HOUSES, SMALL_TOTAL};
use crate::house::House;

/// What one sowing adds, and where its last seed falls.
#[derive(Clone, Copy)]
pub(crate) struct Sown {
    /// To the mover's half; the seeds that are sown are taken away there.
    pub(crate) own: Half,
    /// To the opponent's half.
    pub(crate) other: Half,
    /// The mask of the house of the last seed; if that is not an own house, bits that no half has.
    last: Half,
    /// The last seed in its house, and in place of a store the byte of the house opposite; or one of two marks.
    mark: Half,
}

/// Bits of no half: stores of small boards are smaller.
const NOWHERE: Half = Half::with_store(1 << 15);
/// The mark of a last seed in a house of the opponent.
const AWAY: Half = NOWHERE;
/// The mark of a last seed in the store.
const AGAIN: Half = Half::with_store(1 << 15 | 1 << 14);

impl Sown {
    const NOTHING: Sown = Sown { own: Half::EMPTY, other: Half::EMPTY, last: NOWHERE, mark: AWAY };

    /// Whether the last seed falls into the store.
    #[inline(always)]
    pub(crate) const fn again(&self) -> bool {
        self.mark.store() & 1 << 14 != 0
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
        House::at_byte(self.mark.store() as u32)
    }
}

/// The sowings of all boards with as many houses a side: by the number of seeds, then by the byte of the house.
type List = [[Sown; 8]; SMALL_TOTAL as usize + 1];

/// Lists the sowings from a house, seed by seed; the origin is not skipped.
const fn fill(list: &mut List, m: usize, from: House) {
    let lap = 2 * m + 1;
    let mut sown = Sown::NOTHING;
    let mut place = from.index();
    let mut seeds = 1;
    while seeds < list.len() {
        place = (place + 1) % lap;
        sown.own = sown.own.minus(Half::with(from, 1));
        (sown.last, sown.mark) = (NOWHERE, AWAY);
        if place < m {
            let house = House::from_index(place);
            let opposite = Half::with_store(house.opposite(m).byte() as u16);
            sown.own = sown.own.plus(Half::with(house, 1));
            (sown.last, sown.mark) = (Half::mask(house), Half::with(house, 1).plus(opposite));
        } else if place == m {
            sown.own = sown.own.plus(Half::with_store(1));
            sown.mark = AGAIN;
        } else {
            sown.other = sown.other.plus(Half::with(House::from_index(place - m - 1), 1));
        }
        list[seeds][from.byte() as usize] = sown;
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

/// What a sowing adds on a small board with `m` houses a side.
//
// The masks change nothing where this is asked for, and no place needs to be compared with the size of the table.
#[inline(always)]
pub(crate) fn sown(m: usize, from: House, seeds: u8) -> &'static Sown {
    &SOWN[m & 7][(seeds & SMALL_TOTAL as u8) as usize][(from.byte() & 7) as usize]
}
