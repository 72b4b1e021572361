//! Beam search: alpha-beta among the best few moves of each position by evaluation alone, the Khet report's
//! *heuristic-greedy* agent.
//!
//! All moves of a node are made and valued for the side that makes them; the best `width` are searched, best first, the
//! others not at all. So the tree is narrow and deep, and blind where the evaluation misjudges a move.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Beam, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let wide = search_once(&mut Beam::new(&evaluation, Options::default(), 6), &game, 5);
//! let all = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 5);
//! let narrow = search_once(&mut Beam::new(&evaluation, Options::default(), 2), &game, 5);
//! assert_eq!(wide.score, all.score, "no position has more than six moves");
//! assert!(narrow.leaves < wide.leaves);
//! ```

use std::cmp::Reverse;

use plyground_game::{Evaluate, History, Score, SearchHints, Window};

use crate::budget::{Budget, MAX_PLY};
use crate::context::{Context, Options};
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove};
use crate::searcher::{Iteration, Searcher};

/// Alpha-beta among the best few moves.
pub struct Beam<'a, P: SearchHints, E, O = ()> {
    context: Context<'a, P, E, O>,
    width: usize,
}

/// A move that was made and valued.
struct Child<P: SearchHints, L> {
    mv: P::Move,
    after: P,
    line: L,
    value: Score,
}

impl<'a, P: SearchHints, E: Evaluate<P>> Beam<'a, P, E> {
    /// A searcher of the best `width` moves (at least 1) that nobody looks into.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options, width: usize) -> Beam<'a, P, E> {
        Beam::observed(evaluation, options, width, ())
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, O: Observer<P>> Beam<'a, P, E, O> {
    /// A searcher with an observer.
    #[must_use]
    pub fn observed(evaluation: &'a E, options: Options, width: usize, observer: O) -> Beam<'a, P, E, O> {
        Beam { context: Context::new(evaluation, options, observer), width: width.max(1) }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    /// The best children of a position, best first; `None` when a limit was reached. Every move made counts as a node.
    fn children(&mut self, pos: &P, line: &E::Line, moves: &[P::Move], ply: u32) -> Option<Vec<Child<P, E::Line>>> {
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            self.context.count_node().ok()?;
            let after = self.context.make(pos, mv);
            let line = self.context.evaluation.extend(line, pos, mv, &after);
            let same_side = after.side_to_move() == pos.side_to_move();
            let value = match self.context.outcome(&after) {
                Some(outcome) => self.context.peek_finished(&after, &line, outcome, ply + 1),
                None => self.context.peek(&after, &line),
            };
            self.context.unmake();
            children.push(Child { mv, after, line, value: Window::from_child(value, same_side) });
        }
        children.sort_by_key(|child| Reverse(child.value));
        if children.len() > self.width {
            self.context.counts.shortened = true;
            children.truncate(self.width);
        }
        Some(children)
    }

    /// The value of `pos` for its side to move; worthless when a limit was reached below.
    fn node(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32, mut window: Window) -> Score {
        if O::KEEPS_LINES {
            self.context.lines.open(ply);
        }
        if let Some(outcome) = self.context.outcome(pos) {
            return self.context.finished(pos, line, outcome, ply);
        }
        if depth == 0 || ply >= MAX_PLY || self.context.budget.is_exiting() {
            return self.context.evaluate(pos, line, ply);
        }
        self.context.expand(pos, depth, ply);
        let mut best = Window::FULL.alpha;
        let Some(children) = self.children(pos, line, &pos.legal_moves(), ply) else { return best };
        for (tried, child) in children.iter().enumerate() {
            let score = self.reply(pos, child, depth, ply, window);
            if self.context.budget.is_spent() {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if O::KEEPS_LINES {
                        self.context.lines.keep(ply, child.mv);
                    }
                    if score >= window.beta {
                        self.context.observer.cutoff(pos, child.mv, tried as u32, ply);
                        break;
                    }
                }
            }
        }
        best
    }

    fn reply(&mut self, pos: &P, child: &Child<P, E::Line>, depth: u32, ply: u32, window: Window) -> Score {
        let same_side = child.after.side_to_move() == pos.side_to_move();
        let depth = self.context.depths(pos, depth).after(same_side);
        if P::HAS_HISTORY {
            self.context.history.push(pos, child.mv, &child.after);
        }
        let score = self.node(&child.after, &child.line, depth, ply + 1, window.for_child(same_side));
        self.context.unmake();
        Window::from_child(score, same_side)
    }
}

impl<P: SearchHints, E: Evaluate<P>, O: Observer<P>> Searcher<P> for Beam<'_, P, E, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
    }

    fn budget(&self) -> &Budget {
        &self.context.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.context.value_now(root)
    }

    fn scale(&self) -> u32 {
        self.context.evaluation.scale()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.context.observer.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.context.begin(root, depth);
        let depth = self.context.inner_depth(depth);
        let line = self.context.evaluation.start(root);
        let mut iteration = Iteration::new();
        let Some(children) = self.children(root, &line, moves, 0) else {
            return iteration.stopped(self.context.counts);
        };
        for child in children {
            let before = self.context.budget.nodes();
            let alpha = self.context.options.root_alpha(&iteration);
            let window = Window::new(alpha, Window::FULL.beta);
            if O::KEEPS_LINES {
                self.context.lines.open(1);
            }
            let score = self.reply(root, &child, depth, 0, window);
            if self.context.budget.is_spent() {
                return iteration.stopped(self.context.counts);
            }
            let nodes = self.context.budget.nodes() - before;
            let pv = [&[child.mv], self.context.lines.below(0)].concat();
            self.context.observer.root_move(child.mv, score, nodes);
            iteration.push(RootMove { mv: child.mv, score, bound: Bound::of(score, window), nodes, pv });
        }
        iteration.finished(self.context.counts)
    }
}
