//! Sharing of moves among the threads of a team, by ABDADA.

use plyground_game::{Evaluate, Move, SearchHints};

use super::PvsRoot;
use crate::abdada::Abdada;
use crate::search::Search;

/// Minimum depth at which a team shares the moves of a node. At low depths the check takes longer than a repeated
/// search.
pub(super) const SHARED_DEPTH: u32 = 4;

impl PvsRoot {
    /// Returns the team if the moves of a node with this depth left are shared.
    #[inline]
    pub(super) fn team_at<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        depth: u32,
    ) -> Option<&Abdada> {
        self.team.as_deref().filter(|_| search.table.is_some() && depth >= SHARED_DEPTH)
    }

    /// Returns the team and the identifier of a move for it, if the moves of a node with this depth left are shared.
    #[inline]
    pub(super) fn task<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        key: u64,
        depth: u32,
        mv: P::Move,
    ) -> Option<(&Abdada, u64)> {
        self.team_at(search, depth).map(|team| (team, Abdada::task(key, depth, mv.index())))
    }
}
