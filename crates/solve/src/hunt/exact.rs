//! Exact values of hunting games, from tables that are built if they are missing.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::Game;

use super::summary::Summary;
use super::tables::{OpenError, Tables};
use super::verify::{self, Verification, VerifyOptions};
use super::{HuntGame, Progress, Stage, solver};
use crate::proof::Sample;
use crate::table::{Turn, try_folder};
use crate::{
    ExactMove, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress, TableCheck, TableCounts, TableError,
};

/// Solver of a hunting game with the tables of a folder.
#[derive(Clone, Debug)]
pub struct ExactHunt<G> {
    cost: &'static str,
    game: PhantomData<fn() -> G>,
}

impl<G> ExactHunt<G> {
    /// Returns the solver. `cost` states the disk, memory and time that the tables of the whole game take.
    #[must_use]
    pub fn new(cost: &'static str) -> ExactHunt<G> {
        ExactHunt { cost, game: PhantomData }
    }
}

impl<G: HuntGame> ExactHunt<G> {
    /// Builds the missing tables.
    fn make(&self, game: &Game<G>, options: &SolveOptions, progress: OnProgress<'_>) -> Result<Summary, SolveError> {
        let path = options.tables.join(format!("{}.table", G::NAME));
        try_folder(&options.tables, &path)?;
        // A process that waited for the lock finds all layers complete.
        let _turn = Turn::wait(&path, &options.stop, progress)?;
        let whole = solver::SolveOptions::whole::<G>(G::captures_to_win(game.rules()));
        let whole = solver::SolveOptions { threads: options.threads, ..whole };
        let each = |done: &Progress| {
            progress(&SolveProgress::share(done.stage.text(G::SIDES), done.done));
            if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        solver::solve::<G>(&options.tables, &whole, each)
    }

    /// Returns the values of the moves, if the tables of the folder contain them.
    fn known(&self, game: &Game<G>, folder: &Path) -> Result<Option<Vec<ExactMove<G::Move>>>, SolveError> {
        let Some(tables) = self.open(folder, game)? else { return Ok(None) };
        Ok(tables.moves(game.position())?)
    }
}

/// Returns an error for rules for which the tables are not valid.
fn check_rules<G: HuntGame>(game: &Game<G>) -> Result<(), SolveError> {
    match G::unsupported_option(game.rules()) {
        Some(option) => Err(SolveError::NotInTables { held: format!("the tables do not hold for `{option}`") }),
        None => Ok(()),
    }
}

impl<G: HuntGame> Solvable<G> for ExactHunt<G> {
    fn exact_moves(
        &self,
        game: &Game<G>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<G::Move>>, SolveError> {
        check_rules(game)?;
        let mut moves = self.known(game, &options.tables)?;
        if make && moves.is_none() {
            self.make(game, options, progress)?;
            moves = self.known(game, &options.tables)?;
        }
        if let Some(moves) = moves {
            return Ok(moves);
        }
        // This error names the missing tables.
        Tables::<G>::open(&options.tables, game.rules())?;
        Err(SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }

    fn make_tables(
        &self,
        game: &Game<G>,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        check_rules(game)?;
        Ok(self.make(game, options, progress)?.total())
    }

    /// Compares all positions of the movement phase and one in 100 of the placement phase, or about the sample size in
    /// total.
    fn verify_tables(
        &self,
        game: &Game<G>,
        options: &SolveOptions,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        check_rules(game)?;
        let tables = Tables::<G>::open(&options.tables, game.rules())?;
        let mut verify =
            VerifyOptions { threads: options.threads, stop: options.stop.clone(), ..VerifyOptions::default() };
        if let Sample::Some(count, seed) = sample {
            let total: u64 = tables.summary().layers.iter().map(|layer| layer.folded.positions()).sum();
            let one_in = (total / (count as u64).max(1)).clamp(1, u64::from(u32::MAX / 4)) as u32;
            verify = VerifyOptions { movement_one_in: one_in, placement_one_in: one_in, seed, ..verify };
        }
        let each = |stage: Stage| {
            progress(&SolveProgress::stage(stage.text(G::SIDES)));
            if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let Verification { movement, placement, wrong, examples } = verify::verify(&tables, &verify, each)?;
        Ok(TableCheck { positions: movement + placement, wrong, examples })
    }

    fn cost(&self, game: &Game<G>, options: &SolveOptions) -> Option<String> {
        if check_rules(game).is_err() || matches!(self.known(game, &options.tables), Ok(Some(_))) {
            return None;
        }
        Some(format!(
            "making the tables of the whole game in `{}`: {}; finished layers are stored, and the same command resumes from them",
            options.tables.display(),
            self.cost
        ))
    }

    fn open(&self, folder: &Path, game: &Game<G>) -> Result<Option<Box<dyn crate::Tables<G>>>, TableError> {
        if G::unsupported_option(game.rules()).is_some() {
            return Ok(None);
        }
        match Tables::<G>::open(folder, game.rules()) {
            Ok(tables) => Ok(Some(Box::new(tables))),
            Err(OpenError::Missing { .. }) => Ok(None),
            Err(OpenError::Table(error)) => Err(error),
        }
    }
}

impl<G: HuntGame> crate::Tables<G> for Tables<G> {
    fn moves(&self, pos: &G) -> Result<Option<Vec<ExactMove<G::Move>>>, TableError> {
        let moves = Tables::moves(self, pos)?;
        Ok(moves.map(|moves| moves.into_iter().map(|(mv, value)| ExactMove::by_result(mv, value)).collect()))
    }
}
