//! Plain minimax: the oracle that every other search is checked against. Kept simple for ever.
//!
//! No window, no sign: values are kept as the first side sees them, the first side takes the largest and the second the
//! smallest. So nothing here can share a fault with the searches that flip windows.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Minimax, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 5, range: 9, antisymmetric: false };
//! let oracle = search_once(&mut Minimax::new(&evaluation, Options::default()), &game, 5);
//! let pruned = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
//! assert_eq!((oracle.best, oracle.score), (pruned.best, pruned.score));
//! assert!(pruned.nodes < oracle.nodes);
//! ```

use plyground_game::{Evaluate, History, Score, SearchHints, Side};

use crate::budget::{Budget, MAX_PLY, Stopped};
use crate::context::{Context, Options};
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove};
use crate::searcher::{Iteration, Searcher};

/// Searches every line to its depth.
pub struct Minimax<'a, P: SearchHints, E, O = ()> {
    context: Context<'a, P, E, O>,
}

impl<'a, P: SearchHints, E: Evaluate<P>> Minimax<'a, P, E> {
    /// A searcher that nobody looks into.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options) -> Minimax<'a, P, E> {
        Minimax::observed(evaluation, options, ())
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, O: Observer<P>> Minimax<'a, P, E, O> {
    /// A searcher with an observer.
    #[must_use]
    pub fn observed(evaluation: &'a E, options: Options, observer: O) -> Minimax<'a, P, E, O> {
        Minimax { context: Context::new(evaluation, options, observer) }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    /// The value of `pos` as the first side sees it, and the first line of best play.
    fn value(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32) -> Result<(Score, Vec<P::Move>), Stopped> {
        let side = pos.side_to_move();
        let as_first_sees = side == Side::First;
        if let Some(outcome) = self.context.outcome(pos) {
            return Ok((self.context.finished(pos, line, outcome, ply).seen_by(as_first_sees), Vec::new()));
        }
        if depth == 0 || ply >= MAX_PLY || self.context.budget.is_exiting() {
            return Ok((self.context.evaluate(pos, line, ply).seen_by(as_first_sees), Vec::new()));
        }
        self.context.expand(pos, depth, ply);
        let mut best: Option<(Score, Vec<P::Move>)> = None;
        for mv in pos.legal_moves() {
            let (score, reply) = self.child(pos, line, mv, depth, ply)?;
            let better = match &best {
                None => true,
                Some((best, _)) => {
                    if as_first_sees {
                        score > *best
                    } else {
                        score < *best
                    }
                }
            };
            if better {
                best = Some((score, [vec![mv], reply].concat()));
            }
        }
        Ok(best.expect("a position without a result has a legal move"))
    }

    fn child(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        depth: u32,
        ply: u32,
    ) -> Result<(Score, Vec<P::Move>), Stopped> {
        self.context.count_node()?;
        let after = self.context.make(pos, mv);
        let line = self.context.evaluation.extend(line, pos, mv, &after);
        let depth = self.context.depths(pos, depth).after(after.side_to_move() == pos.side_to_move());
        let result = self.value(&after, &line, depth, ply + 1);
        self.context.unmake();
        result
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Searcher<P> for Minimax<'_, P, E, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
    }

    fn scale(&self) -> u32 {
        self.context.evaluation.scale()
    }

    fn budget(&self) -> &Budget {
        &self.context.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.context.value_now(root)
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
            let Ok((score, reply)) = self.child(root, &line, mv, depth, 0) else {
                return iteration.stopped(self.context.counts);
            };
            let score = score.seen_by(root.side_to_move() == Side::First);
            let nodes = self.context.budget.nodes() - before;
            self.context.observer.root_move(mv, score, nodes);
            iteration.push(RootMove { mv, score, bound: Bound::Exact, nodes, pv: [vec![mv], reply].concat() });
        }
        iteration.finished(self.context.counts)
    }
}
