//! Errors of a tuning or learning run.

use std::io;
use std::path::PathBuf;

use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_game::TuneError;
use plyground_search::AgentError;
use plyground_statistics::SprtError;
use thiserror::Error;

use crate::folder::FolderError;
use crate::option_error::OptionError;

/// The reason why weights were not tuned, or nothing was learned. [`OptimizeError::hint`] returns the remedy, if there is one.
///
/// ```
/// use plyground_optimize::{OptimizeError, OptimizeFailure};
///
/// let error = OptimizeError::Stopped { hint: "the same command continues".into() };
/// assert_eq!(error.failure(), OptimizeFailure::Stopped);
/// assert_eq!(error.to_string(), "stopped");
/// assert_eq!(error.hint(), Some("the same command continues"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OptimizeError {
    /// An invalid option, or a recorded game that cannot be used.
    #[error("{text}")]
    Input {
        /// What was found, and what was expected.
        text: String,
        /// The remedy, if the text does not contain it.
        hint: Option<&'static str>,
    },
    /// A valid request that cannot be carried out.
    #[error("{0}")]
    Failed(String),
    /// An invalid sequential test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Recorded games cannot be read.
    #[error(transparent)]
    Records(JournalError),
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games cannot be played or recorded.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A player that searches for principal variations failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The tuned weights cannot be written.
    #[error(transparent)]
    Weights(#[from] TuneError),
    /// A file of samples cannot be written.
    #[error("{}: {}", path.display(), exists(error))]
    Export {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The caller stopped the run. The games so far are recorded if the run has a folder.
    #[error("stopped")]
    Stopped {
        /// How the run continues.
        hint: String,
    },
}

/// Kinds of failure, for exit codes and status codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptimizeFailure {
    /// The request is invalid.
    Input,
    /// The request is valid, but could not be carried out.
    Undone,
    /// The caller stopped the run.
    Stopped,
}

/// Returns the reason why a file cannot be written.
fn exists(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "the file exists already: expected a new file, or `--force`".to_owned(),
        _ => error.to_string(),
    }
}

impl From<OptionError> for OptimizeError {
    fn from(OptionError(text): OptionError) -> OptimizeError {
        OptimizeError::input(text)
    }
}

impl OptimizeError {
    /// Returns the error of an invalid request: what was found, and what was expected.
    #[must_use]
    pub fn input(text: impl Into<String>) -> OptimizeError {
        OptimizeError::Input { text: text.into(), hint: None }
    }

    /// Returns the error of an option as the command line names it.
    #[must_use]
    pub fn option(name: &str, found: &str, expected: &str) -> OptimizeError {
        OptimizeError::input(format!("`--{name}` is {found}, expected {expected}"))
    }

    /// Returns the kind of failure.
    #[must_use]
    pub fn failure(&self) -> OptimizeFailure {
        match self {
            OptimizeError::Export { error, .. } if error.kind() == io::ErrorKind::AlreadyExists => {
                OptimizeFailure::Input
            }
            OptimizeError::Arena(ArenaError::Journal(error)) if !error.is_of_system() => OptimizeFailure::Input,
            // System errors of a folder are failures. Its other errors are invalid requests.
            OptimizeError::Folder(FolderError::Io { .. })
            | OptimizeError::Failed(_)
            | OptimizeError::Opening(_)
            | OptimizeError::Arena(_)
            | OptimizeError::Agent(_)
            | OptimizeError::Weights(_)
            | OptimizeError::Export { .. } => OptimizeFailure::Undone,
            OptimizeError::Input { .. }
            | OptimizeError::Sprt(_)
            | OptimizeError::Records(_)
            | OptimizeError::Folder(_) => OptimizeFailure::Input,
            OptimizeError::Stopped { .. } => OptimizeFailure::Stopped,
        }
    }

    /// Returns the remedy in one line.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            OptimizeError::Input { hint, .. } => *hint,
            OptimizeError::Stopped { hint } => Some(hint),
            _ => None,
        }
    }
}
