//! The order in which moves are tried, generated in stages: the table's move, noisy moves by the game's own score, then
//! quiet moves by what has refuted before. A node that is cut early never generates the rest.

use std::ops::ControlFlow;
use std::str::FromStr;

use plyground_game::{Class, Move, SearchHints};
use smallvec::SmallVec;

use crate::history::HistoryTable;

/// How a search orders moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Table move, noisy moves, then quiet moves by killers, counter-moves and history.
    #[default]
    Staged,
    /// Table move, then as the game shows them.
    Game,
    /// Table move, then by the evaluation of the position after the move, as the Khet report tried it.
    Evaluation,
}

impl FromStr for Order {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Order, &'static str> {
        match text {
            "staged" => Ok(Order::Staged),
            "game" => Ok(Order::Game),
            "value" => Ok(Order::Evaluation),
            _ => Err("`staged`, `game` or `value`"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    First,
    Noisy,
    Quiet,
    All,
}

/// A move that a picker gives out.
#[derive(Clone, Copy)]
pub(crate) struct Picked<M> {
    pub(crate) mv: M,
    /// Whether it came with the quiet ones; `None` before the question.
    pub(crate) quiet: Option<bool>,
}

/// The moves of one node.
pub(crate) struct Picker<M> {
    stage: Stage,
    tt_move: Option<M>,
    /// The moves of this stage with their ranks; those before `next` are given out.
    moves: SmallVec<[(i64, M); 64]>,
    next: usize,
    order: Order,
}

impl<M: Move> Picker<M> {
    /// All moves, the table's move first.
    pub(crate) fn new(order: Order, tt_move: Option<M>) -> Picker<M> {
        Picker { stage: Stage::TtMove, tt_move, moves: SmallVec::new(), next: 0, order }
    }

    /// Only noisy moves, without a table's move.
    pub(crate) fn noisy<P: SearchHints<Move = M>>(pos: &P) -> Picker<M> {
        let mut picker =
            Picker { stage: Stage::Quiet, tt_move: None, moves: SmallVec::new(), next: 0, order: Order::Staged };
        picker.generate(pos, Class::Noisy, |mv| pos.noisy_value(mv));
        picker
    }

    /// The next move; `value` is what [`Order::Evaluation`] sorts by.
    #[inline]
    pub(crate) fn next<P: SearchHints<Move = M>>(
        &mut self,
        pos: &P,
        history_table: &HistoryTable,
        ply: u32,
        previous: Option<M>,
        value: impl Fn(M) -> i32,
    ) -> Option<Picked<M>> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::First;
            if let Some(mv) = self.tt_move {
                return Some(Picked { mv, quiet: None });
            }
        }
        if self.stage == Stage::First {
            match self.order {
                Order::Staged => {
                    self.stage = Stage::Noisy;
                    self.generate(pos, Class::Noisy, |mv| pos.noisy_value(mv));
                }
                Order::Game => {
                    self.stage = Stage::All;
                    self.generate(pos, Class::All, |_| 0);
                }
                Order::Evaluation => {
                    self.stage = Stage::All;
                    self.generate(pos, Class::All, value);
                }
            }
        }
        if self.stage == Stage::Noisy {
            if let Some(mv) = self.best() {
                return Some(Picked { mv, quiet: Some(false) });
            }
            self.stage = Stage::Quiet;
            let side = pos.side_to_move();
            self.generate(pos, Class::Quiet, |mv| history_table.score(side, mv, ply, previous));
        }
        let quiet = (self.stage == Stage::Quiet).then_some(true);
        self.best().map(|mv| Picked { mv, quiet })
    }

    /// The next noisy move of a picker that has only those.
    #[inline]
    pub(crate) fn next_noisy(&mut self) -> Option<M> {
        self.best()
    }

    /// Skips the moves of this stage that are left.
    #[inline]
    pub(crate) fn skip_rest(&mut self) {
        self.next = self.moves.len();
    }

    // Not inlined: generation is large, and a search would hold five copies of it.
    #[inline(never)]
    fn generate<P: SearchHints<Move = M>>(&mut self, pos: &P, class: Class, score: impl Fn(M) -> i32) {
        self.moves.clear();
        self.next = 0;
        let tt_move = self.tt_move;
        let moves = &mut self.moves;
        let _ = pos.visit_moves(class, |mv| {
            if Some(mv) != tt_move {
                moves.push((0, mv));
            }
            ControlFlow::<()>::Continue(())
        });
        if self.order == Order::Game {
            return;
        }
        for (index, (rank, mv)) in moves.iter_mut().enumerate() {
            // No two ranks are equal: among equal scores, what came first ranks higher.
            *rank = (i64::from(score(*mv)) << 32) - index as i64;
        }
    }

    /// The best of what is left, the first among equals. Selection, because most nodes are cut after a few moves.
    #[inline]
    fn best(&mut self) -> Option<M> {
        let rest = self.moves.get_mut(self.next..)?;
        let (first, others) = rest.split_first_mut()?;
        if self.order != Order::Game {
            for other in others {
                if other.0 > first.0 {
                    std::mem::swap(first, other);
                }
            }
        }
        self.next += 1;
        Some(first.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_by_their_names() {
        let read = ["staged", "game", "value", "evaluation"].map(str::parse);
        assert_eq!(
            read,
            [Ok(Order::Staged), Ok(Order::Game), Ok(Order::Evaluation), Err("`staged`, `game` or `value`")]
        );
    }
}
