//! Why a position was not solved.
//!
//! ```
//! use plyground_solve::{SolveError, SolveFailure};
//!
//! let error = SolveError::Stopped { before: "the end of the game was reached" };
//! assert_eq!(error.failure(), SolveFailure::Stopped);
//! assert_eq!(error.to_string(), "stopped before the end of the game was reached");
//!
//! let error = SolveError::NotKept;
//! assert_eq!(error.failure(), SolveFailure::Input);
//! assert!(error.hint().is_some_and(|hint| hint.starts_with("only the value of Kalah")));
//! ```

use std::path::PathBuf;

use plyground_game::notation::{IllegalMoveError, ParsePositionError};
use thiserror::Error;

use crate::proof::CertificateError;
use crate::{TableError, hunt};

/// Why a position was not solved. What to do about it, where there is something, is in [`SolveError::hint`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables of Tigers and Goats cannot be opened.
    #[error(transparent)]
    OpenTigers(#[from] hunt::OpenError),
    /// The tables of Tigers and Goats cannot be made.
    #[error(transparent)]
    MakeTigers(hunt::SolveError),
    /// There are no tables, and none are to be made.
    #[error("{}: no {what}", folder.display())]
    NoTables {
        /// Where they were looked for.
        folder: PathBuf,
        /// What was looked for: "table of this board".
        what: &'static str,
        /// The command that makes them.
        command: String,
    },
    /// There are tables, but the position is not in them.
    #[error("{held}")]
    NotInTables {
        /// What they hold, in a sentence.
        held: String,
    },
    /// Nothing is stored of this game: every answer is found again.
    #[error("no tables are kept of {game}")]
    NothingStored {
        /// The game.
        game: &'static str,
    },
    /// Tables that no verifier reads.
    #[error("tables of {game} are not verified: expected a certificate, `--verify FILE`")]
    NothingVerified {
        /// The game.
        game: &'static str,
    },
    /// Positions cannot be numbered: what is wrong with their tiers, keys or numbers.
    #[error("{0}")]
    Numbering(String),
    /// An endgame database without a number of seeds.
    #[error("a database of {game} holds positions of so many seeds: expected their number, such as `--database 14`")]
    NoSeeds {
        /// The game.
        game: &'static str,
    },
    /// The board is too large.
    #[error("{game} is solved on {boards} only")]
    TooLarge {
        /// The game.
        game: &'static str,
        /// The boards that can be solved.
        boards: &'static str,
    },
    /// An endgame database of so many seeds does not fit anywhere.
    #[error("a database of up to {seeds} seeds is too large: expected fewer")]
    DatabaseTooLarge {
        /// The seeds that were asked for.
        seeds: usize,
    },
    /// A table that finds no room.
    #[error("no memory for a table of {mebibytes} MiB: expected fewer")]
    NoRoom {
        /// What was asked for.
        mebibytes: usize,
    },
    /// A file was named to keep what is found, but nothing can be kept of this work.
    #[error("what is found here cannot be kept in a file")]
    NotKept,
    /// More positions can follow than find room.
    #[error("more than {most} positions can follow: they find no room")]
    TooManyPositions {
        /// How many find room.
        most: usize,
    },
    /// The search has seen as far as it can, and the value is still unknown.
    #[error("not decided within {plies} plies of `{mv}`")]
    NotDecided {
        /// The move that was looked at.
        mv: String,
        /// How far the search looked.
        plies: u32,
    },
    /// As many nodes as were allowed were searched, and the value is still unknown.
    #[error("not decided within {nodes} nodes")]
    NodesSpent {
        /// How many there were.
        nodes: u64,
    },
    /// The game's history decides the value: a limit of turns, or repetitions, that the solver cannot count.
    #[error(
        "the exact values of {game} cannot count what rules `{rules}` draw by repetition or by a limit of turns after `{position}`"
    )]
    HistoryDecides {
        /// The game.
        game: &'static str,
        /// The rules in force.
        rules: String,
        /// The position.
        position: String,
    },
    /// A position whose text does not say how many turns were played, under a limit of turns.
    #[error("a proof under rules `{rules}` needs positions that state their turn, as those of {game} do not")]
    TurnNotWritten {
        /// The game.
        game: &'static str,
        /// The rules in force.
        rules: String,
    },
    /// A number of a proof that is out of range.
    #[error("found {what} {found}, expected {least} to {most}")]
    ProofNumber {
        /// What the number counts.
        what: &'static str,
        /// The number.
        found: u64,
        /// The least that is taken.
        least: u64,
        /// The most that is taken.
        most: u64,
    },
    /// A solver that names no moves for a position where there are some.
    #[error("the solver of {game} has no move for `{position}`")]
    NoMove {
        /// The game.
        game: &'static str,
        /// The position.
        position: String,
    },
    /// A move of the rules that the game refuses.
    #[error(transparent)]
    Move(#[from] IllegalMoveError),
    /// A position that cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A proof by subproblems has too many of them.
    #[error("more than {most} positions {plies} plies below: expected fewer plies")]
    TooManySubproblems {
        /// How many plies below the position.
        plies: u32,
        /// How many find room.
        most: usize,
    },
    /// A value that is not proved by subproblems.
    #[error("{what} is not proved by subproblems")]
    NotProvable {
        /// Of what.
        what: &'static str,
    },
    /// A file of answers to another proof's subproblems.
    #[error("`{}` belongs to another proof: expected another file", path.display())]
    OtherProof {
        /// The file.
        path: PathBuf,
    },
    /// A certificate that proves nothing.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// Those who answer subproblems elsewhere cannot go on.
    #[error("{0}")]
    Elsewhere(Box<dyn std::error::Error + Send + Sync>),
    /// The caller has asked to stop.
    #[error("stopped before {before}")]
    Stopped {
        /// What was not done.
        before: &'static str,
    },
    /// The caller has asked to stop; something is known all the same.
    #[error("stopped when the {known} was proved")]
    StoppedWith {
        /// What is known: "value from 2 to 8".
        known: String,
    },
}

/// The kinds of failure, for exit codes and status codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolveFailure {
    /// What was asked for makes no sense.
    Input,
    /// The question is right, but the answer could not be found.
    Undone,
    /// The caller has asked to stop.
    Stopped,
}

impl SolveError {
    /// What kind of failure it is.
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
            | SolveError::ProofNumber { .. }
            | SolveError::MakeTigers(hunt::SolveError::Option { .. }) => SolveFailure::Input,
            SolveError::Stopped { .. }
            | SolveError::StoppedWith { .. }
            | SolveError::MakeTigers(hunt::SolveError::Stopped) => SolveFailure::Stopped,
            SolveError::Table(_)
            | SolveError::OpenTigers(_)
            | SolveError::MakeTigers(_)
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
            | SolveError::Move(_)
            | SolveError::Certificate(_)
            | SolveError::Elsewhere(_) => SolveFailure::Undone,
        }
    }

    /// What would help, in one line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            SolveError::NoTables { command, .. } => format!("make it with `{command}`"),
            SolveError::NothingStored { game } => format!("solve it: `ply solve {game}`"),
            SolveError::NotKept => {
                "only the value of Kalah without the majority rule, on at most 6 houses a side, is kept in a file"
                    .into()
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
