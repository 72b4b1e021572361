//! Agent with tables of exact values: if they contain a position, it plays from them and does not search.
//! [`Job::always_search`] makes it search as well, for an analysis that shows both.
//!
//! Among moves of equal value it plays the one that makes errors of the opponent most likely: the shortest win and the
//! longest defence if plies are known, then the move to which the fewest replies preserve the value.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;

use plyground_game::{Game, Position, Score};
use plyground_search::{Agent, AgentError, AgentFailure, Job, Limits, Line, OnDepth, Report, Source, Traced};

use crate::horizon::{Counted, Horizon};
use crate::limits::TimeSpan;
use crate::{ExactMove, ExactValue, Solvable, TableError, Tables, Wdl};

/// Agent that plays from tables, of a folder or of the program, and as another agent if they are missing or do not contain a
/// position. It fails if a table is damaged or belongs to another game.
pub struct TableAgent<P: Position> {
    inner: Box<dyn Agent<P>>,
    origin: Origin<P>,
    /// Tables for a board and rules, cached between games, because opening takes longer than the time of a fast move.
    found: Option<Found<P>>,
}

impl<P: Position> std::fmt::Debug for TableAgent<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = match &self.origin {
            Origin::Folder(_, folder) => Some(folder),
            Origin::Book(_) => None,
        };
        f.debug_struct("TableAgent").field("folder", &folder).finish_non_exhaustive()
    }
}

/// Where the tables come from.
enum Origin<P: Position> {
    /// A solver that opens those of a folder.
    Folder(Arc<dyn Solvable<P>>, PathBuf),
    /// A function that makes those that are part of the program and serve every game.
    Book(Box<dyn Fn() -> Box<dyn Tables<P>> + Send>),
}

struct Found<P: Position> {
    /// Game that the tables serve.
    game: Game<P>,
    tables: Option<Box<dyn Tables<P>>>,
}

/// Share of a move's time for ranking equal moves, as a divisor.
const SHARE_OF_TIME: u32 = 4;

impl<P: Position> TableAgent<P> {
    /// Creates an agent whose tables are opened when a game needs them.
    #[must_use]
    pub fn new(inner: Box<dyn Agent<P>>, solvable: Arc<dyn Solvable<P>>, folder: PathBuf) -> TableAgent<P> {
        TableAgent { inner, origin: Origin::Folder(solvable, folder), found: None }
    }

    /// Creates an agent with a book, tables that are part of the program. They are made when a game needs them.
    #[must_use]
    pub fn with_book(
        inner: Box<dyn Agent<P>>,
        book: impl Fn() -> Box<dyn Tables<P>> + Send + 'static,
    ) -> TableAgent<P> {
        TableAgent { inner, origin: Origin::Book(Box::new(book)), found: None }
    }

    /// Returns the tables for the game.
    fn tables(&mut self, game: &Game<P>) -> Result<Option<&dyn Tables<P>>, TableError> {
        let serves = |found: &Found<P>| match &self.origin {
            Origin::Folder(solvable, _) => solvable.shares_tables(&found.game, game),
            Origin::Book(_) => true,
        };
        if !self.found.as_ref().is_some_and(serves) {
            let tables = match &self.origin {
                Origin::Folder(solvable, folder) => solvable.open(folder, game)?,
                Origin::Book(make) => Some(make()),
            };
            let game = Game::from_position(game.start().clone(), game.rules());
            self.found = Some(Found { game, tables });
        }
        Ok(self.found.as_ref().and_then(|found| found.tables.as_deref()))
    }

