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
//! assert!(iteration.is_complete() && iteration.root_moves().len() == 6);
//! ```

use std::sync::Arc;

use plyground_game::{History, Position, Score, Side};

use crate::abdada::Abdada;
use crate::budget::Budget;
use crate::iteration::Iteration;
use crate::observer::Statistics;
use crate::options::Options;
use crate::report::TableUse;

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

    /// Returns the side for which the evaluation values the position at the end of a line from `root`, or `None` if `score` is not that
    /// value. A search without an evaluation returns `None`.
    fn leaf_side(&self, _root: &P, _line: &[P::Move], _score: Score) -> Option<Side> {
        None
    }

    /// How many units of score make 1 in the unit that people read.
    fn scale(&self) -> u32 {
        1
    }

    /// Whether a value is the game's where every line ends the game: no move is left out, and both sides play their best.
    fn proves(&self) -> bool {
        true
    }

    /// What the table did since [`Searcher::start`].
    fn table_use(&self) -> TableUse {
        TableUse::default()
    }

    /// Works with others on the same root from now on, until the next call; a search that cannot share its work ignores it.
    fn join(&mut self, _team: Option<Arc<Abdada>>) {}

    /// Returns what the search has counted, if it counts.
    fn statistics(&self) -> Option<Statistics> {
        None
    }

    /// Searches `moves` of `root` in this order to `depth`, which is at least 1.
    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move>;
}
