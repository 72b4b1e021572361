//! Exact values of Kalah: by its own solver, or, where a majority ends the game, by a search with the stores.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plyground_eval::kalah::{Finish, StoreDifference};
use plyground_game::{Evaluate, Game, Position};
use plyground_kalah::{House, Kalah};
use plyground_search::{Limits, Pvs, PvsOptions, SharedTable, TranspositionTable, deepen};
use plyground_solve::kalah::{self, Database, Keep};

use super::{SolveProgress, Solver, Tell, undone};
use crate::error::CatalogError;
use crate::playable::{Playable, TableMoves};

/// The time between two writings of what a search has found.
const KEEP_EVERY: Duration = Duration::from_secs(300);

impl Solver {
    /// Kalah from a database of the folder.
    pub(crate) fn kalah_from_table(&self, game: &Game<Kalah>) -> Result<TableMoves<Kalah>, CatalogError> {
        let tables = Kalah::open_tables(&self.tables, game).map_err(|error| undone(&error))?;
        let missing = || {
            let folder = self.tables.display();
            undone(&format!("{folder}: no database of this board: make it with `ply solve kalah --database 14`"))
        };
        let tables = tables.ok_or_else(missing)?;
        let moves = Kalah::table_moves(&tables, game.position()).map_err(|error| undone(&error))?;
        let seeds = tables.seeds();
        moves.ok_or_else(|| {
            undone(&format!(
                "the database holds positions with at most {seeds} seeds in the houses, without the majority rule"
            ))
        })
    }

    /// Any position of Kalah by a search to the end of the game: the final margins of all its moves.
    pub(crate) fn kalah(&self, game: &Game<Kalah>, tell: Tell<'_>) -> Result<Vec<(House, i32)>, CatalogError> {
        let pos = game.position();
        if !kalah::Solver::takes(pos) {
            return self.kalah_with_stores(game, tell);
        }
        let database = self.kalah_database(pos, tell)?;
        let mut solver = kalah::Solver::new(database, self.table).threads(self.threads);
        let stage = |mv| SolveProgress { stage: format!("move {}", pos.move_text(mv)), done: None };
        let moves = solver.moves(pos, &self.stop, |mv| tell(&stage(mv)));
        moves.ok_or_else(|| undone(&"stopped before the end of the game was reached"))
    }

    /// The final margin of a position, and nothing about its moves; `None` where that takes their values anyway.
    pub(crate) fn kalah_value(&self, game: &Game<Kalah>, tell: Tell<'_>) -> Result<Option<i32>, CatalogError> {
        let pos = game.position();
        if !kalah::Solver::takes(pos) {
            return Ok(None);
        }
        let database = self.kalah_database(pos, tell)?;
        let mut solver = kalah::Solver::new(database, self.table).threads(self.threads);
        let shown = |kalah::Bounds { lower, upper }| format!("value from {lower} to {upper}");
        let each = |bounds| tell(&SolveProgress { stage: shown(bounds), done: None });
        let found = match &self.keep {
            Some(path) => {
                let keep = Keep { path: path.clone(), every: KEEP_EVERY };
                solver.bounds_kept(pos, None, &keep, &self.stop, each).map_err(|error| undone(&error))?
            }
            None => solver.bounds(pos, None, &self.stop, each),
        };
        match found {
            Some(bounds) if bounds.lower == bounds.upper => Ok(Some(bounds.lower)),
            Some(bounds) => Err(undone(&format!("stopped when the {} was proved", shown(bounds)))),
            None => Ok(None),
        }
    }

    /// A database that helps to solve a position: the folder's, or one made for it. One that was asked for is saved.
    fn kalah_database(&self, pos: &Kalah, tell: Tell<'_>) -> Result<Database, CatalogError> {
        let seeds = self.database.unwrap_or_else(|| kalah::Solver::suited_database(pos));
        if let Some(database) =
            Database::open(&self.tables, pos.houses(), &pos.rules()).map_err(|error| undone(&error))?
            && database.seeds() >= seeds
            && (self.database.is_some() || kalah::Solver::is_worth_loading(pos, database.seeds()))
        {
            return database.load().map_err(|error| undone(&error));
        }
        if Database::size(pos.houses(), seeds).is_none() {
            return Err(undone(&format!("a database of up to {seeds} seeds is too large: expected fewer")));
        }
        let each = |layer: usize| {
            let done = Database::size(pos.houses(), layer).unwrap_or(0) as f64
                / Database::size(pos.houses(), seeds).unwrap_or(1) as f64;
            tell(&SolveProgress { stage: format!("database of {layer} of {seeds} seeds"), done: Some(done) });
            if self.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let database = Database::build(pos.houses(), &pos.rules(), seeds, self.threads, each)
            .ok_or_else(|| undone(&"stopped before the database was made"))?;
        if self.database.is_some() {
            database.save(&self.tables).map_err(|error| undone(&error))?;
        }
        Ok(database)
    }

    /// The same where a majority in a store ends the game, and on boards that are too large for the solver.
    fn kalah_with_stores(&self, game: &Game<Kalah>, tell: Tell<'_>) -> Result<Vec<(House, i32)>, CatalogError> {
        let evaluation = StoreDifference { finish: Finish::Margin };
        let table = Arc::new(TranspositionTable::new(self.table));
        let mut values = Vec::new();
        let pos = game.position();
        for mv in pos.legal_moves() {
            let mut next = game.clone();
            next.play(mv).map_err(|error| undone(&error))?;
            tell(&SolveProgress { stage: format!("move {}", pos.move_text(mv)), done: None });
            let margin = self.margin(&next, &evaluation, &table)?;
            let same = next.position().side_to_move() == pos.side_to_move();
            values.push((mv, if same { margin } else { -margin }));
        }
        Ok(values)
    }

    fn margin(
        &self,
        game: &Game<Kalah>,
        evaluation: &StoreDifference,
        table: &Arc<TranspositionTable>,
    ) -> Result<i32, CatalogError> {
        let pos = game.position();
        let side = pos.side_to_move();
        if let Some(outcome) = pos.outcome() {
            return Ok(evaluation.finished(pos, &(), outcome, side, 0).value());
        }
        table.clear();
        let table = SharedTable::new(Arc::clone(table)).exact();
        let options = PvsOptions { aspiration: Some(2), ..PvsOptions::default() };
        let mut searcher = Pvs::new(evaluation, options).with_table(table);
        let limits = Limits { stop: self.stop.clone(), ..Limits::default() };
        // A depth that no game of so many seeds outlasts ends with finished games alone.
        let report = deepen(&mut searcher, game, &limits, |_| {});
        if report.completed {
            Ok(report.score.value())
        } else {
            Err(undone(&"stopped before the end of the game was reached"))
        }
    }
}
