//! Arrangements of a table, defined by the animals in play and the captures that win.

use super::bitmap::{Bitmap, filled, with_animals};
use super::ground::Ground;
use super::walk::Span;

/// Size of the task. The whole game has the whole herd and the captures of the rules. A small form has fewer animals
/// and is a part of the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    /// Number of animals of the whole herd.
    pub(crate) herd: u8,
    pub(crate) captures_to_win: u8,
    /// Maximum number of animals on the board and in hand.
    pub(crate) max_animals: u8,
}

impl Form {
    pub(crate) fn whole(ground: &Ground, captures_to_win: u8) -> Form {
        Form { herd: ground.herd, captures_to_win, max_animals: ground.herd }
    }

    /// Returns the number of animals left, on the board and in hand, with which the hunters have won.
    pub(crate) fn lost_with(self) -> u8 {
        self.herd - self.captures_to_win
    }

    /// Returns the minimum and maximum number of animals on the board in unfinished arrangements with `in_hand` animals
    /// in hand; 1 and 0 if there are none.
    pub(crate) fn animals(self, in_hand: u8) -> (u8, u8) {
        let least = (self.lost_with() + 1).saturating_sub(in_hand);
        self.max_animals.checked_sub(in_hand).filter(|&most| least <= most).map_or((1, 0), |most| (least, most))
    }

    /// Returns the span of words of these arrangements and of those after one more capture.
    pub(crate) fn span(self, words: usize, in_hand: u8) -> Span {
        let (least, most) = self.animals(in_hand);
        Span::new(words, u32::from(least).saturating_sub(1), most.into())
    }

    /// Returns the bitmap of these arrangements, with `words` words.
    pub(crate) fn unfinished(self, words: usize, in_hand: u8) -> Bitmap {
        let (least, most) = self.animals(in_hand);
        with_animals(words, least.into(), most.into())
    }

    /// Returns the arrangements in which the hunters have won with their last capture.
    pub(crate) fn won_by_captures(self, words: usize, in_hand: u8) -> Bitmap {
        match self.lost_with().checked_sub(in_hand) {
            Some(most) => with_animals(words, 0, most.into()),
            None => filled(words, 0),
        }
    }
}
