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

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Best, Node, Search};

/// Returns the value of `node` for its side to move: exact inside of the window, a bound outside.
pub(crate) fn alpha_beta<P: SearchHints, E: Evaluate<P>>(
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
        // The window and the value change sign, unless the same side moves again.
        let child_window = Window::new(alpha, beta).for_child(child.same_side);
        let score = Window::from_child(alpha_beta(search, &child, child_window)?, child.same_side);
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

/// A search by alpha-beta.
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
        let score = alpha_beta(search, child, window.for_child(child.same_side))?;
        Ok(Window::from_child(score, child.same_side))
    }
}
