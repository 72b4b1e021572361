//! Search hints of Cachex.

use alloc::vec::Vec;

use plyground_game::{Position, SearchHints, Side};

use crate::{Cachex, CachexMove, Cells};

impl SearchHints for Cachex {
    // To return to a position, every placed stone must be captured, and a capture takes two stones of one colour: two placements
    // each.
    const NO_RETURN_WITHIN: u32 = 3;

    /// Ranks a win before all captures, captures by the number of captured stones, and STEAL last.
    fn noisy_value(&self, mv: CachexMove) -> i32 {
        if self.wins(mv) { 100 } else { self.captures(mv).count() as i32 }
    }

    /// Ranks placements by learned weights of the cells around them.
    #[inline(always)]
    fn quiet_value(&self, mv: CachexMove, previous: Option<CachexMove>) -> i32 {
        let CachexMove::Place(cell) = mv else { return 0 };
        self.pattern_score(cell, previous.and_then(CachexMove::cell))
    }

    /// Returns the captures and the cell on which the opponent would join its edges, if there is only one.
    #[inline]
    fn parries(&self) -> Option<Vec<CachexMove>> {
        let threats = self.winning_points(!self.side_to_move());
        if threats.is_empty() || self.turn() <= 1 || self.winner().is_some() {
            return None;
        }
        let block = if threats.count() == 1 { threats } else { Cells::EMPTY };
        Some((block | self.noisy_points()).into_iter().map(CachexMove::Place).collect())
    }

    /// Returns the same stones and turn number with the other side to move. Returns `None` in a finished game and in the first
    /// two turns, in which the opening rules depend on the side to move.
    fn pass(&self) -> Option<Cachex> {
        let may_pass = self.winner().is_none() && self.turn() > 1;
        let stones = [self.stones(Side::First), self.stones(Side::Second)];
        may_pass
            .then(|| Cachex::from_stones(self.size(), stones, !self.side_to_move(), self.turn(), &self.rules()))
            .flatten()
    }
}
