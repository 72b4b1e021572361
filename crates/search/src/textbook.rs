//! The algorithms of textbooks, each a recursive function of one screen. They are meant to be read side by side.
//!
//! All of them value a leaf, make each move, call themselves and undo the move. [`minimax`] does only that.
//! [`expectimax`] averages at the nodes of one side. [`alpha_beta`] prunes moves that cannot change the result.
//! [`scout`] adds null windows. [`mtdf`] calls alpha-beta with null windows only. [`beam`] tries only the best moves of
//! each node.

pub(crate) mod alpha_beta;
pub(crate) mod beam;
pub(crate) mod expectimax;
pub(crate) mod minimax;
pub(crate) mod mtdf;
pub(crate) mod scout;

use std::ops::ControlFlow;

use plyground_game::{Class, Evaluate, History, Outcome, Score, SearchHints, Window};

use self::alpha_beta::{AlphaBeta, alpha_beta};
use crate::budget::{Budget, Stopped};
use crate::limits::Limits;
use crate::options::Unit;
use crate::search::table::Probe;
use crate::search::{Best, ChildDepths, Node, Search};
use crate::searcher::Searcher;

/// Visits the moves of a position in the order of the game, the hash move first, until the visitor breaks.
#[inline(always)]
pub(crate) fn visit_moves<P: SearchHints>(
    pos: &P,
    tt_move: Option<P::Move>,
    mut visit: impl FnMut(P::Move) -> ControlFlow<()>,
) {
    // Two passes of one loop: a visitor that is called from one place is compiled into its algorithm.
    let mut is_tt_pass = tt_move.is_some();
    loop {
        let flow = pos.visit_moves(Class::All, |mv| {
            if (Some(mv) == tt_move) == is_tt_pass { visit(mv) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() || !is_tt_pass {
            return;
        }
        is_tt_pass = false;
    }
}

/// Steps that the algorithms share.
impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the value of a node for its side to move if the line ends there.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        let outcome = self.ends_line(node)?;
        Some(self.evaluated(node, outcome))
    }

    /// Clears the line of a node, and returns the result of the game if the line ends there: the game is over, no depth
    /// is left, or the exit counter has run out.
    #[inline(always)]
    pub(crate) fn ends_line(&mut self, node: &Node<P, E::Path>) -> Option<Option<Outcome>> {
        self.pv.clear(node.ply);
        let outcome = self.history.outcome(&node.pos);
        (outcome.is_some() || node.depth == 0 || self.reach_horizon(node)).then_some(outcome)
    }

    /// Probes the table for a node, before the node is searched in `window`.
    #[inline(always)]
    pub(crate) fn look_up(&mut self, node: &Node<P, E::Path>, window: Window) -> Probe<P::Move> {
        self.visit(node, node.depth, window);
        let known = self.probe(node, node.depth, window);
        if let Some(score) = known.cutoff {
            self.valued(node, score);
        }
        known
    }

    /// Returns whether all moves of a node lead to leaves.
    #[inline(always)]
    pub(crate) fn is_last_ply(&self, node: &Node<P, E::Path>) -> bool {
        node.depth == 1 && self.options.unit == Unit::Ply
    }

    /// Returns the value of a node whose moves all lead to leaves: alpha-beta and Scout without the recursion. Most
    /// nodes are of this kind.
    #[inline(never)]
    pub(crate) fn last_ply(&mut self, node: &Node<P, E::Path>, window: Window) -> Score {
        let known = self.look_up(node, window);
        if let Some(score) = known.cutoff {
            return score;
        }
        self.enter(&node.pos, node.depth, node.ply);
        let (mut alpha, mut best, mut tried) = (window.alpha, Best::NONE, 0);
        visit_moves(&node.pos, known.tt_move, |mv| {
            if self.count_node(node, mv).is_err() {
                return ControlFlow::Break(());
            }
            let leaf = self.make(node, mv, ChildDepths::NONE);
            let outcome = self.history.outcome(&leaf.pos);
            let score = Window::from_child(self.evaluated(&leaf, outcome), leaf.same_side);
            self.unmake();
            if score > best.score {
                best = Best { score, mv: Some(mv) };
                if score > alpha {
                    alpha = score;
                    self.pv.end(node.ply, mv);
                }
                if score >= window.beta {
                    self.cutoff(node, mv, tried);
                    return ControlFlow::Break(());
                }
            }
            tried += 1;
            ControlFlow::Continue(())
        });
        self.finish(node, &known, window, best)
    }

    /// Stores the result of a search of a node in `window`, and returns its value.
    #[inline(always)]
    pub(crate) fn finish(
        &mut self,
        node: &Node<P, E::Path>,
        known: &Probe<P::Move>,
        window: Window,
        best: Best<P::Move>,
    ) -> Score {
        self.store(known.key, node.ply, window, best, node.depth);
        self.valued(node, best.score)
    }
}

impl<P: SearchHints, E: Evaluate<P>> AlphaBeta<'_, P, E> {
    /// Returns the value of `root`, searched in `window` to the depth of the limits: exact inside of the window, a
    /// bound outside. `root` is the unfinished current position of `history`.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn value(&mut self, root: &P, history: &History, limits: &Limits, window: Window) -> Result<Score, Stopped> {
        self.start(root, history, Budget::new(limits));
        let node = self.search.root_node(root, limits.last_depth().max(1));
        let score = alpha_beta(&mut self.search, &node, window);
        if self.search.budget.is_spent() { Err(Stopped) } else { Ok(score) }
    }
}
