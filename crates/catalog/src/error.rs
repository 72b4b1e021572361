//! What can go wrong: each kind with its source, whether it is bad input or could not be done, and a hint where there is one.
//!
//! ```
//! use plyground_catalog::{Entry, ErrorKind};
//! use plyground_kalah::Kalah;
//!
//! let entry = Entry::<Kalah>::new("sow seeds");
//! let error = entry.agent_spec("alphabeta:deep=5").unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::Input);
//! assert!(error.to_string().starts_with("cannot read agent `alphabeta:deep=5`: column 11: found `deep`"));
//! ```

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use plyground_arena::engine::ParseCommandError;
#[cfg(feature = "index")]
use plyground_arena::index::IndexError;
use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_eval::WeightError;
use plyground_game::TuneError;
use plyground_game::notation::{
    Fault, MoveError, ParsePositionError, ParseRecordError, ParseRulesError, ParseSetupError,
};
use plyground_learn::LearningError;
use plyground_optimize::{TuningError, TuningFailure};
use plyground_play::{ActionError, StartError};
use plyground_search::AgentError;
use plyground_solve::{SolveError, SolveFailure};
use plyground_statistics::SprtError;
use thiserror::Error;

/// What kind of error it is: an exit status, an answer of a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// What was asked for is wrong.
    Input,
    /// It is right, but could not be done.
    Failed,
    /// The caller has asked to stop.
    Stopped,
}

