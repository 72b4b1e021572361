//! The opening: the two rules that belong to the first two actions alone.
//!
//! The turn number says which action is next:
//!
//! - at turn 0 a placement may not be the centre (odd sizes, `centre_ban`);
//! - at turn 1 the mover may STEAL (`steal`), when exactly one stone is on the board and it is the opponent's.
//!
//! In a game from the start these are Red's first placement and Blue's answer. Positions made by hand need not agree: for
//! them the turn number decides, whichever side is to move, and a board on which there is not one single stone to steal
//! has no STEAL; nor is the centre barred where it is the only empty cell, because whose turn it is must be able to move.
//! So the mirror image of an opening (colours swapped, Blue first) is an opening by the same rules, and
//! the symmetries of the board are symmetries of the game without exception.
//!
//! The turn number is no part of equality and key. What can still come of these two rules is: a position at turn 0 or 1
//! differs from the same stones at a later turn exactly when some move, now or after the next one, does.
//!
//! ```
//! use plyground_cachex::{Cachex, CachexRules};
//! use plyground_game::Position;
//!
//! let rules = CachexRules::default();
//! let [early, late] = ["3 ..r/.../... b 1", "3 ..r/.../... b 2"].map(|text| Cachex::parse(text, &rules));
//! let (early, late) = (early?, late?);
//! assert!(early.can_steal() && !late.can_steal());
//! assert!(early != late && early.key() != late.key());
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_game::Position;

use crate::{Cachex, Cell};

/// What the opening rules still allow and forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// Nothing special any more; the first, which adds nothing to a key.
    Over,
    /// The centre is barred for the next placement; no STEAL will follow.
    CentreBarred,
    /// The board is empty, and the first stone can be stolen.
    StealAhead,
    /// Both.
    CentreBarredAndStealAhead,
    /// The one stone on the board can be stolen now.
    Steal,
}

impl Opening {
    /// Whether the next placement may not be the centre.
    pub(crate) const fn bars_centre(self) -> bool {
        matches!(self, Opening::CentreBarred | Opening::CentreBarredAndStealAhead)
    }
}

impl Cachex {
    /// Whether the side to move may STEAL.
    #[inline]
    #[must_use]
    pub fn can_steal(&self) -> bool {
        self.opening() == Opening::Steal
    }

    /// The empty centre, when the next placement may not be there.
    #[inline]
    #[must_use]
    pub fn barred_centre(&self) -> Option<Cell> {
        if self.opening().bars_centre() { self.size().centre() } else { None }
    }

    /// What the opening rules still allow and forbid.
    #[inline]
    pub(crate) fn opening(&self) -> Opening {
        if self.turn() > 1 { Opening::Over } else { self.early_opening() }
    }

    #[cold]
    fn early_opening(&self) -> Opening {
        let (side, rules) = (self.side_to_move(), self.rules());
        let (own, theirs) = (self.stone_count(side), self.stone_count(!side));
        if self.turn() == 1 {
            return if rules.steal && own == 0 && theirs == 1 { Opening::Steal } else { Opening::Over };
        }
        let barred = rules.centre_ban
            && self.winner().is_none()
            && self.size().centre().is_some_and(|centre| self.empty().contains(centre) && self.empty().count() > 1);
        let steal = rules.steal && own == 0 && theirs == 0;
        match (barred, steal) {
            (false, false) => Opening::Over,
            (true, false) => Opening::CentreBarred,
            (false, true) => Opening::StealAhead,
            (true, true) => Opening::CentreBarredAndStealAhead,
        }
    }
}
