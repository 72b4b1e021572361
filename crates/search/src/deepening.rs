//! Iterative deepening: depth 1, then 2, and so on, until a limit is reached or nothing more can change.
//!
//! At every moment there is a best move: that of the last finished depth, or a better one that the running depth has
//! already found. Depths that are broken off are used as far as they got, because they begin with the best move so far.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Limits, Options, deepen};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let mut depths = Vec::new();
//! let report = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &limits, |report| {
//!     depths.push(report.depth);
//! });
//! assert_eq!(report.nodes, 10_000);
//! assert_eq!(depths, (1..=report.depth).collect::<Vec<_>>());
//! assert!(report.best.is_some() && !report.completed);
//! ```

use std::cmp::Reverse;

use plyground_game::{Game, History, Position, Score};

use crate::context::{Counts, Options, Unit};
use crate::limits::{Budget, Limits, MAX_DEPTH};
use crate::report::{Bound, Line, Report, RootMove};

/// One search to a fixed depth; what [`deepen`] drives.
pub trait FixedDepth<P: Position> {
    /// The options in force.
    fn options(&self) -> &Options;

    /// Makes ready for searches from `root`, the present position of `history`; the limits begin to run.
    fn start(&mut self, root: &P, history: &History, limits: &Limits);

    /// The running limits.
    fn budget(&self) -> &Budget;

    /// The value of `root` for its side to move, without search.
    fn value_now(&self, root: &P) -> Score;

    /// Searches `moves` of `root` in this order to `depth`, which is at least 1.
    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move>;
}

/// One depth, finished or broken off.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    root_moves: Vec<RootMove<M>>,
    counts: Counts,
    finished: bool,
}

impl<M: Copy> Iteration<M> {
    pub(crate) fn new() -> Iteration<M> {
        Iteration { root_moves: Vec::new(), counts: Counts::default(), finished: false }
    }

    pub(crate) fn push(&mut self, root_move: RootMove<M>) {
        self.root_moves.push(root_move);
    }

    pub(crate) fn finished(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, finished: true, ..self }
    }

    pub(crate) fn stopped(self, counts: Counts) -> Iteration<M> {
        Iteration { counts, finished: false, ..self }
    }

    /// The n-th best value so far, from 1; `None` while there are fewer.
    pub(crate) fn nth_best(&self, n: usize) -> Option<Score> {
        let mut scores: Vec<Score> = self.root_moves.iter().map(|root_move| root_move.score).collect();
        scores.sort_unstable_by_key(|&score| Reverse(score));
        scores.get(n.max(1) - 1).copied()
    }

    /// The exactly known moves, best first; among equals, the one tried first.
    fn best_lines(&self, count: usize) -> Vec<Line<M>> {
        let exact = self.root_moves.iter().filter(|root_move| root_move.bound == Bound::Exact);
        let mut lines: Vec<Line<M>> =
            exact.map(|RootMove { mv, score, pv, .. }| Line { mv: *mv, score: *score, pv: pv.clone() }).collect();
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(count.max(1));
        lines
    }
}

/// Searches the present position of `game` depth by depth, and calls `each` after every finished depth.
pub fn deepen<P: Position, S: FixedDepth<P>>(
    searcher: &mut S,
    game: &Game<P>,
    limits: &Limits,
    each: impl FnMut(&Report<P::Move>),
) -> Report<P::Move> {
    run(searcher, game, limits, 1, each)
}

/// Searches the present position of `game` to one depth only, without the depths before it.
pub fn search_once<P: Position, S: FixedDepth<P>>(searcher: &mut S, game: &Game<P>, depth: u32) -> Report<P::Move> {
    search_once_within(searcher, game, &Limits::depth(depth))
}

/// As [`search_once`], to the depth of `limits` and within its other limits.
pub fn search_once_within<P: Position, S: FixedDepth<P>>(
    searcher: &mut S,
    game: &Game<P>,
    limits: &Limits,
) -> Report<P::Move> {
    run(searcher, game, limits, limits.depth, |_| {})
}

fn run<P: Position, S: FixedDepth<P>>(
    searcher: &mut S,
    game: &Game<P>,
    limits: &Limits,
    first_depth: u32,
    mut each: impl FnMut(&Report<P::Move>),
) -> Report<P::Move> {
    let root = game.position();
    searcher.start(root, game.history(), limits);
    let over = game.ending().is_some();
    let mut moves: Vec<P::Move> = if over { Vec::new() } else { root.legal_moves().to_vec() };
    let score = searcher.value_now(root);
    let first = moves.first().copied();
    let mut report = Report {
        best: first,
        score,
        depth: 0,
        seldepth: 0,
        pv: first.into_iter().collect(),
        lines: first.into_iter().map(|mv| Line { mv, score, pv: vec![mv] }).collect(),
        root_moves: Vec::new(),
        nodes: 0,
        leaves: 1,
        elapsed: searcher.budget().elapsed(),
        partial_depth: None,
        completed: over || limits.depth == 0,
    };
    let lines = searcher.options().lines;
    let last_depth = limits.depth.min(MAX_DEPTH);
    for depth in first_depth.clamp(1, last_depth.max(1))..=last_depth {
        if over {
            break;
        }
        let iteration = searcher.iterate(root, &moves, depth);
        report.nodes = searcher.budget().nodes();
        report.elapsed = searcher.budget().elapsed();
        let best_lines = iteration.best_lines(lines);
        if let Some(best) = best_lines.first()
            && (iteration.finished || is_usable(&iteration, &report))
        {
            report.best = Some(best.mv);
            report.score = best.score;
            report.pv.clone_from(&best.pv);
            report.lines = best_lines;
            report.partial_depth = Some(depth);
        }
        if !iteration.finished {
            return report;
        }
        report.depth = depth;
        report.seldepth = iteration.counts.seldepth;
        report.leaves = iteration.counts.leaves;
        report.root_moves = iteration.root_moves;
        report.partial_depth = None;
        // Without an open leaf, deeper searches see the same tree. A win within the depth has its shortest way, as long as
        // depth is counted in plies: by turns, a later turn may hold a win of fewer plies.
        let in_plies = searcher.options().unit == Unit::Ply;
        let decided = |line: &Line<P::Move>| line.score.winner_in().is_some_and(|plies| in_plies && plies <= depth);
        let settled = iteration.counts.is_settled() || report.lines.iter().all(decided);
        report.completed = settled || depth == last_depth;
        each(&report);
        if report.completed {
            break;
        }
        if searcher.options().sort_root {
            let best: Vec<P::Move> = report.lines.iter().map(|line| line.mv).collect();
            moves.sort_by_key(|mv| best.iter().position(|best| best == mv).unwrap_or(best.len()));
        }
    }
    report
}

/// Whether the result of a broken-off depth may replace that of the depth before: it has looked at the best move so
/// far, and, where several lines are wanted, at all of them.
fn is_usable<M: Copy + Eq>(iteration: &Iteration<M>, report: &Report<M>) -> bool {
    let tried = |mv: M| iteration.root_moves.iter().any(|root_move| root_move.mv == mv);
    report.depth == 0 || report.lines.iter().all(|line| tried(line.mv))
}
