//! Errors of a tuning run.

use std::path::PathBuf;

use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_game::TuneError;
use plyground_game::notation::{MoveError, ParsePositionError, ParseRulesError};
use plyground_statistics::SprtError;
use thiserror::Error;

use crate::{FolderError, Method, OptionError};

/// The reason why weights were not tuned. [`TuningError::hint`] returns the remedy, if there is one.
///
/// ```
/// use plyground_optimize::{TuningError, TuningFailure};
///
/// let error = TuningError::Stopped { folder: Some("tuned".into()) };
/// assert_eq!(error.failure(), TuningFailure::Stopped);
/// assert_eq!(error.to_string(), "stopped");
/// assert_eq!(error.hint().as_deref(), Some("the same command with `--resume` continues `tuned`"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// An invalid option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option of another method.
    #[error("`{option}` has no effect with {method}, only with {of}")]
    ForeignOption {
        /// The option as commands spell it.
        option: &'static str,
        /// The chosen method.
        method: Method,
        /// The methods that the option is for.
        of: &'static str,
    },
    /// A budget in nodes for a method whose changes get smaller over a number of generations.
    #[error("a budget in nodes needs `--generations` with {method}, whose changes get smaller over them")]
    NoGenerations {
        /// The chosen method.
        method: Method,
    },
    /// An invalid sequential test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The budget is too small for one generation.
    #[error("the budget is too small for a generation of {games} games")]
    Budget {
        /// Number of games in a generation.
        games: u64,
    },
    /// Regression without recorded games.
    #[error("regression needs recorded games")]
    NoRecords,
    /// Regression of an evaluation that is not a sum of features of the position.
    #[error("values of `{agent}` depend on the path to a position")]
    ByPath {
        /// The agent with the evaluation.
        agent: String,
    },
    /// The recorded games cannot be read.
    #[error(transparent)]
    Records(JournalError),
    /// Records of another game.
    #[error("`{}` contains games of {found}: expected {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game of its records.
        found: String,
        /// The game of the run.
        expected: &'static str,
    },
    /// Invalid rules of a recorded game.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// Invalid start of a recorded game.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// Invalid move of a recorded game.
    #[error("game {game} of the records, move {number}: {source}")]
    Move {
        /// Number of the game, from 1.
        game: usize,
        /// Number of the move, from 1.
        number: usize,
        /// Error of the move.
        source: MoveError,
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
    /// The tuned weights cannot be written.
    #[error(transparent)]
    Weights(#[from] TuneError),
    /// A final match without games.
    #[error("the match against `{opponent}` has no games")]
    NoGames {
        /// Name of the opponent.
        opponent: String,
    },
    /// The caller stopped the run. With a folder, the played games are recorded.
    #[error("stopped")]
    Stopped {
        /// Folder of the run.
        folder: Option<PathBuf>,
    },
}

/// Kinds of failure, for exit codes and status codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TuningFailure {
    /// The request is invalid.
    Input,
    /// The request is valid, but could not be carried out.
    Undone,
    /// The caller stopped the run.
    Stopped,
}

impl TuningError {
    /// Returns the kind of failure.
    #[must_use]
    pub fn failure(&self) -> TuningFailure {
        match self {
            // System errors of a folder are failures. Its other errors are invalid requests.
            TuningError::Arena(ArenaError::Journal(error)) if !error.is_of_system() => TuningFailure::Input,
            TuningError::Folder(FolderError::Io { .. })
            | TuningError::Opening(_)
            | TuningError::Arena(_)
            | TuningError::Weights(_)
            | TuningError::NoGames { .. } => TuningFailure::Undone,
            TuningError::Folder(_)
            | TuningError::Option(_)
            | TuningError::ForeignOption { .. }
            | TuningError::NoGenerations { .. }
            | TuningError::Sprt(_)
            | TuningError::Budget { .. }
            | TuningError::NoRecords
            | TuningError::ByPath { .. }
            | TuningError::Records(_)
            | TuningError::OtherGame { .. }
            | TuningError::Rules(_)
            | TuningError::Position(_)
            | TuningError::Move { .. } => TuningFailure::Input,
            TuningError::Stopped { .. } => TuningFailure::Stopped,
        }
    }

    /// Returns the remedy in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            TuningError::Budget { .. } => "expected a larger budget, or fewer kids or games a pairing".into(),
            TuningError::NoRecords => "expected `--records` and files that `ply match --out` has written".into(),
            TuningError::ByPath { .. } => "expected an evaluation of positions alone".into(),
            TuningError::Stopped { folder: Some(folder) } => {
                format!("the same command with `--resume` continues `{}`", folder.display())
            }
            TuningError::Stopped { folder: None } => "without `--out` the games are lost".into(),
            _ => return None,
        })
    }
}
