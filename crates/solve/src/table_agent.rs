//! An agent with tables of exact values: where they hold a position, it plays from them and does not search.
//! [`Job::always_search`] makes it search as well, for an analysis that shows both.
//!
//! Among moves of equal value it plays the one that makes the opponent err: the quickest win and the longest defence where
//! plies are known, then the one to which the fewest replies keep the value.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;

use plyground_game::{Game, Position, Score};
use plyground_search::{Agent, AgentError, Job, Line, OnDepth, Report, Source, Traced};

use crate::horizon::{Counted, Horizon};
use crate::limits::Patience;
use crate::{ExactMove, ExactValue, Solvable, Tables};

/// Plays from the tables of a folder, and as another agent does where they do not know a position, are missing or damaged.
pub struct TableAgent<P: Position> {
    inner: Box<dyn Agent<P>>,
    solvable: Arc<dyn Solvable<P>>,
    folder: PathBuf,
    source: Source,
    /// What was found for a board and rules, from game to game: opening takes longer than a quick move may.
    found: Option<Found<P>>,
}

impl<P: Position> std::fmt::Debug for TableAgent<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableAgent").field("folder", &self.folder).finish_non_exhaustive()
    }
}

struct Found<P: Position> {
    /// A game that it serves.
    game: Game<P>,
    tables: Option<Box<dyn Tables<P>>>,
}

/// The part of a move's time that may go into telling equal moves apart.
const SHARE_OF_TIME: u32 = 4;

impl<P: Position> TableAgent<P> {
    /// Tables are opened when a game asks for them.
    #[must_use]
    pub fn new(inner: Box<dyn Agent<P>>, solvable: Arc<dyn Solvable<P>>, folder: PathBuf) -> TableAgent<P> {
        TableAgent { inner, solvable, folder, source: Source::Tables, found: None }
    }

    /// Reports the tables as a book that ships with the program.
    #[must_use]
    pub fn book(self) -> TableAgent<P> {
        TableAgent { source: Source::Book, ..self }
    }

    /// The tables for the game. Those that are missing, damaged or of something else count as none: a game goes on.
    fn tables(&mut self, game: &Game<P>) -> Option<&dyn Tables<P>> {
        let serves = |found: &Found<P>| self.solvable.shares_tables(&found.game, game);
        if !self.found.as_ref().is_some_and(serves) {
            let tables = self.solvable.open(&self.folder, game).ok().flatten();
            let game = Game::from_position(game.start().clone(), game.rules());
            self.found = Some(Found { game, tables });
        }
        self.found.as_ref()?.tables.as_deref()
    }

    /// The moves with their values, best first, and whether the values count all draws by the game's history.
    fn moves(&mut self, game: &Game<P>, patience: Patience) -> Option<(Vec<ExactMove<P::Move>>, bool)> {
        let tables = self.tables(game)?;
        let pos = game.position();
        let moves = tables.moves(pos).ok().flatten()?;
        let horizon = Horizon::of(game);
        // A table knows more than a search even where repetitions may matter, but proves nothing.
        let (mut moves, is_exact) = match horizon.settle(game, moves.clone(), Counted::No) {
            Ok(moves) => (moves, true),
            Err(_) => (horizon.settle_ends(game, moves), false),
        };
        // A stable order, so the game's own decides what is left.
        moves.sort_by_cached_key(|mv| Reverse(mv.worth()));
        let equal = moves.iter().take_while(|mv| mv.worth() == moves[0].worth()).count();
        let mut shares = Vec::with_capacity(equal);
        for &mv in &moves[..equal] {
            // A move that was not searched for want of time ranks with the worst.
            let share = if equal == 1 || patience.has_ended() { ALL } else { saving_share(tables, pos, mv.mv) };
            shares.push((share, mv));
        }
        shares.sort_by_cached_key(|&(share, _)| share);
        for (place, (_, mv)) in moves.iter_mut().zip(shares) {
            *place = mv;
        }
        Some((moves, is_exact))
    }
}

