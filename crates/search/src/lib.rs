//! Searches any game that implements [`Position`](plyground_game::Position).
//!
//! A searcher, such as [`Minimax`] or [`AlphaBeta`], searches to a fixed depth.
//! [`deepen`] runs a searcher to depth 1, 2, 3 and so on within [`Limits`].
//! A search reads the side to move after every move, so games with extra turns, such as Kalah, need no special case.
//! Depth counts plies or turns ([`Unit`]).
//!
//! ```
//! use plyground_game::{Game, HashEvaluation, Position};
//! use plyground_kalah::{Kalah, KalahRules, KalahSetup};
//! use plyground_search::{AlphaBeta, Limits, Options, deepen};
//!
//! let game = Game::<Kalah>::new(&KalahSetup::default(), &KalahRules::default());
//! let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
//! let mut searcher = AlphaBeta::new(&evaluation, Options::default());
//! let report = deepen(&mut searcher, &game, &Limits::depth(4), |_| {});
//!
//! assert_eq!(report.depth, 4);
//! assert!(report.best.is_some_and(|best| game.position().is_legal(best)));
//! ```

mod abdada;
mod agent;
mod algorithms;
mod budget;
mod deepening;
mod driver;
mod history;
mod iteration;
mod job;
mod lazy_smp;
mod limits;
mod mcts;
mod observer;
mod options;
mod picker;
mod pv_table;
mod report;
mod root_split;
mod search_agent;
mod searcher;
mod selectivity;
mod table_access;
mod trace;
mod transposition_table;

pub use abdada::Abdada;
pub use agent::{Agent, AgentError, AgentFailure, OnDepth, RandomAgent};
pub use algorithms::alpha_beta::{AlphaBeta, AlphaBetaAlgorithm};
pub use algorithms::beam::{Beam, BeamAlgorithm};
pub use algorithms::expectimax::{Expectimax, ExpectimaxAlgorithm};
pub use algorithms::minimax::{Minimax, MinimaxAlgorithm};
pub use algorithms::mtdf::{Mtdf, MtdfAlgorithm};
pub use algorithms::pvs::{Pvs, PvsAlgorithm, PvsOptions};
pub use algorithms::scout::{Scout, ScoutAlgorithm};
pub use budget::{Budget, MAX_PLY, Stopped};
pub use deepening::{CallbackResult, deepen, search_once, search_once_within};
pub use driver::{Algorithm, AlgorithmState, Driver};
pub use iteration::{Counts, Iteration};
pub use job::{Job, StopFlag};
pub use lazy_smp::deepen_together;
pub use limits::{Clock, Limits, MAX_DEPTH};
pub use mcts::{
    CombinedEvaluator, EXPLORATION, Evaluator, Leaf, Mcts, MctsAgent, MctsOptions, Playouts, Prior, StaticEvaluator,
};
pub use observer::{Observer, Statistics};
pub use options::{CheapPlies, Options, Unit, View};
pub use picker::Order;
pub use report::{Bound, Line, MoveStatistics, Report, RootMove, Source, TableUse};
pub use root_split::RootSplit;
pub use search_agent::{BEAM_WIDTH, PvsAgent, SearchAgent, SearchKind, TABLE_SIZE, run};
pub use searcher::{RootTasks, Searcher};
pub use selectivity::{Margin, MoveCount, Pruning, Selectivity};
pub use table_access::{NoTable, SharedTable, TableAccess};
pub use trace::{Cut, Trace, Traced, Tracer, Visit, VisitKind};
pub use transposition_table::{Entry, TranspositionTable, has_room_for_table};
