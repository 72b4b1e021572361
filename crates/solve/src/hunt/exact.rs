//! Exact values of hunting games, from tables that are built if they are missing.

use std::fs;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::Game;

use super::summary::Summary;
use super::tables::{OpenError, Tables};
use super::tally::Counts;
use super::verify::{self, Verification, VerifyError, VerifyOptions};
use super::{HuntGame, Progress, Stage, solver};
use crate::proof::Sample;
use crate::table::Turn;
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
        fs::create_dir_all(&options.tables)
            .map_err(|source| TableError::Io { path: options.tables.clone(), source })?;
        // A process that waited for the lock finds all layers complete.
        let _turn = Turn::wait(&options.tables.join(format!("{}.table", G::NAME)), &options.stop, progress)?;
        let whole = solver::SolveOptions::whole::<G>(G::captures_to_win(game.rules()));
        let whole = solver::SolveOptions { threads: options.threads, ..whole };
        let each = |done: &Progress| {
            progress(&SolveProgress::share(done.stage.text(G::SIDES), done.done));
            if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        solver::solve::<G>(&options.tables, &whole, each).map_err(SolveError::MakeTigers)
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
        if make {
            self.make(game, options, progress)?;
        }
        let tables = Tables::<G>::open(&options.tables, game.rules())?;
        let moves = crate::Tables::moves(&tables, game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }

    fn make_tables(
        &self,
        game: &Game<G>,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        check_rules(game)?;
        let summary = self.make(game, options, progress)?;
        let Counts { wins, draws, losses } = summary.total();
        let longest = summary.layers.iter().filter_map(|layer| layer.longest).max();
        Ok(TableCounts { wins, draws, losses, longest })
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
        let mut verify = VerifyOptions { threads: options.threads, ..VerifyOptions::default() };
        if let Sample::Some(count, seed) = sample {
            let total = tables.summary().layers.iter().fold(Counts::default(), |sum, layer| sum + layer.folded);
            let total = total.wins + total.draws + total.losses;
            let one_in = (total / (count as u64).max(1)).clamp(1, u64::from(u32::MAX / 4)) as u32;
            verify = VerifyOptions { movement_one_in: one_in, placement_one_in: one_in, seed, ..verify };
        }
        let each = |stage: Stage| {
            progress(&SolveProgress::stage(stage.text(G::SIDES)));
            if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = verify::verify(&tables, &verify, each).map_err(|error| match error {
            VerifyError::Table(error) => SolveError::Table(error),
            error @ VerifyError::Missing(_) => SolveError::NotInTables { held: error.to_string() },
            VerifyError::Stopped => SolveError::Stopped { before: "all positions were compared" },
        })?;
        let Verification { movement, placement, wrong, examples } = found;
        Ok(TableCheck { positions: movement + placement, wrong, examples })
    }

    fn cost(&self, game: &Game<G>, options: &SolveOptions) -> Option<String> {
        let is_unsupported = G::unsupported_option(game.rules()).is_some();
        if is_unsupported || Tables::<G>::open(&options.tables, game.rules()).is_ok() {
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
