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

    /// Returns whether another thread of the team is searching this move.
    #[inline]
    pub(super) fn is_busy<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        key: u64,
        depth: u32,
        mv: P::Move,
    ) -> bool {
        self.team_at(search, depth).is_some_and(|team| team.is_busy(Abdada::task(key, depth, mv.index())))
    }

    /// Registers the search of this move with the team, if there is one.
    #[inline]
    pub(super) fn begin_task<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        key: u64,
        depth: u32,
        mv: P::Move,
    ) {
        if let Some(team) = self.team_at(search, depth) {
            team.begin(Abdada::task(key, depth, mv.index()));
        }
    }

    /// Removes the search of this move from the team.
    #[inline]
    pub(super) fn end_task<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        key: u64,
        depth: u32,
        mv: P::Move,
    ) {
        if let Some(team) = self.team_at(search, depth) {
            team.end(Abdada::task(key, depth, mv.index()));
        }
    }
}
