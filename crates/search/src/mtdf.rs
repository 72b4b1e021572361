//! MTD(f) \[Plaat1996\]: the value by null windows alone, driven from the root towards it.
//!
//! A first guess, the value of the depth before, is asked whether it is too low or too high; each answer is a bound that
//! the next question starts from, until lower and upper bound meet. The table keeps what the passes have in common, so
//! this search has no form without memory.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Limits, Mtdf, Options, Remember, Table, deepen};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let memory = Remember::new(Arc::new(Table::new(1))).exactly();
//! let mtdf = deepen(&mut Mtdf::with(&evaluation, Options::default(), memory, ()), &game, &Limits::depth(6), |_| {});
//! let plain = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(6), |_| {});
//! assert_eq!(mtdf.score, plain.score);
//! ```

use plyground_game::{Evaluate, History, Score, SearchHints, Window};

use crate::alpha_beta::AlphaBetaMemory;
use crate::budget::Budget;
use crate::context::Options;
use crate::memory::Remember;
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove, TableUse};
use crate::searcher::{Iteration, RootTasks, Searcher};

/// Null windows driven from the root, over alpha-beta with memory.
pub struct Mtdf<'a, P: SearchHints, E, O = ()> {
    search: AlphaBetaMemory<'a, P, E, O>,
    /// The values of the last two depths: values of odd and even depths are often alike.
    guesses: [Option<Score>; 2],
}

impl<'a, P: SearchHints, E: Evaluate<P>, O: Observer<P>> Mtdf<'a, P, E, O> {
    /// A searcher with its table and an observer.
    #[must_use]
    pub fn with(evaluation: &'a E, options: Options, memory: Remember, observer: O) -> Mtdf<'a, P, E, O> {
        Mtdf { search: AlphaBetaMemory::with(evaluation, options, memory, observer), guesses: [None; 2] }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        self.search.observer()
    }

    /// The best of `moves` and its exact value, from a first guess; and what the last pass knows of each move. `None` when
    /// a limit was reached.
    fn drive(&mut self, root: &P, moves: &[P::Move], depth: u32, guess: Score) -> Option<Vec<RootMove<P::Move>>> {
        let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
        let mut value = guess;
        let mut known: Vec<Option<RootMove<P::Move>>> = vec![None; moves.len()];
        let mut best = 0;
        while lower < upper {
            let test = if value == lower { value.next_up() } else { value };
            let window = Window::null_below(test);
            value = Window::FULL.alpha;
            // The move that held in the pass before is asked first.
            let order = std::iter::once(best).chain((0..moves.len()).filter(|&index| index != best));
            for index in order.collect::<Vec<_>>() {
                let found = self.search.root_move(root, moves[index], depth, window)?;
                let score = found.score;
                value = value.max(score);
                known[index] = Some(found);
                if score >= test {
                    best = index;
                    break;
                }
            }
            if value < test { upper = value } else { lower = value }
        }
        // Both bounds have met at the value of the move that failed high last.
        let first = known[best].as_mut()?;
        first.score = value;
        first.bound = Bound::Exact;
        known.swap(0, best);
        let rest = known.split_off(1).into_iter().flatten().map(|mut other| {
            (other.score, other.bound) = (other.score.max(value), Bound::Upper);
            other
        });
        Some(known.into_iter().flatten().chain(rest).collect())
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Mtdf<'_, P, E, O> {
    /// Finds out whether a move whose value is at most its score has exactly that; `false` when a limit was reached.
    fn settle(&mut self, root: &P, root_move: &mut RootMove<P::Move>, depth: u32) -> bool {
        if root_move.bound != Bound::Upper {
            return true;
        }
        let window = Window::null_below(root_move.score);
        let Some(found) = self.search.root_move(root, root_move.mv, depth, window) else { return false };
        if found.score >= root_move.score {
            *root_move = RootMove { score: root_move.score, bound: Bound::Exact, ..found };
        } else {
            root_move.score = found.score;
        }
        true
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Searcher<P> for Mtdf<'_, P, E, O> {
    fn options(&self) -> &Options {
        self.search.options()
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.search.start(root, history, budget);
        self.guesses = [None; 2];
    }

    fn budget(&self) -> &Budget {
        self.search.budget()
    }

    fn value_now(&self, root: &P) -> Score {
        self.search.value_now(root)
    }

    fn scale(&self) -> u32 {
        self.search.scale()
    }

    fn table_use(&self) -> TableUse {
        self.search.table_use()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.search.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.search.begin(root, depth);
        let slot = depth as usize % 2;
        let mut guess = self.guesses[slot].or(self.guesses[1 - slot]).unwrap_or_else(|| self.value_now(root));
        let mut iteration = Iteration::new();
        let mut left = moves.to_vec();
        // Each of the wanted lines is driven among the moves that are left.
        let lines = self.options().lines.clamp(1, moves.len());
        let mut best = None;
        for line in 0..lines {
            let Some(found) = self.drive(root, &left, depth, guess) else {
                return iteration.stopped(self.search.counts());
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
                if is_last && equals_best && self.options().noise.is_some() && !self.settle(root, &mut root_move, depth)
                {
                    return iteration.stopped(self.search.counts());
                }
                iteration.push(root_move);
            }
        }
        iteration.finished(self.search.counts())
    }
}
