//! What Kalah tells searches besides its rules.

use plyground_game::{Position, SearchHints};

use crate::{House, Kalah};

impl SearchHints for Kalah {
    /// The seeds that it brings into the store, and something for a turn that goes on.
    #[inline]
    fn noisy_value(&self, mv: House) -> i32 {
        const EXTRA_TURN: i32 = 4;
        let (side, after) = (self.side_to_move(), self.after(mv));
        let gained = i32::from(after.store(side)) - i32::from(self.store(side));
        if after.side_to_move() == side { gained + EXTRA_TURN } else { gained }
    }
}
