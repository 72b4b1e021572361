//! The seeds in both stores, as one number.

use crate::lanes::Row;

/// The seeds in both stores: the own one below, the other one above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stores(u32);

impl Stores {
    #[inline]
    pub(crate) const fn new(own: u16, other: u16) -> Stores {
        Stores(own as u32 | (other as u32) << 16)
    }

    #[inline]
    pub(crate) const fn own(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) const fn other(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// As the other side sees them.
    #[inline]
    pub(crate) const fn swapped(self) -> Stores {
        Stores(self.0.rotate_left(16))
    }

    #[inline]
    pub(crate) const fn plus(self, more: Stores) -> Stores {
        Stores(self.0 + more.0)
    }

    /// The seeds in two rows.
    //
    // Rows are only summed up at the end of a game: that code stays out of the way.
    #[inline(never)]
    pub(crate) const fn of_rows(own: Row, other: Row) -> Stores {
        Stores::new(own.sum(), other.sum())
    }
}
