//! Building blocks of simple games: a single set-up, a single rule set, and a move that is a place on the board.

use core::fmt;
use core::str::FromStr;

use crate::notation::{Fault, ParseRulesError, ParseSetupError, quote};
use crate::{Move, Rules};

macro_rules! standard {
    ($($(#[$doc:meta])* $name:ident: $error:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name;

        impl FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<$name, $error> {
                if text == "standard" { Ok($name) } else { Err(Fault::whole(text, quote(text), "`standard`").into()) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("standard")
            }
        }
    )*};
}

standard! {
    /// The single set-up of a game, written `standard`.
    StandardSetup: ParseSetupError;
    /// The single rule set of a game, written `standard`.
    StandardRules: ParseRulesError;
}

impl Rules for StandardRules {}

/// A move that is a place: a cell, a column or a house, numbered from 0 to `COUNT` - 1.
///
/// ```
/// use plyground_game::{StandardRules, StandardSetup};
///
/// assert_eq!("standard".parse(), Ok(StandardSetup));
/// assert_eq!(
///     "chess960".parse::<StandardRules>().unwrap_err().to_string(),
///     "cannot read rules `chess960`: found `chess960`, expected `standard`"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot<const COUNT: usize>(u16);

impl<const COUNT: usize> Slot<COUNT> {
    /// Returns the slot with this number; `None` if there is none.
    #[inline]
    #[must_use]
    pub const fn new(number: usize) -> Option<Slot<COUNT>> {
        if number < COUNT && COUNT < 1 << 16 { Some(Slot(number as u16)) } else { None }
    }

    /// Returns the number, from 0.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns all slots in ascending order.
    pub fn all() -> impl Iterator<Item = Slot<COUNT>> {
        (0..COUNT).filter_map(Slot::new)
    }
}

impl<const COUNT: usize> Move for Slot<COUNT> {
    const COUNT: usize = COUNT;

    #[inline]
    fn index(self) -> usize {
        self.number()
    }

    #[inline]
    fn from_index(index: usize) -> Option<Slot<COUNT>> {
        Slot::new(index)
    }
}
