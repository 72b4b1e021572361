//! Which arrangements a table holds: the goats in play and the captures that win.

use plyground_tigers::{GOATS, TigersRules};

use super::bitmap::{Bitmap, with_goats};

/// The size of the task. All 15 goats and the rules' captures make the whole game; fewer goats make a small form, which
/// is a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub(crate) captures_to_win: u8,
    /// Goats on the board and outside, at most.
    pub(crate) max_goats: u8,
}

impl Form {
    /// With so few goats left, on the board and outside, tigers have won.
    pub(crate) fn lost_with(self) -> u8 {
        GOATS - self.captures_to_win
    }

    /// The least and the largest number of goats on the board in unfinished arrangements with `outside` goats outside;
    /// `None` when there are none.
    pub(crate) fn goats(self, outside: u8) -> Option<(u8, u8)> {
        let least = (self.lost_with() + 1).saturating_sub(outside);
        let most = self.max_goats.checked_sub(outside)?;
        (least <= most).then_some((least, most))
    }

    /// These arrangements.
    pub(crate) fn unfinished(self, outside: u8) -> Bitmap {
        match self.goats(outside) {
            Some((least, most)) => with_goats(least.into(), most.into()),
            None => super::bitmap::filled(0),
        }
    }

    /// The arrangements in which tigers have won with their last capture.
    pub(crate) fn won_by_captures(self, outside: u8) -> Bitmap {
        match self.lost_with().checked_sub(outside) {
            Some(most) => with_goats(0, most.into()),
            None => super::bitmap::filled(0),
        }
    }

    /// The rules that the values hold for, as their text. How often a position may recur is left out: whoever can win
    /// need not repeat, and whoever cannot draws by repetition at any count.
    pub(crate) fn rules(self) -> String {
        TigersRules::new(self.captures_to_win, Some(3)).expect("the captures are in range").to_string()
    }
}
