//! Enhanced transposition cut-offs \[Plaat1996\]: all moves of a node are looked up in the table before one is
//! searched.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::search::{ChildDepths, Node, Search};

impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the value of a move that fails high by a table entry.
    #[inline(never)]
    pub(super) fn enhanced_cutoff(&mut self, node: &Node<P, E::Path>, depth: u32, window: Window) -> Option<Score> {
        let depths = self.child_depths(&node.pos, depth);
        let moves = node.pos.legal_moves();
        let score = moves.into_iter().find_map(|mv| self.known_value(node, mv, depths, window))?;
        self.table_cutoff(node);
        Some(score)
    }

    /// Returns the table value of a move, if it fails high.
    fn known_value(
        &mut self,
        node: &Node<P, E::Path>,
        mv: P::Move,
        depths: ChildDepths,
        window: Window,
    ) -> Option<Score> {
        let after = node.pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(&node.pos, mv, &after);
        }
        let same_side = after.side_to_move() == node.pos.side_to_move();
        let depth = depths.after(same_side);
        let may_know = depth > 0 && self.history.outcome(&after).is_none();
        let entry = if may_know { self.table_entry(&after, depth) } else { None };
        self.unmake();
        let table = self.table.as_ref()?;
        let score = table.cutoff(&entry?, depth, node.ply + 1, window.for_child(same_side))?;
        Some(Window::from_child(score, same_side)).filter(|&score| score >= window.beta)
    }
}
