//! The moves of the root.

use plyground_game::{Evaluate, SearchHints, Window};

use super::{Node, Search};
use crate::budget::Stopped;
use crate::report::{Bound, RootMove};
use plyground_game::Score;

impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Starts a depth: its counts start at 0.
    pub(crate) fn begin(&mut self, root: &P, depth: u32) {
        self.counts = Default::default();
        self.enter(root, depth, 0);
    }

    /// Returns the root as a node.
    pub(crate) fn root_node(&self, root: &P, depth: u32) -> Node<P, E::Path> {
        let path = self.evaluation.start(root);
        Node { pos: root.clone(), path, depth: self.inner_depth(depth), ply: 0, same_side: false }
    }

    /// Searches a move of the root in a window of the root. `value` returns the value of the child for the side that
    /// moved. Returns `None` if a limit is reached.
    pub(crate) fn root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        depth: u32,
        window: Window,
        value: impl FnOnce(&mut Self, &Node<P, E::Path>) -> Result<Score, Stopped>,
    ) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let root = self.root_node(root, depth);
        let depths = self.child_depths(&root.pos, root.depth);
        self.count_node(&root, mv).ok()?;
        let child = self.make(&root, mv, depths);
        let score = value(self, &child).ok()?;
        self.unmake();
        if self.budget.is_spent() {
            return None;
        }
        let nodes = self.budget.nodes() - nodes_before;
        let pv = self.pv.line(0, mv);
        Some(RootMove { mv, score, bound: Bound::of(score, window), nodes, pv, statistics: None })
    }

    /// Notifies that a pass over the moves of the root starts.
    pub(crate) fn visit_root(&mut self, root: &P, depth: u32, window: Window) {
        let depth = self.inner_depth(depth);
        self.observe(|observer| observer.visit(root, depth, 0, window));
    }

    /// Notifies that a pass over the moves of the root ends with a value.
    pub(crate) fn valued_root(&mut self, root: &P, score: Score) {
        self.observe(|observer| observer.valued(root, 0, score));
    }
}
