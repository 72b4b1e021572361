//! Expectimax: the root's side takes the best, the other side plays at random, so its nodes average.
//!
//! What the Tigers and Goats report compares with minimax: an opponent that is not expected to play well. Averages are kept
//! to a hundredth of the evaluation's unit, each rounded with halves up, as that report's program does. A game that is won
//! counts 10,000 units in an average, like its program's, and a plain win where nothing is averaged.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{Expectimax, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&"2x2".parse()?, &"kalaha".parse()?);
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let report = search_once(&mut Expectimax::new(&evaluation, Options::default()), &game, 2);
//! assert_eq!(report.scale, 100, "scores are in hundredths");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::{Evaluate, Position, Score, SearchHints, Side, Window};

use crate::budget::{MAX_PLY, Stopped};
use crate::driver::{Algorithm, AlgorithmState, ChildDepths, Driver};
use crate::observer::Observer;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::table_access::NoTable;

/// Parts of a unit that averages are kept to.
const PARTS: i64 = 100;
/// What a win counts in an average, in units of the evaluation.
const WIN: i64 = 10_000;

/// Expectimax: searches every line to its depth, and averages where the other side moves.
pub type Expectimax<'a, P, E, O = ()> = Driver<'a, P, E, ExpectimaxAlgorithm, NoTable, O>;

/// Marks the driver of expectimax, which keeps nothing for itself.
#[derive(Clone, Copy, Debug)]
pub struct ExpectimaxAlgorithm;

impl<P: Position> AlgorithmState<P> for ExpectimaxAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, ExpectimaxAlgorithm) {
        (options, ExpectimaxAlgorithm)
    }
}

/// A value for the root's side: what is averaged, and the score itself as long as nothing was.
#[derive(Clone, Copy)]
struct Expected {
    parts: i64,
    exact: Option<Score>,
}

impl Expected {
    /// A score in hundredths; a win where it is certain.
    fn score(self) -> Score {
        match self.exact {
            Some(score) if score.is_decided() => score,
            _ => Score::new(self.parts.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Expectimax<'_, P, E, O> {
    /// The value of `pos`.
    fn expectimax(&mut self, pos: &P, path: &E::Path, depth: u32, ply: u32) -> Result<Expected, Stopped> {
        let mover = pos.side_to_move();
        if let Some(outcome) = self.history.outcome(pos) {
            let score = self.finished(pos, path, outcome, ply);
            return Ok(self.certain(score, mover));
        }
        if depth == 0 || ply >= MAX_PLY || self.exits() {
            let score = self.evaluate(pos, path, ply);
            return Ok(self.certain(score, mover));
        }
        self.enter(pos, depth, ply);
        let depths = self.child_depths(pos, depth);
        let moves = pos.legal_moves();
        let (mut best, mut sum) = (None::<Expected>, 0);
        for &mv in &moves {
            let expected = self.expectimax_move(pos, path, mv, depths, ply)?;
            sum += expected.parts;
            if best.is_none_or(|best| (expected.parts, expected.exact) > (best.parts, best.exact)) {
                best = Some(expected);
            }
        }
        let best = best.expect("a position without a result has a legal move");
        if mover == self.root_side || moves.len() == 1 {
            return Ok(best);
        }
        // Halves up: the floor of the average and a half.
        let count = moves.len() as i64;
        Ok(Expected { parts: (2 * sum + count).div_euclid(2 * count), exact: None })
    }

    /// The value of a move.
    fn expectimax_move(
        &mut self,
        pos: &P,
        path: &E::Path,
        mv: P::Move,
        depths: ChildDepths,
        ply: u32,
    ) -> Result<Expected, Stopped> {
        let ControlFlow::Continue(child) = self.make(pos, path, mv, depths) else { return Err(Stopped) };
        self.observer.visit(&child.pos, child.depth, ply + 1, Window::FULL);
        let expected = self.expectimax(&child.pos, &child.path, child.depth, ply + 1)?;
        let is_root_side = child.pos.side_to_move() == self.root_side;
        self.observer.valued(&child.pos, ply + 1, expected.score().seen_by(is_root_side));
        self.unmake();
        Ok(expected)
    }

    /// A leaf's score for `mover`, as the root's side expects it.
    fn certain(&self, score: Score, mover: Side) -> Expected {
        let score = score.seen_by(mover == self.root_side);
        let unit = i64::from(self.evaluation.scale());
        let parts = if score.is_decided() {
            WIN * PARTS * i64::from(score.value().signum())
        } else {
            i64::from(score.value()) * PARTS / unit
        };
        Expected { parts, exact: Some(score) }
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Algorithm<P> for Expectimax<'_, P, E, O> {
    fn proves(&self) -> bool {
        false
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, _: Window) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let path = self.evaluation.start(root);
        let depths = self.child_depths(root, self.inner_depth(depth));
        let score = self.expectimax_move(root, &path, mv, depths, 0).ok()?.score();
        let nodes = self.budget.nodes() - nodes_before;
        self.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound: Bound::Exact, nodes, pv: vec![mv], statistics: None })
    }

    fn static_value(&self, root: &P) -> Option<Score> {
        Some(self.certain(self.root_value(root), root.side_to_move()).score())
    }

    fn scale(&self) -> Option<u32> {
        Some(PARTS as u32)
    }
}
