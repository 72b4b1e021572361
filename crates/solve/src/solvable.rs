//! What a game brings so that its positions can be solved and played from tables.
//!
//! A solver of one game implements [`Solvable`]; the catalog holds it as a value, so that a foreign game is
//! solved through the same functions as the four games here. A game that brings nothing has [`Tiers`](crate::Tiers), which
//! makes tables, [`Retrograde`](crate::Retrograde), or [`ProofNumbers`](crate::ProofNumbers).
//!
//! ```
//! use plyground_game::{Game, Outcome, Position};
//! use plyground_solve::{ExactMove, ExactValue, OnProgress, Solvable, SolveError, SolveOptions};
//!
//! /// Solves games that are over after one more move, whatever is played.
//! struct LastMove;
//!
//! impl<P: Position> Solvable<P> for LastMove {
//!     fn exact_moves(
//!         &self,
//!         game: &Game<P>,
//!         _: &SolveOptions,
//!         _: bool,
//!         _: OnProgress<'_>,
//!     ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
//!         let pos = game.position();
//!         let value = |&mv: &P::Move| {
//!             let outcome = pos.after(mv).outcome().unwrap_or(Outcome::Draw);
//!             ExactMove { mv, value: ExactValue::of_outcome(outcome, pos.side_to_move()), plies: Some(1) }
//!         };
//!         Ok(pos.legal_moves().iter().map(value).collect())
//!     }
//! }
//! ```

use std::path::Path;

use plyground_game::{Game, Outcome, Position, Side};
use plyground_search::StopFlag;

use crate::proof::{Provable, Sample};
use crate::{ExactMove, ExactValue, OnProgress, SolveError, SolveOptions, TableCheck, TableCounts, TableError};

