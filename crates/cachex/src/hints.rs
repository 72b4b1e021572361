//! What Cachex tells searches besides its rules.

use plyground_game::SearchHints;

use crate::{Cachex, CachexMove};

impl SearchHints for Cachex {
    // Every stone that is placed has to be taken again, and captures take two stones of one colour: two placements each.
    const NO_RETURN_WITHIN: u32 = 3;

    /// A win before all captures, captures by the stones they take, STEAL last.
    fn noisy_value(&self, mv: CachexMove) -> i32 {
        if self.wins(mv) { 100 } else { self.captures(mv).count() as i32 }
    }
}