    /// Returns the moves with their values, best first, and whether the values count all draws by the game's history;
    /// `None` if the tables do not contain them.
    fn moves(&mut self, game: &Game<P>, span: TimeSpan) -> Result<Option<RankedMoves<P>>, TableError> {
        let Some(tables) = self.tables(game)? else { return Ok(None) };
        let pos = game.position();
        let Some(moves) = tables.moves(pos)? else { return Ok(None) };
        let horizon = Horizon::of(game);
        // A table is better than a search even if repetitions may matter, but its values are then not proven.
        let (mut moves, is_exact) = match horizon.settle(game, moves.clone(), Counted::No) {
            Ok(moves) => (moves, true),
            Err(_) => (horizon.settle_ends(game, moves), false),
        };
        // The sort is stable, so the game's move order decides the rest.
        moves.sort_by_cached_key(|mv| Reverse(mv.worth()));
        let equal = moves.iter().take_while(|mv| mv.worth() == moves[0].worth()).count();
        // A move that was not examined for lack of time ranks last.
        let mut ranked = Vec::with_capacity(equal);
        for found in &moves[..equal] {
            ranked.push((if span.has_ended() { ALL } else { saving_share(tables, pos, found.mv)? }, *found));
        }
        ranked.sort_by_key(|(share, _)| *share);
        moves.splice(..equal, ranked.into_iter().map(|(_, found)| found));
        Ok(Some((moves, is_exact)))
    }
}

/// Maximum number of moves of a line.
const LONGEST: usize = 12;

/// Returns the line of best play that begins with a move, as far as the tables contain it.
fn line<P: Position>(tables: &dyn Tables<P>, pos: &P, mv: P::Move, span: TimeSpan) -> Vec<P::Move> {
    let (mut pos, mut line) = (pos.after(mv), vec![mv]);
    while line.len() < LONGEST
        && !span.has_ended()
        && pos.outcome().is_none()
        // The move that reaches a damaged table reports it.
        && let Ok(Some(moves)) = tables.moves(&pos)
        && let Some(best) = moves.iter().min_by_key(|mv| Reverse(mv.worth()))
    {
        line.push(best.mv);
        pos = pos.after(best.mv);
    }
    line
}

/// Moves with their values, best first, and whether the values are exact.
type RankedMoves<P> = (Vec<ExactMove<<P as Position>::Move>>, bool);

/// Share of all replies, in thousandths.
const ALL: u32 = 1000;

/// Returns the share of replies, in thousandths, that preserve the value of a move for the opponent; all if the mover
/// moves again or the values are unknown.
fn saving_share<P: Position>(tables: &dyn Tables<P>, pos: &P, mv: P::Move) -> Result<u32, TableError> {
    let after = pos.after(mv);
    if after.outcome().is_some() || after.side_to_move() == pos.side_to_move() {
        return Ok(ALL);
    }
    let replies = tables.moves(&after)?.unwrap_or_default();
    let Some(best) = replies.iter().map(|reply| reply.value.rank()).max() else { return Ok(ALL) };
    let saving = replies.iter().filter(|reply| reply.value.rank() == best).count();
    Ok((ALL as usize * saving / replies.len()) as u32)
}

/// A damaged table ends a match instead of losing its games: who would have won is unknown.
fn failed(error: &TableError) -> AgentError {
    AgentError { cause: AgentFailure::NotStarted, detail: error.to_string() }
}

/// Returns an exact value as the score of a search; a value that is not exact is the maximum or minimum evaluation.
fn score(value: ExactValue, plies: Option<u32>, is_exact: bool) -> Score {
    match value {
        ExactValue::Margin(margin) => Score::new(margin),
        ExactValue::Result(_) if !is_exact => Score::new(value.rank() * Score::EVAL_LIMIT),
        ExactValue::Result(Wdl::Draw) => Score::ZERO,
        ExactValue::Result(Wdl::Win) => plies.map_or(Score::WON, Score::win_in),
        ExactValue::Result(Wdl::Loss) => plies.map_or(Score::LOST, Score::loss_in),
    }
}

