//! What sessions answer, as plain data; serialised it is the JSON of the command line, and its names are kept.
//!
//! ```
//! use plyground_catalog::{GameId, Start, open};
//!
//! let session = open(GameId::Kalah, &Start { setup: Some("1x1".into()), ..Start::default() })?;
//! let json = serde_json::to_value(session.show()).expect("plain data can be written");
//! assert_eq!(json["legal"], serde_json::json!(["1"]));
//! assert_eq!(json["outcome"], serde_json::Value::Null);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use serde::Serialize;

/// A position: `ply show`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// The game's name.
    pub game: &'static str,
    /// The position in its notation.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// The legal moves, in the game's order.
    pub legal: Vec<String>,
    /// How the game has ended, by the board or by its history.
    pub outcome: Option<Ended>,
    /// The key, 16 hexadecimal digits.
    pub key: String,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// The side that has won; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Why.
    pub reason: String,
}

/// One move's part of a perft: `ply perft --divide`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Divided {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Sequences of exactly the given depth.
    pub nodes: u64,
    /// Shorter ones that ended the game.
    pub finished: u64,
}

/// What a search found: `ply analyse`. Scores are for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The best move; `None` when the game is over.
    pub best: Option<String>,
    /// Its value; wins and losses lie beyond 1,000,000,000 in size.
    pub score: i32,
    /// Plies to the end, when the score says that one side wins; the sign of the score says which.
    pub winner_in: Option<u32>,
    /// The best line.
    pub pv: Vec<String>,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// The depth that was broken off after it had found what is best here; `None` when that is from the last finished one.
    pub partial_depth: Option<u32>,
    /// The most plies from the root to a leaf there.
    pub seldepth: u32,
    /// Moves made in the tree, over all depths.
    pub nodes: u64,
    /// Positions valued in the last finished depth.
    pub leaves: u64,
    /// Time spent.
    pub seconds: f64,
    /// Nodes a second.
    pub nodes_per_second: u64,
    /// What the transposition table did.
    pub table: TableUse,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Every root move as the last finished depth left it.
    pub root_moves: Vec<RootMove>,
    /// Whether the search came to its end, rather than being broken off by a limit.
    pub completed: bool,
}

/// Use of a transposition table; all zero where a search has none.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TableUse {
    /// Probes that found their position.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Its first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub score: i32,
    /// All its moves.
    pub pv: Vec<String>,
}

/// What is known of a root move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RootMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value, or a bound of it.
    pub score: i32,
    /// `exact`, `upper` (the value is at most the score) or `lower`.
    pub bound: &'static str,
    /// Nodes below it.
    pub nodes: u64,
}
