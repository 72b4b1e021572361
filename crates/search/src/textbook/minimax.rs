//! Plain minimax: the reference for the tests of every other search. It is deliberately simple.
//!
//! It has no window and no change of sign: all values are for the first side. The first side chooses the largest and
//! the second side the smallest. The code therefore shares no fault with the searches that flip windows.

use plyground_game::{Evaluate, Score, SearchHints, Side, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Node, Search};

/// Returns the value of `node` for the first side, whichever side is to move.
fn minimax<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    node: &Node<P, E::Path>,
) -> Result<Score, Stopped> {
    let is_first = node.pos.side_to_move() == Side::First;
    search.visit(node, node.depth, Window::FULL);
    if let Some(score) = search.leaf(node) {
        return Ok(score.seen_by(is_first));
    }
    let depths = search.child_depths(&node.pos, node.depth);
    let moves = node.pos.legal_moves();
    search.enter(&node.pos, node.depth, node.ply);
    let mut best: Option<Score> = None;
    for &mv in &moves {
        search.count_node(node, mv)?;
        let child = search.make(node, mv, depths);
        let score = minimax(search, &child)?;
        search.unmake();
        if best.is_none_or(|best| if is_first { score > best } else { score < best }) {
            best = Some(score);
            search.pv.update(node.ply, mv);
        }
    }
    let best = best.expect("a position without a result has a legal move");
    search.valued(node, best.seen_by(is_first));
    Ok(best)
}

/// A minimax search: every line is searched to its depth.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Minimax, Options, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 5, range: 9, antisymmetric: false };
/// let oracle = search_once(&mut Minimax::new(&evaluation, Options::default()), &game, 5);
/// let pruned = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
/// assert_eq!((oracle.best, oracle.score), (pruned.best, pruned.score));
/// assert!(pruned.nodes < oracle.nodes);
/// ```
pub type Minimax<'a, P, E> = FixedDepth<'a, P, E, MinimaxRoot>;

/// Minimax at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct MinimaxRoot;

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for MinimaxRoot {
    const PRUNES: bool = false;

    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        _: P::Move,
        _: Window,
    ) -> Result<Score, Stopped> {
        Ok(minimax(search, child)?.seen_by(search.root_side == Side::First))
    }
}
