//! Plain minimax: the oracle that every other search is checked against. Kept simple for ever.
//!
//! No window, no sign: values are kept as the first side sees them, the first side takes the largest and the second the
//! smallest. So nothing here can share a fault with the searches that flip windows.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Minimax, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 5, range: 9, antisymmetric: false };
//! let oracle = search_once(&mut Minimax::new(&evaluation, Options::default()), &game, 5);
//! let pruned = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
//! assert_eq!((oracle.best, oracle.score), (pruned.best, pruned.score));
//! assert!(pruned.nodes < oracle.nodes);
//! ```

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Position, Score, SearchHints, Side, Window};

use crate::budget::{MAX_PLY, Stopped};
use crate::driver::{Algorithm, AlgorithmState, ChildDepths, Driver};
use crate::observer::Observer;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::table_access::NoTable;

/// Minimax: searches every line to its depth.
pub type Minimax<'a, P, E, O = ()> = Driver<'a, P, E, MinimaxAlgorithm, NoTable, O>;

/// Marks the driver of minimax, which keeps nothing for itself.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxAlgorithm;

impl<P: Position> AlgorithmState<P> for MinimaxAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, MinimaxAlgorithm) {
        (options, MinimaxAlgorithm)
    }
}

/// A value as the first side sees it, and the first line of best play from its last move to its first.
struct Valued<M> {
    score: Score,
    backwards: Vec<M>,
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Minimax<'_, P, E, O> {
    /// The value of `pos`.
    fn minimax(&mut self, pos: &P, path: &E::Path, depth: u32, ply: u32) -> Result<Valued<P::Move>, Stopped> {
        let is_first = pos.side_to_move() == Side::First;
        if let Some(outcome) = self.history.outcome(pos) {
            let score = self.finished(pos, path, outcome, ply).seen_by(is_first);
            return Ok(Valued { score, backwards: Vec::new() });
        }
        if depth == 0 || ply >= MAX_PLY || self.exits() {
            return Ok(Valued { score: self.evaluate(pos, path, ply).seen_by(is_first), backwards: Vec::new() });
        }
        self.enter(pos, depth, ply);
        let depths = self.child_depths(pos, depth);
        let mut best: Option<Valued<P::Move>> = None;
        for mv in pos.legal_moves() {
            let mut reply = self.minimax_move(pos, path, mv, depths, ply)?;
            let is_better = |best: &Valued<P::Move>| {
                if is_first { reply.score > best.score } else { reply.score < best.score }
            };
            if best.as_ref().is_none_or(is_better) {
                reply.backwards.push(mv);
                best = Some(reply);
            }
        }
        Ok(best.expect("a position without a result has a legal move"))
    }

    /// The value of a move, with the best line after it.
    fn minimax_move(
        &mut self,
        pos: &P,
        path: &E::Path,
        mv: P::Move,
        depths: ChildDepths,
        ply: u32,
    ) -> Result<Valued<P::Move>, Stopped> {
        let ControlFlow::Continue(child) = self.make(pos, path, mv, depths) else { return Err(Stopped) };
        self.observer.visit(&child.pos, child.depth, ply + 1, Window::FULL);
        let reply = self.minimax(&child.pos, &child.path, child.depth, ply + 1)?;
        let is_first = child.pos.side_to_move() == Side::First;
        self.observer.valued(&child.pos, ply + 1, reply.score.seen_by(is_first));
        self.unmake();
        Ok(reply)
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Algorithm<P> for Minimax<'_, P, E, O> {
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, _: Window) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let path = self.evaluation.start(root);
        let depths = self.child_depths(root, self.inner_depth(depth));
        let Valued { score, mut backwards } = self.minimax_move(root, &path, mv, depths, 0).ok()?;
        backwards.push(mv);
        let pv = backwards.into_iter().rev().collect();
        let score = score.seen_by(root.side_to_move() == Side::First);
        let nodes = self.budget.nodes() - nodes_before;
        self.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound: Bound::Exact, nodes, pv, statistics: None })
    }
}
