//! Moves: numbers below 155, one for each placement, step and jump of the board.
//!
//! A move does not name the side, because a position has only one side to move. Numbers increase in the natural order:
//! placements by point, then steps, then jumps, each in the order of its table.

use core::fmt;

use plyground_game::Move;

use crate::{JUMPS, Jump, Point, STEPS, Step};

const STEPS_START: usize = Point::COUNT;
const JUMPS_START: usize = STEPS_START + STEPS.len();
const COUNT: usize = JUMPS_START + JUMPS.len();

/// Move: a goat placed on a point, a step, or a tiger's jump. `Display` writes the notation: `@7`, `3-9`, `3x15`.
///
/// ```
/// use plyground_game::Move;
/// use plyground_tigers::{MoveKind, Point, TigersMove};
///
/// assert_eq!(TigersMove::COUNT, 155);
/// let [three, nine] = [3, 9].map(|number| Point::new(number).expect("there is such a point"));
/// let mv = TigersMove::step(three, nine).expect("3 and 9 are neighbours");
/// assert_eq!(mv.to_string(), "3-9");
/// assert!(matches!(mv.kind(), MoveKind::Step(step) if step.to == nine));
/// assert_eq!(TigersMove::step(nine, nine), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TigersMove(u8);

/// Kind of a move, with its points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A goat enters from outside on this point.
    Place(Point),
    /// A goat or a tiger steps to a neighbour.
    Step(Step),
    /// A tiger captures a goat.
    Jump(Jump),
}

impl TigersMove {
    /// Creates the placement of a goat on `point`.
    #[inline]
    #[must_use]
    pub const fn place(point: Point) -> TigersMove {
        TigersMove(point.number())
    }

    /// Creates the step between two points; `None` if they are not neighbours.
    #[must_use]
    pub fn step(from: Point, to: Point) -> Option<TigersMove> {
        from.step_range().find(|&place| STEPS[place].to == to).map(TigersMove::from_step_place)
    }

    /// Creates the jump between two points; `None` if they are not two apart on a straight line.
    #[must_use]
    pub fn jump(from: Point, to: Point) -> Option<TigersMove> {
        from.jump_range().find(|&place| JUMPS[place].to == to).map(TigersMove::from_jump_place)
    }

    #[inline]
    pub(crate) fn from_step_place(place: usize) -> TigersMove {
        TigersMove((STEPS_START + place) as u8)
    }

    #[inline]
    pub(crate) fn from_jump_place(place: usize) -> TigersMove {
        TigersMove((JUMPS_START + place) as u8)
    }

    /// Returns the number of this move.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        KINDS[self.0 as usize]
    }

    /// Returns whether the move captures a goat.
    #[inline]
    #[must_use]
    pub const fn is_jump(self) -> bool {
        self.0 as usize >= JUMPS_START
    }

    /// Returns whether the move places a goat on the board.
    #[inline]
    #[must_use]
    pub const fn is_placement(self) -> bool {
        (self.0 as usize) < STEPS_START
    }

    /// Returns the point of the piece after the move.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Point {
        match self.kind() {
            MoveKind::Place(to) | MoveKind::Step(Step { to, .. }) | MoveKind::Jump(Jump { to, .. }) => to,
        }
    }
}

/// Kind of the move with each number.
pub(crate) static KINDS: [MoveKind; COUNT] = {
    let mut kinds = [MoveKind::Place(Point::ALL[0]); COUNT];
    let mut number = 0;
    while number < COUNT {
        kinds[number] = if number < STEPS_START {
            MoveKind::Place(Point::ALL[number])
        } else if number < JUMPS_START {
            MoveKind::Step(STEPS[number - STEPS_START])
        } else {
            MoveKind::Jump(JUMPS[number - JUMPS_START])
        };
        number += 1;
    }
    kinds
};

impl Move for TigersMove {
    const COUNT: usize = COUNT;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Option<TigersMove> {
        (index < COUNT).then_some(TigersMove(index as u8))
    }
}

impl fmt::Display for TigersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Place(point) => write!(f, "@{point}"),
            MoveKind::Step(Step { from, to }) => write!(f, "{from}-{to}"),
            MoveKind::Jump(Jump { from, to, .. }) => write!(f, "{from}x{to}"),
        }
    }
}

impl fmt::Debug for TigersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_the_move_that_its_kind_makes() {
        for index in 0..TigersMove::COUNT {
            let mv = TigersMove::from_index(index).expect("the index is below COUNT");
            assert_eq!(mv.index(), index);
            let made = match mv.kind() {
                MoveKind::Place(point) => Some(TigersMove::place(point)),
                MoveKind::Step(Step { from, to }) => TigersMove::step(from, to),
                MoveKind::Jump(Jump { from, to, .. }) => TigersMove::jump(from, to),
            };
            assert_eq!(made, Some(mv));
        }
        assert_eq!(TigersMove::from_index(TigersMove::COUNT), None);
    }
}
