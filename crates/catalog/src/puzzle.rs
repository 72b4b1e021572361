//! A position with one right move, and how a game's puzzles are found.
//!
//! ```
//! use plyground_catalog::{Goal, Puzzle};
//!
//! let line = r#"{"game":"kalah","rules":"standard","position":"<3,0,0,1,0,2,0,3,1> S","side":"south","goal":"draw","plies":null,"line":["1"]}"#;
//! let puzzles = Puzzle::read_all(line)?;
//! assert_eq!(puzzles[0].goal, Goal::Draw);
//! assert_eq!(puzzles[0].task(), "south to move: one move alone draws, all others lose");
//!
//! assert!(Puzzle::read_all("{}").unwrap_err().to_string().starts_with("line 1 is no puzzle"));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_game::notation::without_mark;
use serde::{Deserialize, Serialize};

use crate::error::CatalogError;

/// What the right move of a puzzle reaches, and no other does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A win.
    Win,
    /// A draw: all other moves lose.
    Draw,
}

/// A position with one right move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// The rules in force.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The side to move, whose puzzle it is.
    pub side: String,
    /// What it is to reach.
    pub goal: Goal,
    /// The plies of a forced win, its last move counted; `None` where the exact value alone is known.
    pub plies: Option<u32>,
    /// The right move; of a forced win the whole line against the longest defence, whose moves of the winner are the only ones that
    /// win in time, but for the last.
    pub line: Vec<String>,
    /// The grade: positions that an independent search visits until one move alone is right; 0 if unknown.
    #[serde(default)]
    pub nodes: u64,
}

impl Puzzle {
    /// What is to be done, in words.
    #[must_use]
    pub fn task(&self) -> String {
        let side = &self.side;
        match (self.goal, self.plies) {
            (Goal::Win, Some(plies)) => format!("{side} to move wins in {} moves", plies.div_ceil(2)),
            (Goal::Win, None) => format!("{side} to move: one move alone wins"),
            (Goal::Draw, _) => format!("{side} to move: one move alone draws, all others lose"),
        }
    }

    /// The puzzles of a text, one JSON object a line.
    ///
    /// # Errors
    /// Which line is none, and why.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, CatalogError> {
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|error| CatalogError::Input(format!("line {} is no puzzle: {error}", index + 1)))
        };
        without_mark(text).lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
    }
}

/// How a game's right moves are known.
#[derive(Debug)]
pub enum Proof<P> {
    /// By a proof-number search for a win that can be forced within so many plies.
    ForcedWin {
        /// The most plies, the last move counted.
        plies: u32,
    },
    /// By the exact values of the game's solver, in positions for which this says that they can be had.
    OnlyMove {
        /// Whether a position is worth asking for.
        is_ready: fn(&P) -> bool,
    },
}

/// The puzzles of a game: how they are found, and those that come with it.
#[derive(Debug)]
pub struct PuzzleRow<P> {
    /// How right moves are known.
    pub proof: Proof<P>,
    /// The set-up from which they are looked for; the game's usual one when nothing is said.
    pub setup: Option<&'static str>,
    /// Those that come with the game, one JSON object a line.
    pub shipped: &'static str,
}

impl<P> PuzzleRow<P> {
    /// Wins that can be forced within so many plies, and not at once.
    #[must_use]
    pub fn forced_wins(plies: u32) -> PuzzleRow<P> {
        PuzzleRow { proof: Proof::ForcedWin { plies }, setup: None, shipped: "" }
    }

    /// The only move that wins or draws, by the game's solver, in positions of which `is_ready` says that they are worth asking for.
    #[must_use]
    pub fn only_moves(is_ready: fn(&P) -> bool) -> PuzzleRow<P> {
        PuzzleRow { proof: Proof::OnlyMove { is_ready }, setup: None, shipped: "" }
    }

    /// The set-up from which they are looked for when nothing is said.
    #[must_use]
    pub fn from_setup(self, setup: &'static str) -> PuzzleRow<P> {
        PuzzleRow { setup: Some(setup), ..self }
    }

    /// Those that come with the game, as `ply puzzles --json` prints them.
    #[must_use]
    pub fn shipped(self, text: &'static str) -> PuzzleRow<P> {
        PuzzleRow { shipped: text, ..self }
    }
}

impl<P> Default for PuzzleRow<P> {
    /// Forced wins within two own moves, which any game may have.
    fn default() -> PuzzleRow<P> {
        PuzzleRow::forced_wins(3)
    }
}
