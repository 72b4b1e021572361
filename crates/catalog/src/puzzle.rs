//! Puzzles: positions with one right move, and the search for the puzzles of a game.

use plyground_game::notation::without_mark;
use serde::{Deserialize, Serialize};

use crate::error::CatalogError;

/// Goal that only the right move of a puzzle reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A win.
    Win,
    /// A draw, while all other moves lose.
    Draw,
}

/// A position with one right move.
///
/// ```
/// use plyground_catalog::{Goal, Puzzle};
///
/// let line = r#"{"game":"kalah","rules":"standard","position":"<3,0,0,1,0,2,0,3,1> S","side":"south","goal":"draw","plies":null,"line":["1"]}"#;
/// let puzzles = Puzzle::read_all(line)?;
/// assert_eq!(puzzles[0].goal, Goal::Draw);
/// assert_eq!(puzzles[0].task(), "south to move: one move alone draws, all others lose");
///
/// assert!(Puzzle::read_all("{}").unwrap_err().to_string().starts_with("line 1 is no puzzle"));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// Side to move.
    pub side: String,
    /// Goal of the side to move.
    pub goal: Goal,
    /// Plies of a forced win, including its last move; `None` if only the exact value is known.
    pub plies: Option<u32>,
    /// The right move. For a forced win, the line against the longest defence: each move of the winner except the last is the
    /// only one that wins in time.
    pub line: Vec<String>,
    /// Difficulty: nodes that an independent search needs to show that only one move is right; 0 if unknown.
    #[serde(default)]
    pub nodes: u64,
}

impl Puzzle {
    /// Returns the task in words.
    #[must_use]
    pub fn task(&self) -> String {
        let side = &self.side;
        match (self.goal, self.plies) {
            (Goal::Win, Some(plies)) => format!("{side} to move wins in {} moves", plies.div_ceil(2)),
            (Goal::Win, None) => format!("{side} to move: one move alone wins"),
            (Goal::Draw, _) => format!("{side} to move: one move alone draws, all others lose"),
        }
    }

    /// Reads puzzles from text, one JSON object per line.
    ///
    /// # Errors
    /// Returns the line and the reason of the error.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, CatalogError> {
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|error| CatalogError::Input(format!("line {} is no puzzle: {error}", index + 1)))
        };
        without_mark(text).lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
    }
}

/// Method that proves the right moves of a game.
#[derive(Debug)]
pub enum Proof<P> {
    /// A proof-number search for a forced win within a number of plies.
    ForcedWin {
        /// Maximum plies, including the last move.
        plies: u32,
    },
    /// Exact values of the game's solver, in positions that `is_ready` accepts.
    OnlyMove {
        /// Returns whether the solver is fast enough in a position.
        is_ready: fn(&P) -> bool,
    },
}

/// Search for the puzzles of a game, and the shipped puzzles.
#[derive(Debug)]
pub struct PuzzleRow<P> {
    /// Method of proof.
    pub proof: Proof<P>,
    /// Set-up from which the search starts; `None` for the default.
    pub setup: Option<&'static str>,
    /// Shipped puzzles, one JSON object per line.
    pub shipped: &'static str,
}

impl<P> PuzzleRow<P> {
    /// Creates a search for wins that can be forced within `plies`, but not by one move.
    #[must_use]
    pub fn forced_wins(plies: u32) -> PuzzleRow<P> {
        PuzzleRow { proof: Proof::ForcedWin { plies }, setup: None, shipped: "" }
    }

    /// Creates a search for the only move that wins or draws. It uses the game's solver in positions that `is_ready` accepts.
    #[must_use]
    pub fn only_moves(is_ready: fn(&P) -> bool) -> PuzzleRow<P> {
        PuzzleRow { proof: Proof::OnlyMove { is_ready }, setup: None, shipped: "" }
    }

    /// Sets the default set-up of the search.
    #[must_use]
    pub fn from_setup(self, setup: &'static str) -> PuzzleRow<P> {
        PuzzleRow { setup: Some(setup), ..self }
    }

    /// Sets the shipped puzzles, in the format of `ply puzzles --json`.
    #[must_use]
    pub fn shipped(self, text: &'static str) -> PuzzleRow<P> {
        PuzzleRow { shipped: text, ..self }
    }
}

impl<P> Default for PuzzleRow<P> {
    /// Searches for forced wins within two own moves, which any game may have.
    fn default() -> PuzzleRow<P> {
        PuzzleRow::forced_wins(3)
    }
}
