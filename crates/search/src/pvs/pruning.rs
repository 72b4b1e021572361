//! Conditions for pruning shallow nodes and late quiet moves. A rule applies if the static evaluation or the number of
//! moves tried indicates that a search would not change the result.
//!
//! All rules apply only in null windows, where a node only has to fail high or low. No rule proves anything: a pruned
//! node never reports a win or a loss. No rule applies if the window lies among wins and losses. Moves are skipped only
//! after a move that does not lose.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::PvsRoot;
use crate::search::{Node, Search};
use crate::selectivity::Margin;

/// The quiet moves of a node that are skipped.
#[derive(Clone, Copy)]
pub(super) struct QuietLimit {
    /// Number of searched moves after which quiet moves are skipped.
    most_moves: u32,
    /// Expected upper bound of a skipped move. The value of its node is no lower.
    pub(super) bound: Score,
}

impl QuietLimit {
    /// No move is skipped.
    pub(super) const NONE: QuietLimit = QuietLimit { most_moves: u32::MAX, bound: Window::FULL.alpha };

    /// Returns whether a quiet move is skipped after `tried` moves, the best of which has the value `best`.
    #[inline]
    pub(super) fn skips(self, tried: u32, best: Score) -> bool {
        // If all searched moves lose, the node is not proven lost before the quiet moves are searched too.
        tried >= self.most_moves && best > Window::FULL.alpha && !best.is_loss()
    }
}

impl PvsRoot {
    /// Returns the static evaluation of a node to which pruning may apply.
    #[inline]
    pub(super) fn shallow_eval<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        node: &Node<P, E::Path>,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        let may_prune = self.selectivity.pruning.needs_static_eval(depth) && is_open(window);
        may_prune.then(|| search.static_eval(&node.pos, &node.path))
    }

    /// Returns the limit of the quiet moves of a node.
    #[inline]
    pub(super) fn quiet_limit<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        shallow_eval: Option<Score>,
        depth: u32,
        window: Window,
    ) -> QuietLimit {
        let pruning = self.selectivity.pruning;
        // Futility pruning skips all quiet moves after the first move, because none is expected to gain the margin.
        let most = shallow_eval
            .zip(margin(search, pruning.futility, depth))
            .map(|(static_eval, margin)| Score::new(static_eval.value().saturating_add(margin)));
        if let Some(bound) = most.filter(|&most| most <= window.alpha) {
            return QuietLimit { most_moves: 1, bound };
        }
        // Late move pruning: late moves of the ordering rarely fail high.
        match pruning.late_moves.and_then(|late_moves| late_moves.at(depth)) {
            Some(most_moves) if is_open(window) => QuietLimit { most_moves, bound: window.alpha },
            _ => QuietLimit::NONE,
        }
    }
}

/// Returns a margin at a depth in units of the score. An evaluation with fractional weights uses hundredths.
#[inline]
pub(super) fn margin<P: SearchHints, E: Evaluate<P>>(
    search: &Search<'_, P, E>,
    margin: Option<Margin>,
    depth: u32,
) -> Option<i32> {
    margin?.at(depth).map(|margin| margin.saturating_mul(search.evaluation.scale() as i32))
}

/// Returns whether a window is a null window that does not lie among wins and losses.
#[inline]
fn is_open(window: Window) -> bool {
    window.is_null() && window.alpha.winner_in().is_none() && window.beta.winner_in().is_none()
}
