//! Lists every game, evaluation and agent by name, and opens sessions that hide their types.
//!
//! A [`Catalog`] is a list of games that a program can extend; an [`Entry`] has one row for each thing with a name.
//! Inside a game everything is generic and compiled for it.
//! A front end gets a [`Session`] of text and plain data instead, at the price of one dynamic call per search.
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

mod any_game;
mod batch;
mod calibrate;
mod catalog;
mod data;
mod engine;
mod explore;
pub mod games;
mod records;
mod session;
mod solve;
mod state;
mod trace;

pub use plyground_entry::{
    AgentInfo, AgentRow, AgentSpec, Asked, Beam, COMPARED, CatalogError, CellPath, DrawRange, Entry, Erased, ErrorKind,
    Evaluation, EvaluationInfo, EvaluationRow, Evaluations, Explained, FindPath, Goal, Guest, GuestEvaluation,
    GuestWeights, LEVELS, LearnedRow, Level, LevelSteps, MakeGuest, Making, Puzzle, PuzzleRow, RuleOption, Start,
    Value, WeightSet, best_options, keys, parse_duration, strongest, strongest_with, write_duration,
};
pub use plyground_solve::SolveError;
pub use plyground_statistics::share_of as win_probability;
#[cfg(feature = "work")]
pub use plyground_work::{
    AnswersElsewhere, ChunkSpec, Contest, ContestEnd, ContestWorkforce, Learning, LimitSpec, NODES_A_MOVE, OpenRun,
    OpeningSpec, Pairing, PlayerSpec, ProofPlayer, ProofQuestion, ProofSpec, Proving, PuzzleSearch, RunPlayer,
    RunSource, RunSpec, RunWorkforces, SPEC_FORMAT, Tuning, bounds,
};

pub use any_game::{AnyGame, GameInfo};
pub use batch::{Batch, BatchView};
pub use calibrate::{Calibration, calibrate};
pub use catalog::{Catalog, GameRef};
pub use data::{
    Analysis, Counted, Divided, Ended, Explanation, Feature, Line, MoveStatistics, Question, RootMove, Shown, TableUse,
};
pub use engine::serve_engine;
pub use explore::ExploredMove;
pub use session::{ANALYSIS, MOVE, Session, Step};
pub use solve::{Mate, Oracle, Solution, SolvedMove};
pub use state::State;
pub use trace::{Cut, MOST_VISITS, TRACE_LIMIT, Trace, Visit};