/// A way to exact values of a game's positions.
pub trait Solvable<P: Position>: Send + Sync {
    /// Returns the exact value of each legal move of the present position, in any order. Values may leave out draws by
    /// history, see [`Solvable::counts_repetitions`]; `make` allows to compute tables first, else the answer comes from
    /// what is there. Never asked in a finished game.
    ///
    /// # Errors
    /// When this position cannot be solved, tables are missing or damaged, or the work was stopped.
    fn exact_moves(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError>;

    /// Returns the exact value of the present position for its side to move, where it is less work than those of all
    /// its moves; `None` where it is not.
    ///
    /// # Errors
    /// As for [`Solvable::exact_moves`].
    fn exact_value(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _progress: OnProgress<'_>,
    ) -> Result<Option<ExactValue>, SolveError> {
        Ok(None)
    }

    /// Returns whether values count positions of the game so far of which one more occurrence draws. Otherwise they are
    /// those of the board alone: [`solve`](crate::solve()) counts a limit of turns by their distances, and refuses
    /// where repetitions may matter.
    fn counts_repetitions(&self) -> bool {
        false
    }

    /// What [`Solvable::exact_moves`] is about to take, and how it goes on when it is stopped, in a line; `None` where it is little
    /// or it is unknown.
    fn cost(&self, _game: &Game<P>, _options: &SolveOptions) -> Option<String> {
        None
    }

    /// Returns whether it finds values by searching, in bounded memory and without files: a few seconds of it may be
    /// tried without asking.
    fn searches(&self) -> bool {
        false
    }

    /// Opens the folder's tables for the game's board and rules; `None` where there are none.
    ///
    /// # Errors
    /// When a table is damaged or of something else.
    fn open(&self, _folder: &Path, _game: &Game<P>) -> Result<Option<Box<dyn Tables<P>>>, TableError> {
        Ok(None)
    }

    /// Makes ready to answer for many positions of the game's board and rules: by the tables of the options' folder, or by a search
    /// that keeps what it has found. `None` where there are no tables and the game is not solved by searching.
    ///
    /// # Errors
    /// When a table is damaged or of something else, or what the search needs cannot be made.
    fn oracle(&self, game: &Game<P>, options: &SolveOptions) -> Result<Option<Box<dyn Oracle<P>>>, SolveError> {
        let tables = self.open(&options.tables, game)?;
        Ok(tables.map(|tables| -> Box<dyn Oracle<P>> { Box::new(TableOracle(tables)) }))
    }

    /// Makes the tables of the game in the options' folder, or what is missing of them, and counts their values.
    ///
    /// # Errors
    /// When the game has no tables, they cannot be made, or the work was stopped.
    fn make_tables(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        Err(SolveError::NothingStored { game: P::NAME })
    }

    /// Compares the tables of the options' folder with the moves of the rules: all positions, or some at random. Wrong values are no
    /// error: they are counted.
    ///
    /// # Errors
    /// When there are no tables, one is damaged, or the work was stopped.
    fn verify_tables(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _sample: Sample,
        _progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        Err(SolveError::NothingVerified { game: P::NAME })
    }

    /// How its values are proved by subproblems; `None` where they are not.
    fn provable(&self) -> Option<&dyn Provable<P>> {
        None
    }

    /// Returns whether what was [opened](Solvable::open) for one game serves another as well: the same rules, and
    /// whatever else the tables depend on, such as the size of the board.
    fn shares_tables(&self, opened: &Game<P>, game: &Game<P>) -> bool {
        opened.rules() == game.rules()
    }

    /// Returns the exact value of a finished game for `side`.
    fn finished_value(&self, _pos: &P, outcome: Outcome, side: Side) -> ExactValue {
        ExactValue::of_outcome(outcome, side)
    }
}

/// Open tables of exact values.
pub trait Tables<P: Position>: Send {
    /// Returns the moves of a position with their exact values by the board alone; `None` where the tables do not hold
    /// them all.
    ///
    /// # Errors
    /// When a table is damaged.
    fn moves(&self, pos: &P) -> Result<Option<Vec<ExactMove<P::Move>>>, TableError>;
}

/// Finds the exact values of the moves of many positions: by open tables, or by a search that keeps what it has found.
///
/// ```
/// use plyground_game::{Game, Position};
/// use plyground_kalah::Kalah;
/// use plyground_search::StopFlag;
/// use plyground_solve::{Solvable, SolveOptions, kalah::ExactKalah};
///
/// let mut game = Game::<Kalah>::new(&"4x2".parse()?, &"empty-capture".parse()?);
/// let options = SolveOptions { table: 1, database: Some(6), ..SolveOptions::default() };
/// let mut oracle = ExactKalah.oracle(&game, &options)?.expect("Kalah is solved by searching");
/// let first = oracle.moves(&game, &StopFlag::default())?;
/// game.play(first[0].mv)?;
/// assert_eq!(oracle.moves(&game, &StopFlag::default())?.len(), game.position().legal_moves().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Oracle<P: Position>: Send {
    /// Returns the exact value of each legal move of the present position by the board alone, in any order. Never asked
    /// in a finished game, or in one of another board or other rules than it was made for.
    ///
    /// # Errors
    /// When this position cannot be solved, a table is damaged, or the work was stopped.
    fn moves(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError>;

    /// Returns the exact value of the present position for its side to move, which may be less work than those of all
    /// its moves.
    ///
    /// # Errors
    /// As for [`Oracle::moves`].
    fn value(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<ExactValue, SolveError> {
        let moves = self.moves(game, stop)?;
        let best = moves.iter().max_by_key(|mv| mv.worth()).map(|mv| mv.value);
        best.ok_or_else(|| SolveError::NoMove { game: P::NAME, position: game.position().to_string() })
    }
}

/// Answers from open tables alone.
pub(crate) struct TableOracle<P>(pub(crate) Box<dyn Tables<P>>);

impl<P: Position> Oracle<P> for TableOracle<P> {
    fn moves(&mut self, game: &Game<P>, _: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        let moves = self.0.moves(game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }
}
