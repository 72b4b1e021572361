//! Beam search: alpha-beta among the best few moves of each position by evaluation alone, the Khet report's
//! *heuristic-greedy* agent.
//!
//! All moves of a node are made and graded for the side that makes them, whichever side moves next. The best `width` are searched, best
//! first, the others not at all. The tree is narrow and deep, and blind where the evaluation misjudges a move. The grade is the
//! mover's own: for an evaluation that is not antisymmetric, the negated grade of the opponent orders moves differently.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Beam, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let wide = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(6), &game, 5);
//! let all = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
//! let narrow = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(2), &game, 5);
//! assert_eq!(wide.score, all.score, "no position has more than six moves");
//! assert!(narrow.leaves < wide.leaves);
//! ```

use std::cmp::Reverse;
use std::ops::ControlFlow;

use plyground_game::{Evaluate, Position, Score, SearchHints, Side, Window};

use crate::budget::MAX_PLY;
use crate::driver::{Algorithm, AlgorithmState, Child, Driver};
use crate::iteration::Iteration;
use crate::observer::Observer;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::table_access::NoTable;

/// Beam search: alpha-beta among the best few moves.
pub type Beam<'a, P, E, O = ()> = Driver<'a, P, E, BeamAlgorithm, NoTable, O>;

/// What beam search keeps for itself.
#[derive(Clone, Copy, Debug)]
pub struct BeamAlgorithm {
    width: usize,
    /// The side that keeps its worst moves when it is the side at the root.
    keeps_worst: Option<Side>,
}

impl<P: Position> AlgorithmState<P> for BeamAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, BeamAlgorithm) {
        (options, BeamAlgorithm { width: 10, keeps_worst: None })
    }
}

/// A move that was made and graded.
#[derive(Clone)]
struct Candidate<P: Position, Path> {
    mv: P::Move,
    child: Child<P, Path>,
    /// The grade of the position after the move, for the side that moved.
    grade: Score,
}

