//! Interface of a game whose positions can be solved and played from tables.
//!
//! A solver of one game implements [`Solvable`]. The catalog stores it as a value, so a foreign game is solved through
//! the same functions as the four games here. A game without its own solver uses [`Tiers`](crate::Tiers), which builds
//! tables, [`Retrograde`](crate::Retrograde), or [`ProofNumbers`](crate::ProofNumbers).

use std::path::Path;

use plyground_game::{Game, Outcome, Position, Side};
use plyground_search::StopFlag;

use crate::proof::{Provable, Sample};
use crate::{ExactMove, ExactValue, OnProgress, SolveError, SolveOptions, TableCheck, TableCounts, TableError};

/// Solver for exact values of a game's positions.
///
/// ```
/// use plyground_game::{Game, Outcome, Position};
/// use plyground_solve::{ExactMove, ExactValue, OnProgress, Solvable, SolveError, SolveOptions};
///
/// /// Solves games that always end with the next move.
/// struct LastMove;
///
/// impl<P: Position> Solvable<P> for LastMove {
///     fn exact_moves(
///         &self,
///         game: &Game<P>,
///         _: &SolveOptions,
///         _: bool,
///         _: OnProgress<'_>,
///     ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
///         let pos = game.position();
///         let value = |&mv: &P::Move| {
///             let outcome = pos.after(mv).outcome().unwrap_or(Outcome::Draw);
///             ExactMove { mv, value: ExactValue::of_outcome(outcome, pos.side_to_move()), plies: Some(1) }
///         };
///         Ok(pos.legal_moves().iter().map(value).collect())
///     }
/// }
/// ```
pub trait Solvable<P: Position>: Send + Sync {
    /// Returns the exact value of each legal move of the current position, in any order. Values may omit draws by
    /// history; see [`Solvable::counts_repetitions`]. If `make` is true, missing tables are built first; otherwise only
    /// existing tables are used. The game must not be over.
    ///
    /// # Errors
    /// Returns an error if the position cannot be solved, tables are missing or damaged, or the work is stopped.
    fn exact_moves(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError>;

    /// Returns the exact value of the current position for its side to move, if this is less work than the values of
    /// all its moves; `None` otherwise.
    ///
    /// # Errors
    /// Returns the same errors as [`Solvable::exact_moves`].
    fn exact_value(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _progress: OnProgress<'_>,
    ) -> Result<Option<ExactValue>, SolveError> {
        Ok(None)
    }

    /// Returns whether values count positions of the history that draw at their next occurrence. Otherwise they are
    /// values of the board alone: [`solve`](crate::solve()) applies a turn limit with the distances, and refuses
    /// positions where repetitions may matter.
    fn counts_repetitions(&self) -> bool {
        false
    }

    /// Returns one line about the cost of [`Solvable::exact_moves`] and how it resumes after a stop; `None` if the cost
    /// is small or unknown.
    fn cost(&self, _game: &Game<P>, _options: &SolveOptions) -> Option<String> {
        None
    }

    /// Returns whether values are found by searching, in bounded memory and without files. Callers may then try a few
    /// seconds without asking.
    fn searches(&self) -> bool {
        false
    }

    /// Opens the folder's tables for the game's board and rules; `None` if there are none.
    ///
    /// # Errors
    /// Returns an error if a table is damaged or belongs to another game or board.
    fn open(&self, _folder: &Path, _game: &Game<P>) -> Result<Option<Box<dyn Tables<P>>>, TableError> {
        Ok(None)
    }

    /// Creates an oracle for many positions of the game's board and rules: with the tables of the options' folder, or
    /// by a search that reuses its results. Returns `None` if there are no tables and the game is not solved by
    /// searching.
    ///
    /// # Errors
    /// Returns an error if a table is damaged or belongs to another game or board, or the search cannot be prepared.
    fn oracle(&self, game: &Game<P>, options: &SolveOptions) -> Result<Option<Box<dyn Oracle<P>>>, SolveError> {
        let tables = self.open(&options.tables, game)?;
        Ok(tables.map(|tables| -> Box<dyn Oracle<P>> { Box::new(TableOracle(tables)) }))
    }

    /// Builds the missing tables of the game in the options' folder, and counts their values.
    ///
    /// # Errors
    /// Returns an error if the game has no tables, they cannot be built, or the work is stopped.
    fn make_tables(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        Err(SolveError::NothingStored { game: P::NAME })
    }

    /// Compares the tables of the options' folder with the moves of the rules: all positions, or a random sample. Wrong
    /// values are not an error: they are counted.
    ///
    /// # Errors
    /// Returns an error if there are no tables, one is damaged, or the work is stopped.
    fn verify_tables(
        &self,
        _game: &Game<P>,
        _options: &SolveOptions,
        _sample: Sample,
        _progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        Err(SolveError::NothingVerified { game: P::NAME })
    }

    /// Returns the interface for proofs by subproblems; `None` if the game has none.
    fn provable(&self) -> Option<&dyn Provable<P>> {
        None
    }

    /// Returns whether tables [opened](Solvable::open) for one game also serve another: the rules, and everything else
    /// that the tables depend on, such as the board size, must be equal.
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
    /// Returns the moves of a position with their exact values by the board alone; `None` if the tables do not contain
    /// all of them.
    ///
    /// # Errors
    /// Returns an error if a table is damaged.
    fn moves(&self, pos: &P) -> Result<Option<Vec<ExactMove<P::Move>>>, TableError>;

    /// Loads what later look-ups would load, before a clock runs. By default it looks the position up.
    fn load(&self, pos: &P) {
        // The look-up of a move reports an error.
        let _ = self.moves(pos);
    }
}

/// Source of the exact values of the moves of many positions: open tables, or a search that reuses its results.
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
    /// Returns the exact value of each legal move of the current position by the board alone, in any order. The game
    /// must not be over, and its board and rules must be those of the oracle.
    ///
    /// # Errors
    /// Returns an error if the position cannot be solved, a table is damaged, or the work is stopped.
    fn moves(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError>;

    /// Returns the exact value of the current position for its side to move, which may take less work than the values
    /// of all its moves.
    ///
    /// # Errors
    /// Returns the same errors as [`Oracle::moves`].
    fn value(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<ExactValue, SolveError> {
        let moves = self.moves(game, stop)?;
        let best = moves.iter().max_by_key(|mv| mv.worth()).map(|mv| mv.value);
        best.ok_or_else(|| SolveError::NoMove { game: P::NAME, position: game.position().to_string() })
    }
}

/// Oracle that uses only open tables.
pub(crate) struct TableOracle<P>(pub(crate) Box<dyn Tables<P>>);

impl<P: Position> Oracle<P> for TableOracle<P> {
    fn moves(&mut self, game: &Game<P>, _: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        let moves = self.0.moves(game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }
}
