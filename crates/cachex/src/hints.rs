//! Hints of Cachex for searches, besides its rules.

use plyground_game::{Position, SearchHints, Side};

use crate::{Cachex, CachexMove};

impl SearchHints for Cachex {
    // Every stone that is placed has to be taken again, and captures take two stones of one colour: two placements each.
    const NO_RETURN_WITHIN: u32 = 3;

    /// A win before all captures, captures by the stones they take, STEAL last.
    fn noisy_value(&self, mv: CachexMove) -> i32 {
        if self.wins(mv) { 100 } else { self.captures(mv).count() as i32 }
    }

    /// The same stones, the other side to move, the turn number as it is: nothing has been played. `None` in the first two
    /// turns, where the opening rules hang on who moves, and in a finished game.
    fn pass(&self) -> Option<Cachex> {
        let may_pass = self.winner().is_none() && self.turn() > 1;
        let stones = [self.stones(Side::First), self.stones(Side::Second)];
        may_pass
            .then(|| Cachex::from_stones(self.size(), stones, !self.side_to_move(), self.turn(), &self.rules()))
            .flatten()
    }
}