/// All replies, in thousandths.
const ALL: u32 = 1000;

/// How many of 1000 replies keep what a move leaves to the opponent; all, where the mover moves again or nothing is known.
fn saving_share<P: Position>(tables: &dyn Tables<P>, pos: &P, mv: P::Move) -> u32 {
    let after = pos.after(mv);
    if after.outcome().is_some() || after.side_to_move() == pos.side_to_move() {
        return ALL;
    }
    let Ok(Some(replies)) = tables.moves(&after) else { return ALL };
    let Some(best) = replies.iter().map(|reply| reply.value.rank()).max() else { return ALL };
    let saving = replies.iter().filter(|reply| reply.value.rank() == best).count();
    (ALL as usize * saving / replies.len()) as u32
}

/// An exact value as a search reports it; one that is not exact is the greatest or least evaluation.
fn score(value: ExactValue, plies: Option<u32>, is_exact: bool) -> Score {
    match value {
        ExactValue::Result(_) if !is_exact => Score::new(value.rank() * Score::EVAL_LIMIT),
        ExactValue::Margin(margin) => Score::new(margin),
        ExactValue::Result(_) => match (value.rank(), plies) {
            (0, _) => Score::ZERO,
            (rank, None) if rank > 0 => Score::WON,
            (_, None) => Score::LOST,
            (rank, Some(plies)) if rank > 0 => Score::win_in(plies),
            (_, Some(plies)) => Score::loss_in(plies),
        },
    }
}

impl<P: Position> Agent<P> for TableAgent<P> {
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

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        self.inner.trace(game, job, limit)
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let patience = Patience::of(job.limits.time.map(|time| time / SHARE_OF_TIME));
        let moves =
            if game.ending().is_some() { None } else { self.moves(game, patience).filter(|moves| !moves.0.is_empty()) };
        let Some((moves, is_exact)) = moves else { return self.inner.think(game, job, each) };
        let known = report(&moves, is_exact, self.source, job.lines);
        if job.always_search {
            let searched = self.inner.think(game, job, each)?;
            return Ok(joined(&moves, &known, &searched));
        }
        // There is nothing left to stop.
        let _ = each(&known);
        Ok(known)
    }
}

/// Returns the report of the best `lines` moves, which are in order, with a line of one move each.
fn report<M: Copy>(moves: &[ExactMove<M>], is_exact: bool, source: Source, lines: usize) -> Report<M> {
    let line = |&ExactMove { mv, value, plies }| Line { mv, score: score(value, plies, is_exact), pv: vec![mv] };
    let lines: Vec<Line<M>> = moves.iter().take(lines.max(1)).map(line).collect();
    let best = &lines[0];
    Report {
        best: Some(best.mv),
        score: best.score,
        depth: 1,
        seldepth: 1,
        pv: best.pv.clone(),
        proven: is_exact,
        completed: true,
        source,
        lines,
        ..Report::nothing()
    }
}

