//! Beam search: alpha-beta among the best few moves of each position by evaluation alone, the Khet report's
//! *heuristic-greedy* agent.
//!
//! All moves of a node are made and valued for the side that makes them; the best `width` are searched, best first, the
//! others not at all. So the tree is narrow and deep, and blind where the evaluation misjudges a move.
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

use plyground_game::{Evaluate, Position, Score, SearchHints, Window};

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
}

impl<P: Position> AlgorithmState<P> for BeamAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, BeamAlgorithm) {
        (options, BeamAlgorithm { width: 10 })
    }
}

/// A move that was made and valued.
struct Candidate<P: Position, Path> {
    mv: P::Move,
    child: Child<P, Path>,
    value: Score,
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Beam<'_, P, E, O> {
    /// Keeps the best `width` moves of each position, at least 1; 10 unless said otherwise, as in the report.
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.algorithm.width = width.max(1);
        self
    }

    /// The value of `pos` for its side to move; worthless when a limit was reached below.
    fn beam(&mut self, pos: &P, path: &E::Path, depth: u32, ply: u32, window: Window) -> Score {
        if O::KEEPS_LINES {
            self.pv.clear(ply);
        }
        if let Some(outcome) = self.history.outcome(pos) {
            return self.finished(pos, path, outcome, ply);
        }
        if depth == 0 || ply >= MAX_PLY || self.exits() {
            return self.evaluate(pos, path, ply);
        }
        self.enter(pos, depth, ply);
        let Window { mut alpha, beta } = window;
        let mut best = Window::FULL.alpha;
        let Some(candidates) = self.candidates(pos, path, &pos.legal_moves(), depth, ply) else { return best };
        for (tried, candidate) in candidates.iter().enumerate() {
            let score = self.beam_move(pos, candidate, ply, Window::new(alpha, beta));
            if self.budget.is_spent() {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.update_pv(ply, candidate.mv);
            }
            if score >= beta {
                self.observer.cutoff(pos, candidate.mv, tried as u32, ply);
                break;
            }
        }
        best
    }

    /// The value of a candidate for the side that moves there.
    fn beam_move(&mut self, pos: &P, candidate: &Candidate<P, E::Path>, ply: u32, window: Window) -> Score {
        let Candidate { mv, child: Child { pos: after, path, depth, same_side }, .. } = candidate;
        if P::HAS_HISTORY {
            self.history.push(pos, *mv, after);
        }
        let score = self.beam(after, path, *depth, ply + 1, window.for_child(*same_side));
        self.unmake();
        Window::from_child(score, *same_side)
    }

    /// The best of these moves by evaluation, best first; `None` when a limit was reached. Every move made counts as a node.
    fn candidates(
        &mut self,
        pos: &P,
        path: &E::Path,
        moves: &[P::Move],
        depth: u32,
        ply: u32,
    ) -> Option<Vec<Candidate<P, E::Path>>> {
        let depths = self.child_depths(pos, depth);
        let mut candidates = Vec::with_capacity(moves.len());
        for &mv in moves {
            let ControlFlow::Continue(child) = self.make(pos, path, mv, depths) else { return None };
            let value = match self.history.outcome(&child.pos) {
                Some(outcome) => self.final_value(&child.pos, &child.path, outcome, ply + 1),
                None => self.static_eval(&child.pos, &child.path),
            };
            self.unmake();
            candidates.push(Candidate { mv, value: Window::from_child(value, child.same_side), child });
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.value));
        if candidates.len() > self.algorithm.width {
            self.counts.shortened = true;
            candidates.truncate(self.algorithm.width);
        }
        Some(candidates)
    }

    /// Searches a candidate of the root.
    fn root_candidate(
        &mut self,
        root: &P,
        candidate: &Candidate<P, E::Path>,
        window: Window,
    ) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let score = self.beam_move(root, candidate, 0, window);
        if self.budget.is_spent() {
            return None;
        }
        let (mv, nodes) = (candidate.mv, self.budget.nodes() - nodes_before);
        let pv = [&[mv], self.pv.below(0)].concat();
        self.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound: Bound::of(score, window), nodes, pv })
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Algorithm<P> for Beam<'_, P, E, O> {
    fn proves(&self) -> bool {
        false
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let path = self.evaluation.start(root);
        let candidates = self.candidates(root, &path, &[mv], self.inner_depth(depth), 0)?;
        self.root_candidate(root, &candidates[0], window)
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Option<Iteration<P::Move>> {
        let path = self.evaluation.start(root);
        let mut iteration = Iteration::new();
        let Some(candidates) = self.candidates(root, &path, moves, self.inner_depth(depth), 0) else {
            return Some(iteration.stopped(self.counts));
        };
        for candidate in candidates {
            let window = Window::new(self.options.root_alpha(&iteration), Window::FULL.beta);
            let Some(root_move) = self.root_candidate(root, &candidate, window) else {
                return Some(iteration.stopped(self.counts));
            };
            iteration.push(root_move);
        }
        Some(iteration.finished(self.counts))
    }
}
