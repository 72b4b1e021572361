//! Moves: the houses. To move is to sow all seeds of one, so a house and the move from it are the same thing.
//!
//! ```
//! use plyground_kalah::House;
//!
//! let house = House::new(3).expect("a house of every board with 3 or more");
//! assert_eq!((house.number(), house.to_string()), (3, "3".into()));
//! assert!(House::new(0).is_none() && House::new(13).is_none());
//! ```

use core::fmt;

use plyground_game::Move;

use crate::{MAX_HOUSES, SMALL_HOUSES};

/// A house of either side, and the move that sows from it. Printed as its number, 1 is the farthest from the own store.
//
// Kept as the bit where a packed side has it: a move generator finds bits, and playing needs them. The houses that
// no small board has are named by bits above, which the last house of a packed side does not use in a set of houses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u32);

/// Bits of a house in a [packed side](crate::packed).
pub(crate) const HOUSE_BITS: u32 = 8;
/// The bit of house 1.
const FIRST: u32 = 2 * HOUSE_BITS;
/// The bit of the first house that no small board has.
const FAR: u32 = FIRST + HOUSE_BITS * (SMALL_HOUSES as u32 - 1) + 1;

// Sets of all houses have 64 bits.
const _: () = assert!(FAR as usize + MAX_HOUSES - SMALL_HOUSES <= 64);

impl House {
    /// The house with this number, 1 to 12.
    #[must_use]
    pub const fn new(number: usize) -> Option<House> {
        if number >= 1 && number <= MAX_HOUSES { Some(House::from_index(number - 1)) } else { None }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.index() + 1
    }

    /// The house with this [bit](House::bit).
    #[inline]
    pub(crate) const fn at_bit(bit: u32) -> House {
        House(bit)
    }

    /// The lowest bit that a packed side has the house at; for others, one above all those.
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0
    }

    /// The number, from 0.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (if self.0 < FAR { (self.0 - FIRST) / HOUSE_BITS } else { self.0 - FAR + SMALL_HOUSES as u32 }) as usize
    }

    /// The house with this number, from 0.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> House {
        let index = index as u32;
        let small = SMALL_HOUSES as u32;
        House(if index < small { FIRST + HOUSE_BITS * index } else { FAR + index - small })
    }

    /// The opponent's house that lies opposite, on a board with `m` houses a side.
    #[inline]
    pub(crate) const fn opposite(self, m: usize) -> House {
        House::from_index(m - 1 - self.index())
    }
}

impl Move for House {
    const COUNT: usize = MAX_HOUSES;

    #[inline]
    fn index(self) -> usize {
        House::index(self)
    }

    fn from_index(index: usize) -> Option<House> {
        index.checked_add(1).and_then(House::new)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "House({})", self.number())
    }
}