/// The candidates of all nodes from the root to the present one, the deepest last, so that no node asks for memory of its own.
type Candidates<P, Path> = Vec<Candidate<P, Path>>;

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Beam<'_, P, E, O> {
    /// Keeps the best `width` moves of each position, at least 1; 10 unless said otherwise, as in the report.
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.algorithm.width = width.max(1);
        self
    }

    /// Keeps the worst moves of each position instead of the best, where `side` is the side at the root: the fault of the Khet
    /// report's published program, whose agent plays red so.
    #[must_use]
    pub fn keeping_worst_for(mut self, side: Option<Side>) -> Self {
        self.algorithm.keeps_worst = side;
        self
    }

    /// The value of an unfinished `pos` with some depth left, for its side to move; worthless when a limit was reached below.
    fn beam(
        &mut self,
        pos: &P,
        path: &E::Path,
        depth: u32,
        ply: u32,
        window: Window,
        candidates: &mut Candidates<P, E::Path>,
    ) -> Score {
        if O::KEEPS_LINES {
            self.pv.clear(ply);
        }
        if ply >= MAX_PLY || self.exits() {
            return self.evaluate(pos, path, ply);
        }
        self.enter(pos, depth, ply);
        let Window { mut alpha, beta } = window;
        let mut best = Window::FULL.alpha;
        let first = candidates.len();
        self.add_candidates(pos, path, &pos.legal_moves(), depth, ply, candidates);
        for (tried, index) in (first..candidates.len()).enumerate() {
            let mv = candidates[index].mv;
            let score = self.beam_move(pos, index, ply, Window::new(alpha, beta), candidates);
            if self.budget.is_spent() {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.update_pv(ply, mv);
            }
            if score >= beta {
                self.observer.cutoff(pos, mv, tried as u32, ply);
                break;
            }
        }
        candidates.truncate(first);
        best
    }

    /// The value of the candidate at `index`, a move from `pos`, for the side that moves there.
    fn beam_move(
        &mut self,
        pos: &P,
        index: usize,
        ply: u32,
        window: Window,
        candidates: &mut Candidates<P, E::Path>,
    ) -> Score {
        let Candidate { mv, child, .. } = &candidates[index];
        let same_side = child.same_side;
        self.observer.resumed(pos, *mv);
        if P::HAS_HISTORY {
            self.history.push(pos, *mv, &child.pos);
        }
        let score = match self.leaf(child, ply + 1) {
            Some(score) => score,
            None => {
                // A copy, because the search below adds to the candidates.
                let Child { pos, path, depth, .. } = child.clone();
                let window = window.for_child(same_side);
                self.observer.visit(&pos, depth, ply + 1, window);
                let score = self.beam(&pos, &path, depth, ply + 1, window, candidates);
                self.observer.valued(&pos, ply + 1, score);
                score
            }
        };
        self.unmake();
        Window::from_child(score, same_side)
    }

    /// Adds the best of these moves by evaluation, best first; none when a limit was reached. Every move made counts as a node.
    fn add_candidates(
        &mut self,
        pos: &P,
        path: &E::Path,
        moves: &[P::Move],
        depth: u32,
        ply: u32,
        candidates: &mut Candidates<P, E::Path>,
    ) {
        let depths = self.child_depths(pos, depth);
        let first = candidates.len();
        let mover = pos.side_to_move();
        for &mv in moves {
            let ControlFlow::Continue(child) = self.make(pos, path, mv, depths) else {
                candidates.truncate(first);
                return;
            };
            let grade = match self.history.outcome(&child.pos) {
                Some(outcome) => self.evaluation.finished(&child.pos, &child.path, outcome, mover, ply + 1),
                None => self.evaluation.evaluate(&child.pos, &child.path, mover),
            };
            self.unmake();
            candidates.push(Candidate { mv, grade, child });
        }
        self.keep_best(pos, first, ply, candidates);
    }

    /// Keeps the best of the candidates of `pos` from `first` on, best first; of equal ones those that the game lists first.
    fn keep_best(&mut self, pos: &P, first: usize, ply: u32, candidates: &mut Candidates<P, E::Path>) {
        let (all, width) = (candidates.len(), self.algorithm.width);
        let worst_first = self.algorithm.keeps_worst == Some(self.root_side);
        // The complement turns the order round, so that equal grades stay in the game's order.
        let rank = |candidate: &Candidate<P, E::Path>| {
            let grade = candidate.grade.value();
            Reverse(if worst_first { !grade } else { grade })
        };
        if all - first <= width {
            candidates[first..].sort_by_key(rank);
            return;
        }
        // Positions are large and few of them are kept: their grades alone are sorted, and the best copied behind all.
        let by_grade = |index: usize| (rank(&candidates[index]), index);
        let mut order: Vec<_> = (first..all).map(by_grade).collect();
        order.sort_unstable();
        for &(_, index) in &order[width..] {
            let Candidate { mv, child, grade } = &candidates[index];
            self.observer.discarded(pos, *mv, &child.pos, ply + 1, grade.seen_by(child.same_side));
        }
        for &(_, index) in &order[..width] {
            candidates.push(candidates[index].clone());
        }
        candidates.drain(first..all);
        self.counts.shortened = true;
    }

    /// Searches the candidate of the root at `index`.
    fn root_candidate(
        &mut self,
        root: &P,
        index: usize,
        window: Window,
        candidates: &mut Candidates<P, E::Path>,
    ) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let score = self.beam_move(root, index, 0, window, candidates);
        if self.budget.is_spent() {
            return None;
        }
        let (mv, nodes) = (candidates[index].mv, self.budget.nodes() - nodes_before);
        let pv = [&[mv], self.pv.below(0)].concat();
        self.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound: Bound::of(score, window), nodes, pv, statistics: None })
    }

    /// The candidates of the root; none when a limit was reached.
    fn root_candidates(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Candidates<P, E::Path> {
        let path = self.evaluation.start(root);
        let mut candidates = Vec::new();
        self.add_candidates(root, &path, moves, self.inner_depth(depth), 0, &mut candidates);
        candidates
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Algorithm<P> for Beam<'_, P, E, O> {
    fn proves(&self) -> bool {
        false
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let mut candidates = self.root_candidates(root, &[mv], depth);
        if candidates.is_empty() { None } else { self.root_candidate(root, 0, window, &mut candidates) }
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Option<Iteration<P::Move>> {
        self.observer.visit(root, self.inner_depth(depth), 0, Window::FULL);
        let mut iteration = Iteration::new();
        let mut candidates = self.root_candidates(root, moves, depth);
        if candidates.is_empty() {
            return Some(iteration.stopped(self.counts));
        }
        for index in 0..candidates.len() {
            let window = Window::new(self.options.root_alpha(&iteration), Window::FULL.beta);
            let Some(root_move) = self.root_candidate(root, index, window, &mut candidates) else {
                return Some(iteration.stopped(self.counts));
            };
            iteration.push(root_move);
        }
        if let Some(best) = iteration.nth_best(1) {
            self.observer.valued(root, 0, best);
        }
        Some(iteration.finished(self.counts))
    }
}
