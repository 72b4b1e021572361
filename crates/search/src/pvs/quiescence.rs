//! Quiescence search: noisy moves are played out before a leaf is valued.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::PvsRoot;
use crate::budget::MAX_PLY;
use crate::picker::Picker;
use crate::search::{ChildDepths, Node, Search};

impl PvsRoot {
    /// Returns the value of a child that is a leaf, for its side to move. If no depth is left, noisy moves are searched
    /// for at most `plies` plies. The window is that of the parent.
    pub(super) fn quiescent_leaf<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        window: Window,
        plies: u32,
    ) -> Option<Score> {
        if child.depth > 0 || search.history.outcome(&child.pos).is_some() {
            return search.terminal(child);
        }
        Some(self.quiescence(search, child, window.for_child(child.same_side), plies))
    }

    /// Returns the value after the best noisy moves. Either side may stand pat.
    pub(super) fn quiescence<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        window: Window,
        plies: u32,
    ) -> Score {
        search.visit(node, 0, window);
        let score = self.quiescent_value(search, node, window, plies);
        search.valued(node, score)
    }

    /// Returns the value of [`PvsRoot::quiescence`], without notifying the observer of the visit.
    fn quiescent_value<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        window: Window,
        plies: u32,
    ) -> Score {
        search.pv.clear(node.ply);

        // Stand pat.
        let static_eval = search.evaluate(node, None);
        let Window { mut alpha, beta } = window;
        if static_eval >= beta || plies == 0 || node.ply >= MAX_PLY || search.exit() {
            return static_eval;
        }
        search.counts.pruned = true;
        alpha = alpha.max(static_eval);
        let mut best = static_eval;

        // Noisy moves.
        let mut picker = Picker::noisy(&node.pos);
        while let Some(mv) = picker.best() {
            if search.count_node(node, mv).is_err() {
                break;
            }
            let child = search.make(node, mv, ChildDepths::NONE);
            search.counts.seldepth = search.counts.seldepth.max(child.ply);
            let score = self.quiescent_leaf(search, &child, Window::new(alpha, beta), plies - 1);
            let score = Window::from_child(score.expect("no depth is left"), child.same_side);
            search.unmake();
            best = best.max(score);
            if score > alpha {
                alpha = score;
                search.pv.update(node.ply, mv);
            }
            if score >= beta {
                break;
            }
        }
        best
    }
}
