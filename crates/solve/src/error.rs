//! Errors of solvers.

use std::path::PathBuf;

use plyground_game::notation::ParsePositionError;
use thiserror::Error;

use crate::proof::{CertificateError, MOST_PLIES};
use crate::{TableError, hunt};

/// Reason why a position was not solved. [`SolveError::hint`] suggests a remedy if there is one.
///
/// ```
/// use plyground_solve::{SolveError, SolveFailure};
///
/// let error = SolveError::Stopped { before: "the end of the game was reached" };
/// assert_eq!(error.failure(), SolveFailure::Stopped);
/// assert_eq!(error.to_string(), "stopped before the end of the game was reached");
///
/// let error = SolveError::NotKept;
/// assert_eq!(error.failure(), SolveFailure::Input);
/// assert!(error.hint().is_some_and(|hint| hint.starts_with("only the value of Kalah")));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables of a hunting game cannot be opened.
    #[error(transparent)]
    OpenHunt(#[from] hunt::OpenError),
    /// An option is out of range.
    #[error("{option} is {found}, expected {expected}")]
    Option {
        /// Option name.
        option: &'static str,
        /// Value of the option.
        found: u8,
        /// Valid values.
        expected: String,
    },
    /// There are no tables, and the options do not allow building them.
    #[error("{}: no {what}", folder.display())]
    NoTables {
        /// Folder that was searched.
        folder: PathBuf,
        /// Missing table, such as "table of this board".
        what: String,
        /// Command that builds the tables.
        command: String,
    },
    /// There are tables, but they do not contain the position.
    #[error("{held}")]
    NotInTables {
        /// Contents of the tables, as a sentence.
        held: String,
    },
    /// Nothing is stored for this game; every answer is computed again.
    #[error("{game} has no tables")]
    NothingStored {
        /// Game name.
        game: &'static str,
    },
    /// No verifier reads the tables.
    #[error("tables of {game} are not verified: expected a certificate, `--verify FILE`")]
    NothingVerified {
        /// Game name.
        game: &'static str,
    },
    /// Positions cannot be numbered; the text names the error in their tiers, keys or numbers.
    #[error("{0}")]
    Numbering(String),
    /// An endgame database was requested without a number of seeds.
    #[error("a database of {game} needs a number of seeds: expected it, such as `--database 14`")]
    NoSeeds {
        /// Game name.
        game: &'static str,
    },
    /// The board is too large.
    #[error("{game} is solved on {boards} only")]
    TooLarge {
        /// Game name.
        game: &'static str,
        /// Boards that can be solved.
        boards: &'static str,
    },
    /// An endgame database with this many seeds is too large.
    #[error("a database of up to {seeds} seeds is too large: expected fewer")]
    DatabaseTooLarge {
        /// Requested number of seeds.
        seeds: usize,
    },
    /// There is no memory for a table.
    #[error("no memory for a table of {mebibytes} MiB: expected fewer")]
    NoRoom {
        /// Requested size in MiB.
        mebibytes: usize,
    },
    /// A result file was given, but this work stores no results.
    #[error("this result cannot be stored in a file")]
    NotKept,
    /// More positions can follow than fit in memory.
    #[error("more than {most} positions are reachable, which is the limit")]
    TooManyPositions {
        /// Maximum number of positions.
        most: usize,
    },
    /// The search reached its maximum depth, and the value is still unknown.
    #[error("not decided within {plies} plies of `{mv}`")]
    NotDecided {
        /// Move that was searched.
        mv: String,
        /// Depth of the search, in plies.
        plies: u32,
    },
    /// The search reached its node limit, and the value is still unknown.
    #[error("not decided within {nodes} nodes")]
    NodesSpent {
        /// Node limit of the search.
        nodes: u64,
    },
    /// The history of the game decides the value, by a turn limit or by repetitions that the solver cannot count.
    #[error("the exact values of {game} cannot count {cause} of rules `{rules}` after `{position}`")]
    HistoryDecides {
        /// Game name.
        game: &'static str,
        /// Rule that cannot be counted, such as "the limit of 3 turns".
        cause: String,
        /// Rules in force.
        rules: String,
        /// Position.
        position: String,
    },
    /// The text of a position does not contain the number of turns played, and there is a turn limit.
    #[error("a proof under rules `{rules}` needs positions that state their turn, as those of {game} do not")]
    TurnNotWritten {
        /// Game name.
        game: &'static str,
        /// Rules in force.
        rules: String,
    },
    /// The subproblems are too many plies below the position.
    #[error("found plies above the subproblems {plies}, expected 0 to {MOST_PLIES}")]
    TooDeep {
        /// Number of plies.
        plies: u32,
    },
    /// A solver returned no moves for a position that has moves.
    #[error("the solver of {game} has no move for `{position}`")]
    NoMove {
        /// Game name.
        game: &'static str,
        /// Position.
        position: String,
    },
    /// A position cannot be parsed.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A proof by subproblems has too many of them.
    #[error("more than {most} positions {plies} plies below: expected fewer plies")]
    TooManySubproblems {
        /// Number of plies below the position.
        plies: u32,
        /// Maximum number of subproblems.
        most: usize,
    },
    /// The value cannot be proved by subproblems.
    #[error("{what} is not proved by subproblems")]
    NotProvable {
        /// Value that was requested.
        what: &'static str,
    },
    /// The file contains answers to another proof's subproblems.
    #[error("`{}` belongs to another proof: expected another file", path.display())]
    OtherProof {
        /// Path of the file.
        path: PathBuf,
    },
    /// A certificate is invalid.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The external solvers of subproblems cannot continue.
    #[error("{0}")]
    Elsewhere(Box<dyn std::error::Error + Send + Sync>),
    /// The caller requested a stop.
    #[error("stopped before {before}")]
    Stopped {
        /// Work that was not done.
        before: &'static str,
    },
    /// The caller requested a stop, and a partial result is known.
    #[error("stopped when the {known} was proved")]
    StoppedWith {
        /// Partial result, such as "value from 2 to 8".
        known: String,
    },
}

