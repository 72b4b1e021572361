//! MTD(f) \[Plaat1996\]: finds the value by null windows only, driven from the root.
//!
//! The first guess is the value of an earlier depth. Each null-window search returns a bound, which is the next guess,
//! until the lower and the upper bound meet. The table preserves the results of earlier passes, so this search needs a
//! table.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::iteration::Iteration;
use crate::report::{Bound, RootMove};
use crate::search::{Node, Search};
use crate::textbook::alpha_beta::AlphaBetaRoot;

/// An MTD(f) search: null windows driven from the root, over alpha-beta with a table.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Mtdf, Options, SharedTable, TranspositionTable, deepen};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let table = SharedTable::new(TranspositionTable::new(1)).exact();
/// let mut mtdf = Mtdf::new(&evaluation, Options::default()).with_table(table);
/// let mtdf = deepen(&mut mtdf, &game, &Limits::depth(6), |_| {});
/// let plain = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(6), |_| {});
/// assert_eq!(mtdf.score, plain.score);
/// ```
pub type Mtdf<'a, P, E> = FixedDepth<'a, P, E, MtdfRoot>;

/// MTD(f) at the root, over alpha-beta.
#[derive(Clone, Copy, Debug, Default)]
pub struct MtdfRoot {
    /// Values of the last two depths. Depths of the same parity often have similar values.
    guesses: [Option<Score>; 2],
}

impl MtdfRoot {
    /// Returns the best of `moves` with its exact value, starting from a guess, and the bounds of the other moves from
    /// the last pass. Returns `None` if a limit is reached.
    fn drive<P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
        guess: Score,
    ) -> Option<Vec<RootMove<P::Move>>> {
        let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
        let mut value = guess;
        let mut found: Vec<Option<RootMove<P::Move>>> = vec![None; moves.len()];
        let mut best = 0;
        while lower < upper {
            let test = if value == lower { value.next_up() } else { value };
            let window = Window::null_below(test);
            search.visit_root(root, depth, window);
            value = Window::FULL.alpha;
            // The move that failed high in the previous pass is searched first.
            let order = std::iter::once(best).chain((0..moves.len()).filter(|&index| index != best));
            for index in order.collect::<Vec<_>>() {
                let root_move = self.root_move(search, root, moves[index], depth, window)?;
                let score = root_move.score;
                value = value.max(score);
                found[index] = Some(root_move);
                if score >= test {
                    best = index;
                    break;
                }
            }
            search.valued_root(root, value);
            if value < test { upper = value } else { lower = value }
        }
        // The bounds have met at the value of the move that failed high last.
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

    /// Determines whether a move's value equals its upper bound. Returns `false` if a limit was reached.
    fn settle<P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        root_move: &mut RootMove<P::Move>,
        depth: u32,
    ) -> bool {
        if root_move.bound != Bound::Upper {
            return true;
        }
        let window = Window::null_below(root_move.score);
        search.visit_root(root, depth, window);
        let Some(found) = self.root_move(search, root, root_move.mv, depth, window) else { return false };
        search.valued_root(root, found.score);
        if found.score >= root_move.score {
            *root_move = RootMove { score: root_move.score, bound: Bound::Exact, ..found };
        } else {
            root_move.score = found.score;
        }
        true
    }
}

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for MtdfRoot {
    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        AlphaBetaRoot.child_value(search, child, mv, window)
    }

    fn start(&mut self) {
        self.guesses = [None; 2];
    }

    fn iterate(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
    ) -> Iteration<P::Move> {
        let slot = depth as usize % 2;
        let guesses = self.guesses;
        let mut guess = guesses[slot].or(guesses[1 - slot]).unwrap_or_else(|| search.root_value(root));
        let mut iteration = Iteration::default();
        let mut left = moves.to_vec();
        // Each requested line is found among the remaining moves.
        let lines = search.options.lines.clamp(1, moves.len());
        let mut best = None;
        for line in 0..lines {
            let Some(found) = self.drive(search, root, &left, depth, guess) else {
                return iteration.interrupted(search.counts);
            };
            guess = found[0].score;
            if line == 0 {
                self.guesses[slot] = Some(guess);
            }
            let mv = found[0].mv;
            left.retain(|&other| other != mv);
            let is_last = line + 1 == lines;
            let rest = if is_last { found.len() } else { 1 };
            let equals_best = *best.get_or_insert(guess) == guess;
            for mut root_move in found.into_iter().take(rest) {
                let has_to_settle = is_last && equals_best && search.options.noise.is_some();
                if has_to_settle && !self.settle(search, root, &mut root_move, depth) {
                    return iteration.interrupted(search.counts);
                }
                iteration.push(root_move);
            }
        }
        iteration.complete(search.counts)
    }
}
