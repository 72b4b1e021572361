//! What spares a [`Pvs`] the search of a node, or ends it in calm: the null move, internal reductions, enhanced cut-offs,
//! quiescence.

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::Pvs;
use crate::budget::MAX_PLY;
use crate::driver::{Child, ChildDepths};
use crate::observer::Observer;
use crate::picker::Picker;
use crate::table_access::TableAccess;

impl<P: SearchHints, E: Evaluate<P>, T: TableAccess, O: Observer<P>> Pvs<'_, P, E, T, O> {
    /// If even passing is too good for the opponent, a move will be too.
    pub(super) fn null_move(
        &mut self,
        pos: &P,
        path: &E::Path,
        depth: u32,
        ply: u32,
        previous: Option<P::Move>,
        window: Window,
    ) -> Option<Score> {
        // Two in a row prove nothing.
        let may_pass = self.algorithm.selectivity.null_move && previous.is_some() && depth >= 3;
        if !may_pass || !window.is_null() || window.beta.winner_in().is_some() {
            return None;
        }
        let static_eval = self.static_eval(pos, path);
        if static_eval < window.beta {
            return None;
        }
        let after = pos.pass()?;
        if after.side_to_move() == pos.side_to_move() || after.outcome().is_some() {
            return None;
        }
        self.counts.shortened = true;
        let shallow = depth - 1 - (2 + depth / 5).min(depth - 1);
        let null = Window::null_below(window.beta);
        self.history.push_key(after.repetition_key(), true);
        let child = Child { pos: after, path: path.clone(), depth: shallow, same_side: false };
        let plies = self.algorithm.selectivity.quiescence;
        self.observer.passed(pos);
        let score = match self.quiescent_leaf(&child, ply + 1, null, plies) {
            Some(score) => score,
            None => {
                self.observer.visit(&child.pos, shallow, ply + 1, null.for_child(false));
                let score = self.pvs::<true>(&child.pos, path, shallow, ply + 1, None, null.for_child(false));
                self.observer.valued(&child.pos, ply + 1, score);
                score
            }
        };
        let score = Window::from_child(score, false);
        self.history.pop();
        let holds = score >= window.beta && !self.budget.is_spent();
        // A win that is only found because the opponent may not move twice is none.
        holds.then(|| if score.is_win() { window.beta } else { score })
    }

    /// By how much a node is searched less deep because the table knows no move to begin with: a shallower search finds one
    /// for the next time.
    pub(super) fn internal_reduction(&mut self, depth: u32, tt_move: Option<P::Move>) -> u32 {
        if !self.algorithm.selectivity.internal_reductions || tt_move.is_some() || depth < 4 {
            return 0;
        }
        self.counts.shortened = true;
        1
    }

    /// A move whose position the table knows to be good enough to fail high.
    #[inline(never)]
    pub(super) fn enhanced_cutoff(&mut self, pos: &P, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let depths = self.child_depths(pos, depth);
        let score = pos.legal_moves().into_iter().find_map(|mv| self.known_value(pos, mv, depths, ply + 1, window))?;
        self.counts.shortened = true;
        self.table.count_cutoff();
        self.observer.table_cutoff(pos, ply);
        Some(score)
    }

    /// The value of a move by the table, if that fails high.
    fn known_value(&mut self, pos: &P, mv: P::Move, depths: ChildDepths, ply: u32, window: Window) -> Option<Score> {
        let after = pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        let same_side = after.side_to_move() == pos.side_to_move();
        let depth = depths.after(same_side);
        let entry = if depth > 0 && self.history.outcome(&after).is_none() {
            self.table.probe(self.table_key(&after, depth))
        } else {
            None
        };
        self.unmake();
        let score = self.table.cutoff(&entry?, depth, ply, window.for_child(same_side))?;
        Some(Window::from_child(score, same_side)).filter(|&score| score >= window.beta)
    }

    /// The value of a child that is a leaf, for its side to move: where no depth is left, noisy moves are played out for at
    /// most so many plies. The window is its parent's.
    pub(super) fn quiescent_leaf(
        &mut self,
        child: &Child<P, E::Path>,
        ply: u32,
        window: Window,
        plies: u32,
    ) -> Option<Score> {
        if child.depth > 0 || self.history.outcome(&child.pos).is_some() {
            return self.leaf(child, ply);
        }
        Some(self.quiescence(&child.pos, &child.path, ply, window.for_child(child.same_side), plies))
    }

    /// Quiescence: the value when noisy moves have come to rest; either side may also stand still.
    pub(super) fn quiescence(&mut self, pos: &P, path: &E::Path, ply: u32, window: Window, plies: u32) -> Score {
        self.observer.visit(pos, 0, ply, window);
        let score = self.quiescent_value(pos, path, ply, window, plies);
        self.observer.valued(pos, ply, score);
        score
    }

    /// The value of [`Pvs::quiescence`].
    fn quiescent_value(&mut self, pos: &P, path: &E::Path, ply: u32, window: Window, plies: u32) -> Score {
        if O::KEEPS_LINES {
            self.pv.clear(ply);
        }
        let static_eval = self.evaluate(pos, path, ply);
        let Window { mut alpha, beta } = window;
        if static_eval >= beta || plies == 0 || ply >= MAX_PLY || self.exits() {
            return static_eval;
        }
        self.counts.shortened = true;
        alpha = alpha.max(static_eval);
        let mut best = static_eval;
        let mut picker = Picker::noisy(pos);
        while let Some(mv) = picker.next_noisy() {
            let ControlFlow::Continue(child) = self.make(pos, path, mv, ChildDepths::NONE) else { break };
            self.counts.seldepth = self.counts.seldepth.max(ply + 1);
            let score = self.quiescent_leaf(&child, ply + 1, Window::new(alpha, beta), plies - 1);
            let score = Window::from_child(score.expect("no depth is left"), child.same_side);
            self.unmake();
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.update_pv(ply, mv);
            }
            if score >= beta {
                break;
            }
        }
        best
    }
}
