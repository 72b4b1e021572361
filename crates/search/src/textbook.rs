//! The algorithms as textbooks give them, each a recursive function of one screen. They are meant to be read side by side.
//!
//! All of them value a leaf, make each move, call themselves and take the move back. [`minimax`] does just that.
//! [`expectimax`] averages at the nodes of one side, [`alpha_beta`] leaves out what cannot matter, [`scout`] adds null windows,
//! [`mtdf`] calls alpha-beta with null windows alone, and [`beam`] tries the best few moves of each node.

pub(crate) mod alpha_beta;
pub(crate) mod beam;
pub(crate) mod expectimax;
pub(crate) mod minimax;
pub(crate) mod mtdf;
pub(crate) mod scout;

use plyground_game::{Evaluate, History, MoveList, Score, SearchHints, Window};

use self::alpha_beta::{AlphaBeta, alpha_beta};
use crate::budget::{Budget, Stopped};
use crate::limits::Limits;
use crate::search::{Best, ChildDepths, Node, Search};
use crate::search::table::Probe;
use crate::searcher::Searcher;

/// The steps that the algorithms share.
impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the value of a node for its side to move if the line ends there: the game is over, no depth is left, or time
    /// is up.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        if let Some(score) = self.terminal(node) {
            return Some(score);
        }
        let score = self.horizon(node)?;
        Some(self.valued(node, score))
    }

    /// Looks a node up in the table, before it is searched in `window`.
    #[inline(always)]
    pub(crate) fn look_up(&mut self, node: &Node<P, E::Path>, window: Window) -> Probe<P::Move> {
        self.visit(node, node.depth, window);
        let known = self.probe(node, node.depth, window);
        if let Some(score) = known.cutoff {
            self.valued(node, score);
        }
        known
    }

    /// Returns the moves of a node in the order of the game, the move of the table first; and the depths after them.
    #[inline(always)]
    pub(crate) fn expand(
        &mut self,
        node: &Node<P, E::Path>,
        tt_move: Option<P::Move>,
    ) -> (MoveList<P::Move>, ChildDepths) {
        self.enter(&node.pos, node.depth, node.ply);
        let mut moves = node.pos.legal_moves();
        if let Some(place) = tt_move.and_then(|tt_move| moves.iter().position(|&mv| mv == tt_move)) {
            moves[..=place].rotate_right(1);
        }
        (moves, self.child_depths(&node.pos, node.depth))
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
    /// Returns the value of `root`, the unfinished present position of `history`, searched in `window` to the depth of the
    /// limits: exact inside, a bound outside.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached.
    pub fn value(&mut self, root: &P, history: &History, limits: &Limits, window: Window) -> Result<Score, Stopped> {
        self.start(root, history, Budget::new(limits));
        let node = self.search.root_node(root, limits.last_depth().max(1));
        alpha_beta(&mut self.search, &node, window)
    }
}
