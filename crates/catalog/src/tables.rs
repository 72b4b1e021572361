//! The strongest agent with tables of exact values: where they hold a position, it plays from them and does not search.
//!
//! Among moves of equal value it plays the one that makes the opponent err: the quickest win and the longest defence where
//! plies are known, then the one to which the fewest replies keep the value.

use std::path::PathBuf;

use plyground_game::{Game, Score};
use plyground_search::{Agent, AgentError, Each, Job, Line, Report};

use crate::playable::{Playable, TableMoves};
use crate::solve::SolvedValue;
use crate::spec::AgentSpec;

/// The agent, with tables in the folder of the spec, else of the variable `PLYGROUND_TABLES`; without a folder, the agent
/// itself.
pub(crate) fn with_tables<P: Playable>(inner: Box<dyn Agent<P>>, spec: &AgentSpec) -> Box<dyn Agent<P>> {
    let named = || std::env::var_os("PLYGROUND_TABLES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    match spec.tables.clone().or_else(named) {
        Some(folder) => Box::new(TableAgent { inner, folder, tables: None }),
        None => inner,
    }
}

struct TableAgent<P: Playable> {
    inner: Box<dyn Agent<P>>,
    folder: PathBuf,
    /// Not looked for yet, looked for in vain, or open.
    tables: Option<Option<P::Tables>>,
}

impl<P: Playable> TableAgent<P> {
    /// The moves with their values. Tables that are missing, damaged or of something else count as none: a game goes on.
    fn moves(&mut self, game: &Game<P>) -> Option<TableMoves<P>> {
        let open = || P::open_tables(&self.folder, game).ok().flatten();
        let tables = self.tables.get_or_insert_with(open).as_ref()?;
        let pos = game.position();
        let mut moves = P::table_moves(tables, pos).ok().flatten()?;
        // Best first; a stable order, so the game's own decides what is left.
        moves.sort_by_cached_key(|&(mv, value, plies)| {
            let (rank, by_plies) = value.worth(plies);
            (std::cmp::Reverse((rank, by_plies)), saving_share::<P>(tables, pos, mv))
        });
        Some(moves)
    }
}

/// How many of 1000 replies keep what a move leaves to the opponent; all, where the mover moves again or nothing is known.
fn saving_share<P: Playable>(tables: &P::Tables, pos: &P, mv: P::Move) -> u32 {
    const ALL: u32 = 1000;
    let after = pos.after(mv);
    if after.outcome().is_some() || after.side_to_move() == pos.side_to_move() {
        return ALL;
    }
    let Ok(Some(replies)) = P::table_moves(tables, &after) else { return ALL };
    let Some(best) = replies.iter().map(|(_, value, _)| value.rank()).max() else { return ALL };
    let saving = replies.iter().filter(|(_, value, _)| value.rank() == best).count();
    (ALL as usize * saving / replies.len()) as u32
}

/// An exact value as a search tells it.
fn score(value: SolvedValue, plies: Option<u32>) -> Score {
    match value {
        SolvedValue::Margin(margin) => Score::new(margin),
        SolvedValue::Result(_) => match (value.rank(), plies) {
            (0, _) => Score::ZERO,
            (rank, None) => Score::new(rank * Score::EVAL_LIMIT),
            (rank, Some(plies)) if rank > 0 => Score::win_in(plies),
            (_, Some(plies)) => Score::loss_in(plies),
        },
    }
}

impl<P: Playable> Agent<P> for TableAgent<P> {
    fn new_game(&mut self) {
        // The next game may be on another board, or by other rules.
        self.tables = None;
        self.inner.new_game();
    }

    fn reseed(&mut self, seed: u64) {
        self.inner.reseed(seed);
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let moves = if game.ending().is_some() { None } else { self.moves(game).filter(|moves| !moves.is_empty()) };
        let Some(moves) = moves else { return self.inner.think(game, job, each) };
        let lines: Vec<Line<P::Move>> = moves
            .iter()
            .take(job.lines.max(1))
            .map(|&(mv, value, plies)| Line { mv, score: score(value, plies), pv: vec![mv] })
            .collect();
        let best = &lines[0];
        let report = Report {
            best: Some(best.mv),
            score: best.score,
            depth: 1,
            seldepth: 1,
            pv: best.pv.clone(),
            lines,
            completed: true,
            ..Report::nothing()
        };
        // There is nothing left to stop.
        let _ = each(&report);
        Ok(report)
    }
}
