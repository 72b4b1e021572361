//! Replies to threats. If the opponent would win at its next move, every move that cannot prevent it loses, so it is not
//! searched.

use plyground_game::{Evaluate, SearchHints};

use super::PvsRoot;
use crate::search::{Node, Search};

impl PvsRoot {
    /// Returns the moves that may prevent the opponent's win at its next move, if the opponent threatens to win.
    #[inline]
    pub(super) fn parries<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        node: &Node<P, E::Path>,
    ) -> Option<Vec<P::Move>> {
        // A draw by history could come before the win.
        let may_draw = || P::HAS_HISTORY && search.history.signature(2, P::NO_RETURN_WITHIN, false) != 0;
        if self.selectivity.threats && !may_draw() { node.pos.parries() } else { None }
    }
}
