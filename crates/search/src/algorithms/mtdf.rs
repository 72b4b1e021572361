//! MTD(f) \[Plaat1996\]: the value by null windows alone, driven from the root towards it.
//!
//! A first guess, the value of the depth before, is asked whether it is too low or too high; each answer is a bound that
//! the next question starts from, until lower and upper bound meet. The table keeps what the passes have in common, so
//! this search has no form without one.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Limits, Mtdf, Options, SharedTable, TranspositionTable, deepen};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let table = SharedTable::new(Arc::new(TranspositionTable::new(1))).exact();
//! let mut mtdf = Mtdf::new(&evaluation, Options::default()).with_table(table);
//! let mtdf = deepen(&mut mtdf, &game, &Limits::depth(6), |_| {});
//! let plain = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(6), |_| {});
//! assert_eq!(mtdf.score, plain.score);
//! ```

use plyground_game::{Evaluate, Position, Score, SearchHints, Window};

use crate::driver::{Algorithm, AlgorithmState, Child, Driver};
use crate::iteration::Iteration;
use crate::observer::Observer;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::table_access::SharedTable;

/// MTD(f): null windows driven from the root, over alpha-beta with a table.
pub type Mtdf<'a, P, E, T = SharedTable, O = ()> = Driver<'a, P, E, MtdfAlgorithm, T, O>;

/// What MTD(f) keeps for itself.
#[derive(Clone, Copy, Debug)]
pub struct MtdfAlgorithm {
    /// The values of the last two depths: values of odd and even depths are often alike.
    guesses: [Option<Score>; 2],
}

impl<P: Position> AlgorithmState<P> for MtdfAlgorithm {
    type Options = Options;

    fn set_up(options: Options) -> (Options, MtdfAlgorithm) {
        (options, MtdfAlgorithm { guesses: [None; 2] })
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Mtdf<'_, P, E, SharedTable, O> {
    /// The best of `moves` and its exact value, from a first guess; and what the last pass knows of each move. `None` when
    /// a limit was reached.
    fn drive(&mut self, root: &P, moves: &[P::Move], depth: u32, guess: Score) -> Option<Vec<RootMove<P::Move>>> {
        let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
        let mut value = guess;
        let mut found: Vec<Option<RootMove<P::Move>>> = vec![None; moves.len()];
        let mut best = 0;
        while lower < upper {
            let test = if value == lower { value.next_up() } else { value };
            let window = Window::null_below(test);
            self.observer.visit(root, self.inner_depth(depth), 0, window);
            value = Window::FULL.alpha;
            // The move that held in the pass before is asked first.
            let order = std::iter::once(best).chain((0..moves.len()).filter(|&index| index != best));
            for index in order.collect::<Vec<_>>() {
                let root_move = self.root_move(root, moves[index], depth, window)?;
                let score = root_move.score;
                value = value.max(score);
                found[index] = Some(root_move);
                if score >= test {
                    best = index;
                    break;
                }
            }
            self.observer.valued(root, 0, value);
            if value < test { upper = value } else { lower = value }
        }
        // Both bounds have met at the value of the move that failed high last.
        let first = found[best].as_mut()?;
        first.score = value;
        first.bound = Bound::Exact;
        found.swap(0, best);
        let rest = found.split_off(1).into_iter().flatten().map(|mut other| {
            (other.score, other.bound) = (other.score.max(value), Bound::Upper);
            other
        });
        Some(found.into_iter().flatten().chain(rest).collect())
    }

    /// Finds out whether a move whose value is at most its score has exactly that; `false` when a limit was reached.
    fn settle(&mut self, root: &P, root_move: &mut RootMove<P::Move>, depth: u32) -> bool {
        if root_move.bound != Bound::Upper {
            return true;
        }
        let window = Window::null_below(root_move.score);
        self.observer.visit(root, self.inner_depth(depth), 0, window);
        let Some(found) = self.root_move(root, root_move.mv, depth, window) else { return false };
        self.observer.valued(root, 0, found.score);
        if found.score >= root_move.score {
            *root_move = RootMove { score: root_move.score, bound: Bound::Exact, ..found };
        } else {
            root_move.score = found.score;
        }
        true
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Algorithm<P> for Mtdf<'_, P, E, SharedTable, O> {
    fn begin_search(&mut self, _: &P) {
        self.algorithm.guesses = [None; 2];
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let search = |this: &mut Self, child: &Child<P, E::Path>| this.alpha_beta_child(child, 1, window);
        let mut root_move = self.search_root_move(root, mv, depth, window, search)?;
        self.complete_root_line(root, depth, &mut root_move);
        Some(root_move)
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Option<Iteration<P::Move>> {
        let slot = depth as usize % 2;
        let guesses = self.algorithm.guesses;
        let mut guess = guesses[slot].or(guesses[1 - slot]).unwrap_or_else(|| self.root_value(root));
        let mut iteration = Iteration::new();
        let mut left = moves.to_vec();
        // Each of the wanted lines is driven among the moves that are left.
        let lines = self.options.lines.clamp(1, moves.len());
        let mut best = None;
        for line in 0..lines {
            let Some(found) = self.drive(root, &left, depth, guess) else {
                return Some(iteration.stopped(self.counts));
            };
            guess = found[0].score;
            if line == 0 {
                self.algorithm.guesses[slot] = Some(guess);
            }
            let mv = found[0].mv;
            left.retain(|&other| other != mv);
            let is_last = line + 1 == lines;
            let rest = if is_last { found.len() } else { 1 };
            let equals_best = *best.get_or_insert(guess) == guess;
            for mut root_move in found.into_iter().take(rest) {
                let has_to_settle = is_last && equals_best && self.options.noise.is_some();
                if has_to_settle && !self.settle(root, &mut root_move, depth) {
                    return Some(iteration.stopped(self.counts));
                }
                iteration.push(root_move);
            }
        }
        Some(iteration.finished(self.counts))
    }
}
