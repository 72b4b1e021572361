//! Oracle that serves successive games, and a judge of unfinished games.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_game::{Game, Outcome, Position};
use plyground_search::StopFlag;

use crate::answer::check_room;
use crate::horizon::{Counted, Horizon};
use crate::{ExactValue, Oracle, Solvable, SolveError, SolveOptions, Solved, TableError, solve};

/// Oracle that serves one game after another and keeps its tables open. It opens tables again only for a game that
/// needs different ones.
///
/// ```
/// use std::sync::Arc;
///
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_search::StopFlag;
/// use plyground_solve::{KeptOracle, SolveOptions, kalah::ExactKalah};
///
/// let mut oracle = KeptOracle::new(Arc::new(ExactKalah), SolveOptions { table: 1, ..SolveOptions::default() });
/// let game = Game::<Kalah>::new(&"3x2".parse()?, &"empty-capture".parse()?);
/// let solved = oracle.solved(&game, &StopFlag::default())?;
/// assert_eq!(oracle.value(&game, &StopFlag::default())?, solved.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KeptOracle<P: Position> {
    solver: Arc<dyn Solvable<P>>,
    options: SolveOptions,
    /// Open oracle, and a game that it serves.
    ready: Option<(Game<P>, Box<dyn Oracle<P>>)>,
}

impl<P: Position> std::fmt::Debug for KeptOracle<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptOracle").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<P: Position> KeptOracle<P> {
    /// Creates an oracle that uses this solver.
    #[must_use]
    pub fn new(solver: Arc<dyn Solvable<P>>, options: SolveOptions) -> KeptOracle<P> {
        KeptOracle { solver, options, ready: None }
    }

    /// Returns the exact value of the current position of a game and of each of its moves.
    ///
    /// # Errors
    /// Returns an error if the position cannot be solved, tables are missing or damaged, or the work is stopped.
    pub fn solved(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Solved<P::Move>, SolveError> {
        match self.ready(game, stop)? {
            Some(ready) => {
                Solved::of_moves(game, Horizon::of(game).settle(game, ready.moves(game, stop)?, Counted::No)?)
            }
            None => self.without(game),
        }
    }

    /// Returns the exact value of the current position for its side to move, which may take less work than the values
    /// of all its moves.
    ///
    /// # Errors
    /// Returns the same errors as [`KeptOracle::solved`].
    pub fn value(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<ExactValue, SolveError> {
        if !Horizon::of(game).is_open() {
            return Ok(self.solved(game, stop)?.value);
        }
        match self.ready(game, stop)? {
            Some(ready) => ready.value(game, stop),
            None => Ok(self.without(game)?.value),
        }
    }

    /// Returns the oracle for an unfinished game; `None` if there are no tables for it.
    fn ready(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Option<&mut dyn Oracle<P>>, SolveError> {
        if game.ending().is_some() {
            return Ok(None);
        }
        if !self.ready.as_ref().is_some_and(|(like, _)| self.solver.shares_tables(like, game)) {
            check_room(self.options.table)?;
            let options = SolveOptions { stop: stop.clone(), ..self.options.clone() };
            self.ready = self.solver.oracle(game, &options)?.map(|ready| (game.clone(), ready));
        }
        Ok(match &mut self.ready {
            Some((_, ready)) => Some(&mut **ready),
            None => None,
        })
    }

    /// Solves a finished game, or returns the error that names the missing tables.
    fn without(&self, game: &Game<P>) -> Result<Solved<P::Move>, SolveError> {
        solve(&*self.solver, game, &self.options, false, &mut |_| {})
    }
}

/// Function that returns the outcome of an unfinished game by tables; `None` if they do not decide it, and an error if one
/// is damaged.
pub type Judge<P> = Box<dyn Fn(&Game<P>) -> Result<Option<Outcome>, TableError> + Send + Sync>;

/// Returns a judge that decides games like this one by the tables of a folder, on any thread; `None` if there are no
/// tables. A win that exceeds the turn limit is a draw, and a game in which repetitions may matter is not decided.
///
/// # Errors
/// Returns an error if a table is damaged or belongs to another game or board.
pub fn judge<P: Position>(
    solver: &dyn Solvable<P>,
    folder: &Path,
    like: &Game<P>,
) -> Result<Option<Judge<P>>, TableError> {
    let Some(tables) = solver.open(folder, like)? else { return Ok(None) };
    // Tables read their files on demand.
    let tables = Mutex::new(tables);
    Ok(Some(Box::new(move |game: &Game<P>| {
        let pos = game.position();
        let moves = tables.lock().unwrap_or_else(PoisonError::into_inner).moves(pos)?;
        // Values that repetitions may change decide nothing.
        let settled = moves.and_then(|moves| Horizon::of(game).settle(game, moves, Counted::No).ok());
        let best = settled.and_then(|moves| moves.into_iter().max_by_key(|mv| mv.worth()));
        Ok(best.map(|best| best.value.winner(pos.side_to_move()).map_or(Outcome::Draw, Outcome::Win)))
    })))
}
