//! Exact values of Tigers and Goats, from tables that are made where they are missing.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::Game;
use plyground_tigers::{Tigers, TigersMove};

use super::tables::{OpenError, Tables};
use super::{Progress, solver};
use crate::table::Turn;
use crate::{ExactMove, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress, TableError};

/// Tigers and Goats from the tables of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactTigers;

impl Solvable<Tigers> for ExactTigers {
    fn exact_moves(
        &self,
        game: &Game<Tigers>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<TigersMove>>, SolveError> {
        if make {
            fs::create_dir_all(&options.tables)
                .map_err(|source| TableError::Io { path: options.tables.clone(), source })?;
            // Whoever has to wait finds all layers there and is done at once.
            let _turn = Turn::wait(&options.tables.join("tigers.table"), &options.stop, progress)?;
            let captures_to_win = game.rules().captures_to_win();
            let whole = solver::SolveOptions { threads: options.threads, captures_to_win, ..Default::default() };
            let each = |done: &Progress| {
                progress(&SolveProgress::share(done.stage.to_string(), done.done));
                if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            solver::solve(&options.tables, &whole, each).map_err(SolveError::MakeTigers)?;
        }
        let tables = Tables::open(&options.tables, game.rules())?;
        let moves = crate::Tables::moves(&tables, game.position())?;
        moves.ok_or_else(|| SolveError::NotInTables { held: "the tables do not hold this position".into() })
    }

    fn cost(&self, game: &Game<Tigers>, options: &SolveOptions) -> Option<String> {
        if Tables::open(&options.tables, game.rules()).is_ok() {
            return None;
        }
        Some(format!(
            "making the tables of the whole game in `{}`: 4.2 GB on disk, 2.6 GB of memory, five to fifteen minutes; finished layers \
             are kept, and the same command goes on from them",
            options.tables.display()
        ))
    }

    fn open(&self, folder: &Path, game: &Game<Tigers>) -> Result<Option<Box<dyn crate::Tables<Tigers>>>, TableError> {
        match Tables::open(folder, game.rules()) {
            Ok(tables) => Ok(Some(Box::new(tables))),
            Err(OpenError::Missing { .. }) => Ok(None),
            Err(OpenError::Table(error)) => Err(error),
        }
    }
}

impl crate::Tables<Tigers> for Tables {
    fn moves(&self, pos: &Tigers) -> Result<Option<Vec<ExactMove<TigersMove>>>, TableError> {
        let moves = Tables::moves(self, pos)?;
        Ok(moves.map(|moves| moves.into_iter().map(|(mv, value)| ExactMove::by_result(mv, value)).collect()))
    }
}