impl<P: Position> Agent<P> for TableAgent<P> {
    fn is_limited(&self) -> bool {
        self.inner.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.inner.is_repeatable(limits)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn prepare(&mut self, game: &Game<P>) {
        // The first move reports an error.
        if let Ok(Some(tables)) = self.tables(game) {
            tables.load(game.position());
        }
        self.inner.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.inner.reseed(seed);
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        self.inner.trace(game, job, limit)
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let span = TimeSpan::of(job.limits.time.map(|time| time / SHARE_OF_TIME));
        let moves =
            if game.ending().is_some() { None } else { self.moves(game, span).map_err(|error| failed(&error))? };
        let moves = moves.filter(|(moves, _)| !moves.is_empty());
        let Some((moves, is_exact)) = moves else { return self.inner.think(game, job, each) };
        let lines = moves.iter().take(job.lines.max(1));
        let tables = self.found.as_ref().and_then(|found| found.tables.as_deref());
        let pos = game.position();
        let lines = lines.map(|&ExactMove { mv, value, plies }| Line {
            mv,
            score: score(value, plies, is_exact),
            pv: tables.map_or_else(|| vec![mv], |tables| line(tables, pos, mv, span)),
        });
        let source = match self.origin {
            Origin::Folder(..) => Source::Tables,
            Origin::Book(_) => Source::Book,
        };
        let known = report(lines.collect(), is_exact, source);
        if job.always_search {
            let searched = self.inner.think(game, job, each)?;
            return Ok(joined(&moves, &known, &searched));
        }
        // The search is complete, so the callback's request to stop has no effect.
        let _ = each(&known);
        Ok(known)
    }
}

/// Returns the report of lines, the best first; at least one.
fn report<M: Copy>(lines: Vec<Line<M>>, is_exact: bool, source: Source) -> Report<M> {
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

/// Combines exact scores with the depth, the counts and the lines of a search. The best move is unchanged. Among other
/// moves of equal worth, those of the search come first.
fn joined<M: Copy + PartialEq>(moves: &[ExactMove<M>], known: &Report<M>, searched: &Report<M>) -> Report<M> {
    let is_exact = known.proven;
    let place = |mv: M| searched.lines.iter().position(|line| line.mv == mv).unwrap_or(usize::MAX);
    let mut order: Vec<&ExactMove<M>> = moves.iter().collect();
    order[1..].sort_by_cached_key(|found| (Reverse(found.worth()), place(found.mv)));
    let pv = |mv: M| {
        let line = searched.lines.iter().find(|line| line.mv == mv).map(|line| &line.pv);
        let root = || searched.root_moves.iter().find(|root| root.mv == mv).map(|root| &root.pv);
        let exact = || known.lines.iter().find(|line| line.mv == mv).map_or_else(|| vec![mv], |line| line.pv.clone());
        line.or_else(root).filter(|pv| pv.first() == Some(&mv)).cloned().unwrap_or_else(exact)
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
        // The exact scores are whole numbers, and one report has one scale.
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

    /// Databases of nine seeds for two boards, and one for other rules; the folder is removed at the end.
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

    /// Returns whether the agent answers from its tables; a random mover reports no depth.
    fn knows(agent: &mut dyn Agent<Kalah>, game: &Game<Kalah>) -> bool {
        agent.move_for(game, &Job::new(Default::default())).unwrap().depth == 1
    }

    #[test]
    fn each_board_and_rule_set_has_its_own_tables() {
        let folder = Folder::new("own");
        let mut agent = folder.agent();
        // The rules kalaha have no table for 3x1, and 2x3 has more seeds than the table.
        let games = [("2x2", "standard", true), ("3x1", "standard", true), ("2x2", "kalaha", true)];
        for (setup, rules, is_known) in games.into_iter().chain([("3x1", "kalaha", false), ("2x3", "standard", false)])
        {
            assert_eq!(knows(&mut agent, &game(setup, rules)), is_known, "{setup} {rules}");
        }
    }

    /// Regression test: an analysis requests lines and a depth, but the tables alone gave depth 1 and lines of one
    /// move.
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
    fn a_line_goes_on_as_far_as_the_tables_know_it() {
        let folder = Folder::new("line");
        let report = folder.agent().move_for(&game("3x1", "standard"), &Job::default()).unwrap();
        let mut pos = game("3x1", "standard").position().clone();
        for &mv in &report.pv {
            assert!(pos.is_legal(mv), "{:?}", report.pv);
            pos = pos.after(mv);
        }
        // The tables know all positions of this board, so the line ends with the game, by its value.
        assert_eq!(pos.final_margin(plyground_game::Side::First), Some(report.score.value()), "{:?}", report.pv);
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
