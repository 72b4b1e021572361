//! What evaluations and solvers ask of a position: always about the board as it stands, whichever side is to move, and also
//! when the game is over.
//!
//! ```
//! use plyground_game::Position;
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let pos = Tigers::parse("T..TG................TG 0 g", &TigersRules::default())?;
//! assert_eq!((pos.tiger_steps(), pos.tiger_jumps()), (6, 2));
//! assert_eq!(pos.threatened_goats().into_iter().map(|goat| goat.number()).collect::<Vec<_>>(), [4]);
//! assert!(pos.trapped_tigers().is_empty());
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use crate::board::Fans;
use crate::{PointSet, Tigers};

impl Tigers {
    /// The steps that tigers could make if they were to move, 0 to 12.
    #[inline]
    #[must_use]
    pub fn tiger_steps(&self) -> u32 {
        Fans::steps(self.tigers(), self.empty()).count()
    }

    /// The jumps that tigers could make if they were to move, 0 to 12.
    #[inline]
    #[must_use]
    pub fn tiger_jumps(&self) -> u32 {
        self.jump_fans().count()
    }

    /// The steps that goats could make if they were to move and none were outside.
    #[inline]
    #[must_use]
    pub fn goat_steps(&self) -> u32 {
        Fans::steps(self.goats(), self.empty()).count()
    }

    /// The goats that a tiger could take at once if tigers were to move.
    #[inline]
    #[must_use]
    pub fn threatened_goats(&self) -> PointSet {
        self.jump_fans().jumped()
    }

    /// The empty points where a tiger could land with a jump if tigers were to move: a goat put there guards its
    /// neighbour.
    #[inline]
    #[must_use]
    pub fn landing_points(&self) -> PointSet {
        self.jump_fans().targets()
    }

    /// The goats that tigers could take in time if no goat moved: some line through them has no goat on either side.
    #[inline]
    #[must_use]
    pub fn open_goats(&self) -> PointSet {
        let free = !self.goats();
        Fans::jumps(free, self.goats(), free).jumped()
    }

    /// The tigers that could neither step nor jump if tigers were to move. Goats win when it is so and these are all.
    #[inline]
    #[must_use]
    pub fn trapped_tigers(&self) -> PointSet {
        let (empty, goats) = (self.empty(), self.goats());
        let can_step = empty.neighbours();
        // A jump backwards: from the empty point over the goat to the tiger.
        let can_jump = Fans::jumps(empty, goats, self.tigers()).targets();
        self.tigers() & !(can_step | can_jump)
    }

    /// The empty points that tigers could come to by any number of steps and jumps, one after the other, if goats
    /// neither moved nor were taken off the board.
    #[must_use]
    pub fn tiger_reach(&self) -> PointSet {
        let (empty, goats) = (self.empty(), self.goats());
        let mut reach = PointSet::EMPTY;
        let mut front = self.tigers();
        while !front.is_empty() {
            let next = front.neighbours() & empty | Fans::jumps(front, goats, empty).targets();
            front = next & !reach;
            reach |= front;
        }
        reach
    }

    /// The empty points closed to tigers: those outside [`Tigers::tiger_reach`], where goats can enter and wait in
    /// safety as long as the fence around them stands.
    #[inline]
    #[must_use]
    pub fn closed_points(&self) -> PointSet {
        self.empty() & !self.tiger_reach()
    }

    #[inline]
    fn jump_fans(&self) -> Fans {
        Fans::jumps(self.tigers(), self.goats(), self.empty())
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Side;

    use super::*;
    use crate::{JUMPS, TigersRules};

    #[test]
    fn open_goats_are_those_that_some_two_tigers_placed_anywhere_could_take() {
        let tigers = PointSet::from_bits(0b111);
        for seed in 0_u32..6000 {
            let mix = seed.wrapping_mul(2_654_435_761);
            let goats = PointSet::from_bits(mix & mix.rotate_left(11)) & !tigers;
            let Ok(pos) = Tigers::from_parts(tigers, goats, 0, Side::First, &TigersRules::default()) else { continue };
            let open: PointSet = JUMPS
                .iter()
                .filter(|jump| goats.contains(jump.over) && !goats.contains(jump.from) && !goats.contains(jump.to))
                .map(|jump| jump.over)
                .collect();
            assert_eq!(pos.open_goats(), open);
        }
    }
}