/// Kinds of failure, for exit codes and status codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolveFailure {
    /// The request is invalid.
    Input,
    /// The request is valid, but no answer was found.
    Undone,
    /// The caller requested a stop.
    Stopped,
}

impl SolveError {
    /// Returns the kind of failure.
    #[must_use]
    pub const fn failure(&self) -> SolveFailure {
        match self {
            SolveError::DatabaseTooLarge { .. }
            | SolveError::NoSeeds { .. }
            | SolveError::NothingVerified { .. }
            | SolveError::NoRoom { .. }
            | SolveError::NotKept
            | SolveError::Position(_)
            | SolveError::TooManySubproblems { .. }
            | SolveError::NotProvable { .. }
            | SolveError::OtherProof { .. }
            | SolveError::TurnNotWritten { .. }
            | SolveError::TooDeep { .. }
            | SolveError::Option { .. } => SolveFailure::Input,
            SolveError::Stopped { .. } | SolveError::StoppedWith { .. } => SolveFailure::Stopped,
            SolveError::Table(_)
            | SolveError::OpenHunt(_)
            | SolveError::NoTables { .. }
            | SolveError::NotInTables { .. }
            | SolveError::NothingStored { .. }
            | SolveError::Numbering(_)
            | SolveError::TooLarge { .. }
            | SolveError::TooManyPositions { .. }
            | SolveError::NotDecided { .. }
            | SolveError::NodesSpent { .. }
            | SolveError::HistoryDecides { .. }
            | SolveError::NoMove { .. }
            | SolveError::Certificate(_)
            | SolveError::Elsewhere(_) => SolveFailure::Undone,
        }
    }

    /// Returns a one-line remedy, if there is one.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            SolveError::NoTables { command, .. } => format!("make it with `{command}`"),
            SolveError::NothingStored { game } => format!("solve it: `ply solve {game}`"),
            SolveError::NotKept => {
                "only the value of Kalah without the majority rule, on at most 8 houses per side, can be stored in a file"
                    .into()
            }
            SolveError::TooLarge { game, .. } => {
                format!("choose one by `--setup`, or look for forced wins: `ply solve {game} --mate-in N`")
            }
            SolveError::TooManyPositions { .. } => {
                "begin nearer to the end of the game, with a smaller board, or allow more MiB".into()
            }
            SolveError::NotDecided { .. } => {
                "a game that can go round in circles is solved by retrograde analysis, where it is small enough".into()
            }
            SolveError::HistoryDecides { .. } => {
                "solve the position without the moves before it, by rules that draw later or not at all".into()
            }
            SolveError::TurnNotWritten { .. } => "prove it by rules without a limit of turns".into(),
            SolveError::NodesSpent { .. } => "begin nearer to the end of the game, or allow more nodes".into(),
            _ => return None,
        })
    }
}
