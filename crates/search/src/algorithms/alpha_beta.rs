//! Alpha-beta \[Knuth1975\]: minimax that leaves out what cannot matter.
//!
//! Fail-soft: outside of its window a search still returns the tightest bound that it has seen. Moves are tried in the
//! game's order; with a transposition table, the move that the table knows comes first.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, SharedTable, TranspositionTable, search_once};
//!
//! let game = Game::<Kalah>::new(&"4x3".parse()?, &"kalaha".parse()?);
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let plain = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 9);
//! let table = SharedTable::new(Arc::new(TranspositionTable::new(1))).exact();
//! let mut with_table = AlphaBeta::new(&evaluation, Options::default()).with_table(table);
//! let with_table = search_once(&mut with_table, &game, 9);
//! assert_eq!(plain.score, with_table.score);
//! assert!(with_table.nodes < plain.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::{Evaluate, History, Position, Score, SearchHints, Window};

use crate::budget::{Budget, Stopped};
use crate::driver::{Algorithm, AlgorithmState, Best, Child, Driver, visit_tt_move_first};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::options::Options;
use crate::report::RootMove;
use crate::searcher::Searcher;
use crate::table_access::{NoTable, TableAccess};

/// Alpha-beta.
pub type AlphaBeta<'a, P, E, T = NoTable, O = ()> = Driver<'a, P, E, AlphaBetaAlgorithm, T, O>;

/// Marks the driver of alpha-beta, which keeps nothing for itself.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaAlgorithm;

impl<P: Position> AlgorithmState<P> for AlphaBetaAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, AlphaBetaAlgorithm) {
        (options, AlphaBetaAlgorithm)
    }
}

impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// The value of an unfinished `pos` with some depth left, for its side to move: exact inside of the window, a bound
    /// outside, worthless when a limit was reached.
    ///
    /// All children of a `FRONTIER` node are leaves. Most nodes are of this kind, and are compiled without what only others
    /// need.
    fn alpha_beta<const FRONTIER: bool>(
        &mut self,
        pos: &P,
        path: &E::Path,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Score {
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
            let window = Window::new(alpha, beta);
            let child = self.make(pos, path, mv, depths)?;
            let score = if FRONTIER {
                self.frontier_value(child, ply + 1)
            } else {
                self.alpha_beta_child(&child, ply + 1, window)
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

    /// The value of a child in a window of its parent, for the side that moved there.
    #[inline(always)]
    pub(crate) fn alpha_beta_child(&mut self, child: &Child<P, E::Path>, ply: u32, window: Window) -> Score {
        if let Some(score) = self.leaf(child, ply) {
            return Window::from_child(score, child.same_side);
        }
        // Only what is expanded is worth a place in memory: leaves stay in registers.
        let Child { path, depth, same_side, .. } = child;
        let pos = &child.pos.clone();
        let window = window.for_child(*same_side);
        let is_frontier = *depth == self.frontier_depth;
        self.observer.visit(pos, *depth, ply, window);
        // Two ways, so that who moves is asked once.
        let score = match (is_frontier, *same_side) {
            (true, true) => self.alpha_beta::<true>(pos, path, *depth, ply, window),
            (true, false) => Window::from_child(self.alpha_beta::<true>(pos, path, *depth, ply, window), false),
            (false, true) => self.alpha_beta::<false>(pos, path, *depth, ply, window),
            (false, false) => Window::from_child(self.alpha_beta::<false>(pos, path, *depth, ply, window), false),
        };
        self.observer.valued(pos, ply, score.seen_by(*same_side));
        score
    }
}

impl<P: SearchHints, E: Evaluate<P>, T: TableAccess, O: Observer<P>> AlphaBeta<'_, P, E, T, O> {
    /// The value of `root`, the unfinished present position of `history`, searched in `window` to the depth of the limits:
    /// exact inside, a bound outside.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached.
    pub fn value(&mut self, root: &P, history: &History, limits: &Limits, window: Window) -> Result<Score, Stopped> {
        self.start(root, history, Budget::new(limits));
        let path = self.evaluation.start(root);
        let depth = self.inner_depth(limits.last_depth().max(1));
        let score = self.alpha_beta::<false>(root, &path, depth, 0, window);
        if self.budget.is_spent() { Err(Stopped) } else { Ok(score) }
    }
}

impl<P, E, T, O> Algorithm<P> for AlphaBeta<'_, P, E, T, O>
where
    P: SearchHints,
    E: Evaluate<P>,
    T: TableAccess,
    O: Observer<P>,
{
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let search = |this: &mut Self, child: &Child<P, E::Path>| this.alpha_beta_child(child, 1, window);
        let mut root_move = self.search_root_move(root, mv, depth, window, search)?;
        self.complete_root_line(root, depth, &mut root_move);
        Some(root_move)
    }
}
