//! Searches any game that implements [`Position`](plyground_game::Position).
//!
//! A searcher, such as [`Minimax`] or [`AlphaBeta`], searches to a fixed depth.
//! [`deepen`] runs a searcher to depth 1, 2, 3 and so on within [`Limits`], which it takes by value or by reference.
//! A search reads the side to move after every move, so games with extra turns, such as Kalah, need no special case.
//! Depth counts plies or turns ([`Unit`]).
//!
//! ```
//! use plyground_game::{Evaluate, Game, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules, KalahSetup};
//! use plyground_search::{AlphaBeta, Limits, Options, deepen};
//!
//! /// The seeds in the own store minus those in the opponent's.
//! struct StoreDifference;
//!
//! impl Evaluate<Kalah> for StoreDifference {
//!     type Path = ();
//!
//!     fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
//!         Score::new(i32::from(pos.store(side)) - i32::from(pos.store(!side)))
//!     }
//! }
//!
//! let game = Game::<Kalah>::new(&KalahSetup::default(), &KalahRules::default());
//! let mut searcher = AlphaBeta::new(&StoreDifference, Options::default());
//! let report = deepen(&mut searcher, &game, &Limits::depth(4), |_| {});
//!
//! // At depth 4, house 6 is best: South will be a seed ahead.
//! assert_eq!(report.best.map(|house| house.number()), Some(6));
//! assert_eq!((report.depth, report.score), (4, Score::new(1)));
//! ```
//!
//! The guides [Write an agent](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-agent.md)
//! and [Write an evaluation](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-evaluation.md)
//! build whole programs on this crate.

mod abdada;
mod agent;
mod budget;
mod cached_evaluation;
mod deepening;
mod fixed_depth;
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
mod pvs;
mod report;
mod root_split;
mod search;
mod search_agent;
mod searcher;
mod selectivity;
mod shared_table;
mod textbook;
mod trace;
mod transposition_table;

pub use abdada::Abdada;
pub use agent::{Agent, AgentError, AgentFailure, OnDepth, RandomAgent};
pub use budget::{Budget, MAX_PLY, Stopped};
pub use cached_evaluation::CachedEvaluation;
pub use deepening::{CallbackResult, deepen, run, search_once};
pub use fixed_depth::{FixedDepth, RootSearch};
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
pub use pvs::{Pvs, PvsOptions, PvsRoot};
pub use report::{Bound, Line, MoveStatistics, Report, RootMove, Source, TableUse};
pub use root_split::RootSplit;
pub use search::{Node, Search};
pub use search_agent::{SearchAgent, SearchKind, TABLE_SIZE};
pub use searcher::Searcher;
pub use selectivity::{Margin, MoveCount, Pruning, Selectivity};
pub use shared_table::SharedTable;
pub use textbook::alpha_beta::{AlphaBeta, AlphaBetaRoot};
pub use textbook::beam::{BEAM_WIDTH, Beam, BeamRoot};
pub use textbook::expectimax::{Expectimax, ExpectimaxRoot};
pub use textbook::minimax::{Minimax, MinimaxRoot};
pub use textbook::mtdf::{Mtdf, MtdfRoot};
pub use textbook::scout::{Scout, ScoutRoot};
pub use trace::{Cut, Trace, Traced, Tracer, Visit, VisitKind};
pub use transposition_table::{Entry, TranspositionTable, has_room_for_table};
