//! Alpha-beta \[Knuth1975\]: minimax that prunes moves that cannot change the result.
//!
//! The search is fail-soft: outside of its window it returns the tightest bound that it has found. Moves are tried in
//! the game's order. With a transposition table, the hash move comes first.

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Best, Node, Search};
use crate::textbook::visit_moves;

/// Returns the value of `node`, which is not a leaf, for its side to move. The value is exact inside of the window and
/// a bound outside. It is invalid if a limit was reached.
pub(crate) fn alpha_beta<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    node: &Node<P, E::Path>,
    window: Window,
) -> Score {
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
        // Window and value change sign, unless the same side moves again.
        let score = match search.leaf(&child) {
            Some(score) => score,
            // Only expanded nodes need memory: leaves stay in registers.
            None => alpha_beta(search, &child.clone(), Window::new(alpha, beta).for_child(child.same_side)),
        };
        let score = Window::from_child(score, child.same_side);
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

/// An alpha-beta search.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Options, SharedTable, TranspositionTable, search_once};
///
/// let game = Game::<Kalah>::new(&"4x3".parse()?, &"kalaha".parse()?);
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let plain = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 9);
/// let table = SharedTable::new(TranspositionTable::new(1)).exact();
/// let mut with_table = AlphaBeta::new(&evaluation, Options::default()).with_table(table);
/// let with_table = search_once(&mut with_table, &game, 9);
/// assert_eq!(plain.score, with_table.score);
/// assert!(with_table.nodes < plain.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AlphaBeta<'a, P, E> = FixedDepth<'a, P, E, AlphaBetaRoot>;

/// Alpha-beta at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBetaRoot;

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for AlphaBetaRoot {
    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        _: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        let score = match search.leaf(child) {
            Some(score) => score,
            None => alpha_beta(search, child, window.for_child(child.same_side)),
        };
        Ok(Window::from_child(score, child.same_side))
    }
}
