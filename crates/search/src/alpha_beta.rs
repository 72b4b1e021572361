//! Alpha-beta \[Knuth1975\]: minimax that leaves out what cannot matter.
//!
//! Fail-soft: outside of its window a search still returns the tightest bound that it has seen. Moves are tried in the
//! game's order.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, search_once};
//!
//! let game = Game::<Kalah>::new(&"4x3".parse()?, &"kalaha".parse()?);
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let report = search_once(&mut AlphaBeta::new(&evaluation, Options { lines: 2, ..Options::default() }), &game, 6);
//! assert_eq!(report.lines.len(), 2);
//! assert!(report.lines[0].score >= report.lines[1].score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::{Class, Evaluate, History, Position, Score, Window};

use crate::context::{Context, Options};
use crate::deepening::{FixedDepth, Iteration};
use crate::limits::{Budget, Limits, MAX_DEPTH, MAX_PLY, Stopped};
use crate::observer::Observer;
use crate::report::{Bound, RootMove};

/// Searches with a window.
pub struct AlphaBeta<'a, P: Position, E, O = ()> {
    context: Context<'a, P, E, O>,
    /// `lines[ply]` is the best line found so far from the node at `ply` on the present path.
    lines: Vec<Vec<P::Move>>,
}

impl<'a, P: Position, E: Evaluate<P>> AlphaBeta<'a, P, E> {
    /// A searcher that nobody looks into.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options) -> AlphaBeta<'a, P, E> {
        AlphaBeta::observed(evaluation, options, ())
    }
}

impl<'a, P: Position, E: Evaluate<P>, O: Observer<P>> AlphaBeta<'a, P, E, O> {
    /// A searcher with an observer.
    #[must_use]
    pub fn observed(evaluation: &'a E, options: Options, observer: O) -> AlphaBeta<'a, P, E, O> {
        AlphaBeta { context: Context::new(evaluation, options, observer), lines: Vec::new() }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    /// The value of the game's present position, searched in `window`: exact inside, a bound outside.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached.
    pub fn value(&mut self, root: &P, history: &History, limits: &Limits, window: Window) -> Result<Score, Stopped> {
        self.context.start(root, history, limits);
        let line = self.context.evaluation.start(root);
        let score = self.node(root, &line, limits.depth.min(MAX_DEPTH), 0, window);
        if self.context.budget.is_spent() { Err(Stopped) } else { Ok(score) }
    }

    /// The value of `pos` for its side to move; worthless when a limit was reached below.
    #[inline(always)]
    fn node(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32, window: Window) -> Score {
        if O::KEEPS_LINES {
            self.open_line(ply);
        }
        if let Some(outcome) = self.context.outcome(pos) {
            return self.context.finished(pos, line, outcome, ply);
        }
        if depth == 0 {
            return self.context.evaluate(pos, line, ply);
        }
        // A leaf is valued where its move was made, and its position need never be written to memory. Only what is
        // expanded is worth a call, and a copy to point at.
        self.expand(&pos.clone(), line, depth, ply, window)
    }

    /// The value of an unfinished `pos` for its side to move, with `depth` of at least 1 left.
    #[inline(never)]
    fn expand(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32, mut window: Window) -> Score {
        if ply >= MAX_PLY {
            return self.context.evaluate(pos, line, ply);
        }
        self.context.expand(pos, depth, ply);
        let mut best = Window::FULL.alpha;
        let mut tried = 0;
        let _ = pos.visit_moves(Class::All, |mv| {
            let score = self.child(pos, line, mv, depth, ply, window)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if O::KEEPS_LINES {
                        self.keep_line(ply, mv);
                    }
                    if score >= window.beta {
                        self.context.observer.cutoff(pos, mv, tried, ply);
                        return ControlFlow::Break(());
                    }
                }
            }
            tried += 1;
            ControlFlow::Continue(())
        });
        best
    }

    /// The value of a move for the side that makes it; breaks off when a limit is reached.
    ///
    /// A limit that is reached farther down makes the value worthless, but needs no word of its own: no further move is
    /// made then, so all loops break off one after the other, and the root asks the budget.
    #[inline(always)]
    fn child(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> ControlFlow<(), Score> {
        if self.context.count_node().is_err() {
            return ControlFlow::Break(());
        }
        let after = self.context.make(pos, mv);
        let line = self.context.evaluation.extend(line, pos, mv, &after);
        // Two ways, one for each answer, so that nothing behind has to ask again.
        let score = if after.side_to_move() == pos.side_to_move() {
            self.reply(&after, &line, depth, ply, window, true)
        } else {
            self.reply(&after, &line, depth, ply, window, false)
        };
        self.context.unmake();
        ControlFlow::Continue(score)
    }

    /// The value of `after` for the side that moved to there.
    #[inline(always)]
    fn reply(&mut self, after: &P, line: &E::Line, depth: u32, ply: u32, window: Window, same_side: bool) -> Score {
        let depth = self.context.child_depth(depth, same_side);
        Window::from_child(self.node(after, line, depth, ply + 1, window.for_child(same_side)), same_side)
    }

    fn open_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Makes `mv` and the line below it the best line at `ply`.
    fn keep_line(&mut self, ply: u32, mv: P::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

impl<P: Position, E: Evaluate<P>, O: Observer<P>> FixedDepth<P> for AlphaBeta<'_, P, E, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, limits: &Limits) {
        self.context.start(root, history, limits);
    }

    fn budget(&self) -> &Budget {
        &self.context.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.context.value_now(root)
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.context.counts = Default::default();
        self.context.expand(root, depth, 0);
        let line = self.context.evaluation.start(root);
        let mut iteration = Iteration::new();
        for &mv in moves {
            let before = self.context.budget.nodes();
            // What the last of the wanted lines has already; values above it come out exact.
            let alpha = iteration.nth_best(self.context.options.lines).unwrap_or(Window::FULL.alpha);
            if O::KEEPS_LINES {
                // A move that fails low at once would else show the line of the move before it.
                self.open_line(1);
            }
            let window = Window::new(alpha, Window::FULL.beta);
            let score = self.child(root, &line, mv, depth, 0, window);
            let (false, ControlFlow::Continue(score)) = (self.context.budget.is_spent(), score) else {
                return iteration.stopped(self.context.counts);
            };
            let nodes = self.context.budget.nodes() - before;
            let bound = if score > alpha { Bound::Exact } else { Bound::Upper };
            let mut pv = vec![mv];
            if O::KEEPS_LINES {
                pv.extend_from_slice(&self.lines[1]);
            }
            self.context.observer.root_move(mv, score, nodes);
            iteration.push(RootMove { mv, score, bound, nodes, pv });
        }
        iteration.finished(self.context.counts)
    }
}
