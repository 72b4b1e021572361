//! Kalah where the stores matter: a majority in one ends the game, or the board is too large for databases.
//!
//! Principal variation search reads every line to its end, deeper and deeper, by the difference of the stores. A line that
//! is not at its end is worth that difference, and seeds never leave a store, so that what is left bounds what can come.

use std::sync::Arc;

use plyground_game::{Evaluate, Game, Outcome, Position, Score, Side};
use plyground_kalah::{House, Kalah};
use plyground_search::{Job, Pvs, PvsOptions, SharedTable, TranspositionTable, deepen};

use crate::{ExactMove, OnProgress, SolveError, SolveOptions, SolveProgress};

/// The final margins of all moves.
pub(super) fn moves(
    game: &Game<Kalah>,
    options: &SolveOptions,
    progress: OnProgress<'_>,
) -> Result<Vec<ExactMove<House>>, SolveError> {
    let table = Arc::new(TranspositionTable::new(options.table));
    let mut values = Vec::new();
    let pos = game.position();
    for mv in pos.legal_moves() {
        let mut next = game.clone();
        next.play(mv)?;
        progress(&SolveProgress::stage(format!("move {}", pos.move_text(mv))));
        let margin = margin(&next, options, &table)?;
        let same = next.position().side_to_move() == pos.side_to_move();
        values.push(ExactMove::by_margin(mv, if same { margin } else { -margin }));
    }
    Ok(values)
}

fn margin(game: &Game<Kalah>, options: &SolveOptions, table: &Arc<TranspositionTable>) -> Result<i32, SolveError> {
    let pos = game.position();
    if let Some(margin) = pos.final_margin(pos.side_to_move()) {
        return Ok(margin);
    }
    table.clear();
    let shared = SharedTable::new(Arc::clone(table)).exact();
    let pvs = PvsOptions { aspiration: Some(2), ..PvsOptions::default() };
    let mut searcher = Pvs::new(&Margin, pvs).with_table(shared);
    let job = Job { stop: options.stop.clone(), ..Job::default() };
    // A depth that no game of so many seeds outlasts ends with finished games alone.
    let report = deepen(&mut searcher, game, &job, |_| {});
    if report.completed {
        Ok(report.score.value())
    } else {
        Err(SolveError::Stopped { before: "the end of the game was reached" })
    }
}

/// The own store minus the opponent's, at the end as on the way.
struct Margin;

impl Evaluate<Kalah> for Margin {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(difference(pos, side))
    }

    fn finished(&self, pos: &Kalah, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        pos.final_margin(side).map_or_else(|| Score::of_outcome(outcome, side, ply), Score::new)
    }

    fn bounds(&self, pos: &Kalah, side: Side) -> Option<(Score, Score)> {
        let left = i32::from(pos.total() - pos.store(side) - pos.store(!side));
        let now = difference(pos, side);
        Some((Score::new(now - left), Score::new(now + left)))
    }
}

fn difference(pos: &Kalah, side: Side) -> i32 {
    i32::from(pos.store(side)) - i32::from(pos.store(!side))
}
