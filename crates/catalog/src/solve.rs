//! Exact values of positions by name: what the crate `plyground-solve` finds, as text.
//!
//! ```
//! use plyground_catalog::{GameId, SolveByName, Solver, Start};
//!
//! let start = Start { setup: Some("3x2".into()), rules: Some("empty-capture".into()), ..Start::default() };
//! let solved = Solver::default().solve(GameId::Kalah, &start, &mut |_| {})?;
//! let json = serde_json::to_value(&solved).expect("plain data can be written");
//! assert_eq!(json["moves"].as_array().map(Vec::len), Some(3));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_solve::{ExactMove, OnProgress, SolveError, SolveOptions, mate, solve};
use serde::Serialize;

use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::Playable;
use crate::session::{Start, game_at};

pub use plyground_solve::ExactValue as SolvedValue;

/// An exact value: `ply solve` and `ply probe`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solved {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub value: SolvedValue,
    /// Who wins; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Plies to the end, where they are known.
    pub plies: Option<u32>,
    /// The same for every move, best first; values are for the side that makes it.
    pub moves: Vec<SolvedMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side that makes it.
    pub value: SolvedValue,
    /// Who wins then.
    pub winner: Option<&'static str>,
    /// Plies to the end, the move included.
    pub plies: Option<u32>,
}

/// A shortest forced win: `ply solve khet --mate-in`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mate {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// Plies to the win; `None` when there is none within the moves asked for.
    pub plies: Option<u32>,
    /// The line, the winner's shortest against the longest defence.
    pub pv: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Questions by the name of a game.
pub trait SolveByName {
    /// The exact value of a position and of each of its moves.
    ///
    /// # Errors
    /// When the position cannot be read, the game cannot be solved here, or the work was stopped.
    fn solve(&self, game: GameId, start: &Start, progress: OnProgress<'_>) -> Result<Solved, CatalogError>;

    /// The same from tables that are there already.
    ///
    /// # Errors
    /// As for [`SolveByName::solve`], and when there are no tables for the game.
    fn probe(&self, game: GameId, start: &Start) -> Result<Solved, CatalogError>;

    /// The shortest forced win of the side to move within this many of its own moves, by the board alone: draws by
    /// repetition and limits of plies are left out.
    ///
    /// # Errors
    /// When the position cannot be read, or the work was stopped.
    fn mate(&self, game: GameId, start: &Start, moves: u32) -> Result<Mate, CatalogError>;
}

impl SolveByName for SolveOptions {
    fn solve(&self, game: GameId, start: &Start, progress: OnProgress<'_>) -> Result<Solved, CatalogError> {
        game.with(Solve { options: self, start, make: true, progress })
    }

    fn probe(&self, game: GameId, start: &Start) -> Result<Solved, CatalogError> {
        game.with(Solve { options: self, start, make: false, progress: &mut |_| {} })
    }

    fn mate(&self, game: GameId, start: &Start, moves: u32) -> Result<Mate, CatalogError> {
        game.with(FindMate { options: self, start, moves })
    }
}

struct Solve<'a, 'b> {
    options: &'a SolveOptions,
    start: &'a Start,
    make: bool,
    progress: &'a mut (dyn FnMut(&plyground_solve::SolveProgress) + 'b),
}

impl ForGame for Solve<'_, '_> {
    type Out = Result<Solved, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let game = game_at::<P>(self.start)?;
        let pos = game.position();
        let solvable = P::solvable().ok_or_else(|| {
            CatalogError::Undone(format!(
                "{} cannot be solved: `ply solve {} --mate-in N` looks for forced wins",
                P::NAME,
                P::NAME
            ))
        })?;
        let solved = solve(&*solvable, &game, self.options, self.make, self.progress)?;
        let winner = |value: SolvedValue| value.winner(pos.side_to_move()).map(P::side_name);
        let shown = |&ExactMove { mv, value, plies }: &ExactMove<P::Move>| SolvedMove {
            mv: pos.move_text(mv),
            value,
            winner: winner(value),
            plies,
        };
        Ok(Solved {
            game: P::NAME,
            position: pos.to_string(),
            value: solved.value,
            winner: winner(solved.value),
            plies: solved.plies,
            moves: solved.moves.iter().map(shown).collect(),
        })
    }
}

struct FindMate<'a> {
    options: &'a SolveOptions,
    start: &'a Start,
    moves: u32,
}

impl ForGame for FindMate<'_> {
    type Out = Result<Mate, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let game = game_at::<P>(self.start)?;
        let found = mate(&game, self.moves, self.options)?;
        let mut at = game.position().clone();
        let mut pv = Vec::new();
        for &mv in &found.line {
            pv.push(at.move_text(mv));
            at.play_unchecked(mv);
        }
        let position = game.position().to_string();
        Ok(Mate { game: P::NAME, position, plies: found.plies, pv, nodes: found.nodes })
    }
}

impl From<SolveError> for CatalogError {
    fn from(error: SolveError) -> CatalogError {
        CatalogError::Undone(match error.hint() {
            Some(hint) => format!("{error}: {hint}"),
            None => error.to_string(),
        })
    }
}
