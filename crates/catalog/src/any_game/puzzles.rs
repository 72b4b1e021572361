//! Puzzles of a game.

use plyground_game::SearchHints;

use super::ErasedGame;
use crate::error::CatalogError;
use crate::puzzle::Puzzle;
use crate::puzzle_check::{self, CheckedPuzzle};
use crate::puzzles::{self, OnPuzzleGame, PuzzleSearch};

/// A game with puzzles.
pub trait PuzzleGame {
    /// Returns the puzzles that come with the game, the easiest first.
    ///
    /// # Errors
    /// Fails if one of them cannot be read.
    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError>;

    /// Searches for puzzles in at most [`GAMES_A_PUZZLE`](crate::GAMES_A_PUZZLE) games for each requested puzzle, and calls
    /// `each` after every game. It may find fewer than requested.
    ///
    /// # Errors
    /// Fails if set-up or rules are wrong, a rule that draws by history forbids the proofs, exact values cannot be computed, or
    /// the independent verification contradicts a proof.
    fn find_puzzles(&self, search: &PuzzleSearch, each: OnPuzzleGame<'_>) -> Result<(), CatalogError>;

    /// Verifies a puzzle by a search of the rules alone, with at most `nodes` positions.
    ///
    /// # Errors
    /// Fails if rules or position cannot be read, the claim is false, or the search needs more nodes.
    fn check_puzzle(&self, puzzle: &Puzzle, nodes: u64) -> Result<CheckedPuzzle, CatalogError>;
}

impl<P: SearchHints> PuzzleGame for ErasedGame<P> {
    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError> {
        let mut puzzles = Puzzle::read_all(self.entry.puzzles.shipped)?;
        puzzles.sort_by_cached_key(|puzzle| puzzle.nodes);
        Ok(puzzles)
    }

    fn find_puzzles(&self, search: &PuzzleSearch, each: OnPuzzleGame<'_>) -> Result<(), CatalogError> {
        puzzles::find(&self.entry, search, each)
    }

    fn check_puzzle(&self, puzzle: &Puzzle, nodes: u64) -> Result<CheckedPuzzle, CatalogError> {
        puzzle_check::check_text::<P>(puzzle, nodes)
    }
}
