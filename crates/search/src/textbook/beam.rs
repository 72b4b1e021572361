//! Beam search: alpha-beta among the best moves of each position by static evaluation, the *heuristic-greedy* agent of
//! the Khet report.
//!
//! All moves of a node are made and graded for the side that makes them, whichever side moves next. The best `width`
//! moves are searched, best first. The other moves are not searched. The tree is narrow and deep, and misses a move
//! that the evaluation underrates. The grade is the mover's own value: for an evaluation that is not antisymmetric, the
//! negated value of the opponent orders moves differently.

use std::cmp::Reverse;

use plyground_game::{Evaluate, Position, Score, SearchHints, Side, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::iteration::Iteration;
use crate::report::{Bound, RootMove};
use crate::search::{Node, Search};

/// Default number of moves that a beam searches, as in the Khet report.
pub const BEAM_WIDTH: usize = 10;

/// A beam search: alpha-beta among the best moves of each node.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Beam, Options, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let wide = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(6), &game, 5);
/// let all = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
/// let narrow = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(2), &game, 5);
/// assert_eq!(wide.score, all.score, "no position has more than six moves");
/// assert!(narrow.leaves < wide.leaves);
/// ```
pub type Beam<'a, P, E> = FixedDepth<'a, P, E, BeamRoot>;

/// Beam search at the root, and the choice of the moves of a node.
#[derive(Clone, Copy, Debug)]
pub struct BeamRoot {
    pub(crate) width: usize,
    /// The side that searches its worst moves when it is at the root.
    pub(crate) keeps_worst: Option<Side>,
}

impl Default for BeamRoot {
    /// Returns a beam of the best [`BEAM_WIDTH`] moves.
    fn default() -> BeamRoot {
        BeamRoot { width: BEAM_WIDTH, keeps_worst: None }
    }
}

impl<P: SearchHints, E: Evaluate<P>> Beam<'_, P, E> {
    /// Searches the best `width` moves of each position, at least 1; by default [`BEAM_WIDTH`].
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.algorithm.width = width.max(1);
        self
    }
}

/// A move that has been made and graded.
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
        let moves = node.pos.legal_moves();
        search.enter(&node.pos, node.depth, node.ply);
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

    /// Returns the value of a candidate of `node`, for the side to move at `node`.
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

    /// Returns the best of these moves by evaluation, best first. Equal moves stay in the game's order. Every move made
    /// counts as a node.
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
            search.count_node(node, mv)?;
            let child = search.make(node, mv, depths);
            let grade = match search.history.outcome(&child.pos) {
                Some(outcome) => search.evaluation.finished(&child.pos, &child.path, outcome, mover, child.ply),
                None => search.evaluation.evaluate(&child.pos, &child.path, mover),
            };
            search.unmake();
            candidates.push(Candidate { mv, child, grade });
        }
        let worst_first = self.keeps_worst == Some(search.root_side);
        // The complement reverses the order of grades, so that equal grades stay in the game's order.
        candidates.sort_by_cached_key(|candidate| {
            let grade = candidate.grade.value();
            Reverse(if worst_first { !grade } else { grade })
        });
        if candidates.len() > self.width {
            for Candidate { mv, child, grade } in candidates.drain(self.width..) {
                let grade = grade.seen_by(child.same_side);
                search.observe(|observer| observer.discarded(&node.pos, mv, &child.pos, child.ply, grade));
            }
            search.counts.pruned = true;
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
        let pv = search.pv.line(0, mv);
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
        let mut iteration = Iteration::default();
        let root = search.root_node(root, depth);
        let Ok(candidates) = self.candidates(search, &root, moves) else { return iteration.interrupted(search.counts) };
        for candidate in candidates {
            let window = Window::new(search.options.root_alpha(&iteration), Window::FULL.beta);
            match self.root_candidate(search, &root, &candidate, window) {
                Ok(root_move) => iteration.push(root_move),
                Err(Stopped) => return iteration.interrupted(search.counts),
            }
        }
        if let Some(best) = iteration.nth_best(1) {
            search.valued_root(&root.pos, best);
        }
        iteration.complete(search.counts)
    }
}
