//! Houses without stores, and the effect of a sowing on them. The solver spends most of its time here.
//!
//! The value of a position is relative to the stores, so the stores are not needed. The houses of a side are the bytes
//! of a number; house 1, the farthest from the store, is the lowest. A sowing adds one number to each side, from a list
//! built for the board size.
//!
//! The rules crate stores the store in each number and branches when a move captures or ends the game. Here only the
//! houses matter, and captures are unpredictable, so sides have a layout of their own. The rules crate computes the
//! distribution of the seeds ([`Distribution`]).

use plyground_kalah::{Capture, Distribution, End, House, KalahRules, Last};

/// Maximum number of houses per side.
pub(super) const MAX_HOUSES: usize = 8;
/// Maximum number of seeds in houses, which fits a byte with a spare bit.
pub(super) const MAX_SEEDS: usize = 127;

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Seeds in houses, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Houses {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// Returns the sum of the bytes of one side, at most [`MAX_SEEDS`].
#[inline(always)]
pub(super) const fn sum(side: u64) -> u32 {
    (side.wrapping_mul(ONES) >> 56) as u32
}

/// Returns the prefix sums of the bytes.
#[inline(always)]
pub(super) const fn prefix_sums(side: u64) -> u64 {
    side.wrapping_mul(ONES)
}

impl Houses {
    /// Returns the number of seeds in houses.
    #[inline(always)]
    pub(super) const fn seeds(self) -> u32 {
        sum(self.own) + sum(self.other)
    }

    /// Returns the number of seeds in an own house, numbered from 0.
    #[inline(always)]
    pub(super) const fn own_house(self, house: usize) -> usize {
        (self.own >> (8 * house)) as usize & MAX_SEEDS
    }
}

/// Result of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// The game is over. The field is the further store difference for the mover, from before the move.
    Over(i32),
    /// The game is not over.
    On {
        /// Houses from the view of the next side to move.
        houses: Houses,
        /// Seeds that the mover's store gains.
        gained: i32,
        /// Whether the mover moves again.
        again: bool,
    },
}

/// Change that a sowing makes, and the place of its last seed.
#[derive(Clone, Copy, Debug)]
struct Sown {
    own: u64,
    other: u64,
    store: u8,
    /// Lowest bit of the byte of the own house where the last seed falls; [`NOWHERE`] if it falls elsewhere.
    last: u8,
    /// Lowest bit of the byte of the opposite house.
    opposite: u8,
    /// Whether the last seed falls into the store.
    again: bool,
}

/// Shift to the highest bit, which is always 0, because the highest byte is at most [`MAX_SEEDS`].
const NOWHERE: u8 = 63;

/// Rules for boards with a given number of houses, without the majority rule.
#[derive(Clone, Debug)]
pub(super) struct Board {
    houses: usize,
    /// A last seed that falls into an empty own house captures if the opposite house has more seeds than this.
    captures_above: i32,
    end: End,
    sowings: Vec<[Sown; MAX_HOUSES]>,
}

impl Board {
    /// Creates the rules for `houses` houses per side, at most [`MAX_HOUSES`].
    pub(super) fn new(houses: usize, rules: &KalahRules) -> Board {
        let sowings =
            (0..=MAX_SEEDS).map(|seeds| std::array::from_fn(|house| Sown::new(houses, house, seeds))).collect();
        let captures_above = match rules.capture {
            Capture::None => i32::MAX,
            Capture::Standard => 0,
            Capture::Empty => -1,
        };
        Board { houses, captures_above, end: rules.end, sowings }
    }

    /// Returns the number of houses per side.
    #[inline(always)]
    pub(super) const fn houses(&self) -> usize {
        self.houses
    }

    /// Returns the result of sowing a non-empty own house.
    //
    // Captures are hard to predict, so the code is branch-free.
    #[inline(always)]
    pub(super) fn after(&self, before: Houses, house: usize) -> After {
        let sown = &self.sowings[before.own_house(house)][house];
        let own = before.own.wrapping_add(sown.own);
        let other = before.other.wrapping_add(sown.other);
        let taken = other >> sown.opposite & 0xff;
        let captures = (own >> sown.last & 0xff == 1) & (taken as i32 > self.captures_above);
        let (mask, captured) = if captures { (0xff, taken as i32 + 1) } else { (0, 0) };
        let own = own & !(mask << sown.last);
        let other = other & !(mask << sown.opposite);
        let gained = i32::from(sown.store) + captured;
        let again = sown.again;
        let (mover, waiting) = if again { (own, other) } else { (other, own) };
        if (mover == 0) | ((waiting == 0) & (self.end == End::Either)) {
            return After::Over(gained + sum(own) as i32 - sum(other) as i32);
        }
        After::On { houses: Houses { own: mover, other: waiting }, gained, again }
    }

    /// Returns the value if the game is over before any move; `None` otherwise.
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
        let mut sown = Sown { own: 0, other: 0, store: 0, last: NOWHERE, opposite: NOWHERE, again: false };
        let Some(house) = House::new(from + 1).filter(|_| from < houses && seeds > 0) else { return sown };
        let distribution = Distribution::new(houses, house, seeds as u16);
        for (place, house) in (1..=houses).filter_map(House::new).enumerate() {
            sown.own += u64::from(distribution.in_own(house)) << (8 * place);
            sown.other += u64::from(distribution.in_other(house)) << (8 * place);
        }
        sown.own = sown.own.wrapping_sub((seeds as u64) << (8 * from));
        sown.store = distribution.in_store() as u8;
        match distribution.last() {
            Last::Own(house) => {
                let place = house.number() - 1;
                (sown.last, sown.opposite) = (8 * place as u8, 8 * (houses - 1 - place) as u8);
            }
            Last::Store => sown.again = true,
            Last::Other(_) => {}
        }
        sown
    }
}
