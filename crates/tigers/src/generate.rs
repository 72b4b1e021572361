//! Move generation, move counts without generation, and the legality test.

use core::ops::ControlFlow;

use plyground_game::Class;

use crate::board::Fans;
use crate::{JUMPS, Jump, MoveKind, Point, PointSet, STEPS, Step, Tigers, TigersMove};

impl Tigers {
    /// Visits the moves of a class in the natural order; see [`plyground_game::Position::visit_moves`].
    #[inline]
    pub(crate) fn generate<B>(
        &self,
        class: Class,
        mut visit: impl FnMut(TigersMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.captures_left() == 0 {
            return ControlFlow::Continue(());
        }
        let empty = self.empty();
        if self.tigers_to_move() {
            for tiger in self.tigers() {
                if class.includes(true) {
                    jumps(tiger, self.goats(), empty, &mut visit)?;
                }
                if class.includes(false) {
                    steps(tiger, empty, &mut visit)?;
                }
            }
        } else if class.includes(false) {
            if self.is_placement_phase() {
                for point in empty {
                    visit(TigersMove::place(point))?;
                }
            } else {
                // Late in the game most goats are blocked, so only goats next to an empty point are visited.
                for goat in self.goats() & empty.neighbours() {
                    steps(goat, empty, &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the number of legal moves, computed with population counts.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        if self.captures_left() == 0 {
            return 0;
        }
        let empty = self.empty();
        if self.tigers_to_move() {
            let (tigers, goats) = (self.tigers(), self.goats());
            Fans::steps(tigers, empty).union(Fans::jumps(tigers, goats, empty)).count()
        } else if self.is_placement_phase() {
            empty.len()
        } else {
            Fans::steps(self.goats(), empty).count()
        }
    }

    /// Returns whether the side to move has a move, ignoring the captures.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        let empty = self.empty();
        if self.tigers_to_move() {
            let tigers = self.tigers();
            tigers.neighbours().meets(empty) || !Fans::jumps(tigers, self.goats(), empty).is_empty()
        } else {
            // Pieces occupy at most 18 of 23 points, so a goat from outside always has an empty point.
            self.is_placement_phase() || self.goats().neighbours().meets(empty)
        }
    }

    /// Returns whether a move is legal.
    #[inline]
    pub(crate) fn allows(&self, mv: TigersMove) -> bool {
        let empty = self.empty();
        let allowed = match mv.kind() {
            MoveKind::Place(to) => !self.tigers_to_move() && self.is_placement_phase() && empty.contains(to),
            MoveKind::Step(Step { from, to }) => {
                let movers = match (self.tigers_to_move(), self.is_placement_phase()) {
                    (true, _) => self.tigers(),
                    (false, false) => self.goats(),
                    (false, true) => PointSet::EMPTY,
                };
                movers.contains(from) && empty.contains(to)
            }
            MoveKind::Jump(Jump { from, over, to }) => {
                self.tigers_to_move()
                    && self.tigers().contains(from)
                    && self.goats().contains(over)
                    && empty.contains(to)
            }
        };
        allowed && self.captures_left() > 0
    }
}

#[inline]
fn jumps<B>(
    tiger: Point,
    goats: PointSet,
    empty: PointSet,
    visit: &mut impl FnMut(TigersMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if tiger.neighbours().meets(goats) {
        for place in tiger.jump_range() {
            let Jump { over, to, .. } = JUMPS[place];
            if goats.contains(over) && empty.contains(to) {
                visit(TigersMove::from_jump_place(place))?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn steps<B>(piece: Point, empty: PointSet, visit: &mut impl FnMut(TigersMove) -> ControlFlow<B>) -> ControlFlow<B> {
    for place in piece.step_range() {
        if empty.contains(STEPS[place].to) {
            visit(TigersMove::from_step_place(place))?;
        }
    }
    ControlFlow::Continue(())
}
