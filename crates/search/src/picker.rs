//! Move ordering in stages: the hash move, noisy moves by the game's own score, then quiet moves by history. A node
//! that fails high early never generates the rest.

use std::ops::ControlFlow;
use std::str::FromStr;

use plyground_game::{Class, Move, SearchHints};
use smallvec::SmallVec;

use crate::history::{HistoryTable, LIMIT};

/// Weight of the game's own score of a quiet move, which is from -512 to 512.
const HINT: i32 = LIMIT / 512;

/// Move ordering of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Hash move, noisy moves, then quiet moves by killers, counter-moves and history.
    #[default]
    Staged,
    /// As [`Order::Staged`], with the game's own score of quiet moves added.
    Hinted,
    /// Hash move, then the game's order.
    Game,
    /// Hash move, then the evaluation of the position after the move, as tried in the Khet report.
    Evaluation,
}

impl FromStr for Order {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Order, &'static str> {
        match text {
            "staged" => Ok(Order::Staged),
            "hinted" => Ok(Order::Hinted),
            "game" => Ok(Order::Game),
            "value" => Ok(Order::Evaluation),
            _ => Err("`staged`, `hinted`, `game` or `value`"),
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

/// A move returned by a picker.
#[derive(Clone, Copy)]
pub(crate) struct Picked<M> {
    pub(crate) mv: M,
    /// Whether the move is quiet; `None` if its kind is not known.
    pub(crate) quiet: Option<bool>,
}

/// The moves of one node.
pub(crate) struct Picker<M> {
    stage: Stage,
    tt_move: Option<M>,
    /// Moves of this stage with their ranks. The moves before `next` have been returned.
    moves: SmallVec<[(i64, M); 96]>,
    next: usize,
    order: Order,
}

impl<M: Move> Picker<M> {
    /// Returns a picker of all moves, the hash move first.
    pub(crate) fn new(order: Order, tt_move: Option<M>) -> Picker<M> {
        Picker { stage: Stage::TtMove, tt_move, moves: SmallVec::new(), next: 0, order }
    }

    /// Returns a picker of noisy moves only, without a hash move.
    pub(crate) fn noisy<P: SearchHints<Move = M>>(pos: &P) -> Picker<M> {
        let mut picker =
            Picker { stage: Stage::Quiet, tt_move: None, moves: SmallVec::new(), next: 0, order: Order::Staged };
        picker.generate(pos, Class::Noisy, |mv| pos.noisy_value(mv));
        picker
    }

    /// Returns the next move. [`Order::Evaluation`] sorts by `value`. If the caller `skips_quiets`, no quiet move is ranked, and
    /// any of them stands for all.
    #[inline(always)]
    pub(crate) fn next<P: SearchHints<Move = M>>(
        &mut self,
        pos: &P,
        history_table: &HistoryTable,
        ply: u32,
        previous: Option<M>,
        skips_quiets: bool,
        value: impl Fn(M) -> i32,
    ) -> Option<Picked<M>> {
        if self.stage == Stage::All {
            return self.best().map(|mv| Picked { mv, quiet: None });
        }
        if self.stage == Stage::TtMove {
            self.stage = Stage::First;
            if let Some(mv) = self.tt_move {
                return Some(Picked { mv, quiet: None });
            }
        }
        if self.stage == Stage::First {
            match self.order {
                Order::Staged | Order::Hinted => {
                    self.stage = Stage::Noisy;
                    self.generate(pos, Class::Noisy, |mv| pos.noisy_value(mv));
                }
                // The order of the game needs no value.
                Order::Game | Order::Evaluation => {
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
            if skips_quiets {
                return self.any(pos, Class::Quiet).map(|mv| Picked { mv, quiet: Some(true) });
            }
            let history = history_table.scores(pos.side_to_move(), ply, previous);
            if self.order == Order::Hinted {
                self.generate(pos, Class::Quiet, |mv| history(mv) + HINT * pos.quiet_value(mv, previous));
            } else {
                self.generate(pos, Class::Quiet, history);
            }
        }
        let quiet = (self.stage == Stage::Quiet).then_some(true);
        self.best().map(|mv| Picked { mv, quiet })
    }

    /// Skips the remaining moves of this stage.
    #[inline]
    pub(crate) fn skip_rest(&mut self) {
        self.next = self.moves.len();
    }

    /// Returns a move of a class other than the hash move.
    fn any<P: SearchHints<Move = M>>(&self, pos: &P, class: Class) -> Option<M> {
        let is_new = |mv| if Some(mv) == self.tt_move { ControlFlow::Continue(()) } else { ControlFlow::Break(mv) };
        pos.visit_moves(class, is_new).break_value()
    }

    // Not inlined: the generation code is large, and a search would contain five copies of it.
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
            // No two ranks are equal: among equal scores, the first generated move ranks higher.
            *rank = (i64::from(score(*mv)) << 32) - index as i64;
        }
    }

    /// Returns the best remaining move, the first among equals. It selects rather than sorts, because most nodes fail
    /// high after a few moves.
    #[inline]
    pub(crate) fn best(&mut self) -> Option<M> {
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
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use plyground_cachex::{Cachex, CachexMove, CachexRules};
    use plyground_game::Position as _;

    use super::*;

    #[test]
    fn orders_are_read_by_their_names() {
        let read = ["staged", "hinted", "game", "value", "evaluation"].map(str::parse);
        assert_eq!(
            read,
            [
                Ok(Order::Staged),
                Ok(Order::Hinted),
                Ok(Order::Game),
                Ok(Order::Evaluation),
                Err("`staged`, `hinted`, `game` or `value`")
            ]
        );
    }

    #[test]
    fn hinted_quiet_moves_come_by_the_scores_of_the_game() {
        let pos = "7 ......./......./...r.../..b..../..r..../......./....... r 5";
        let pos = Cachex::parse(pos, &CachexRules::default()).unwrap();
        let previous = Some(pos.parse_move("3,2").unwrap());
        let history_table = HistoryTable::new::<CachexMove>();
        let scores = |order| {
            let mut picker = Picker::new(order, None);
            let moves = std::iter::from_fn(|| picker.next(&pos, &history_table, 0, previous, false, |_| 0));
            moves.map(|picked| pos.quiet_value(picked.mv, previous)).collect::<Vec<_>>()
        };
        assert!(scores(Order::Hinted).is_sorted_by(|left, right| left >= right));
        assert!(!scores(Order::Staged).is_sorted_by(|left, right| left >= right));
        // A search that skips them learns only that there are some.
        let hash_move = pos.legal_moves().first().copied();
        let mut picker = Picker::new(Order::Hinted, hash_move);
        let picked = std::iter::from_fn(|| picker.next(&pos, &history_table, 0, previous, true, |_| 0));
        let quiets: Vec<_> = picked.filter(|picked| picked.quiet == Some(true)).collect();
        assert!(quiets.len() == 1 && Some(quiets[0].mv) != hash_move && !pos.is_noisy(quiets[0].mv));
    }
}
