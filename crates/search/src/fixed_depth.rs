//! A searcher to a fixed depth: a [`RootSearch`] over a [`Search`]. [`AlphaBeta`](crate::AlphaBeta),
//! [`Pvs`](crate::Pvs) and the other searchers differ only in the algorithm.

use std::sync::Arc;

use plyground_game::{Evaluate, Game, History, Score, SearchHints, Side, Window};

use crate::abdada::Abdada;
use crate::budget::{Budget, Stopped};
use crate::iteration::Iteration;
use crate::observer::{Observer, Statistics};
use crate::options::Options;
use crate::report::{Bound, RootMove, TableUse};
use crate::search::{Node, Search};
use crate::searcher::Searcher;
use crate::shared_table::SharedTable;

/// The root of an algorithm. The nodes below the root are searched by a recursive function.
pub trait RootSearch<P: SearchHints, E: Evaluate<P>> {
    /// Whether a value outside of the window may be a bound. Otherwise every value is exact in any window.
    const PRUNES: bool = true;

    /// Whether a value is game-theoretic if every line ends the game: no move is pruned, and both sides play their best
    /// moves.
    const PROVES: bool = true;

    /// Returns the value of the child of the root after `mv`, searched in a window of the root, for the side at the
    /// root.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        window: Window,
    ) -> Result<Score, Stopped>;

    /// Searches one move of the root in a window of the root. Returns `None` if a limit is reached.
    fn root_move(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        mv: P::Move,
        depth: u32,
        window: Window,
    ) -> Option<RootMove<P::Move>> {
        let window = if Self::PRUNES { window } else { Window::FULL };
        let value =
            |search: &mut Search<'_, P, E>, child: &Node<P, E::Path>| self.child_value(search, child, mv, window);
        let mut root_move = search.root_move(root, mv, depth, window, value)?;
        if self.completes_lines() && root_move.bound == Bound::Exact {
            search.complete_pv(root, &mut root_move.pv, depth);
        }
        Some(root_move)
    }

    /// Searches `moves` of the root in this order to `depth`.
    fn iterate(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
    ) -> Iteration<P::Move> {
        search.visit_root(root, depth, Window::FULL);
        let mut iteration = Iteration::default();
        for &mv in moves {
            let window = Window::new(search.options.root_alpha(&iteration), Window::FULL.beta);
            match self.root_move(search, root, mv, depth, window) {
                Some(root_move) => iteration.push(root_move),
                None => return iteration.interrupted(search.counts),
            }
        }
        if let Some(best) = iteration.nth_best(1) {
            search.valued_root(root, best);
        }
        iteration.complete(search.counts)
    }

    /// Starts a search from a new root.
    fn start(&mut self) {}

    /// Shares the work on the same root with other threads until the next call.
    fn join(&mut self, _team: Option<Arc<Abdada>>) {}

    /// Returns whether exact entries of the table extend an exact line.
    fn completes_lines(&self) -> bool {
        true
    }

    /// Converts a score of the evaluation, for the side at the root, to the score that this search reports.
    fn reported(_search: &Search<'_, P, E>, score: Score) -> Score {
        score
    }

    /// Returns the number of score units per displayed unit.
    fn scale(evaluation: &E) -> u32 {
        evaluation.scale()
    }
}

/// A search to a fixed depth by the algorithm `A`.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Options, Searcher, SharedTable, TranspositionTable, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
/// let table = SharedTable::new(TranspositionTable::new(1));
/// let mut search = AlphaBeta::new(&evaluation, Options::default()).with_table(table);
/// assert_eq!(search_once(&mut search, &game, 7).depth, 7);
/// assert!(search.statistics().is_some_and(|counted| counted.table_hits > 0));
/// ```
pub struct FixedDepth<'a, P: SearchHints, E, A> {
    pub(crate) search: Search<'a, P, E>,
    /// Options and state of the algorithm.
    pub(crate) algorithm: A,
}

plyground_game::impl_debug!(FixedDepth { search } for [P: SearchHints, E, A] FixedDepth<'_, P, E, A>);

impl<'a, P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E> + Default> FixedDepth<'a, P, E, A> {
    /// Returns a search without a table.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options) -> Self {
        FixedDepth { search: Search::new(evaluation, options), algorithm: A::default() }
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E>> FixedDepth<'a, P, E, A> {
    /// Returns the same search with a transposition table. Evaluations that depend on the path, and depths of variable
    /// cost, ignore the table: their values do not depend on the position alone.
    #[must_use]
    pub fn with_table(mut self, table: impl Into<Option<SharedTable>>) -> Self {
        self.search.set_table(table.into());
        self
    }

    /// Returns the same search with an observer.
    #[must_use]
    pub fn observed(mut self, observer: &'a mut dyn Observer<P>) -> Self {
        self.search.observer = Some(observer);
        self
    }
}

impl<P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E>> Searcher<P> for FixedDepth<'_, P, E, A> {
    fn options(&self) -> &Options {
        &self.search.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.search.root_side = root.side_to_move();
        self.search.history = history.clone();
        self.search.statistics = Statistics::default();
        if let Some(table) = &mut self.search.table {
            table.start(budget.node_limit());
        }
        self.search.budget = budget;
        self.algorithm.start();
    }

    fn budget(&self) -> &Budget {
        &self.search.budget
    }

    fn value_now(&self, root: &P) -> Score {
        A::reported(&self.search, self.search.root_value(root))
    }

    fn leaf_side(&self, game: &Game<P>, line: &[P::Move], score: Score) -> Option<Side> {
        let (side, value) = self.search.end_of_line(game, line)?;
        (A::reported(&self.search, value) == score).then_some(side)
    }

    fn scale(&self) -> u32 {
        A::scale(self.search.evaluation)
    }

    fn proves(&self) -> bool {
        A::PROVES
    }

    fn table_use(&self) -> TableUse {
        self.search.table.as_ref().map_or_else(TableUse::default, SharedTable::usage)
    }

    fn join(&mut self, team: Option<Arc<Abdada>>) {
        self.algorithm.join(team);
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(self.search.statistics)
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.search.begin(root, depth);
        self.algorithm.iterate(&mut self.search, root, moves, depth)
    }
}
