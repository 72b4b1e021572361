//! Every game, evaluation and agent by name, and sessions that hide their types.
//!
//! A [`Catalog`] is a list of games, to which anybody can add: an [`Entry`] has one row for each thing that has a name. Inside a
//! game everything is generic and compiled for it; here a front end gets a [`Session`] that speaks text and plain data, so
//! that programs such as the command line stay thin. The price is one dynamic call for each search, not for each node.
//!
//! ```
//! use plyground_catalog::{ANALYSIS, Catalog, Start};
//! use plyground_search::Job;
//!
//! let catalog = Catalog::standard();
//! let kalah = catalog.game("kalah")?;
//! let mut session = kalah.open(&Start { moves: "3 1".into(), ..Start::default() })?;
//! assert_eq!(session.show().side, "north");
//!
//! let agent = kalah.agent("alphabeta:depth=5")?;
//! let analysis = session.analyse(&agent, &Job::default(), ANALYSIS, &mut |_| {})?;
//! let best = analysis.best.expect("the game goes on");
//! println!("{}", session.play(&best)?);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

#![cfg_attr(not(feature = "work"), allow(dead_code, unused_imports, reason = "only that work asks for all"))]

mod agents;
mod any_game;
mod batch;
mod best_1;
mod calibrate;
mod catalog;
mod contest;
mod data;
mod duration;
mod engine;
mod entry;
mod erased;
mod error;
mod evaluation;
mod evaluations;
mod explore;
#[cfg(feature = "work")]
mod find_puzzles;
pub mod games;
mod guest;
mod guest_evaluation;
pub mod keys;
mod levels;
#[cfg(feature = "work")]
mod proof;
mod puzzle;
mod rule_option;
mod session;
mod solve;
mod spec;
mod state;
mod told;
#[cfg(feature = "work")]
mod tuning;
mod weights;

pub use plyground_arena::statistics::share_of as win_probability;
pub use plyground_solve::SolveError;
pub use plyground_solve::proof::Question as ProofQuestion;

pub use agents::{AgentRow, COMPARED, Making, best_options, strongest};
pub use any_game::{AnyGame, GameInfo};
pub use batch::{Batch, BatchView};
pub use calibrate::{Calibration, calibrate};
pub use catalog::{Catalog, GameRef};
#[cfg(feature = "index")]
pub use contest::ask;
pub use contest::{
    ChunkSpec, Contest, ContestEnd, ContestWorkforce, LimitSpec, NODES_A_MOVE, OpenRun, OpeningSpec, Pairing,
    PlayerSpec, RunPlayer, RunSpec, RunWorkforces, SPEC_FORMAT, records,
};
pub use data::{
    Analysis, CellPath, Counted, Divided, Ended, Explanation, Feature, Line, Question, RootMove, Shown, TableUse, Value,
};
pub use duration::{parse_duration, write_duration};
pub use engine::serve_engine;
pub use entry::{Beam, Entry, FindPath};
pub use erased::Erased;
pub use error::{CatalogError, ErrorKind};
pub use evaluation::{DrawRange, Evaluation, EvaluationInfo, EvaluationRow, Explained};
pub use evaluations::Evaluations;
pub use explore::ExploredMove;
pub use guest::{Asked, Guest, MakeGuest};
pub use guest_evaluation::{GuestEvaluation, GuestWeights};
pub use levels::{LEVELS, Level, LevelSteps};
#[cfg(feature = "work")]
pub use proof::{AnswersElsewhere, ProofPlayer, ProofSpec, Proving};
pub use puzzle::{Goal, Puzzle, PuzzleRow, PuzzleSearch};
pub use rule_option::RuleOption;
pub use session::{ANALYSIS, MOVE, Session, Start, Step};
pub use solve::{Mate, Oracle, Solution, SolvedMove};
pub use spec::{AgentInfo, AgentSpec};
pub use state::State;
#[cfg(feature = "work")]
pub use tuning::Tuning;
pub use weights::WeightSet;

/// The examples of the README and of the book are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/writing-an-agent.md")]
struct WritingAnAgent;
