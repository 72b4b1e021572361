//! Lists every game, evaluation and agent by name, and opens sessions that hide their types.
//!
//! A [`Catalog`] is a list of games, which a program can extend.
//! The [`Entry`] of a game has one row for each set-up, rule set, evaluation, agent and solver.
//! Rules and searches are generic over the game; a [`Session`] hides the type of the game from a front end.
//! A session passes text and plain data, and costs one dynamic call per search.
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

mod accuracy;
mod agents;
mod any_game;
mod batch;
mod book;
pub mod bounds;
mod calibrate;
mod catalog;
mod contest;
mod course;
mod data;
mod engine;
mod entry;
mod erased;
mod error;
mod evaluation;
mod evaluations;
mod explore;
mod external;
mod external_evaluation;
mod fresh;
mod game_info;
pub mod games;
mod judge;
mod key_check;
pub mod keys;
mod learned_row;
mod learning;
mod levels;
mod network;
mod opponent;
mod players;
mod proof;
mod puzzle;
mod puzzle_check;
mod puzzles;
mod records;
mod review;
mod rule_option;
mod session;
mod solve;
mod spec;
mod suggestion;
mod trace;
mod trajectory;
mod tuning;
mod value;
mod weighting;
mod weights;

pub use plyground_arena::{
    ChunkSpec, LimitSpec, MatchSpec, OpeningSpec, Pairing, PlayerSpec, SPEC_FORMAT, Workforce, Workforces,
    parse_duration, write_duration,
};
pub use plyground_play::{Start, StartError, State};
pub use plyground_solve::SolveError;
pub use plyground_statistics::share_of as win_probability;

pub use agents::{AgentContext, AgentRow, COMPARED, best_options, strongest, strongest_with};
pub use any_game::{AnyGame, LearnableGame, PuzzleGame, SolvableGame};
pub use batch::{Batch, BatchView, IllegalAction, Stepped};
pub use book::BookInfo;
pub use calibrate::{Calibration, calibrate};
pub use catalog::{Catalog, GameRef};
pub use contest::{Contest, ContestEnd, NODES_A_MOVE, OpenRun, RunPlayer, RunSource};
pub use course::{Course, Task, Tour, TourStep};
pub use data::{
    Analysis, Counted, Ended, Explanation, Feature, Line, MoveStatistics, Question, RootMove, Shown, TableUse,
};
pub use engine::serve_engine;
pub use entry::{Arrangement, Beam, CellPath, Draw, Entry, FindPath, Pass};
pub use erased::Erased;
pub use error::{CatalogError, ErrorKind};
pub use evaluation::{DrawRange, Evaluation, EvaluationInfo, EvaluationRow, Explained};
pub use evaluations::Evaluations;
pub use explore::ExploredMove;
pub use external::MakePlayer;
pub use external_evaluation::{ExternalEvaluation, ExternalWeights};
pub use game_info::{GameInfo, LevelSteps, ScoreUnit};
pub use judge::{Judge, Verdict};
pub use learned_row::LearnedRow;
pub use learning::{LearnedModel, Learning};
pub use levels::{LEVELS, Level};
pub use network::NetworkSpec;
pub use opponent::Opponent;
pub use plyground_solve::proof::Question as ProofQuestion;
pub use proof::{AnswersElsewhere, ProofPlayer, ProofSpec, Proving};
pub use puzzle::{Goal, Puzzle, PuzzleRow};
pub use puzzle_check::CheckedPuzzle;
pub use puzzles::{GAMES_A_PUZZLE, OnPuzzleGame, PuzzleSearch};
pub use review::{Review, ReviewOptions, ReviewSummary, ReviewedMove, ReviewedSide};
pub use rule_option::RuleOption;
pub use session::{ANALYSIS, MOVE, Session, Step};
pub use solve::{CheckedTables, MadeTables, Mate, Oracle, Solution, SolvedMove};
pub use spec::{AgentInfo, AgentSpec};
pub use suggestion::expected_name;
pub use trace::solver::{
    ProofNode, ProofTrace, RetrogradeMove, RetrogradePosition, RetrogradeTrace, SolverTrace, TracedSolver,
};
pub use trace::{Cut, MOST_VISITS, TRACE_LIMIT, Trace, Visit};
pub use trajectory::{PlayerMove, Trajectory};
pub use tuning::Tuning;
pub use value::Value;
pub use weighting::{Explain, Weighting};
pub use weights::WeightSet;
