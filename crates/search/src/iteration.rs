//! Results and counts of one depth of a search.

use std::cmp::Reverse;

use plyground_game::Score;

use crate::report::{Bound, Line, RootMove};

/// Counts of one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions valued at the end of the depth or as finished games.
    pub leaves: u64,
    /// Leaves that are finished games.
    pub finished: u64,
    /// Maximum distance from the root to a leaf, in plies.
    pub seldepth: u32,
    /// Whether part of the tree was pruned by a rule that may not apply in a deeper search.
    pub pruned: bool,
    /// Whether the exit counter has turned a position with depth left into a leaf.
    pub interrupted: bool,
}

impl Counts {
    /// Returns whether all leaves are finished games and nothing was pruned. A deeper search then finds nothing new.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.leaves == self.finished && !self.pruned
    }

    /// Returns the combined counts of two parts of the same tree.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            leaves: self.leaves + other.leaves,
            finished: self.finished + other.finished,
            seldepth: self.seldepth.max(other.seldepth),
            pruned: self.pruned || other.pruned,
            interrupted: self.interrupted || other.interrupted,
        }
    }
}

/// One depth, complete or partial.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    root_moves: Vec<RootMove<M>>,
    counts: Counts,
    is_complete: bool,
}

impl<M: Copy + Eq> Iteration<M> {
    /// Adds the result of the next root move.
    pub fn push(&mut self, root_move: RootMove<M>) {
        self.root_moves.push(root_move);
    }

    /// Returns the iteration with its root moves in the order of `moves`.
    //
    // Sorts by cached keys, here and in similar places: games and evaluations then share the code of the sort. A sort of the
    // items themselves is compiled for each of them, in 7 KB.
    #[must_use]
    pub(crate) fn in_order_of(mut self, moves: &[M]) -> Iteration<M> {
        self.root_moves.sort_by_cached_key(|root_move| moves.iter().position(|&mv| mv == root_move.mv));
        self
    }

    /// Ends a depth whose root moves were all searched. It is complete unless the exit counter interrupted it.
    #[must_use]
    pub fn complete(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, is_complete: !counts.interrupted, ..self }
    }

    /// Ends a depth that a limit interrupted.
    #[must_use]
    pub fn interrupted(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, is_complete: false, ..self }
    }

    /// Returns whether the depth is complete, with no part interrupted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the root moves so far, in the given order of the moves unless the search ranks them.
    #[must_use]
    pub fn root_moves(&self) -> &[RootMove<M>] {
        &self.root_moves
    }

    /// Returns the counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the n-th best value so far, from 1. Returns `None` if there are fewer.
    #[must_use]
    pub fn nth_best(&self, n: usize) -> Option<Score> {
        let mut scores: Vec<Reverse<Score>> =
            self.root_moves.iter().map(|root_move| Reverse(root_move.score)).collect();
        scores.sort_unstable();
        scores.get(n.max(1) - 1).map(|&Reverse(score)| score)
    }

    /// Returns the exactly known moves, best first. Among equal moves, the first in the given order comes first.
    #[must_use]
    pub fn best_lines(&self, count: usize) -> Vec<Line<M>> {
        let exact = self.root_moves.iter().filter(|root_move| root_move.bound == Bound::Exact);
        let mut lines: Vec<Line<M>> =
            exact.map(|RootMove { mv, score, pv, .. }| Line { mv: *mv, score: *score, pv: pv.clone() }).collect();
        lines.sort_by_cached_key(|line| Reverse(line.score));
        lines.truncate(count.max(1));
        lines
    }

    /// Returns the root moves.
    #[must_use]
    pub fn into_root_moves(self) -> Vec<RootMove<M>> {
        self.root_moves
    }
}

impl<M: Copy + Eq> Default for Iteration<M> {
    /// Returns an empty iteration.
    fn default() -> Iteration<M> {
        Iteration { root_moves: Vec::new(), counts: Counts::default(), is_complete: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts = Counts { leaves: 7, finished: 5, seldepth: 3, pruned: false, interrupted: false };

    #[test]
    fn counts_of_two_parts_are_those_of_the_whole() {
        let other = Counts { leaves: 11, finished: 2, seldepth: 9, pruned: true, interrupted: false };
        let whole = Counts { leaves: 18, finished: 7, seldepth: 9, pruned: true, interrupted: false };
        assert_eq!((COUNTS.plus(other), other.plus(COUNTS)), (whole, whole));
        assert!(COUNTS.plus(Counts { interrupted: true, ..COUNTS }).interrupted && !COUNTS.plus(COUNTS).interrupted);
        let proven = Counts { finished: 7, ..COUNTS };
        assert!(proven.is_proven() && !COUNTS.is_proven() && !Counts { pruned: true, ..proven }.is_proven());
    }

    #[test]
    fn a_depth_reports_its_counts_whether_complete_or_not() {
        let depth = Iteration::<u8>::default;
        assert!(depth().complete(COUNTS).is_complete() && !depth().interrupted(COUNTS).is_complete());
        assert!(!depth().complete(Counts { interrupted: true, ..COUNTS }).is_complete());
        assert_eq!((depth().complete(COUNTS).counts(), depth().interrupted(COUNTS).counts()), (COUNTS, COUNTS));
    }
}
