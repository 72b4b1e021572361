//! Scout \[Pearl1980\]: only the first move of a node is searched for its value; the others are first asked whether they
//! are better at all, in a null window, and searched again only when they are.
//!
//! What is asked again has its children counted again; the move to it was made once. All else is as in
//! [`AlphaBeta`](crate::AlphaBeta).
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, Scout, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let scout = search_once(&mut Scout::new(&evaluation, Options::default()), &game, 6);
//! let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 6);
//! assert_eq!((scout.score, scout.best), (alpha_beta.score, alpha_beta.best));
//! ```

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Position, Score, SearchHints, Window};

use crate::driver::{Algorithm, AlgorithmState, Best, Child, Driver, visit_tt_move_first};
use crate::observer::Observer;
use crate::options::Options;
use crate::report::RootMove;
use crate::table_access::{NoTable, TableAccess};

/// Scout.
pub type Scout<'a, P, E, T = NoTable, O = ()> = Driver<'a, P, E, ScoutAlgorithm, T, O>;

/// Marks the driver of Scout, which keeps nothing for itself.
#[derive(Clone, Copy, Debug)]
pub struct ScoutAlgorithm;

impl<P: Position> AlgorithmState<P> for ScoutAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, ScoutAlgorithm) {
        (options, ScoutAlgorithm)
    }
}

impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// The value of an unfinished `pos` with some depth left, for its side to move: exact inside of the window, a bound
    /// outside, worthless when a limit was reached. All children of a `FRONTIER` node are leaves.
    fn scout<const FRONTIER: bool>(&mut self, pos: &P, path: &E::Path, depth: u32, ply: u32, window: Window) -> Score {
        if let Some(score) = self.horizon(pos, path, ply) {
            return score;
        }
        let probe = self.probe(pos, depth, ply, window);
        if let Some(score) = probe.cutoff {
            return score;
        }
        self.enter(pos, depth, ply);
        let depths = self.child_depths(pos, depth);
        let Window { mut alpha, beta } = window;
        let mut best = Best::NONE;
        let mut tried = 0;
        visit_tt_move_first::<P, T>(pos, probe.tt_move, |mv| {
            let child = self.make(pos, path, mv, depths)?;
            let score = if FRONTIER {
                self.frontier_value(child, ply + 1)
            } else {
                self.scout_child(&child, ply + 1, Window::new(alpha, beta), tried == 0)
            };
            self.unmake();
            if score > best.score {
                best = Best { score, mv: Some(mv) };
                if score > alpha {
                    alpha = score;
                    if FRONTIER {
                        self.end_pv(ply, mv);
                    } else {
                        self.update_pv(ply, mv);
                    }
                }
                if score >= beta {
                    self.observer.cutoff(pos, mv, tried, ply);
                    return ControlFlow::Break(());
                }
            }
            tried += 1;
            ControlFlow::Continue(())
        });
        self.store(probe.key, ply, window, best, depth);
        best.score
    }

    /// The value of a child in a window of its parent, for the side that moved there: at once for the first child, else only
    /// if the child is better than what is known.
    #[inline(always)]
    pub(crate) fn scout_child(
        &mut self,
        child: &Child<P, E::Path>,
        ply: u32,
        mut window: Window,
        is_first: bool,
    ) -> Score {
        if let Some(score) = self.leaf(child, ply) {
            return Window::from_child(score, child.same_side);
        }
        // Only what is expanded is worth a place in memory: leaves stay in registers.
        let child = &child.clone();
        if !is_first && !window.is_null() {
            let bound = self.scout_reply(child, ply, Window::null_above(window.alpha));
            if bound <= window.alpha || bound >= window.beta || self.budget.is_spent() {
                return bound;
            }
            self.observer.research(&child.pos, ply);
            window.alpha = bound.next_down();
        }
        self.scout_reply(child, ply, window)
    }

    /// The value of a child that is no leaf, in a window of its parent, for the side that moved there.
    #[inline(always)]
    fn scout_reply(&mut self, child: &Child<P, E::Path>, ply: u32, window: Window) -> Score {
        let Child { pos, path, depth, same_side } = child;
        let window = window.for_child(*same_side);
        self.observer.visit(pos, *depth, ply, window);
        let score = if *depth == self.frontier_depth {
            self.scout::<true>(pos, path, *depth, ply, window)
        } else {
            self.scout::<false>(pos, path, *depth, ply, window)
        };
        self.observer.valued(pos, ply, score);
        Window::from_child(score, *same_side)
    }
}

impl<P, E, T, O> Algorithm<P> for Scout<'_, P, E, T, O>
where
    P: SearchHints,
    E: Evaluate<P>,
    T: TableAccess,
    O: Observer<P>,
{
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        // Nothing is known yet where the window is still open below: there is nothing that a null window could ask.
        let is_first = window.alpha == Window::FULL.alpha;
        let search = |this: &mut Self, child: &Child<P, E::Path>| this.scout_child(child, 1, window, is_first);
        let mut root_move = self.search_root_move(root, mv, depth, window, search)?;
        self.complete_root_line(root, depth, &mut root_move);
        Some(root_move)
    }
}
