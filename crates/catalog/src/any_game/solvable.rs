//! Exact values, tables and proofs of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::Adjudicate;
use plyground_game::SearchHints;
use plyground_play::{Start, State};
use plyground_search::StopFlag;
use plyground_solve::proof::{Certificate, Sample, Verified};
use plyground_solve::{SolveError, SolveOptions, SolveProgress, judge};

use super::ErasedGame;
use crate::error::CatalogError;
use crate::proof::{self, ProofPlayer, ProofSpec, Proving};
use crate::solve::{self, CheckedTables, MadeTables, Mate, Oracle, OracleOf, Solution};
use crate::trace::solver::{self, SolverTrace, TracedSolver};

/// A game whose positions can be solved, as far as its row has a solver.
pub trait SolvableGame {
    /// Sets the folder of tables for agents and runs that name none; see [`Catalog::use_tables`](crate::Catalog::use_tables).
    fn use_tables(&self, folder: &Path);

    /// Returns the folder of tables for agents and runs that name none.
    fn tables(&self) -> Option<PathBuf>;

    /// Returns a function that adjudicates games like this one by the tables of a folder; `None` without tables.
    ///
    /// # Errors
    /// Fails if a table is damaged or of another game.
    fn judge(&self, folder: &Path, like: &dyn State) -> Result<Option<Box<Adjudicate>>, CatalogError>;

    /// Returns the exact value of a position and of each move. With `make`, missing tables are generated first.
    ///
    /// # Errors
    /// Fails if the position cannot be read, or the game cannot be solved from it.
    fn solve(
        &self,
        start: &Start,
        options: &SolveOptions,
        make: bool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution, CatalogError>;

    /// Creates an oracle, which solves one position after another with these options.
    ///
    /// # Errors
    /// Fails if the game has no solver.
    fn oracle(&self, options: &SolveOptions) -> Result<Box<dyn Oracle>, CatalogError>;

    /// Returns a line with the cost of solving a position and how to resume after an interruption; `None` if the cost is small.
    ///
    /// # Errors
    /// Fails if the position cannot be read.
    fn solve_cost(&self, start: &Start, options: &SolveOptions) -> Result<Option<String>, CatalogError>;

    /// Generates the missing tables of the game.
    ///
    /// # Errors
    /// Fails if the position cannot be read, the game has no tables, or the work was stopped.
    fn make_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<MadeTables, CatalogError>;

    /// Compares tables with the moves of the rules.
    ///
    /// # Errors
    /// Fails if the position cannot be read, there are no tables, one is damaged, or the work was stopped.
    fn verify_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<CheckedTables, CatalogError>;

    /// Proves the value of a position by subproblems.
    ///
    /// # Errors
    /// Fails if the position cannot be read, its value cannot be proved, or the work was stopped.
    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError>;

    /// Verifies an untrusted certificate of this game.
    ///
    /// # Errors
    /// Fails if it is not a proof, or the work was stopped.
    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError>;

    /// Creates a player for the subproblems of another machine's proof. `stop` ends the preparation.
    ///
    /// # Errors
    /// Fails if the proof is of another version, or cannot be read.
    fn proof_player(&self, spec: &ProofSpec, stop: &StopFlag) -> Result<Box<dyn ProofPlayer>, CatalogError>;

    /// Searches for the shortest forced win of the side to move within `moves` of its own moves.
    ///
    /// # Errors
    /// Fails if the position cannot be read, or the work was stopped.
    fn mate(
        &self,
        start: &Start,
        moves: u32,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Mate, CatalogError>;

    /// Records how a solver comes to the value of a position, with at most `limit` nodes or positions.
    ///
    /// # Errors
    /// Fails if the position cannot be read or is finished, the limit is exceeded, or the work was stopped.
    fn trace_solver(
        &self,
        start: &Start,
        solver: TracedSolver,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<SolverTrace, CatalogError>;
}

impl<P: SearchHints> SolvableGame for ErasedGame<P> {
    fn use_tables(&self, folder: &Path) {
        self.entry.tables.get_or_init(|| folder.to_owned());
    }

    fn tables(&self) -> Option<PathBuf> {
        self.entry.tables.get().cloned()
    }

    fn judge(&self, folder: &Path, like: &dyn State) -> Result<Option<Box<Adjudicate>>, CatalogError> {
        let (Ok(solver), Some(like)) = (self.entry.solver_row(), like.typed::<P>()) else { return Ok(None) };
        let judge = judge(&**solver, folder, like).map_err(SolveError::from)?;
        Ok(judge.map(|judge| -> Box<Adjudicate> {
            let of = move |state: &dyn State| state.typed().map_or(Ok(None), &judge);
            Box::new(move |state| of(state).map_err(|error| error.to_string()))
        }))
    }

    fn solve(
        &self,
        start: &Start,
        options: &SolveOptions,
        make: bool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution, CatalogError> {
        solve::solve(&self.entry, start, options, make, progress)
    }

    fn oracle(&self, options: &SolveOptions) -> Result<Box<dyn Oracle>, CatalogError> {
        Ok(Box::new(OracleOf::new(Arc::clone(self.entry.solver_row()?), options.clone())))
    }

    fn solve_cost(&self, start: &Start, options: &SolveOptions) -> Result<Option<String>, CatalogError> {
        let game = start.game::<P>()?;
        Ok(self.entry.solver_row().ok().and_then(|solver| solver.cost(&game, options)))
    }

    fn make_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<MadeTables, CatalogError> {
        solve::make_tables(&self.entry, start, options, progress)
    }

    fn verify_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<CheckedTables, CatalogError> {
        solve::verify_tables(&self.entry, start, options, sample, progress)
    }

    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError> {
        proof::prove(&self.entry, start, proving, progress)
    }

    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError> {
        proof::verify(&self.entry, certificate, options, sample, progress)
    }

    fn proof_player(&self, spec: &ProofSpec, stop: &StopFlag) -> Result<Box<dyn ProofPlayer>, CatalogError> {
        proof::player(&self.entry, spec, stop)
    }

    fn mate(
        &self,
        start: &Start,
        moves: u32,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Mate, CatalogError> {
        solve::mate(&start.game::<P>()?, moves, options, progress)
    }

    fn trace_solver(
        &self,
        start: &Start,
        traced: TracedSolver,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<SolverTrace, CatalogError> {
        solver::trace(&start.game::<P>()?, traced, limit, stop)
    }
}
