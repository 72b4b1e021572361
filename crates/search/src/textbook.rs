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

use plyground_game::{Class, Evaluate, History, MoveList, Score, SearchHints, Window};

use self::alpha_beta::{AlphaBeta, alpha_beta};
use crate::budget::{Budget, Stopped};
use crate::limits::Limits;
use crate::search::table::Probe;
use crate::search::{Best, Node, Search};
use crate::searcher::Searcher;

/// Steps that the algorithms share.
impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the value of a node for its side to move if the line ends there: the game is over, no depth is left, or
    /// the exit counter has run out.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        let score = self.leaf_value(node)?;
        Some(self.valued(node, score))
    }

    /// Returns the value of [`Search::leaf`], without notifying the observer of it.
    #[inline(always)]
    pub(crate) fn leaf_value(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        self.pv.clear(node.ply);
        match self.history.outcome(&node.pos) {
            Some(outcome) => Some(self.finished(node, outcome)),
            None if node.depth == 0 || self.reach_horizon(node) => Some(self.evaluate(node)),
            None => None,
        }
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

    /// Expands a node: adds its moves in the order of the game, the hash move first.
    #[inline(always)]
    pub(crate) fn expand(&mut self, node: &Node<P, E::Path>, tt_move: Option<P::Move>, moves: &mut MoveList<P::Move>) {
        self.enter(&node.pos, node.depth, node.ply);
        let _ = node.pos.visit_moves(Class::All, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        if let Some(place) = tt_move.and_then(|tt_move| moves.iter().position(|&mv| mv == tt_move)) {
            moves[..=place].rotate_right(1);
        }
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
