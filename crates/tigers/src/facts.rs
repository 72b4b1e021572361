//! Features of a position for evaluations and solvers. They describe the board alone, for either side to move, and also
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
    /// Returns the number of steps of the tigers if they were to move, 0 to 12.
    #[inline]
    #[must_use]
    pub fn tiger_steps(&self) -> u32 {
        Fans::steps(self.tigers(), self.empty()).count()
    }

    /// Returns the number of jumps of the tigers if they were to move, 0 to 12.
    #[inline]
    #[must_use]
    pub fn tiger_jumps(&self) -> u32 {
        self.jump_fans().count()
    }

    /// Returns the number of steps of the goats if they were to move and none were outside.
    #[inline]
    #[must_use]
    pub fn goat_steps(&self) -> u32 {
        Fans::steps(self.goats(), self.empty()).count()
    }

    /// Returns the goats that a tiger could capture next if the tigers were to move.
    #[inline]
    #[must_use]
    pub fn threatened_goats(&self) -> PointSet {
        self.jump_fans().jumped()
    }

    /// Returns the empty points where a tiger could land after a jump if the tigers were to move. A goat on such a
    /// point protects the goat next to it.
    #[inline]
    #[must_use]
    pub fn landing_points(&self) -> PointSet {
        self.jump_fans().targets()
    }

    /// Returns the goats that tigers could capture eventually if no goat moved: on some line, neither neighbour of the
    /// goat is a goat.
    #[inline]
    #[must_use]
    pub fn open_goats(&self) -> PointSet {
        let free = !self.goats();
        Fans::jumps(free, self.goats(), free).jumped()
    }

    /// Returns the tigers that could neither step nor jump if the tigers were to move. If these are all tigers and the
    /// tigers are to move, goats win.
    #[inline]
    #[must_use]
    pub fn trapped_tigers(&self) -> PointSet {
        let (empty, goats) = (self.empty(), self.goats());
        let can_step = empty.neighbours();
        // A reverse jump leads from the empty point over the goat to the tiger.
        let can_jump = Fans::jumps(empty, goats, self.tigers()).targets();
        self.tigers() & !(can_step | can_jump)
    }

    /// Returns the empty points that tigers could reach by any sequence of steps and jumps if goats neither moved nor
    /// were captured.
    #[must_use]
    pub fn tiger_reach(&self) -> PointSet {
        let (empty, goats) = (self.empty(), self.goats());
        let mut reach = self.tigers();
        loop {
            let wider = reach.spread(empty, goats);
            if wider == reach {
                return reach & empty;
            }
            reach = wider;
        }
    }

    /// Returns the empty points outside [`Tigers::tiger_reach`]. Goats can enter and wait there safely while the
    /// surrounding goats stay.
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
