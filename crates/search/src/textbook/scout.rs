//! Scout \[Pearl1980\]: the first move of a node is searched in the node's window. The other moves are searched in a
//! null window, and again only if they exceed alpha.
//!
//! A repeated search counts the nodes below the move again, but not the move itself. Everything else is as in
//! [`AlphaBeta`](crate::AlphaBeta).

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Best, Node, Search};
use crate::textbook::visit_moves;

/// Returns the value of an unfinished `node` with some depth left, for its side to move. The value is exact inside of
/// the window and a bound outside. It is invalid if a limit was reached.
pub(crate) fn scout<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    node: &Node<P, E::Path>,
    window: Window,
) -> Score {
    if let Some(score) = search.horizon(node) {
        return search.valued(node, score);
    }
    if search.is_last_ply(node) {
        return search.last_ply(node, window);
    }
    let known = search.look_up(node, window);
    if let Some(score) = known.cutoff {
        return score;
    }
    search.enter(&node.pos, node.depth, node.ply);
    let depths = search.child_depths(&node.pos, node.depth);
    let Window { mut alpha, beta } = window;
    let (mut best, mut tried) = (Best::NONE, 0);
    visit_moves(&node.pos, known.tt_move, |mv| {
        if search.count_node(node, mv).is_err() {
            return ControlFlow::Break(());
        }
        let child = search.make(node, mv, depths);
        let score = scout_child(search, &child, Window::new(alpha, beta), tried == 0);
        search.unmake();
        if score > best.score {
            best = Best { score, mv: Some(mv) };
            if score > alpha {
                alpha = score;
                search.pv.update(node.ply, mv);
            }
            if score >= beta {
                search.cutoff(node, mv, tried);
                return ControlFlow::Break(());
            }
        }
        tried += 1;
        ControlFlow::Continue(())
    });
    search.finish(node, &known, window, best)
}

/// Returns the value of `child` in a window of its parent, for the side that moved there. A child other than the first
/// is searched in the full window only if a null window shows that it exceeds alpha.
#[inline(always)]
fn scout_child<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    child: &Node<P, E::Path>,
    mut window: Window,
    is_first: bool,
) -> Score {
    let same_side = child.same_side;
    if let Some(score) = search.terminal(child) {
        return Window::from_child(score, same_side);
    }
    // Only expanded nodes need memory: leaves stay in registers.
    let child = &child.clone();
    if !is_first && !window.is_null() {
        let null = Window::null_above(window.alpha).for_child(same_side);
        let bound = Window::from_child(scout(search, child, null), same_side);
        if bound <= window.alpha || bound >= window.beta || search.budget.is_spent() {
            return bound;
        }
        search.research(&child.pos, child.ply);
        window.alpha = bound.next_down();
    }
    Window::from_child(scout(search, child, window.for_child(same_side)), same_side)
}

/// A Scout search.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Options, Scout, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let scout = search_once(&mut Scout::new(&evaluation, Options::default()), &game, 6);
/// let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 6);
/// assert_eq!((scout.score, scout.best), (alpha_beta.score, alpha_beta.best));
/// ```
pub type Scout<'a, P, E> = FixedDepth<'a, P, E, ScoutRoot>;

/// Scout at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoutRoot;

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for ScoutRoot {
    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        _: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        // While the window is open below, there is no alpha for a null window.
        Ok(scout_child(search, child, window, window.alpha == Window::FULL.alpha))
    }
}
