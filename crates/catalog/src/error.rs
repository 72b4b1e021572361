//! Errors of the catalog: each kind with its source, its category, and a hint if there is one.

use std::error::Error;
use std::io;

use plyground_arena::engine::ParseCommandError;
use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_eval::WeightError;
use plyground_game::TuneError;
use plyground_game::notation::{Fault, MoveError, ParsePositionError, ParseRecordError, ParseRulesError, quote};
use plyground_optimize::{OptimizeError, OptimizeFailure};
use plyground_play::{ActionError, StartError};
use plyground_search::AgentError;
use plyground_solve::{SolveError, SolveFailure};
use plyground_statistics::SprtError;
use thiserror::Error as ThisError;

use crate::suggestion::expected_name;

/// Category of an error, which decides the exit status or the status of a response.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// The input is wrong.
    Input,
    /// The input is right, but the operation failed.
    Failed,
    /// The caller requested to stop.
    Stopped,
}

/// Error of the catalog. Its text is one line.
///
/// ```
/// use plyground_catalog::{Entry, ErrorKind};
/// use plyground_kalah::Kalah;
///
/// let entry = Entry::<Kalah>::new("sow seeds");
/// let error = entry.agent_spec("alphabeta:deep=5").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Input);
/// assert!(error.to_string().starts_with("cannot read agent `alphabeta:deep=5`: column 11: found `deep`"));
/// ```
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum CatalogError {
    /// An invalid request: what was found and what was expected.
    #[error("{0}")]
    Input(String),
    /// A valid request that cannot be carried out.
    #[error("{0}")]
    Failed(String),
    /// An agent spec that cannot be read.
    #[error("cannot read agent {0}")]
    Agent(Box<Fault>),
    /// Weights, a command, a record, an action or a query that cannot be read or used.
    #[error(transparent)]
    Refused(Box<dyn Error + Send + Sync>),
    /// A start that cannot be read or played.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move that cannot be read or played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Openings that cannot be read or drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Games that cannot be played or recorded.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Records that cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A tuning or a learning run that failed.
    #[error(transparent)]
    Optimize(#[from] OptimizeError),
    /// A position that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Converts errors of other crates to [`CatalogError::Refused`].
macro_rules! refused {
    ($($error:ty),*) => {
        $(impl From<$error> for CatalogError {
            fn from(error: $error) -> CatalogError {
                CatalogError::Refused(Box::new(error))
            }
        })*
    };
}

refused!(WeightError, TuneError, ParseCommandError, ParseRecordError, ActionError, SprtError);

impl From<AgentError> for CatalogError {
    fn from(error: AgentError) -> CatalogError {
        CatalogError::Failed(format!("the agent {error}"))
    }
}

/// Errors reported in several places or by several crates.
impl CatalogError {
    /// Reports a fixed-depth search without a depth.
    #[must_use]
    pub fn no_depth() -> CatalogError {
        CatalogError::Input("a fixed search has no depth: expected one, such as `--depth 6`".into())
    }

    /// Returns the error of a batch whose games would be over at once.
    pub(crate) fn over_at_start() -> CatalogError {
        CatalogError::Input("the game is over where it begins: expected another set-up".into())
    }

    /// Reports a run whose games would differ on this machine.
    #[must_use]
    pub fn other_content(run: &str, here: &str) -> CatalogError {
        CatalogError::Input(format!(
            "run {run} would be run {here} on this machine: expected the same tables of exact values in PLYGROUND_TABLES"
        ))
    }

    /// Reports a run of another version.
    pub(crate) fn other_version(found: &str, expected: &str) -> CatalogError {
        CatalogError::Input(format!(
            "a run of version {found}, but this is version {expected}: its players may play otherwise"
        ))
    }

    /// Reports an unknown evaluation of a game.
    pub(crate) fn unknown_evaluation<'a>(name: &str, game: &str, known: impl Iterator<Item = &'a str>) -> CatalogError {
        let expected = expected_name(name, known);
        CatalogError::Input(format!("unknown evaluation {} for {game}: expected {expected}", quote(name)))
    }

    /// Reports an agent of one game that is asked to play another.
    pub(crate) fn other_game(agent: &str, game: &str, here: &str) -> CatalogError {
        CatalogError::Input(format!("agent `{agent}` plays {game}, not {here}: `ply games GAME` lists the agents"))
    }

    /// Reports a feature that only another game has.
    pub(crate) fn not_in_game(game: &str, what: &str, expected: &str) -> CatalogError {
        CatalogError::Input(format!("{game} has no {what}: expected {expected}"))
    }

    /// Reports a table that does not fit into memory.
    pub(crate) fn no_memory(mebibytes: u64) -> CatalogError {
        CatalogError::Input(format!("no memory for a table of {mebibytes} MiB: expected a smaller `table`"))
    }

    /// Reports tuning with a time limit.
    pub(crate) fn timed_tuning() -> CatalogError {
        let expected = "expected `depth` or `nodes` in the agent's spec";
        CatalogError::Input(format!("a time limit makes games that cannot be repeated: {expected}"))
    }

    /// Reports tuning of an agent without an evaluation.
    pub(crate) fn nothing_to_tune(agent: &str) -> CatalogError {
        let expected = "expected one with the key `eval`, such as `best`";
        CatalogError::Input(format!("agent `{agent}` has no weights to tune: {expected}"))
    }

    /// Reports tuning of an evaluation without weights.
    pub(crate) fn weightless(evaluation: &str, expected: &str) -> CatalogError {
        CatalogError::Input(format!("evaluation `{evaluation}` has no weights to tune: expected {expected}"))
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
    /// Returns the category of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            CatalogError::Failed(_)
            | CatalogError::Arena(ArenaError::NotStarted { .. } | ArenaError::Thread(_) | ArenaError::Elsewhere(_)) => {
                ErrorKind::Failed
            }
            CatalogError::Arena(ArenaError::Journal(error)) | CatalogError::Journal(error) => kind_of(error),
            CatalogError::Solve(error) => match error.failure() {
                SolveFailure::Input => ErrorKind::Input,
                SolveFailure::Undone => ErrorKind::Failed,
                SolveFailure::Stopped => ErrorKind::Stopped,
            },
            CatalogError::Optimize(error) => match error.failure() {
                OptimizeFailure::Input => ErrorKind::Input,
                OptimizeFailure::Undone => ErrorKind::Failed,
                OptimizeFailure::Stopped => ErrorKind::Stopped,
            },
            _ => ErrorKind::Input,
        }
    }

    /// Returns whether a table of exact values is damaged or of another game, in contrast to a missing one.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        use plyground_solve::{SolveError, hunt::OpenError};
        matches!(self, CatalogError::Solve(SolveError::Table(_) | SolveError::OpenHunt(OpenError::Table(_))))
    }

    /// Returns a hint in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            CatalogError::Solve(error) => error.hint(),
            CatalogError::Optimize(error) => error.hint().map(str::to_owned),
            _ => None,
        }
    }
}

/// Returns the category of a journal error. Errors of the operating system are failures, except for a missing file, which is
/// wrong input.
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
        // Another path, a damaged file, another run or version. The enum is non-exhaustive.
        _ => ErrorKind::Input,
    }
}
