//! Expectimax: the side at the root plays its best move, and the other side plays at random, so its nodes average.
//!
//! The Tigers and Goats report compares it with minimax, for an opponent that may play badly. Averages are rounded to a
//! hundredth of the evaluation's unit, halves up, as in that report's program. In an average, a win counts 10,000
//! units, as in that program. Without an average, it is a plain win.

use plyground_game::{Evaluate, Score, SearchHints, Side, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::search::{Node, Search};

/// Number of parts of a unit to which averages are rounded.
const PARTS: i64 = 100;
/// Value of a win in an average, in units of the evaluation.
const WIN: i64 = 10_000;

/// A value for the side at the root: the number to average, and the exact score if it is not an average.
#[derive(Clone, Copy)]
struct Expected {
    parts: i64,
    exact: Option<Score>,
}

impl Expected {
    /// Returns the score in hundredths, or a win or loss that is certain.
    fn score(self) -> Score {
        match self.exact {
            Some(score) if score.is_decided() => score,
            _ => Score::new(self.parts.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        }
    }
}

/// Returns the value of `node` for the side at the root.
fn expectimax<P: SearchHints, E: Evaluate<P>>(
    search: &mut Search<'_, P, E>,
    node: &Node<P, E::Path>,
) -> Result<Expected, Stopped> {
    let mover = node.pos.side_to_move();
    search.visit(node, node.depth, Window::FULL);
    if let Some(outcome) = search.ends_line(node) {
        let score = search.evaluate(node, outcome);
        let value = certain(search, score, mover);
        search.valued(node, value.score().seen_by(mover == search.root_side));
        return Ok(value);
    }
    let depths = search.child_depths(&node.pos, node.depth);
    let moves = node.pos.legal_moves();
    search.enter(&node.pos, node.depth, node.ply);
    let (mut best, mut sum) = (None::<Expected>, 0);
    for &mv in &moves {
        search.count_node(node, mv)?;
        let child = search.make(node, mv, depths);
        let expected = expectimax(search, &child)?;
        search.unmake();
        sum += expected.parts;
        if best.is_none_or(|best| (expected.parts, expected.exact) > (best.parts, best.exact)) {
            best = Some(expected);
        }
    }
    let mut value = best.expect("a position without a result has a legal move");
    if mover != search.root_side && moves.len() > 1 {
        // Rounds halves up: the floor of the average plus one half.
        let count = moves.len() as i64;
        value = Expected { parts: (2 * sum + count).div_euclid(2 * count), exact: None };
    }
    search.valued(node, value.score().seen_by(mover == search.root_side));
    Ok(value)
}

/// Returns a leaf's score for `mover` as the value for the side at the root.
fn certain<P: SearchHints, E: Evaluate<P>>(search: &Search<'_, P, E>, score: Score, mover: Side) -> Expected {
    let score = score.seen_by(mover == search.root_side);
    let parts = if score.is_decided() {
        WIN * PARTS * i64::from(score.value().signum())
    } else {
        i64::from(score.value()) * PARTS / i64::from(search.evaluation.scale())
    };
    Expected { parts, exact: Some(score) }
}

/// An expectimax search: every line is searched to its depth and averaged at the nodes of the other side.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{Expectimax, Options, search_once};
///
/// let game = Game::<Kalah>::new(&"2x2".parse()?, &"kalaha".parse()?);
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let report = search_once(&mut Expectimax::new(&evaluation, Options::default()), &game, 2);
/// assert_eq!(report.scale, 100, "scores are in hundredths");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Expectimax<'a, P, E> = FixedDepth<'a, P, E, ExpectimaxRoot>;

/// Expectimax at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectimaxRoot;

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for ExpectimaxRoot {
    const PRUNES: bool = false;
    const PROVES: bool = false;

    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        _: P::Move,
        _: Window,
    ) -> Result<Score, Stopped> {
        Ok(expectimax(search, child)?.score())
    }

    fn reported(search: &Search<'_, P, E>, score: Score) -> Score {
        certain(search, score, search.root_side).score()
    }

    fn scale(_: &E) -> u32 {
        PARTS as u32
    }
}