/// Joins exact scores with the depth, the counts and the lines of a search. The best move stays. Among other moves of equal
/// worth, those of the search come first.
fn joined<M: Copy + PartialEq>(moves: &[ExactMove<M>], known: &Report<M>, searched: &Report<M>) -> Report<M> {
    let is_exact = known.proven;
    let place = |mv: M| searched.lines.iter().position(|line| line.mv == mv).unwrap_or(usize::MAX);
    let mut order: Vec<&ExactMove<M>> = moves.iter().collect();
    order[1..].sort_by_key(|found| (Reverse(found.worth()), place(found.mv)));
    let pv = |mv: M| {
        let line = searched.lines.iter().find(|line| line.mv == mv).map(|line| &line.pv);
        let root = || searched.root_moves.iter().find(|root| root.mv == mv).map(|root| &root.pv);
        line.or_else(root).filter(|pv| pv.first() == Some(&mv)).cloned().unwrap_or_else(|| vec![mv])
    };
    let lines: Vec<Line<M>> = order
        .into_iter()
        .take(known.lines.len())
        .map(|found| Line { mv: found.mv, score: score(found.value, found.plies, is_exact), pv: pv(found.mv) })
        .collect();
    Report {
        best: known.best,
        score: known.score,
        pv: lines[0].pv.clone(),
        leaf_side: None,
        lines,
        proven: known.proven,
        source: known.source,
        // The exact scores are whole numbers; one report has one scale.
        scale: known.scale,
        root_moves: if searched.scale == known.scale { searched.root_moves.clone() } else { Vec::new() },
        ..searched.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::{env, fs, process};

    use plyground_game::HashEvaluation;
    use plyground_kalah::Kalah;
    use plyground_search::{Limits, RandomAgent, SearchAgent, SearchKind};

    use super::*;
    use crate::kalah::{Database, ExactKalah};

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

        fn agent(&self) -> TableAgent<Kalah> {
            TableAgent::new(Box::new(RandomAgent::new(1)), Arc::new(ExactKalah), self.0.clone())
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

    /// Whether the agent answers from its tables: a random mover reports no depth.
    fn knows(agent: &mut dyn Agent<Kalah>, game: &Game<Kalah>) -> bool {
        agent.move_for(game, &Job::new(Default::default())).unwrap().depth == 1
    }

    #[test]
    fn each_board_and_rule_set_has_its_own_tables() {
        let folder = Folder::new("own");
        let mut agent = folder.agent();
        // 3x1 has no table by the rules kalaha, and 2x3 has more seeds than the table.
        let games = [("2x2", "standard", true), ("3x1", "standard", true), ("2x2", "kalaha", true)];
        for (setup, rules, is_known) in games.into_iter().chain([("3x1", "kalaha", false), ("2x3", "standard", false)])
        {
            assert_eq!(knows(&mut agent, &game(setup, rules)), is_known, "{setup} {rules}");
        }
    }

    /// An analysis asks for lines and a depth; the tables alone gave depth 1 and lines of one move.
    #[test]
    fn an_analysis_has_the_exact_score_and_the_lines_of_the_search() {
        let folder = Folder::new("both");
        let search = SearchAgent::new(SearchKind::Pvs, HashEvaluation { seed: 1, range: 9, antisymmetric: true });
        let mut agent = TableAgent::new(Box::new(search), Arc::new(ExactKalah), folder.0.clone());
        let (game, limits) = (game("3x1", "standard"), Limits::depth(4));
        let known = agent.move_for(&game, &Job { lines: 3, ..Job::new(limits) }).unwrap();
        assert_eq!((known.source, known.depth, known.nodes), (Source::Tables, 1, 0));
        let mut depths = Vec::new();
        let job = Job { lines: 3, always_search: true, ..Job::new(limits) };
        let both = agent
            .think(&game, &job, &mut |report| {
                depths.push((report.depth, report.source));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(depths, [1, 2, 3, 4].map(|depth| (depth, Source::Search)));
        assert_eq!((both.best, both.score, both.proven), (known.best, known.score, known.proven));
        assert_eq!((both.source, both.depth, both.lines.len()), (Source::Tables, 4, known.lines.len()));
        assert!(both.nodes > 0 && both.pv.len() > 1 && both.pv == both.lines[0].pv, "{both:?}");
        let scores = |report: &Report<_>| report.lines.iter().map(|line| line.score).collect::<Vec<_>>();
        assert_eq!(scores(&both), scores(&known));
        for line in &both.lines {
            let mut pos = game.position().clone();
            for &mv in &line.pv {
                assert!(pos.is_legal(mv), "{line:?}");
                pos = pos.after(mv);
            }
        }
    }

    #[test]
    fn tables_are_opened_before_the_clock_runs() {
        let folder = Folder::new("before");
        let (mut prepared, mut other, game) = (folder.agent(), folder.agent(), game("2x2", "standard"));
        prepared.prepare(&game);
        fs::remove_dir_all(&folder.0).unwrap();
        prepared.new_game();
        assert!(knows(&mut prepared, &game), "an open file stays");
        assert!(!knows(&mut other, &game));
    }
}
