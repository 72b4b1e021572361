//! Adversarial search for any game that implements [`Position`](plyground_game::Position).
//!
//! Nothing here knows a game. A searcher ([`Minimax`], [`AlphaBeta`]) does one search to a fixed depth; [`deepen`] drives
//! it depth by depth within [`Limits`]. Who moves is asked after every move, so extra turns are right by construction, and
//! depth can be counted in plies or in turns ([`Unit`]).
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

mod agent;
mod alpha_beta;
mod article;
mod beam;
mod budget;
mod context;
mod crew;
mod deepening;
mod expectimax;
mod history_heuristic;
mod lazy_smp;
mod limits;
mod lines;
mod mcts;
mod memory;
mod minimax;
mod mtdf;
mod observer;
mod picker;
mod pvs;
mod report;
mod root_split;
mod scout;
mod search_agent;
mod searcher;
mod selectivity;
mod table;

pub use agent::{Agent, AgentError, AgentFailure, Each, Job, RandomAgent};
pub use alpha_beta::{AlphaBeta, AlphaBetaMemory, FullWindows, Negamax, Windows};
pub use article::{Article, ArticleSearch};
pub use beam::Beam;
pub use budget::{Budget, MAX_PLY, StopFlag, Stopped};
pub use context::{Counts, Options, Unit, View};
pub use crew::Crew;
pub use deepening::{GoOn, deepen, search_once, search_once_within};
pub use expectimax::Expectimax;
pub use lazy_smp::deepen_together;
pub use limits::{Clock, Limits, MAX_DEPTH};
pub use mcts::Mcts;
pub use memory::{Memory, Remember};
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use observer::{Observer, Statistics};
pub use picker::Order;
pub use pvs::{Pvs, PvsOptions};
pub use report::{Bound, Line, Report, RootMove, TableUse};
pub use root_split::RootSplit;
pub use scout::{NullWindows, Scout, ScoutMemory};
pub use search_agent::{Algorithm, BEAM_WIDTH, SearchAgent, TABLE_SIZE, run};
pub use searcher::{Iteration, RootTasks, Searcher};
pub use selectivity::Selectivity;
pub use table::{Entry, Table};
