//! The opening: the two rules that apply only to the first two actions.
//!
//! The turn number determines which rule applies:
//!
//! - at turn 0, a placement may not be on the centre (odd sizes, `centre_ban`);
//! - at turn 1, the mover may STEAL (`steal`) if exactly one stone is on the board and it is the opponent's.
//!
//! In a game from the start, these are Red's first placement and Blue's reply. In an arbitrary position, the turn number decides,
//! whichever side is to move. Without exactly one stone to steal, there is no STEAL. The centre is not barred if it is the only
//! empty cell, because the side to move must have a move. So the mirror image of an opening (colours swapped, Blue first) is an
//! opening under the same rules, and the symmetries of the board are symmetries of the game without exception.
//!
//! The turn number is not part of equality and key, but the remaining effect of the two rules is. A position at turn 0 or 1
//! differs from the same stones at a later turn exactly if some move, now or after the next one, differs.
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

/// The remaining effect of the opening rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// No effect; the first variant, which does not change a key.
    Over,
    /// The centre is barred for the next placement, and no STEAL can follow.
    CentreBarred,
    /// The board is empty, and the first stone can be stolen.
    StealAhead,
    /// The centre is barred, and the first stone can be stolen.
    CentreBarredAndStealAhead,
    /// The one stone on the board can be stolen now.
    Steal,
}

impl Opening {
    /// Returns whether the centre is barred for the next placement.
    pub(crate) const fn bars_centre(self) -> bool {
        matches!(self, Opening::CentreBarred | Opening::CentreBarredAndStealAhead)
    }
}

impl Cachex {
    /// Returns whether the side to move may STEAL.
    #[inline]
    #[must_use]
    pub fn can_steal(&self) -> bool {
        self.opening() == Opening::Steal
    }

    /// Returns the empty centre if it is barred for the next placement.
    #[inline]
    #[must_use]
    pub fn barred_centre(&self) -> Option<Cell> {
        if self.opening().bars_centre() { self.size().centre() } else { None }
    }

    /// Returns the remaining effect of the opening rules.
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
