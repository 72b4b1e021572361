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

use plyground_game::{Evaluate, Position, Score, SearchHints, Side, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::iteration::Iteration;
use crate::report::{Bound, RootMove};
use crate::search::{Node, Search};

/// A search by beam search: alpha-beta among the best few moves.
pub type Beam<'a, P, E> = FixedDepth<'a, P, E, BeamRoot>;

/// Beam search at the root, and which moves of a node it searches.
#[derive(Clone, Copy, Debug)]
pub struct BeamRoot {
    width: usize,
    /// The side that keeps its worst moves when it is the side at the root.
    keeps_worst: Option<Side>,
}

impl Default for BeamRoot {
    /// The best ten moves, as in the report.
    fn default() -> BeamRoot {
        BeamRoot { width: 10, keeps_worst: None }
    }
}

impl<P: SearchHints, E: Evaluate<P>> Beam<'_, P, E> {
    /// Searches the best `width` moves of each position, at least 1. The default is that of the report, 10.
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.algorithm.width = width.max(1);
        self
    }

    /// Searches the worst moves of each position instead of the best, if `side` is the side at the root: the fault of the
    /// Khet report's published program, whose agent plays red so.
    #[must_use]
    pub fn keeping_worst_for(mut self, side: Option<Side>) -> Self {
        self.algorithm.keeps_worst = side;
        self
    }
}

/// A move that was made and graded.
struct Candidate<M, P, Path> {
    mv: M,
    child: Node<P, Path>,
    /// The grade of the position after the move, for the side that moved.
    grade: Score,
}

type Candidates<P, E> = Vec<Candidate<<P as Position>::Move, P, <E as Evaluate<P>>::Path>>;

impl BeamRoot {
    /// Returns the value of `node` for its side to move.
    fn beam<P: SearchHints, E: Evaluate<P>>(
        self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        window: Window,
    ) -> Result<Score, Stopped> {
        if let Some(score) = search.leaf(node) {
            return Ok(score);
        }
        search.visit(node, node.depth, window);
        let (moves, _) = search.expand(node, None);
        let Window { mut alpha, beta } = window;
        let mut best = Window::FULL.alpha;
        for (tried, candidate) in (0..).zip(self.candidates(search, node, &moves)?) {
            let score = self.candidate_value(search, node, &candidate, Window::new(alpha, beta))?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                search.pv.update(node.ply, candidate.mv);
            }
            if score >= beta {
                search.cutoff(node, candidate.mv, tried);
                break;
            }
        }
        Ok(search.valued(node, best))
    }

    /// Returns the value of a candidate of `node`, for the side that moves there.
    fn candidate_value<P: SearchHints, E: Evaluate<P>>(
        self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        Candidate { mv, child, .. }: &Candidate<P::Move, P, E::Path>,
        window: Window,
    ) -> Result<Score, Stopped> {
        search.observe(|observer| observer.resumed(&node.pos, *mv));
        if P::HAS_HISTORY {
            search.history.push(&node.pos, *mv, &child.pos);
        }
        let score = self.beam(search, child, window.for_child(child.same_side))?;
        search.unmake();
        Ok(Window::from_child(score, child.same_side))
    }

    /// Returns the best of these moves by evaluation, best first; of equal ones, those that the game lists first. Every move
    /// made counts as a node.
    fn candidates<P: SearchHints, E: Evaluate<P>>(
        self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        moves: &[P::Move],
    ) -> Result<Candidates<P, E>, Stopped> {
        let depths = search.child_depths(&node.pos, node.depth);
        let mover = node.pos.side_to_move();
        let mut candidates = Vec::with_capacity(moves.len());
        for &mv in moves {
            let child = search.make(node, mv, depths)?;
            let grade = match search.history.outcome(&child.pos) {
                Some(outcome) => search.evaluation.finished(&child.pos, &child.path, outcome, mover, child.ply),
                None => search.evaluation.evaluate(&child.pos, &child.path, mover),
            };
            search.unmake();
            candidates.push(Candidate { mv, child, grade });
        }
        let worst_first = self.keeps_worst == Some(search.root_side);
        // The complement reverses the order, so that equal grades stay in the order of the game.
        candidates.sort_by_key(|candidate| {
            let grade = candidate.grade.value();
            Reverse(if worst_first { !grade } else { grade })
        });
        if candidates.len() > self.width {
            for Candidate { mv, child, grade } in candidates.drain(self.width..) {
                let grade = grade.seen_by(child.same_side);
                search.observe(|observer| observer.discarded(&node.pos, mv, &child.pos, child.ply, grade));
            }
            search.counts.shortened = true;
        }
        Ok(candidates)
    }

    /// Searches a candidate of the root in a window of the root.
    fn root_candidate<P: SearchHints, E: Evaluate<P>>(
        self,
        search: &mut Search<'_, P, E>,
        root: &Node<P, E::Path>,
        candidate: &Candidate<P::Move, P, E::Path>,
        window: Window,
    ) -> Result<RootMove<P::Move>, Stopped> {
        let nodes_before = search.budget.nodes();
        let score = self.candidate_value(search, root, candidate, window)?;
        let (mv, nodes) = (candidate.mv, search.budget.nodes() - nodes_before);
        let pv = [&[mv], search.pv.below(0)].concat();
        search.observe(|observer| observer.root_move(mv, score, nodes));
        Ok(RootMove { mv, score, bound: Bound::of(score, window), nodes, pv, statistics: None })
    }
}

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for BeamRoot {
    const PROVES: bool = false;

    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        _: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        let score = self.beam(search, child, window.for_child(child.same_side))?;
        Ok(Window::from_child(score, child.same_side))
    }

    fn iterate(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
    ) -> Iteration<P::Move> {
        search.visit_root(root, depth, Window::FULL);
        let mut iteration = Iteration::new();
        let root = search.root_node(root, depth);
        let Ok(candidates) = self.candidates(search, &root, moves) else { return iteration.stopped(search.counts) };
        for candidate in candidates {
            let window = Window::new(search.options.root_alpha(&iteration), Window::FULL.beta);
            match self.root_candidate(search, &root, &candidate, window) {
                Ok(root_move) => iteration.push(root_move),
                Err(Stopped) => return iteration.stopped(search.counts),
            }
        }
        if let Some(best) = iteration.nth_best(1) {
            search.valued_root(&root.pos, best);
        }
        iteration.finished(search.counts)
    }
}
