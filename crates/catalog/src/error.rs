//! What can be wrong with what a front end asks for: always bad input, always one line.
//!
//! ```
//! let error = "chess".parse::<plyground_catalog::GameId>().unwrap_err();
//! assert_eq!(error.to_string(), "unknown game `chess`: expected one of `khet`, `kalah`, `tigers`, `cachex`");
//! ```

use plyground_eval::WeightError;
use plyground_game::notation::{
    Fault, MoveError, ParsePositionError, ParseRecordError, ParseRulesError, ParseSetupError, quote,
};
use plyground_search::AgentError;
use thiserror::Error;

/// Bad input, told in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
    /// A weight file that cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// A set-up that cannot be read.
    #[error(transparent)]
    Setup(#[from] ParseSetupError),
    /// Rules that cannot be read.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// A position that cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A game record that cannot be read.
    #[error(transparent)]
    Record(#[from] ParseRecordError),
    /// A move that cannot be read or played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// One of several moves that cannot be read or played.
    #[error("move {number} of {all}: {error}")]
    Moves {
        /// Which one, from 1.
        number: usize,
        /// All of them, quoted.
        all: String,
        /// What is wrong.
        error: MoveError,
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
    /// The input is right, but what was asked for could not be done.
    #[error("{0}")]
    Undone(String),
    /// Two things that exclude each other, or a text of another kind.
    #[error("{0}")]
    Other(String),
}

impl CatalogError {
    pub(crate) fn unknown_game(name: &str, games: String) -> CatalogError {
        CatalogError::UnknownGame { found: quote(name), expected: games }
    }
}
