//! The one place that names every game, evaluation and agent, and hides their types.
//!
//! Inside a game everything is generic and compiled for it; here a front end gets a [`Session`] that speaks text and plain
//! data, so that programs such as the command line stay thin. The price is one dynamic call for each search, not for
//! each node.
//!
//! ```
//! use plyground_catalog::{AgentSpec, GameId, Request, Start, open};
//!
//! let mut session = open(GameId::Kalah, &Start { moves: "3 1".into(), ..Start::default() })?;
//! assert_eq!(session.show().side, "north");
//!
//! let agent: AgentSpec = "alphabeta:depth=5".parse()?;
//! let analysis = session.analyse(&agent, &Request::default(), &mut |_| {})?;
//! let best = analysis.best.expect("the game goes on");
//! println!("{}", session.play(&best)?);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod agent;
mod contest;
mod data;
mod duration;
mod erased;
mod error;
mod game_id;
mod kgp;
mod playable;
mod reports;
mod session;
mod solve;
mod spec;
mod tuning;
mod weights;

pub mod scene;
mod tables;

pub use contest::{Contest, ContestEnd, NODES_A_MOVE, Pairing, ask, export, records, serve_engine, steps};
pub use data::{Analysis, CellPath, Counted, Divided, Ended, Feature, Line, RootMove, Shown, TableUse, Value};
pub use duration::{parse_duration, write_duration};
pub use erased::Erased;
pub use error::CatalogError;
pub use game_id::{ForGame, GameId};
pub use kgp::{KGP_PORT, KgpGuest};
pub use playable::{ForEvaluation, Playable, TableMoves};
pub use plyground_arena::index::OVERVIEW;
pub use plyground_arena::kgp::{KgpEnd, KgpIdentity};
pub use plyground_arena::statistics::SprtStatus;
pub use plyground_arena::{EndCause, Figure, GameResult, Progress, Record, Summary};
pub use plyground_eval::Listed;
pub use plyground_optimize::{Budget, EndOfRun, Generation};
pub use plyground_search::{StopFlag, Unit, View};
pub use session::{Request, Session, Start, open, open_record};
pub use solve::{Mate, SolveProgress, Solved, SolvedMove, SolvedValue, Solver};
pub use spec::{AGENTS, AgentInfo, AgentKind, AgentSpec, COMPARED, KEYS, KeyInfo};
pub use tuning::{Method, Proof, Tuned, Tuning, TuningProgress};
pub use weights::WeightSet;

/// The examples of the README and of the book are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/writing-an-agent.md")]
struct WritingAnAgent;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
struct AddingAGame;
