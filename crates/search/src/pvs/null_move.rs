//! Null-move pruning: if a pass fails high, a move is assumed to fail high too.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::PvsRoot;
use crate::search::{Node, Search};

impl PvsRoot {
    /// Returns the value of a pass, searched to a reduced depth, if it fails high.
    pub(super) fn null_move<P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        depth: u32,
        previous: Option<P::Move>,
        window: Window,
    ) -> Option<Score> {
        // Two passes in a row prove nothing.
        let may_pass = self.selectivity.null_move && previous.is_some() && depth >= 3;
        if !may_pass || !window.is_null() || window.beta.winner_in().is_some() {
            return None;
        }
        let static_eval = search.static_eval(&node.pos, &node.path);
        if static_eval < window.beta {
            return None;
        }
        let after = node.pos.pass()?;
        if after.side_to_move() == node.pos.side_to_move() || after.outcome().is_some() {
            return None;
        }
        search.counts.pruned = true;
        let shallow = depth - 1 - (2 + depth / 5).min(depth - 1);
        let null = Window::null_below(window.beta);
        search.history.push_key(after.repetition_key(), true);
        let path = node.path.clone();
        let child = Node { pos: after, path, depth: shallow, ply: node.ply + 1, same_side: false };
        search.observe(|observer| observer.passed(&node.pos));
        let score = match self.quiescent_leaf(search, &child, null, self.selectivity.quiescence) {
            Some(score) => score,
            None => {
                search.visit(&child, shallow, null.for_child(false));
                let score = self.pvs::<true, P, E>(search, &child, shallow, None, null.for_child(false));
                search.valued(&child, score)
            }
        };
        let score = Window::from_child(score, false);
        search.history.pop();
        let holds = score >= window.beta && !search.budget.is_spent();
        // A win found after a pass is not proven.
        holds.then(|| if score.is_win() { window.beta } else { score })
    }
}
