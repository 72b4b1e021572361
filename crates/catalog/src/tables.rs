//! The strongest agent with tables of exact values: where they hold a position, it plays from them and does not search.
//!
//! Among moves of equal value it plays the one that makes the opponent err: the quickest win and the longest defence where
//! plies are known, then the one to which the fewest replies keep the value.

#![expect(clippy::disallowed_methods, reason = "a player says how long it has thought")]

use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
        Some(folder) => Box::new(TableAgent { inner, folder, found: None }),
        None => inner,
    }
}

struct TableAgent<P: Playable> {
    inner: Box<dyn Agent<P>>,
    folder: PathBuf,
    /// What was found for a board and rules, from game to game: opening takes longer than a quick move may.
    found: Option<Found<P>>,
}

struct Found<P: Playable> {
    board: usize,
    rules: P::Rules,
    tables: Option<P::Tables>,
}

/// The part of a move's time that may go into telling equal moves apart.
const SHARE_OF_TIME: u32 = 4;

impl<P: Playable> TableAgent<P> {
    /// The tables for the game. Those that are missing, damaged or of something else count as none: a game goes on.
    fn tables(&mut self, game: &Game<P>) -> Option<&P::Tables> {
        let (board, rules) = (game.position().board_size(), game.rules());
        if !self.found.as_ref().is_some_and(|found| found.board == board && found.rules == *rules) {
            let tables = P::open_tables(&self.folder, game).ok().flatten();
            self.found = Some(Found { board, rules: rules.clone(), tables });
        }
        self.found.as_ref()?.tables.as_ref()
    }

    /// The moves with their values, best first.
    fn moves(&mut self, game: &Game<P>, patience: Option<Duration>) -> Option<TableMoves<P>> {
        let begin = Instant::now();
        let tables = self.tables(game)?;
        let pos = game.position();
        let mut moves = P::table_moves(tables, pos).ok().flatten()?;
        let worth = |&(_, value, plies): &(P::Move, SolvedValue, Option<u32>)| Reverse(value.worth(plies));
        // A stable order, so the game's own decides what is left.
        moves.sort_by_key(worth);
        let equal = moves.iter().take_while(|mv| worth(mv) == worth(&moves[0])).count();
        let mut shares = Vec::with_capacity(equal);
        for &(mv, value, plies) in &moves[..equal] {
            // A move that nobody looked at for want of time ranks with the worst.
            let hurries = patience.is_some_and(|patience| begin.elapsed() > patience);
            let share = if equal == 1 || hurries { ALL } else { saving_share::<P>(tables, pos, mv) };
            shares.push((share, (mv, value, plies)));
        }
        shares.sort_by_key(|&(share, _)| share);
        for (place, (_, mv)) in moves.iter_mut().zip(shares) {
            *place = mv;
        }
        Some(moves)
    }
}

/// All replies, in thousandths.
const ALL: u32 = 1000;

/// How many of 1000 replies keep what a move leaves to the opponent; all, where the mover moves again or nothing is known.
fn saving_share<P: Playable>(tables: &P::Tables, pos: &P, mv: P::Move) -> u32 {
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
        self.inner.new_game();
    }

    fn prepare(&mut self, game: &Game<P>) {
        let _ = self.tables(game);
        self.inner.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.inner.reseed(seed);
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let patience = job.limits.time.map(|time| time / SHARE_OF_TIME);
        let moves =
            if game.ending().is_some() { None } else { self.moves(game, patience).filter(|moves| !moves.is_empty()) };
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::{env, fs, process};

    use plyground_kalah::Kalah;
    use plyground_search::Limits;
    use plyground_solve::kalah::Database;

    use super::*;

    /// Databases of nine seeds for two boards, and one for other rules; at last the folder is removed.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = env::temp_dir().join(format!("plyground-tables-{name}-{}", process::id()));
            for (houses, rules) in [(2, "standard"), (3, "standard"), (2, "kalaha")] {
                let rules = rules.parse().unwrap();
                let database = Database::build(houses, &rules, 9, 1, |_| ControlFlow::Continue(())).unwrap();
                database.save(&folder).unwrap();
            }
            Folder(folder)
        }

        fn agent(&self) -> Box<dyn Agent<Kalah>> {
            let spec = AgentSpec { tables: Some(self.0.clone()), table: Some(1), .."best".parse().unwrap() };
            with_tables(Kalah::best(&spec), &spec)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn game(setup: &str, rules: &str) -> Game<Kalah> {
        Game::new(&setup.parse().unwrap(), &rules.parse().unwrap())
    }

    /// Whether the agent answers from its tables: then it looks at no node.
    fn knows(agent: &mut dyn Agent<Kalah>, game: &Game<Kalah>) -> bool {
        agent.move_for(game, &Job::new(Limits::depth(2))).unwrap().nodes == 0
    }

    #[test]
    fn each_board_and_rule_set_has_its_own_tables() {
        let folder = Folder::new("own");
        let mut agent = folder.agent();
        // 3x1 has no table by the rules kalaha, and 2x3 has more seeds than the table.
        let games = [("2x2", "standard", true), ("3x1", "standard", true), ("2x2", "kalaha", true)];
        for (setup, rules, is_known) in games.into_iter().chain([("3x1", "kalaha", false), ("2x3", "standard", false)])
        {
            assert_eq!(knows(&mut *agent, &game(setup, rules)), is_known, "{setup} {rules}");
        }
    }

    #[test]
    fn tables_are_opened_before_the_clock_runs() {
        let folder = Folder::new("before");
        let (mut prepared, mut other, game) = (folder.agent(), folder.agent(), game("2x2", "standard"));
        prepared.prepare(&game);
        fs::remove_dir_all(&folder.0).unwrap();
        prepared.new_game();
        assert!(knows(&mut *prepared, &game), "an open file stays");
        assert!(!knows(&mut *other, &game));
    }
}