/// Why something could not be done. The text is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// No game of that name.
    #[error("unknown game {found}: expected {expected}")]
    UnknownGame {
        /// The name, quoted.
        found: String,
        /// The games there are.
        expected: String,
    },
    /// An agent spec that cannot be read.
    #[error("cannot read agent {0}")]
    Agent(Box<Fault>),
    /// No evaluation of that name for the game.
    #[error("unknown evaluation {found} for {game}: expected {expected}")]
    UnknownEvaluation {
        /// The name, quoted.
        found: String,
        /// The game.
        game: &'static str,
        /// The evaluations there are.
        expected: String,
    },
    /// A weight file that is not there.
    #[error("cannot read weight file `{path}`: {source}")]
    ReadWeights {
        /// Where.
        path: String,
        /// What the system says.
        source: Arc<io::Error>,
    },
    /// A weight file that makes no sense.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// A weight file of no evaluation of the game.
    #[error("a weight file for `{evaluation}` of {game}: expected one for {expected} of {here}")]
    ForeignWeights {
        /// The evaluation that it is for.
        evaluation: String,
        /// Its game.
        game: String,
        /// The game at hand.
        here: &'static str,
        /// The evaluations with weights there.
        expected: String,
    },
    /// Weights that an evaluation refuses.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// An agent without weights.
    #[error("agent `{agent}` has no weights: `ply games` lists those with the key `eval`")]
    NoWeights {
        /// Its name.
        agent: &'static str,
    },
    /// A table that finds no room.
    #[error("no memory for a table of {mebibytes} MiB: expected a smaller `table`")]
    NoRoom {
        /// What was asked for.
        mebibytes: u64,
    },
    /// A folder of tables that is not there.
    #[error("no folder `{}`: expected `tables` to be one that `ply solve` has made", path.display())]
    NoFolder {
        /// What was named.
        path: PathBuf,
    },
    /// The command line of an engine that cannot be read.
    #[error(transparent)]
    Command(#[from] ParseCommandError),
    /// A start that cannot be read or played.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game record that cannot be read.
    #[error(transparent)]
    Record(#[from] ParseRecordError),
    /// A move that cannot be read or played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An action that cannot be played.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// An action that one of many games cannot play.
    #[error("game {number} of the batch: {error}")]
    BatchAction {
        /// Which game, from 0.
        number: usize,
        /// Why not.
        error: String,
    },
    /// Many games that would all be over at once.
    #[error("the game is over where it begins: expected another set-up")]
    OverAtStart,
    /// A game that is longer than is kept.
    #[error("{most} moves: expected a shorter game")]
    TooLong {
        /// The most moves.
        most: usize,
    },
    /// A ply that a game does not have.
    #[error("no ply {found}: expected 0 to {most}")]
    NoPly {
        /// What was asked for.
        found: usize,
        /// The last one.
        most: usize,
    },
    /// No side of that name.
    #[error("unknown side {found}: expected {expected}")]
    UnknownSide {
        /// The name, quoted.
        found: String,
        /// The sides.
        expected: String,
    },
    /// No such cell on the board.
    #[error("no cell {found} on this board: expected {expected}")]
    NoCell {
        /// The text, quoted.
        found: String,
        /// The cells there are.
        expected: String,
    },
    /// The game has nothing of the kind.
    #[error("{game} has no {what}: expected {expected}")]
    NotInGame {
        /// The game.
        game: &'static str,
        /// What it lacks.
        what: &'static str,
        /// Where it is to be had.
        expected: &'static str,
    },
    /// A fixed search without a depth.
    #[error("a fixed search has no depth: expected one, such as `--depth 6`")]
    NoDepth,
    /// A trace of a search that nothing ends.
    #[error("a trace has no end: expected a depth, such as `--depth 4`, or a number of nodes, such as `--nodes 500`")]
    EndlessTrace,
    /// An agent that records no tree of its search.
    #[error(
        "agent `{agent}` records no search tree: expected minimax, expectimax, alphabeta, alphabeta-tt, scout, scout-tt, mtdf, pvs, mcts or best"
    )]
    NoTree {
        /// Its name.
        agent: &'static str,
    },
    /// A tree that is too large to record.
    #[error("the tree has {found} visits, the limit is {limit}: expected a lower depth, fewer nodes or a higher limit")]
    LargeTree {
        /// How many visits it has.
        found: String,
        /// The most visits that are recorded.
        limit: usize,
    },
    /// An agent of one game asked to play another.
    #[error("agent `{agent}` plays {game}, not {here}: `ply games` lists the agents")]
    OtherGame {
        /// Its name.
        agent: &'static str,
        /// The game that it plays.
        game: &'static str,
        /// The game at hand.
        here: &'static str,
    },
    /// An agent that failed to answer.
    #[error("the agent {0}")]
    AgentFailed(#[from] AgentError),
    /// Openings that cannot be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Bounds of a sequential test that make no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Games that cannot be played or kept.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A run in a format that is not this version's.
    #[error("found format {found} of a run, expected {expected}: another version has written it")]
    SpecFormat {
        /// Its format.
        found: u32,
        /// The one that is read here.
        expected: u32,
    },
    /// A run of another version.
    #[error("a run of version {found}, but this is version {expected}: its players may play otherwise")]
    RunOfOtherVersion {
        /// Its version.
        found: String,
        /// This one.
        expected: String,
    },
    /// A run whose games would be others here.
    #[error(
        "run {found} would be run {here} on this machine: expected the same tables of exact values in PLYGROUND_TABLES"
    )]
    RunOfOtherContent {
        /// The run.
        found: String,
        /// What it would be here.
        here: String,
    },
    /// A number or text of a run beyond the limits of the command line.
    #[error("cannot read the run: `{what}` is {found}: expected {expected}")]
    RunBounds {
        /// Which one.
        what: &'static str,
        /// What was found.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A run that names a program, on a machine that starts none.
    #[error("the run starts a program by `{agent}`: expected a worker with `--allow-programs`")]
    ProgramsNotAllowed {
        /// The agent, without its command.
        agent: &'static str,
    },
    /// A run that names a file instead of holding its content.
    #[error("the run names the weight file {path} without its content: expected the content in `weights`")]
    PathInRun {
        /// The path, quoted.
        path: String,
    },
    /// A run that plays by tables, on a machine that has none.
    #[error("the run plays by tables of exact values: expected their folder in PLYGROUND_TABLES of this machine")]
    NoOwnTables,
    /// Records that cannot be read or kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A question over records that cannot be answered.
    #[cfg(feature = "index")]
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A tuning with a limit of time.
    #[error("a time limit makes games that cannot be repeated: expected `depth` or `nodes` in the agent's spec")]
    TimedTuning,
    /// A tuning of an agent that says nothing of its evaluation.
    #[error("agent `{agent}` names no evaluation to tune: expected `eval` to be a weight file or {expected}")]
    NoEvaluationToTune {
        /// The agent.
        agent: String,
        /// The evaluations with weights.
        expected: String,
    },
    /// A tuning of an agent without an evaluation.
    #[error("agent `{agent}` has no weights to tune: expected one with the key `eval`, such as `best`")]
    NothingToTune {
        /// The agent.
        agent: &'static str,
    },
    /// A tuning of an evaluation without weights.
    #[error("evaluation `{evaluation}` has no weights to tune: expected {expected}")]
    Weightless {
        /// The evaluation.
        evaluation: String,
        /// The evaluations with weights.
        expected: String,
    },
    /// Regression of an evaluation of the program that asks.
    #[error(
        "regression learns the weights of a sum of features: expected a method that plays games for `{evaluation}`"
    )]
    NoFeatures {
        /// The evaluation.
        evaluation: String,
    },
    /// A tuning that cannot be done.
    #[error(transparent)]
    Tuning(#[from] TuningError),
    /// Learning of a game or an evaluation without tables.
    #[error("{what} has no tables to learn: expected {expected}")]
    NothingToLearn {
        /// The game or the evaluation.
        what: String,
        /// What would be right.
        expected: String,
    },
    /// Inputs of a network that the game does not have.
    #[error("no inputs {found} of a network in {game}: expected {expected}")]
    NoInputs {
        /// The name, quoted.
        found: String,
        /// The game.
        game: &'static str,
        /// What would be right.
        expected: String,
    },
    /// A network whose file has another number of inputs than the game.
    #[error("a network of {found} inputs, expected the {expected} of `{inputs}`")]
    InputCount {
        /// The name of the inputs.
        inputs: String,
        /// Those of the file.
        found: usize,
        /// Those of the game.
        expected: usize,
    },
    /// A base whose values depend on the way to a position.
    #[error("evaluation `{evaluation}` depends on the way to a position: expected another base of a network")]
    BaseByPath {
        /// Its name.
        evaluation: String,
    },
    /// A run of learning that did not end.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// A game without a solver.
    #[error("{game} cannot be solved: `ply solve {game} --mate-in N` looks for forced wins")]
    NoSolver {
        /// The game.
        game: &'static str,
    },
    /// A line of a file of puzzles that is none.
    #[error("line {line} is no puzzle: {error}")]
    Puzzle {
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// A position that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<ParseSetupError> for CatalogError {
    fn from(error: ParseSetupError) -> CatalogError {
        StartError::from(error).into()
    }
}

impl From<ParseRulesError> for CatalogError {
    fn from(error: ParseRulesError) -> CatalogError {
        StartError::from(error).into()
    }
}

impl From<ParsePositionError> for CatalogError {
    fn from(error: ParsePositionError) -> CatalogError {
        StartError::from(error).into()
    }
}

impl CatalogError {
    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            CatalogError::AgentFailed(_)
            | CatalogError::NoSolver { .. }
            | CatalogError::Arena(ArenaError::NotStarted { .. } | ArenaError::Thread(_) | ArenaError::Elsewhere(_)) => {
                ErrorKind::Failed
            }
            CatalogError::Arena(ArenaError::Journal(error)) | CatalogError::Journal(error) => kind_of(error),
            CatalogError::Solve(error) => match error.failure() {
                SolveFailure::Input => ErrorKind::Input,
                SolveFailure::Undone => ErrorKind::Failed,
                SolveFailure::Stopped => ErrorKind::Stopped,
            },
            CatalogError::Tuning(error) => of_failure(error.failure()),
            CatalogError::Learning(error) => of_failure(error.failure()),
            _ => ErrorKind::Input,
        }
    }

    /// What would help, in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            CatalogError::Solve(error) => error.hint(),
            CatalogError::Tuning(error) => error.hint(),
            CatalogError::Learning(error) => error.hint(),
            _ => None,
        }
    }
}

fn of_failure(failure: TuningFailure) -> ErrorKind {
    match failure {
        TuningFailure::Input => ErrorKind::Input,
        TuningFailure::Undone => ErrorKind::Failed,
        TuningFailure::Stopped => ErrorKind::Stopped,
    }
}

/// What the system refuses could not be done; the rest was asked for wrongly. A file that is not there was named wrongly.
fn kind_of(error: &JournalError) -> ErrorKind {
    match error {
        JournalError::Io { error, .. }
            if !matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory
            ) =>
        {
            ErrorKind::Failed
        }
        JournalError::Locked { .. } => ErrorKind::Failed,
        // Another path, a damaged file, another run or version; and the list may grow.
        _ => ErrorKind::Input,
    }
}
