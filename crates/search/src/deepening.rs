//! Iterative deepening: searches to depth 1, 2, 3 and so on until a limit is reached or the result is final.
//!
//! A best move is available at any time. It comes from the last finished depth or, if better, from the current one. A
//! partial iteration is usable because it starts with the best move of the depth before.

use std::ops::{ControlFlow, RangeInclusive};

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Game, Position, Score};

use crate::agent::OnDepth;
use crate::budget::Budget;
use crate::iteration::Iteration;
use crate::job::Job;
use crate::limits::Limits;
use crate::options::Unit;
use crate::report::{Bound, Line, Report};
use crate::searcher::Searcher;

/// Return type of a callback after a depth: `()`, or a `ControlFlow` that can stop the search.
pub trait CallbackResult {
    /// Returns whether the search continues.
    fn flow(self) -> ControlFlow<()>;
}

impl CallbackResult for () {
    fn flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl CallbackResult for ControlFlow<()> {
    fn flow(self) -> ControlFlow<()> {
        self
    }
}

/// Searches the current position of `game` depth by depth, or only the last depth of a [fixed](Job::fixed) job, and calls
/// `callback` after every finished depth. `Break` ends the search.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Options, deepen};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let limits = Limits::nodes(10_000);
/// let mut depths = Vec::new();
/// let report = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &limits, |report| {
///     depths.push(report.depth);
/// });
/// assert_eq!(report.nodes, 10_000);
/// assert_eq!(depths, (1..=report.depth).collect::<Vec<_>>());
/// assert!(report.best.is_some() && !report.completed);
/// ```
pub fn deepen<P: Position, S: Searcher<P>, G: CallbackResult>(
    searcher: &mut S,
    game: &Game<P>,
    job: impl Into<Job>,
    mut callback: impl FnMut(&Report<P::Move>) -> G,
) -> Report<P::Move> {
    run(searcher, game, &job.into(), &mut |report| callback(report).flow())
}

/// Searches the current position of `game` to one depth, without the depths before it.
pub fn search_once<P: Position, S: Searcher<P>>(searcher: &mut S, game: &Game<P>, depth: u32) -> Report<P::Move> {
    let job = Job { fixed: true, ..Limits::depth(depth).into() };
    run(searcher, game, &job, &mut |_| ControlFlow::Continue(()))
}

/// Runs a job as [`deepen`] does, without the types of the searcher and of the callback.
pub fn run<P: Position>(
    searcher: &mut dyn Searcher<P>,
    game: &Game<P>,
    job: &Job,
    each: OnDepth<'_, P>,
) -> Report<P::Move> {
    let last_depth = job.limits.last_depth();
    let first_depth = if job.fixed { last_depth } else { 1 };
    run_depths(searcher, game, Budget::new(job), first_depth..=last_depth, each)
}

/// Searches the given depths until `each` breaks. The loop is compiled once per game and shared by all
/// searchers, because it runs only once per depth.
pub(crate) fn run_depths<P: Position>(
    searcher: &mut dyn Searcher<P>,
    game: &Game<P>,
    budget: Budget,
    depths: RangeInclusive<u32>,
    each: OnDepth<'_, P>,
) -> Report<P::Move> {
    let root = game.position();
    searcher.start(root, game.history(), budget);
    let over = game.ending().is_some();
    let mut moves: Vec<P::Move> = if over { Vec::new() } else { root.legal_moves().to_vec() };
    let score = searcher.value_now(root);
    let first = moves.first().copied();
    let mut report = Report {
        best: first,
        score,
        pv: first.into_iter().collect(),
        lines: first.into_iter().map(|mv| Line { mv, score, pv: vec![mv] }).collect(),
        leaves: 1,
        elapsed: searcher.budget().elapsed(),
        scale: searcher.scale(),
        proven: over,
        completed: over || *depths.end() == 0,
        ..Report::nothing()
    };
    let lines = searcher.options().lines;
    let last_depth = *depths.end();
    for depth in (*depths.start()).max(1)..=last_depth {
        if over || (report.depth > 0 && !searcher.budget().allows_depth()) {
            break;
        }
        let nodes_before = report.nodes;
        let iteration = searcher.iterate(root, &moves, depth);
        report.nodes = searcher.budget().nodes();
        report.statistics = searcher.statistics();
        report.elapsed = searcher.budget().elapsed();
        report.table = searcher.table_use();
        let leaves_moves_out = iteration.counts().pruned && !searcher.proves();
        if !iteration.is_complete() {
            take_partial(&mut report, &iteration, &moves, depth, lines);
            // The root moves are those of the finished depth. Their wins and losses were checked at that time.
            let covered = report.depth + 1;
            keep_proven(&mut report.score, leaves_moves_out, covered);
            report.lines.iter_mut().for_each(|line| keep_proven(&mut line.score, leaves_moves_out, covered));
            report.leaf_side = searcher.leaf_side(game, &report.pv, report.score);
            return report;
        }
        let best_lines = iteration.best_lines(lines);
        if let [best, ..] = &best_lines[..] {
            (report.best, report.score) = (Some(best.mv), best.score);
            report.pv.clone_from(&best.pv);
            report.lines = best_lines;
        }
        let counts = iteration.counts();
        report.depth = depth;
        report.iteration_nodes = report.nodes - nodes_before;
        report.seldepth = counts.seldepth;
        report.leaves = counts.leaves;
        report.root_moves = iteration.into_root_moves();
        report.partial_depth = None;
        if let Some(seed) = searcher.options().noise {
            choose_among_equals(&mut report, seed ^ mix(root.key() ^ game.moves().len() as u64));
        }
        // If every leaf is a finished game, a deeper search sees the same tree. A win within the depth has its shortest
        // distance if depth counts plies. By turns, a later turn may contain a win in fewer plies.
        let in_plies = searcher.options().unit == Unit::Ply;
        let decided = |line: &Line<P::Move>| line.score.winner_in().is_some_and(|plies| in_plies && plies <= depth);
        let is_final = counts.is_proven() || report.lines.iter().all(decided);
        let is_won = report.lines.first().is_some_and(decided) && !counts.pruned;
        report.proven = (counts.is_proven() || is_won) && searcher.proves();
        report.completed = is_final || depth == last_depth;
        let covered = if counts.is_proven() { u32::MAX } else { depth };
        keep_proven(&mut report.score, leaves_moves_out, covered);
        report.lines.iter_mut().for_each(|line| keep_proven(&mut line.score, leaves_moves_out, covered));
        report.root_moves.iter_mut().for_each(|root_move| keep_proven(&mut root_move.score, leaves_moves_out, covered));
        report.leaf_side = searcher.leaf_side(game, &report.pv, report.score);
        let flow = each(&report);
        if report.completed || flow.is_break() {
            break;
        }
        if searcher.options().sort_root {
            let best: Vec<P::Move> = report.lines.iter().map(|line| line.mv).collect();
            moves.sort_by_cached_key(|mv| best.iter().position(|best| best == mv).unwrap_or(best.len()));
        }
    }
    report
}

/// Reduces a won or lost score to what the search has proven.
///
/// A search that prunes moves (`leaves_moves_out`) proves only a win in one ply. Any other search proves the winner. It
/// proves the distance if all lines of that length were searched. A finished depth covers as many plies, because no ply
/// costs more than one unit of depth. A partial depth after it finds wins that are one ply longer.
fn keep_proven(score: &mut Score, leaves_moves_out: bool, covered: u32) {
    if !score.is_decided() || *score == Score::win_in(1) {
        return;
    }
    if leaves_moves_out {
        *score = Score::new(score.value());
    } else if score.winner_in().is_none_or(|plies| plies > covered) {
        *score = score.without_distance();
    }
}

/// Adopts the result of a partial iteration if it is valid for the position.
///
/// It is valid if the iteration has tried the best move so far and, with several lines, the move of every line. If all
/// tried moves lose, an untried move is better: it has its score of the finished depth.
fn take_partial<M: Copy + Eq>(report: &mut Report<M>, iteration: &Iteration<M>, moves: &[M], depth: u32, lines: usize) {
    let tried = iteration.root_moves();
    let is_tried = |mv: M| tried.iter().any(|root_move| root_move.mv == mv);
    let all_lose = !tried.is_empty() && tried.iter().all(|root_move| root_move.score.is_loss());
    if all_lose && tried.len() < moves.len() {
        if report.score.is_loss() || !report.best.is_some_and(is_tried) {
            return;
        }
        let score_of = |mv: M| report.root_moves.iter().find(|root_move| root_move.mv == mv).map(|found| found.score);
        let untried = moves.iter().filter(|&&mv| !is_tried(mv));
        let mut untried = untried.map(|&mv| (mv, score_of(mv).unwrap_or(report.score)));
        if let Some((mv, score)) = untried.find(|(_, score)| !score.is_loss()) {
            (report.best, report.score) = (Some(mv), score);
            report.pv = vec![mv];
            report.lines = vec![Line { mv, score, pv: vec![mv] }];
        }
        return;
    }
    let best_lines = iteration.best_lines(lines);
    let Some(best) = best_lines.first() else { return };
    if report.depth == 0 || report.lines.iter().all(|line| is_tried(line.mv)) {
        report.best = Some(best.mv);
        report.score = best.score;
        report.pv.clone_from(&best.pv);
        report.lines = best_lines;
        report.partial_depth = Some(depth);
        report.proven = false;
        if tried.iter().any(|root_move| root_move.statistics.is_some()) {
            // Simulations are counted from the start of the search.
            report.root_moves = tried.to_vec();
        }
    }
}

/// Moves a random move among those of the best value to the front.
fn choose_among_equals<M: Copy + Eq>(report: &mut Report<M>, seed: u64) {
    let equal = |bound, score| bound == Bound::Exact && score == report.score;
    let best: Vec<usize> = (0..report.root_moves.len())
        .filter(|&i| equal(report.root_moves[i].bound, report.root_moves[i].score))
        .collect();
    if best.len() < 2 {
        return;
    }
    let chosen = &report.root_moves[best[Random::new(seed).below(best.len())]];
    let line = Line { mv: chosen.mv, score: chosen.score, pv: chosen.pv.clone() };
    report.best = Some(line.mv);
    report.pv.clone_from(&line.pv);
    match report.lines.iter().position(|other| other.mv == line.mv) {
        Some(place) => report.lines[..=place].rotate_right(1),
        None => {
            report.lines.pop();
            report.lines.insert(0, line);
        }
    }
}
