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

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Best, Node, Search};

/// Returns the value of `node` for its side to move: exact inside of the window, a bound outside.
pub(crate) fn scout<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    node: &Node<P, E::Path>,
    window: Window,
) -> Result<Score, Stopped> {
    if let Some(score) = search.leaf(node) {
        return Ok(score);
    }
    let known = search.look_up(node, window);
    if let Some(score) = known.cutoff {
        return Ok(score);
    }
    let (moves, depths) = search.expand(node, known.tt_move);
    let Window { mut alpha, beta } = window;
    let mut best = Best::NONE;
    for (tried, mv) in (0..).zip(moves) {
        let child = search.make(node, mv, depths)?;
        let score = scout_child(search, &child, Window::new(alpha, beta), tried == 0)?;
        search.unmake();
        if score > best.score {
            best = Best { score, mv: Some(mv) };
        }
        if score > alpha {
            alpha = score;
            search.pv.update(node.ply, mv);
        }
        if score >= beta {
            search.cutoff(node, mv, tried);
            break;
        }
    }
    Ok(search.finish(node, &known, window, best))
}

/// Returns the value of `child` in a window of its parent, for the side that moved there: of the first child at once, of the
/// others only if a null window shows that they are better than alpha.
pub(crate) fn scout_child<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    child: &Node<P, E::Path>,
    mut window: Window,
    is_first: bool,
) -> Result<Score, Stopped> {
    let same_side = child.same_side;
    if !is_first && !window.is_null() && !search.is_terminal(child) {
        let null = Window::null_above(window.alpha).for_child(same_side);
        let bound = Window::from_child(scout(search, child, null)?, same_side);
        if bound <= window.alpha || bound >= window.beta {
            return Ok(bound);
        }
        search.research(&child.pos, child.ply);
        window.alpha = bound.next_down();
    }
    Ok(Window::from_child(scout(search, child, window.for_child(same_side))?, same_side))
}

/// A search by Scout.
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
        // While the window is open below, nothing is known that a null window could lie above.
        scout_child(search, child, window, window.alpha == Window::FULL.alpha)
    }
}
