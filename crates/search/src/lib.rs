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
mod context;
mod deepening;
mod limits;
mod lines;
mod memory;
mod minimax;
mod observer;
mod report;
mod scout;
mod searcher;
mod table;

pub use agent::{Agent, AgentError, AgentFailure, Each, Job, RandomAgent};
pub use alpha_beta::{AlphaBeta, AlphaBetaMemory, FullWindows, Negamax, Windows};
pub use context::{Counts, Options, Unit, View};
pub use deepening::{GoOn, deepen, search_once, search_once_within};
pub use limits::{Budget, Clock, Limits, MAX_DEPTH, MAX_PLY, StopFlag, Stopped};
pub use memory::{Memory, Remember};
pub use minimax::Minimax;
pub use observer::{Observer, Statistics};
pub use report::{Bound, Line, Report, RootMove, TableUse};
pub use scout::{NullWindows, Scout, ScoutMemory};
pub use searcher::{Iteration, RootTasks, Searcher};
pub use table::{Entry, Table};
