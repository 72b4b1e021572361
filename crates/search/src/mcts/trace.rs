//! The tree of a Monte-Carlo search as a [`Trace`].

use plyground_game::Position;

use super::{Mcts, Node, ROOT};
use crate::report::Bound;
use crate::trace::{Trace, Visit, VisitKind};

impl<P: Position> Mcts<P> {
    /// Returns the tree of the last search from `root`: every node visited by a simulation, parents first. A node has
    /// its mean result for its side to move and its number of simulations. At most `limit` nodes are listed.
    #[must_use]
    pub fn trace(&self, root: &P, limit: usize) -> Trace {
        let mut trace = Trace { nodes: self.budget.nodes(), ..Trace::default() };
        if self.simulations > 0 {
            self.add_visits(ROOT, root, 0, None, limit, &mut trace);
        }
        trace
    }

    fn add_visits(&self, index: usize, pos: &P, ply: u32, parent: Option<usize>, limit: usize, trace: &mut Trace) {
        trace.total += 1;
        let place = (trace.visits.len() < limit).then_some(trace.visits.len());
        if place.is_some() {
            trace.visits.push(Self::visit(&self.tree[index], pos, ply, parent));
        }
        for child in self.tree.children(index).filter(|&child| self.tree[child].visits > 0) {
            let mv = self.tree[child].mv.expect("only the root has no move");
            let after = pos.after(mv);
            let listed = trace.visits.len();
            self.add_visits(child, &after, ply + 1, place, limit, trace);
            if let Some(visit) = trace.visits.get_mut(listed) {
                visit.mv = Some(pos.move_text(mv));
            }
        }
    }

    /// Returns the visit of a node, without the move that leads to it.
    fn visit(node: &Node<P::Move>, pos: &P, ply: u32, parent: Option<usize>) -> Visit {
        let kind = match (node.children > 0, node.proven.is_some()) {
            (true, _) => VisitKind::Interior,
            (false, true) => VisitKind::Finished,
            (false, false) => VisitKind::Leaf,
        };
        let score = (node.visits > 0).then(|| node.score(ply).seen_by(node.maker == pos.side_to_move()));
        Visit {
            parent,
            mv: None,
            side: pos.side_to_move(),
            ply,
            depth: 0,
            window: None,
            kind,
            score,
            bound: score.map(|_| Bound::Exact),
            cut: None,
            table_hit: false,
            table_cutoff: false,
            is_research: false,
            playouts: Some(node.visits.into()),
            thread: None,
        }
    }
}
