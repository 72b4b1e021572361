//! Moves: a placement, a step or a jump, numbered from 0 to 216.

use std::fmt;

use plyground::game::Move;

use crate::board::{JUMPS, Jump, Point, STEPS, Step};

const FIRST_STEP: usize = Point::COUNT;
const FIRST_JUMP: usize = FIRST_STEP + STEPS.len();
const COUNT: usize = FIRST_JUMP + JUMPS.len();

/// A move. `Display` writes the notation: `c3`, `a1-b2`, `a1xc3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BaghChalMove(u8);

/// Kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A goat is placed from the hand.
    Place(Point),
    /// A goat or a tiger moves to a neighbour.
    Step(Step),
    /// A tiger captures a goat.
    Jump(Jump),
}

impl BaghChalMove {
    /// Returns the placement of a goat.
    #[must_use]
    pub fn place(point: Point) -> BaghChalMove {
        BaghChalMove(point.number() as u8)
    }

    /// Returns the step between two points, or `None` if no line joins them.
    #[must_use]
    pub fn step(from: Point, to: Point) -> Option<BaghChalMove> {
        let number = STEPS.iter().position(|step| (step.from, step.to) == (from, to))?;
        Some(BaghChalMove((FIRST_STEP + number) as u8))
    }

    /// Returns the jump between two points, or `None` if no straight line leads over one point from one to the other.
    #[must_use]
    pub fn jump(from: Point, to: Point) -> Option<BaghChalMove> {
        let number = JUMPS.iter().position(|jump| (jump.from, jump.to) == (from, to))?;
        Some(BaghChalMove((FIRST_JUMP + number) as u8))
    }

    /// Returns what the move does.
    #[must_use]
    pub fn kind(self) -> MoveKind {
        match usize::from(self.0) {
            number @ ..FIRST_STEP => {
                MoveKind::Place(Point::new(number).expect("placements are numbered by their point"))
            }
            number @ ..FIRST_JUMP => MoveKind::Step(STEPS[number - FIRST_STEP]),
            number => MoveKind::Jump(JUMPS[number - FIRST_JUMP]),
        }
    }
}

/// Returns all steps with their moves.
pub(crate) fn steps() -> impl Iterator<Item = (BaghChalMove, &'static Step)> {
    STEPS.iter().enumerate().map(|(number, step)| (BaghChalMove((FIRST_STEP + number) as u8), step))
}

/// Returns all jumps with their moves.
pub(crate) fn jumps() -> impl Iterator<Item = (BaghChalMove, &'static Jump)> {
    JUMPS.iter().enumerate().map(|(number, jump)| (BaghChalMove((FIRST_JUMP + number) as u8), jump))
}

impl Move for BaghChalMove {
    const COUNT: usize = COUNT;

    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> Option<BaghChalMove> {
        (index < COUNT).then_some(BaghChalMove(index as u8))
    }
}

impl fmt::Display for BaghChalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Place(point) => write!(f, "{point}"),
            MoveKind::Step(Step { from, to }) => write!(f, "{from}-{to}"),
            MoveKind::Jump(Jump { from, to, .. }) => write!(f, "{from}x{to}"),
        }
    }
}

impl fmt::Debug for BaghChalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_the_move_of_its_kind() {
        assert_eq!(COUNT, 217);
        for index in 0..COUNT {
            let mv = BaghChalMove::from_index(index).unwrap();
            let built = match mv.kind() {
                MoveKind::Place(point) => Some(BaghChalMove::place(point)),
                MoveKind::Step(Step { from, to }) => BaghChalMove::step(from, to),
                MoveKind::Jump(Jump { from, to, .. }) => BaghChalMove::jump(from, to),
            };
            assert_eq!((built, mv.index()), (Some(mv), index));
        }
        assert_eq!(BaghChalMove::from_index(COUNT), None);
    }
}
