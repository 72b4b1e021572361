//! Errors of a learning run.

use std::io;
use std::path::PathBuf;

use crate::{FolderError, TuningFailure};
use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_search::AgentError;
use plyground_statistics::SprtError;
use thiserror::Error;

use super::records::LearnError;

/// Error of a learning run. [`LearningError::hint`] returns a remedy.
///
/// ```
/// use plyground_optimize::learning::LearningError;
///
/// let error = LearningError::Stopped { folder: "learned".into() };
/// assert_eq!(error.to_string(), "stopped");
/// assert_eq!(error.hint().as_deref(), Some("the same command with `--resume` continues the run in `learned`"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearningError {
    /// An option is invalid.
    #[error("`--{option}` is {found}, expected {expected}")]
    Option {
        /// Name of the option on the command line.
        option: &'static str,
        /// Value of the option.
        found: String,
        /// Description of valid values.
        expected: &'static str,
    },
    /// The sequential test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The model has no inputs, or too many.
    #[error("found {found} inputs, expected 1 to {most}")]
    Inputs {
        /// Number of inputs.
        found: usize,
        /// Maximum number of inputs.
        most: usize,
    },
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games cannot be played or recorded.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Recorded games cannot be read.
    #[error(transparent)]
    Records(JournalError),
    /// A line of the log of an earlier run is not what its recorded games give.
    #[error("{}: line {line} differs from what the recorded games give: expected the line of the run, or no file", path.display())]
    Log {
        /// The log.
        path: PathBuf,
        /// Number of the line.
        line: u64,
    },
    /// A table of exact values is damaged.
    #[error("{0}")]
    Tables(String),
    /// A file of recorded games cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        #[source]
        error: io::Error,
    },
    /// A file of samples cannot be written.
    #[error("{}: {}", path.display(), exists(error))]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        #[source]
        error: io::Error,
    },
    /// A player that searches for principal variations failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A recorded game cannot be used for learning.
    #[error(transparent)]
    Learn(LearnError),
    /// No position passed the filters.
    #[error(
        "the games have no position to learn from: all are random, decided, or noisy; expected more games or nodes"
    )]
    NoPositions,
    /// The caller stopped the run; the games so far are recorded.
    #[error("stopped")]
    Stopped {
        /// The folder of the run.
        folder: PathBuf,
    },
}

/// Returns the reason why a file cannot be written.
fn exists(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "the file exists already: expected a new file, or `--force`".to_owned(),
        _ => error.to_string(),
    }
}

impl LearningError {
    /// Returns the kind of failure.
    #[must_use]
    pub fn failure(&self) -> TuningFailure {
        match self {
            LearningError::Write { error, .. } if error.kind() == io::ErrorKind::AlreadyExists => TuningFailure::Input,
            LearningError::Arena(ArenaError::Journal(error)) if !error.is_of_system() => TuningFailure::Input,
            LearningError::Folder(FolderError::Io { .. })
            | LearningError::Opening(_)
            | LearningError::Arena(_)
            | LearningError::Agent(_)
            | LearningError::Read { .. }
            | LearningError::Write { .. }
            | LearningError::Tables(_)
            | LearningError::NoPositions => TuningFailure::Undone,
            LearningError::Option { .. }
            | LearningError::Sprt(_)
            | LearningError::Inputs { .. }
            | LearningError::Folder(_)
            | LearningError::Records(_)
            | LearningError::Log { .. }
            | LearningError::Learn(_) => TuningFailure::Input,
            LearningError::Stopped { .. } => TuningFailure::Stopped,
        }
    }

    /// Returns a remedy, in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            LearningError::Stopped { folder } => {
                Some(format!("the same command with `--resume` continues the run in `{}`", folder.display()))
            }
            _ => None,
        }
    }
}
