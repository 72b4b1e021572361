//! The two sides.
//!
//! A [`Side`] is absolute: it is the player who moves first or second in the game, never "me" or "the opponent". Each
//! game has its own names for the two: see [`Position::SIDES`](crate::Position::SIDES).

use core::ops::Not;

/// One of the two players.
///
/// ```
/// use plyground_game::Side;
///
/// assert_eq!(!Side::First, Side::Second);
/// assert_eq!(Side::ALL.map(Side::index), [0, 1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player who makes the first move of a game.
    First = 0,
    /// The other player.
    Second = 1,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// Returns 0 for the first side and 1 for the second: an index into arrays of two.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side, as `!side` does. It is usable in constants.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}
