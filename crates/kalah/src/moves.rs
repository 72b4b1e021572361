//! Moves. A move sows all seeds of one house, so the house identifies the move.

use core::fmt;

use plyground_game::Move;

use crate::{MAX_HOUSES, SMALL_HOUSES};

/// House of either side, and the move that sows from it. It is printed as its number; house 1 is the farthest from the
/// store.
///
/// ```
/// use plyground_kalah::House;
///
/// let house = House::new(3).expect("a house of every board with 3 or more");
/// assert_eq!((house.number(), house.to_string()), (3, "3".into()));
/// assert!(House::new(0).is_none() && House::new(13).is_none());
/// ```
//
// The value is the bit position of the house in a packed side, because a move generator scans bits. Houses beyond a
// small board use free bits above these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u32);

/// Number of bits of a house in a [packed side](crate::packed).
pub(crate) const HOUSE_BITS: u32 = 8;
/// Bit of house 1.
const FIRST: u32 = 2 * HOUSE_BITS;
/// Bit of the first house that no small board has.
const FAR: u32 = FIRST + HOUSE_BITS * (SMALL_HOUSES as u32 - 1) + 1;

// A set of all houses must fit into 64 bits.
const _: () = assert!(FAR as usize + MAX_HOUSES - SMALL_HOUSES <= 64);

impl House {
    /// Returns the house with this number, 1 to 12; `None` for other numbers.
    #[must_use]
    pub const fn new(number: usize) -> Option<House> {
        if number >= 1 && number <= MAX_HOUSES { Some(House::from_index(number - 1)) } else { None }
    }

    /// Returns the number, 1 to 12.
    #[must_use]
    pub const fn number(self) -> usize {
        self.index() + 1
    }

    /// Returns the house with this [bit](House::bit).
    #[inline]
    pub(crate) const fn at_bit(bit: u32) -> House {
        House(bit)
    }

    /// Returns the lowest bit of the house in a packed side. A house beyond a small board has a bit above those.
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0
    }

    /// Returns the index, 0 to 11.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (if self.0 < FAR { (self.0 - FIRST) / HOUSE_BITS } else { self.0 - FAR + SMALL_HOUSES as u32 }) as usize
    }

    /// Returns the house with this index, 0 to 11.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> House {
        let index = index as u32;
        let small = SMALL_HOUSES as u32;
        House(if index < small { FIRST + HOUSE_BITS * index } else { FAR + index - small })
    }

    /// Returns the opponent's house opposite, on a board with `m` houses per side.
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
