//! The contract between one search to a fixed depth and what drives it: deepening, threads, agents.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation, Position};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Budget, Limits, Options, Searcher};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
//! let mut searcher = AlphaBeta::new(&evaluation, Options::default());
//! searcher.start(game.position(), game.history(), Budget::new(&Limits::default()));
//! let iteration = searcher.iterate(game.position(), &game.position().legal_moves(), 4);
//! assert!(iteration.is_finished() && iteration.root_moves().len() == 6);
//! ```

use std::cmp::Reverse;
use std::sync::Arc;

use plyground_game::{History, Position, Score, Window};

use crate::abdada::Abdada;
use crate::budget::Budget;
use crate::observer::Statistics;
use crate::options::Options;
use crate::report::{Bound, Line, RootMove, TableUse};

/// One search to a fixed depth; what [`deepen`](crate::deepen) drives.
///
/// ```
/// use plyground_game::{Game, Position, Score};
/// use plyground_search::{Limits, Searcher, deepen};
///
/// /// Works with every algorithm and every game.
/// fn value_at<P: Position>(searcher: &mut impl Searcher<P>, game: &Game<P>, depth: u32) -> Score {
///     deepen(searcher, game, &Limits::depth(depth), |_| {}).score
/// }
/// ```
pub trait Searcher<P: Position> {
    /// The options in force.
    fn options(&self) -> &Options;

    /// Makes ready for searches from `root`, the present position of `history`, within `budget`.
    fn start(&mut self, root: &P, history: &History, budget: Budget);

    /// The running budget.
    fn budget(&self) -> &Budget;

    /// The value of `root` for its side to move, without search.
    fn value_now(&self, root: &P) -> Score;

    /// How many units of score make 1 in the unit that people read.
    fn scale(&self) -> u32 {
        1
    }

    /// What the table did since [`Searcher::start`].
    fn table_use(&self) -> TableUse {
        TableUse::default()
    }

    /// Works with others on the same root from now on, until the next call; a search that cannot share its work ignores it.
    fn join(&mut self, _team: Option<Arc<Abdada>>) {}

    /// What the observer has counted.
    fn statistics(&self) -> Option<Statistics> {
        None
    }

    /// Searches `moves` of `root` in this order to `depth`, which is at least 1.
    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move>;
}

/// A searcher that can be asked for one root move at a time: what threads share out among them.
pub trait RootTasks<P: Position>: Searcher<P> {
    /// Searches one move of `root` in a window of the root; `None` when a limit was reached.
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>>;

    /// Begins a new depth: the counts start anew.
    fn begin(&mut self, root: &P, depth: u32);

    /// What was counted since.
    fn counts(&self) -> Counts;
}

/// What is counted in one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions valued: at the end of the depth, or finished games.
    pub leaves: u64,
    /// Leaves that are finished games.
    pub finished: u64,
    /// The most plies from the root to a leaf.
    pub seldepth: u32,
    /// Whether part of the tree was left out for a reason that a deeper search may not have.
    pub shortened: bool,
}

impl Counts {
    /// Whether all leaves are finished games: then a deeper search sees nothing new.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.leaves == self.finished && !self.shortened
    }

    /// The counts of two parts of the same tree.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            leaves: self.leaves + other.leaves,
            finished: self.finished + other.finished,
            seldepth: self.seldepth.max(other.seldepth),
            shortened: self.shortened || other.shortened,
        }
    }
}

/// One depth, finished or broken off.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    root_moves: Vec<RootMove<M>>,
    counts: Counts,
    finished: bool,
}

impl<M: Copy + Eq> Iteration<M> {
    /// A depth of which nothing is known yet.
    #[must_use]
    pub fn new() -> Iteration<M> {
        Iteration { root_moves: Vec::new(), counts: Counts::default(), finished: false }
    }

    /// Adds what is known of the next root move.
    pub fn push(&mut self, root_move: RootMove<M>) {
        self.root_moves.push(root_move);
    }

    /// The root moves in the order of `moves`, where they were tried in another one.
    #[must_use]
    pub(crate) fn in_order_of(mut self, moves: &[M]) -> Iteration<M> {
        self.root_moves.sort_by_key(|root_move| moves.iter().position(|&mv| mv == root_move.mv));
        self
    }

    /// The depth came to its end.
    #[must_use]
    pub fn finished(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, finished: true, ..self }
    }

    /// The depth was broken off.
    #[must_use]
    pub fn stopped(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, finished: false, ..self }
    }

    /// Whether the depth came to its end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The root moves so far, in the order of the moves that were asked for.
    #[must_use]
    pub fn root_moves(&self) -> &[RootMove<M>] {
        &self.root_moves
    }

    /// What was counted.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The n-th best value so far, from 1; `None` while there are fewer.
    #[must_use]
    pub fn nth_best(&self, n: usize) -> Option<Score> {
        let mut scores: Vec<Score> = self.root_moves.iter().map(|root_move| root_move.score).collect();
        scores.sort_unstable_by_key(|&score| Reverse(score));
        scores.get(n.max(1) - 1).copied()
    }

    /// The exactly known moves, best first; among equals, the one that was asked for first.
    #[must_use]
    pub fn best_lines(&self, count: usize) -> Vec<Line<M>> {
        let exact = self.root_moves.iter().filter(|root_move| root_move.bound == Bound::Exact);
        let mut lines: Vec<Line<M>> =
            exact.map(|RootMove { mv, score, pv, .. }| Line { mv: *mv, score: *score, pv: pv.clone() }).collect();
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(count.max(1));
        lines
    }

    /// Takes the list apart.
    #[must_use]
    pub fn into_root_moves(self) -> Vec<RootMove<M>> {
        self.root_moves
    }
}

impl<M: Copy + Eq> Default for Iteration<M> {
    fn default() -> Iteration<M> {
        Iteration::new()
    }
}
