//! Why weights were not tuned.

use std::path::PathBuf;

use plyground_arena::{ArenaError, JournalError, OpeningError};
use plyground_game::TuneError;
use plyground_game::notation::{MoveError, ParsePositionError, ParseRulesError};
use plyground_statistics::SprtError;
use thiserror::Error;

use crate::{FolderError, Method, OptionError};

/// Why weights were not tuned. What to do about it, where there is something, is in [`TuningError::hint`].
///
/// ```
/// use plyground_optimize::{TuningError, TuningFailure};
///
/// let error = TuningError::Stopped { folder: Some("tuned".into()) };
/// assert_eq!(error.failure(), TuningFailure::Stopped);
/// assert_eq!(error.to_string(), "stopped");
/// assert_eq!(error.hint().as_deref(), Some("the same command with `--resume` goes on with `tuned`"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// An option that makes no sense.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option of another method.
    #[error("`{option}` means nothing to {method}: it is for {of}")]
    ForeignOption {
        /// The option, as commands spell it.
        option: &'static str,
        /// The method that was chosen.
        method: Method,
        /// The methods that the option is for.
        of: &'static str,
    },
    /// A sequential test that makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The budget is too small for anything.
    #[error("the budget does not pay for a generation of {games} games")]
    Budget {
        /// What a generation costs.
        games: u64,
    },
    /// Regression without anything to learn from.
    #[error("regression learns from recorded games")]
    NoRecords,
    /// Regression of an evaluation that is more than the sum of a position's features.
    #[error("values of `{agent}` depend on the way to a position")]
    ByPath {
        /// Whose evaluation it is.
        agent: String,
    },
    /// Recorded games cannot be read.
    #[error(transparent)]
    Records(JournalError),
    /// Recorded games of another game.
    #[error("`{}` holds games of {found}: expected {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game of its records.
        found: String,
        /// The game at hand.
        expected: &'static str,
    },
    /// The rules of a recorded game.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// The start of a recorded game.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A move of a recorded game.
    #[error("game {game} of the records, move {number}: {source}")]
    Move {
        /// Which game, from 1.
        game: usize,
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        source: MoveError,
    },
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games cannot be played or kept.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The tuned weights cannot be written.
    #[error(transparent)]
    Weights(#[from] TuneError),
    /// A match at the end without any game.
    #[error("the match against `{opponent}` has no games")]
    NoGames {
        /// Against whom.
        opponent: String,
    },
    /// The caller has asked to stop; the played games are recorded where there is a folder.
    #[error("stopped")]
    Stopped {
        /// Where it is kept.
        folder: Option<PathBuf>,
    },
}

/// The kinds of failure, for exit codes and status codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TuningFailure {
    /// What was asked for makes no sense.
    Input,
    /// The request is right, but could not be carried out.
    Undone,
    /// The caller has asked to stop.
    Stopped,
}

impl TuningError {
    /// What kind of failure it is.
    #[must_use]
    pub fn failure(&self) -> TuningFailure {
        match self {
            // Of a folder, what the system refuses could not be done; the rest was asked for wrongly.
            TuningError::Arena(ArenaError::Journal(error)) if !error.is_of_system() => TuningFailure::Input,
            TuningError::Folder(FolderError::Io { .. })
            | TuningError::Opening(_)
            | TuningError::Arena(_)
            | TuningError::Weights(_)
            | TuningError::NoGames { .. } => TuningFailure::Undone,
            TuningError::Folder(_)
            | TuningError::Option(_)
            | TuningError::ForeignOption { .. }
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

    /// What would help, in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            TuningError::Budget { .. } => "expected a larger budget, or fewer kids or games a pairing".into(),
            TuningError::NoRecords => "expected `--records` and files that `ply match --out` has written".into(),
            TuningError::ByPath { .. } => "expected an evaluation of positions alone".into(),
            TuningError::Stopped { folder: Some(folder) } => {
                format!("the same command with `--resume` goes on with `{}`", folder.display())
            }
            TuningError::Stopped { folder: None } => "without `--out` the games are lost".into(),
            _ => return None,
        })
    }
}
