//! Observation of a running search.
//!
//! A search notifies its [`Observer`] of every node. Without an observer, each notification costs one test. Every
//! search counts [`Statistics`], which compare algorithms.

use plyground_game::{Position, Score, Window};

/// A receiver of search events. Every method is empty by default.
///
/// ```
/// use plyground_game::{Game, HashEvaluation, Position};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Observer, Options, search_once};
///
/// /// The greatest ply of a leaf.
/// #[derive(Default)]
/// struct Deepest(u32);
///
/// impl<P: Position> Observer<P> for Deepest {
///     fn leaf(&mut self, _: &P, ply: u32) {
///         self.0 = self.0.max(ply);
///     }
/// }
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let mut deepest = Deepest::default();
/// search_once(&mut AlphaBeta::new(&evaluation, Options::default()).observed(&mut deepest), &game, 5);
/// assert_eq!(deepest.0, 5);
/// ```
pub trait Observer<P: Position>: Send {
    /// Notifies that a position is expanded, with `depth` left, `ply` plies from the root.
    #[inline]
    fn interior(&mut self, _pos: &P, _depth: u32, _ply: u32) {}

    /// Notifies that a position is valued without being expanded: at the end of the depth, or as a finished game.
    #[inline]
    fn leaf(&mut self, _pos: &P, _ply: u32) {}

    /// Notifies that a move fails high after `tried` other moves.
    #[inline]
    fn cutoff(&mut self, _pos: &P, _mv: P::Move, _tried: u32, _ply: u32) {}

    /// Notifies that the table contains a position.
    #[inline]
    fn table_hit(&mut self, _pos: &P, _ply: u32) {}

    /// Notifies that the table settles a position without a search.
    #[inline]
    fn table_cutoff(&mut self, _pos: &P, _ply: u32) {}

    /// Notifies that a position is searched again because its null window was too narrow.
    #[inline]
    fn research(&mut self, _pos: &P, _ply: u32) {}

    /// Notifies that a move is made in the tree. `mv` leads from `pos` to the nodes that are visited next below `pos`.
    #[inline]
    fn made(&mut self, _pos: &P, _mv: P::Move) {}

    /// Notifies that a search that has graded the moves of `pos` continues with `mv`, which leads to the nodes visited
    /// next.
    #[inline]
    fn resumed(&mut self, _pos: &P, _mv: P::Move) {}

    /// Notifies that a move of `pos` to `child` is graded but not searched. The grade is for the side to move in
    /// `child`.
    #[inline]
    fn discarded(&mut self, _pos: &P, _mv: P::Move, _child: &P, _ply: u32, _grade: Score) {}

    /// Notifies that this thread, from 0, searches the next root move. Threads share the root moves and take turns on
    /// one processor.
    #[inline]
    fn thread(&mut self, _thread: usize) {}

    /// Notifies that the side to move in `pos` passes, for null-move pruning.
    #[inline]
    fn passed(&mut self, _pos: &P) {}

    /// Notifies that a visit of a node starts: `pos` is searched with `depth` left in this window of its side to move.
    /// Leaves have no window, except in minimax and quiescence. A pass over the moves of the root is a visit of the
    /// root.
    #[inline]
    fn visit(&mut self, _pos: &P, _depth: u32, _ply: u32, _window: Window) {}

    /// Notifies that the visit of a node or leaf ends with this value for the side to move in `pos`.
    #[inline]
    fn valued(&mut self, _pos: &P, _ply: u32, _score: Score) {}

    /// Notifies that the leaf of the last [`Observer::leaf`] is a finished game.
    #[inline]
    fn finished(&mut self, _pos: &P, _ply: u32) {}

    /// Notifies that a limit is reached. The values of all unfinished visits are invalid.
    #[inline]
    fn stopped(&mut self) {}
}

/// Counts of a whole search, over all iterations.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Options, Searcher, deepen};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
/// let mut searcher = AlphaBeta::new(&evaluation, Options::default());
/// let report = deepen(&mut searcher, &game, &Limits::depth(5), |_| {});
/// let statistics = searcher.statistics().expect("this search counts");
/// assert_eq!(statistics.leaves + statistics.interior, report.nodes + 5, "five roots are nodes that no move made");
/// assert!(statistics.first_move_cutoff_rate().is_some_and(|rate| rate > 0.3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Expanded positions, including roots.
    pub interior: u64,
    /// Positions valued without being expanded.
    pub leaves: u64,
    /// Moves that failed high.
    pub cutoffs: u64,
    /// Number of these that were the first move tried.
    pub first_move_cutoffs: u64,
    /// Positions found in the table.
    pub table_hits: u64,
    /// Positions settled by the table without a search.
    pub table_cutoffs: u64,
    /// Repeated searches in a wider window or to a greater depth.
    pub researches: u64,
}

impl Statistics {
    /// Returns the combined counts of two parts of a search.
    #[must_use]
    pub fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            interior: self.interior + other.interior,
            leaves: self.leaves + other.leaves,
            cutoffs: self.cutoffs + other.cutoffs,
            first_move_cutoffs: self.first_move_cutoffs + other.first_move_cutoffs,
            table_hits: self.table_hits + other.table_hits,
            table_cutoffs: self.table_cutoffs + other.table_cutoffs,
            researches: self.researches + other.researches,
        }
    }

    /// Returns the share of cut-offs by the first move tried, 0 to 1. It measures the move ordering. Returns `None`
    /// without cut-offs.
    #[must_use]
    pub fn first_move_cutoff_rate(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| self.first_move_cutoffs as f64 / self.cutoffs as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_two_parts_are_added_one_by_one() {
        let of = |first: u64| Statistics {
            interior: first,
            leaves: first + 1,
            cutoffs: first + 2,
            first_move_cutoffs: first + 3,
            table_hits: first + 4,
            table_cutoffs: first + 5,
            researches: first + 6,
        };
        let sum = of(10).plus(of(100));
        let fields = [sum.interior, sum.leaves, sum.cutoffs, sum.first_move_cutoffs, sum.table_hits];
        assert_eq!(fields, [110, 112, 114, 116, 118]);
        assert_eq!([sum.table_cutoffs, sum.researches], [120, 122]);
    }

    #[test]
    fn the_rate_is_the_share_of_first_moves() {
        let cut = |cutoffs, first_move_cutoffs| Statistics { cutoffs, first_move_cutoffs, ..Statistics::default() };
        assert_eq!(cut(0, 0).first_move_cutoff_rate(), None);
        assert_eq!(cut(8, 6).first_move_cutoff_rate(), Some(0.75));
    }
}
