//! The interface of a fixed-depth search to its drivers: iterative deepening, threads and agents.

use std::sync::Arc;

use plyground_game::{Game, History, Position, Score, Side};

use crate::abdada::Abdada;
use crate::budget::Budget;
use crate::iteration::Iteration;
use crate::observer::Statistics;
use crate::options::Options;
use crate::report::TableUse;

/// A search to a fixed depth, driven by [`deepen`](crate::deepen).
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
///
/// ```
/// use plyground_game::{Game, HashEvaluation, Position};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Budget, Limits, Options, Searcher};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
/// let mut searcher = AlphaBeta::new(&evaluation, Options::default());
/// searcher.start(game.position(), game.history(), Budget::new(&Limits::default()));
/// let iteration = searcher.iterate(game.position(), &game.position().legal_moves(), 4);
/// assert!(iteration.is_complete() && iteration.root_moves().len() == 6);
/// ```
pub trait Searcher<P: Position> {
    /// Returns the options.
    fn options(&self) -> &Options;

    /// Prepares for searches from `root`, the current position of `history`, within `budget`.
    fn start(&mut self, root: &P, history: &History, budget: Budget);

    /// Returns the current budget.
    fn budget(&self) -> &Budget;

    /// Returns the value of `root` for its side to move, without a search.
    fn value_now(&self, root: &P) -> Score;

    /// Returns the side for which the evaluation values the position at the end of `line`, a line from the current
    /// position of `game`. Returns `None` if that value is not `score`, or if the search does not value leaves by an
    /// evaluation.
    fn leaf_side(&self, _game: &Game<P>, _line: &[P::Move], _score: Score) -> Option<Side> {
        None
    }

    /// Returns the number of score units per displayed unit.
    fn scale(&self) -> u32 {
        1
    }

    /// Returns whether a value is game-theoretic if every line ends the game: no move is pruned, and both sides play
    /// their best moves.
    fn proves(&self) -> bool {
        true
    }

    /// Returns the use of the table since [`Searcher::start`].
    fn table_use(&self) -> TableUse {
        TableUse::default()
    }

    /// Shares the work on the same root with other threads until the next call. A search that cannot share its work
    /// ignores the call.
    fn join(&mut self, _team: Option<Arc<Abdada>>) {}

    /// Returns the counts of the search, if it counts.
    fn statistics(&self) -> Option<Statistics> {
        None
    }

    /// Searches `moves` of `root` in this order to `depth`, which is at least 1.
    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move>;
}
