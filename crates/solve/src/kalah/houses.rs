//! Houses without stores, and what a sowing does to them: the arithmetic that the solver spends its time in.
//!
//! A position's value is taken relative to the stores, so the stores need not be there at all. Each side's houses are the
//! bytes of a number; house 1, the farthest from the store, is the lowest. A sowing adds one number to each side, from a
//! list made for the size of the board.

use plyground_kalah::{Capture, End, KalahRules};

/// The most houses a side.
pub(super) const MAX_HOUSES: usize = 6;
/// The most seeds in houses: a byte holds them with a bit to spare.
pub(super) const MAX_SEEDS: usize = 127;

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The seeds in houses, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Houses {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// The sum of the bytes of one side, at most [`MAX_SEEDS`].
#[inline(always)]
pub(super) const fn sum(side: u64) -> u32 {
    (side.wrapping_mul(ONES) >> 56) as u32
}

/// Byte by byte, the sum of all bytes up to there.
#[inline(always)]
pub(super) const fn prefix_sums(side: u64) -> u64 {
    side.wrapping_mul(ONES)
}

impl Houses {
    /// All seeds in houses.
    #[inline(always)]
    pub(super) const fn seeds(self) -> u32 {
        sum(self.own) + sum(self.other)
    }

    /// The seeds in an own house, numbered from 0.
    #[inline(always)]
    pub(super) const fn own_house(self, house: usize) -> usize {
        (self.own >> (8 * house)) as usize & MAX_SEEDS
    }
}

/// What comes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// The game is over; the further store difference for the mover, from before the move.
    Over(i32),
    /// The game goes on.
    On {
        /// As the next side to move sees it.
        houses: Houses,
        /// Seeds that the mover's store has got.
        gained: i32,
        /// Whether the mover moves again.
        again: bool,
    },
}

/// What a sowing adds, and where its last seed falls.
#[derive(Clone, Copy, Debug)]
struct Sown {
    own: u64,
    other: u64,
    store: u8,
    last: Last,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    Store,
    Other,
    /// In an own house, with the lowest bit of its byte.
    Own(u8),
}

/// The rules for boards with as many houses a side: what a majority in a store means is not among them.
#[derive(Clone, Debug)]
pub(super) struct Board {
    houses: usize,
    capture: Capture,
    end: End,
    sowings: Vec<[Sown; MAX_HOUSES]>,
}

impl Board {
    /// `houses` a side, at most [`MAX_HOUSES`].
    pub(super) fn new(houses: usize, rules: &KalahRules) -> Board {
        let sowings =
            (0..=MAX_SEEDS).map(|seeds| std::array::from_fn(|house| Sown::new(houses, house, seeds))).collect();
        Board { houses, capture: rules.capture, end: rules.end, sowings }
    }

    /// Houses a side.
    #[inline(always)]
    pub(super) const fn houses(&self) -> usize {
        self.houses
    }

    /// The seeds that a last seed in the own house at this bit captures, itself included; 0 for none.
    #[inline(always)]
    const fn captured(&self, taken: u64) -> u64 {
        match self.capture {
            Capture::None => 0,
            Capture::Standard if taken == 0 => 0,
            Capture::Standard | Capture::Empty => taken + 1,
        }
    }

    /// What comes of sowing an own house that is not empty.
    #[inline(always)]
    pub(super) fn after(&self, before: Houses, house: usize) -> After {
        let sown = &self.sowings[before.own_house(house)][house];
        let mut own = before.own.wrapping_add(sown.own);
        let mut other = before.other.wrapping_add(sown.other);
        let mut gained = i32::from(sown.store);
        if let Last::Own(bit) = sown.last
            && own >> bit & 0xff == 1
        {
            let opposite = 8 * (self.houses - 1) - usize::from(bit);
            let taken = other >> opposite & 0xff;
            let captured = self.captured(taken);
            if captured > 0 {
                own &= !(0xff << bit);
                other &= !(0xff << opposite);
                gained += captured as i32;
            }
        }
        let again = sown.last == Last::Store;
        let over = match self.end {
            End::Either => own == 0 || other == 0,
            End::Mover => (if again { own } else { other }) == 0,
        };
        if over {
            return After::Over(gained + sum(own) as i32 - sum(other) as i32);
        }
        let houses = if again { Houses { own, other } } else { Houses { own: other, other: own } };
        After::On { houses, gained, again }
    }

    /// The value of houses where the game is over before any move; `None` where it goes on.
    pub(super) const fn finished(&self, houses: Houses) -> Option<i32> {
        let over = match self.end {
            End::Either => houses.own == 0 || houses.other == 0,
            End::Mover => houses.own == 0,
        };
        if over { Some(sum(houses.own) as i32 - sum(houses.other) as i32) } else { None }
    }
}

impl Sown {
    fn new(houses: usize, from: usize, seeds: usize) -> Sown {
        let lap = 2 * houses + 1;
        let mut sown = Sown { own: 0, other: 0, store: 0, last: Last::Other };
        if from >= houses {
            return sown;
        }
        sown.own = sown.own.wrapping_sub((seeds as u64) << (8 * from));
        for place in (from + 1..).take(seeds).map(|place| place % lap) {
            sown.last = if place < houses {
                sown.own = sown.own.wrapping_add(1 << (8 * place));
                Last::Own(8 * place as u8)
            } else if place == houses {
                sown.store += 1;
                Last::Store
            } else {
                sown.other += 1 << (8 * (place - houses - 1));
                Last::Other
            };
        }
        sown
    }
}
