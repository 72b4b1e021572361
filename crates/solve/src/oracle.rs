//! What answers for one position after another: open tables, or a search that keeps what it has found.
//!
//! ```
//! use plyground_game::Game;
//! use plyground_kalah::Kalah;
//! use plyground_search::StopFlag;
//! use plyground_solve::{Solvable, SolveOptions, kalah::ExactKalah};
//!
//! let mut game = Game::<Kalah>::new(&"4x2".parse()?, &"empty-capture".parse()?);
//! let options = SolveOptions { table: 1, database: Some(6), ..SolveOptions::default() };
//! let mut oracle = ExactKalah.oracle(&game, &options)?.expect("Kalah is solved by searching");
//! let first = oracle.moves(&game, &StopFlag::default())?;
//! game.play(first[0].mv)?;
//! assert_eq!(oracle.moves(&game, &StopFlag::default())?.len(), game.position().legal_moves().len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use plyground_game::{Game, Position};
use plyground_search::StopFlag;

use crate::{ExactMove, SolveError, Tables};

/// Finds the exact values of the moves of many positions.
pub trait Oracle<P: Position>: Send {
    /// The exact value of each legal move of the present position, in any order. Never asked in a finished game, or in one of
    /// another board or other rules than it was made for.
    ///
    /// # Errors
    /// When this position cannot be solved, a table is damaged, or the work was stopped.
    fn moves(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError>;
}

/// Answers from open tables alone.
pub(crate) struct TableOracle<P>(pub(crate) Box<dyn Tables<P>>);

impl<P: Position> Oracle<P> for TableOracle<P> {
    fn moves(&mut self, game: &Game<P>, _: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        let moves = self.0.moves(game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }
}
