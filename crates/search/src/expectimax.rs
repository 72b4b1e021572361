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

use plyground_game::{Evaluate, History, Score, SearchHints, Side};

use crate::budget::{Budget, MAX_PLY, Stopped};
use crate::context::{Context, Options};
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove};
use crate::searcher::{Iteration, Searcher};

/// Parts of a unit that averages are kept to.
const PARTS: i64 = 100;
/// What a win counts in an average, in units of the evaluation.
const WIN: i64 = 10_000;

/// Searches every line to its depth, and averages where the other side moves.
pub struct Expectimax<'a, P: SearchHints, E, O = ()> {
    context: Context<'a, P, E, O>,
    root_side: Side,
}

/// A value for the root's side: what is averaged, and the score itself as long as nothing was.
#[derive(Clone, Copy)]
struct Value {
    parts: i64,
    exact: Option<Score>,
}

impl<'a, P: SearchHints, E: Evaluate<P>> Expectimax<'a, P, E> {
    /// A searcher that nobody looks into.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options) -> Expectimax<'a, P, E> {
        Expectimax::observed(evaluation, options, ())
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, O: Observer<P>> Expectimax<'a, P, E, O> {
    /// A searcher with an observer.
    #[must_use]
    pub fn observed(evaluation: &'a E, options: Options, observer: O) -> Expectimax<'a, P, E, O> {
        Expectimax { context: Context::new(evaluation, options, observer), root_side: Side::First }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    fn of_leaf(&self, score: Score, mover: Side) -> Value {
        let score = score.seen_by(mover == self.root_side);
        let unit = i64::from(self.context.evaluation.scale());
        let parts = match score.winner_in() {
            Some(_) => WIN * PARTS * i64::from(score.value().signum()),
            None => i64::from(score.value()) * PARTS / unit,
        };
        Value { parts, exact: Some(score) }
    }

    fn value(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32) -> Result<Value, Stopped> {
        let mover = pos.side_to_move();
        if let Some(outcome) = self.context.outcome(pos) {
            let score = self.context.finished(pos, line, outcome, ply);
            return Ok(self.of_leaf(score, mover));
        }
        if depth == 0 || ply >= MAX_PLY || self.context.budget.is_exiting() {
            let score = self.context.evaluate(pos, line, ply);
            return Ok(self.of_leaf(score, mover));
        }
        self.context.expand(pos, depth, ply);
        let moves = pos.legal_moves();
        let (mut best, mut sum) = (None::<Value>, 0);
        for &mv in &moves {
            let value = self.child(pos, line, mv, depth, ply)?;
            sum += value.parts;
            if best.is_none_or(|best| (value.parts, value.exact) > (best.parts, best.exact)) {
                best = Some(value);
            }
        }
        let best = best.expect("a position without a result has a legal move");
        if mover == self.root_side || moves.len() == 1 {
            return Ok(best);
        }
        // Halves up: the floor of the average and a half.
        let count = moves.len() as i64;
        Ok(Value { parts: (2 * sum + count).div_euclid(2 * count), exact: None })
    }

    fn child(&mut self, pos: &P, line: &E::Line, mv: P::Move, depth: u32, ply: u32) -> Result<Value, Stopped> {
        self.context.count_node()?;
        let after = self.context.make(pos, mv);
        let line = self.context.evaluation.extend(line, pos, mv, &after);
        let depth = self.context.depths(pos, depth).after(after.side_to_move() == pos.side_to_move());
        let result = self.value(&after, &line, depth, ply + 1);
        self.context.unmake();
        result
    }

    /// A value as a score in hundredths; a win where it is certain.
    fn score(value: Value) -> Score {
        match value.exact {
            Some(score) if score.winner_in().is_some() => score,
            _ => Score::new(value.parts.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Searcher<P> for Expectimax<'_, P, E, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
        self.root_side = root.side_to_move();
    }

    fn budget(&self) -> &Budget {
        &self.context.budget
    }

    fn value_now(&self, root: &P) -> Score {
        Expectimax::<P, E, O>::score(self.of_leaf(self.context.value_now(root), root.side_to_move()))
    }

    fn scale(&self) -> u32 {
        PARTS as u32
    }

    fn statistics(&self) -> Option<Statistics> {
        self.context.observer.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.context.begin(root, depth);
        let depth = self.context.inner_depth(depth);
        let line = self.context.evaluation.start(root);
        let mut iteration = Iteration::new();
        for &mv in moves {
            let before = self.context.budget.nodes();
            let Ok(value) = self.child(root, &line, mv, depth, 0) else {
                return iteration.stopped(self.context.counts);
            };
            let score = Expectimax::<P, E, O>::score(value);
            let nodes = self.context.budget.nodes() - before;
            self.context.observer.root_move(mv, score, nodes);
            iteration.push(RootMove { mv, score, bound: Bound::Exact, nodes, pv: vec![mv] });
        }
        iteration.finished(self.context.counts)
    }
}
