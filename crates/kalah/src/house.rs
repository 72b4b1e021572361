//! Houses, which are also the moves.
//!
//! ```
//! use plyground_kalah::House;
//!
//! let house = House::new(3).expect("a house of every board with 3 or more");
//! assert_eq!((house.number(), house.to_string()), (3, "3".into()));
//! assert!(House::new(0).is_none() && House::new(13).is_none());
//! ```

use std::fmt;

use plyground_game::Move;

use crate::MAX_HOUSES;

/// A house of either side, and the move that sows from it. Printed as its number, 1 is the farthest from the own store.
//
// Kept as the byte in which a half of a small board has it: a move generator finds bytes, and playing needs them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u32);

/// The byte of house 1.
const FIRST: u32 = 2;

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

    /// The house that has this byte of a half.
    #[inline]
    pub(crate) const fn at_byte(byte: u32) -> House {
        House(byte)
    }

    /// The byte of a half that has this house; no half has those beyond 7.
    #[inline]
    pub(crate) const fn byte(self) -> u32 {
        self.0
    }

    /// The number, from 0.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 - FIRST) as usize
    }

    /// The house with this number, from 0.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> House {
        House(index as u32 + FIRST)
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
        House::new(index + 1)
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
