//! Search hints for Kalah.

use plyground_game::{Position, SearchHints};

use crate::{House, Kalah};

impl SearchHints for Kalah {
    /// Returns the number of seeds that the move brings into the store, plus a bonus for another move of the same side.
    #[inline]
    fn noisy_value(&self, mv: House) -> i32 {
        const EXTRA_TURN: i32 = 4;
        let (side, after) = (self.side_to_move(), self.after(mv));
        let gained = i32::from(after.store(side)) - i32::from(self.store(side));
        if after.side_to_move() == side { gained + EXTRA_TURN } else { gained }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gained_seeds_and_extra_turns_come_first() {
        let value = |position: &str, house: &str| {
            let pos = Kalah::parse(position, &Default::default()).unwrap();
            pos.noisy_value(pos.parse_move(house).unwrap())
        };
        let start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S";
        // No seed; one seed into the store; one seed into the store as the last one, so that South moves again.
        assert_eq!(["1", "6", "3"].map(|house| value(start, house)), [0, 1, 5]);
        // Five seeds captured with the last one: the value is higher than an extra turn, and lower than both together.
        assert_eq!(value("<3,0,0,1,0,2,2,5,1> S", "1"), 6);
    }
}
