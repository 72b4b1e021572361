//! What spares a [`Pvs`] the search of a node, or ends it in calm: the null move, enhanced cut-offs, quiescence.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::Pvs;
use crate::budget::MAX_PLY;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::picker::Picker;

impl<P: SearchHints, E: Evaluate<P>, M: Memory, O: Observer<P>> Pvs<'_, P, E, M, O> {
    /// If even passing is too good for the opponent, a move will be too.
    pub(super) fn null_move(
        &mut self,
        pos: &P,
        line: &E::Line,
        (depth, ply): (u32, u32),
        before: Option<P::Move>,
        window: Window,
    ) -> Option<Score> {
        // Two in a row prove nothing.
        if before.is_none() || depth < 3 || !window.is_null() || window.beta.winner_in().is_some() {
            return None;
        }
        let standing = self.context.peek(pos, line);
        if standing < window.beta {
            return None;
        }
        let after = pos.pass()?;
        if after.side_to_move() == pos.side_to_move() || after.outcome().is_some() {
            return None;
        }
        self.context.counts.shortened = true;
        let shallow = depth - 1 - (2 + depth / 5).min(depth - 1);
        let null = Window::null_below(window.beta).for_child(false);
        self.context.history.push_key(after.repetition_key(), true);
        if O::KEEPS_LINES {
            self.context.lines.open(ply + 1);
        }
        let score = match (self.context.outcome(&after), shallow) {
            (Some(outcome), _) => self.context.finished(&after, line, outcome, ply + 1),
            (None, 0) => self.quiet_value(&after, line, ply + 1, null, self.options.selectivity.quiescence),
            (None, _) => self.expand::<true>(&after, line, (shallow, ply + 1), None, null),
        };
        let score = Window::from_child(score, false);
        self.context.history.pop();
        let holds = score >= window.beta && !self.context.budget.is_spent();
        // A win that is only found because the opponent may not move twice is none.
        holds.then(|| if score.is_win() { window.beta } else { score })
    }

    /// A move whose position the table knows to be good enough to fail high.
    #[inline(never)]
    pub(super) fn known_cutoff(&mut self, pos: &P, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let budget = self.context.depth_budget(pos, depth);
        let mut found = None;
        for mv in pos.legal_moves() {
            let after = self.context.make(pos, mv);
            if self.context.outcome(&after).is_none() {
                let same_side = after.side_to_move() == pos.side_to_move();
                let depth = self.context.child_depth(budget, same_side);
                let key = self.context.table_key(&after, depth, self.memory.is_exact());
                let entry = if depth > 0 { self.memory.get(key) } else { None };
                let answer =
                    entry.and_then(|entry| self.memory.answer(&entry, depth, ply + 1, window.for_child(same_side)));
                found = answer.map(|score| Window::from_child(score, same_side)).filter(|&score| score >= window.beta);
            }
            self.context.unmake();
            if found.is_some() {
                self.context.counts.shortened = true;
                self.memory.count_cutoff();
                self.context.observer.table_cutoff(pos, ply);
                break;
            }
        }
        found
    }

    /// Quiescence: the value when noisy moves have come to rest; either side may also stand still.
    pub(super) fn quiet_value(&mut self, pos: &P, line: &E::Line, ply: u32, mut window: Window, plies: u32) -> Score {
        let mut best = self.context.evaluate(pos, line, ply);
        if best >= window.beta || plies == 0 || ply >= MAX_PLY || self.context.budget.is_exiting() {
            return best;
        }
        window.alpha = window.alpha.max(best);
        self.context.counts.shortened = true;
        let mut picker = Picker::noisy(pos);
        while let Some(mv) = picker.next_noisy() {
            if self.context.count_node().is_err() {
                break;
            }
            let after = self.context.make(pos, mv);
            let line = self.context.evaluation.extend(line, pos, mv, &after);
            let same_side = after.side_to_move() == pos.side_to_move();
            let child = window.for_child(same_side);
            if O::KEEPS_LINES {
                self.context.lines.open(ply + 1);
            }
            self.context.counts.seldepth = self.context.counts.seldepth.max(ply + 1);
            let score = match self.context.outcome(&after) {
                Some(outcome) => self.context.finished(&after, &line, outcome, ply + 1),
                None => self.quiet_value(&after, &line, ply + 1, child, plies - 1),
            };
            let score = Window::from_child(score, same_side);
            self.context.unmake();
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if O::KEEPS_LINES {
                        self.context.lines.keep(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
