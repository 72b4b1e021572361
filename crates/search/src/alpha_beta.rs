//! Alpha-beta \[Knuth1975\]: minimax that leaves out what cannot matter.
//!
//! Fail-soft: outside of its window a search still returns the tightest bound that it has seen. Moves are tried in the
//! game's order; with memory, the move that the table knows comes first. [`Scout`](crate::Scout) is the same search with
//! other windows, so both are one [`Negamax`].
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, AlphaBetaMemory, Options, Remember, Table, search_once};
//!
//! let game = Game::<Kalah>::new(&"4x3".parse()?, &"kalaha".parse()?);
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let plain = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 9);
//! let memory = Remember::new(Arc::new(Table::new(1))).exactly();
//! let remembering = search_once(&mut AlphaBetaMemory::with(&evaluation, Options::default(), memory, ()), &game, 9);
//! assert_eq!(plain.score, remembering.score);
//! assert!(remembering.nodes < plain.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::marker::PhantomData;
use std::ops::ControlFlow;

use plyground_game::{Class, Evaluate, History, Move, Score, SearchHints, Window};

use crate::budget::{Budget, MAX_PLY, Stopped};
use crate::context::{Context, Counts, Node, Options};
use crate::limits::Limits;
use crate::memory::{Memory, Remember};
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove, TableUse};
use crate::searcher::{Iteration, RootTasks, Searcher};
use crate::table::Entry;

/// Alpha-beta without memory.
pub type AlphaBeta<'a, P, E, O = ()> = Negamax<'a, P, E, FullWindows, (), O>;

/// Alpha-beta over a transposition table.
pub type AlphaBetaMemory<'a, P, E, O = ()> = Negamax<'a, P, E, FullWindows, Remember, O>;

/// In which windows the moves of a node are searched.
pub trait Windows: Send {
    /// Whether all but the first are searched in a null window first.
    const NULL_FIRST: bool;
}

/// Every move in the node's own window: alpha-beta.
#[derive(Clone, Copy, Debug)]
pub struct FullWindows;

impl Windows for FullWindows {
    const NULL_FIRST: bool = false;
}

/// A depth-first search with a window, with or without memory.
pub struct Negamax<'a, P: SearchHints, E, W, M, O> {
    context: Context<'a, P, E, O>,
    memory: M,
    /// Whether values of this search may be kept by position.
    remembers: bool,
    windows: PhantomData<W>,
}

impl<'a, P: SearchHints, E: Evaluate<P>, W: Windows> Negamax<'a, P, E, W, (), ()> {
    /// A searcher without memory that nobody looks into.
    #[must_use]
    pub fn new(evaluation: &'a E, options: Options) -> Self {
        Negamax::with(evaluation, options, (), ())
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, W: Windows, O: Observer<P>> Negamax<'a, P, E, W, (), O> {
    /// A searcher without memory, with an observer.
    #[must_use]
    pub fn observed(evaluation: &'a E, options: Options, observer: O) -> Self {
        Negamax::with(evaluation, options, (), observer)
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, W: Windows, M: Memory, O: Observer<P>> Negamax<'a, P, E, W, M, O> {
    /// A searcher with memory and an observer.
    #[must_use]
    pub fn with(evaluation: &'a E, options: Options, memory: M, observer: O) -> Self {
        let context = Context::new(evaluation, options, observer);
        let remembers = M::ON && context.can_remember();
        Negamax { context, memory, remembers, windows: PhantomData }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    /// The value of `root`, the present position of `history`, searched in `window`: exact inside, a bound outside.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached.
    pub fn value(&mut self, root: &P, history: &History, limits: &Limits, window: Window) -> Result<Score, Stopped> {
        self.start(root, history, Budget::new(limits));
        let line = self.context.evaluation.start(root);
        let depth = self.context.inner_depth(limits.last_depth());
        let score = self.node(root, &line, depth, 0, window);
        if self.context.budget.is_spent() { Err(Stopped) } else { Ok(score) }
    }

    /// The value of `pos` for its side to move; worthless when a limit was reached below.
    #[inline(always)]
    fn node(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32, window: Window) -> Score {
        if O::KEEPS_LINES {
            self.context.lines.open(ply);
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

    /// The value of an unfinished `pos` for its side to move, with some depth left.
    #[inline(never)]
    fn expand(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32, window: Window) -> Score {
        if ply >= self.context.budget.horizon() {
            self.context.counts.shortened = true;
            return self.context.evaluate(pos, line, ply);
        }
        let mut node = Node::new(window);
        if !W::NULL_FIRST && !M::ON && depth == self.context.last_depth {
            // Most nodes are of the last ply: their moves need no depth, no call, and no copy.
            self.context.expand(pos, depth, ply);
            let _ = pos.visit_moves(Class::All, |mv| {
                let score = self.context.leaf_move(pos, line, mv, ply)?;
                self.context.take_in(pos, mv, score, ply, &mut node)
            });
            return node.best;
        }
        let budget = self.context.depth_budget(pos, depth);
        if !(M::ON && self.remembers) {
            self.context.expand(pos, depth, ply);
            if W::NULL_FIRST || M::ON {
                self.try_all(pos, line, None, (budget, ply), &mut node);
            } else {
                // Plain alpha-beta is what hand-written programs are compared with: each move is searched where it is made.
                let _ = pos.visit_moves(Class::All, |mv| self.try_move(pos, line, mv, (budget, ply), &mut node));
            }
            return node.best;
        }
        let key = self.context.table_key(pos, depth, self.memory.is_exact());
        let mut known = None;
        if let Some(entry) = self.memory.get(key) {
            self.context.observer.table_hit(pos, ply);
            if let Some(score) = self.memory.answer(&entry, depth, ply, window) {
                self.context.counts.shortened = true;
                self.memory.count_cutoff();
                self.context.observer.table_cutoff(pos, ply);
                return score;
            }
            known = entry.mv.and_then(|index| P::Move::from_index(index.into())).filter(|&mv| pos.is_legal(mv));
        }
        self.context.expand(pos, depth, ply);
        self.try_all(pos, line, known, (budget, ply), &mut node);
        if !self.context.budget.is_spent()
            && !self.context.budget.is_exiting()
            && self.context.counts.seldepth < MAX_PLY
        {
            let bound = Bound::of(node.best, window);
            let mv = node.best_move.map(|mv| mv.index() as u16);
            self.memory.put(key, Entry { mv, score: node.best.counted_from_node(ply), depth, bound });
        }
        node.best
    }

    /// Searches the moves of a node in order, the known one first.
    fn try_all(&mut self, pos: &P, line: &E::Line, known: Option<P::Move>, at: (u32, u32), node: &mut Node<P::Move>) {
        let moves = pos.legal_moves();
        let rest = moves.into_iter().filter(|&mv| Some(mv) != known);
        for mv in known.into_iter().chain(rest) {
            if self.try_move(pos, line, mv, at, node).is_break() {
                break;
            }
        }
    }

    /// Searches a move of a node and takes its value in; breaks off when the node fails high or a limit is reached.
    #[inline(always)]
    fn try_move(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        at: (u32, u32),
        node: &mut Node<P::Move>,
    ) -> ControlFlow<()> {
        let score = self.child(pos, line, mv, at, node.window, node.tried == 0)?;
        self.context.take_in(pos, mv, score, at.1, node)
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
        at: (u32, u32),
        window: Window,
        first: bool,
    ) -> ControlFlow<(), Score> {
        if self.context.count_node().is_err() {
            return ControlFlow::Break(());
        }
        let score = match self.context.make_usually(pos, mv) {
            Some(after) => self.made(pos, line, mv, &after, at, window, first),
            None => self.unusual_child(pos, line, mv, at, window, first),
        };
        self.context.unmake();
        ControlFlow::Continue(score)
    }

    #[cold]
    #[inline(never)]
    fn unusual_child(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        at: (u32, u32),
        window: Window,
        first: bool,
    ) -> Score {
        let after = self.context.make(pos, mv);
        self.made(pos, line, mv, &after, at, window, first)
    }

    /// The value of a move that has led to `after`.
    #[expect(clippy::too_many_arguments, reason = "all of it is in registers")]
    #[inline(always)]
    fn made(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        after: &P,
        (budget, ply): (u32, u32),
        window: Window,
        first: bool,
    ) -> Score {
        let line = self.context.evaluation.extend(line, pos, mv, after);
        // Two ways, one for each answer, so that nothing behind has to ask again.
        if after.side_to_move() == pos.side_to_move() {
            self.reply(after, &line, (self.context.child_depth(budget, true), ply), window, first, true)
        } else {
            self.reply(after, &line, (self.context.child_depth(budget, false), ply), window, first, false)
        }
    }

    /// The value of `after`, with `depth` left, for the side that moved to there from `ply`.
    #[inline(always)]
    fn reply(
        &mut self,
        after: &P,
        line: &E::Line,
        (depth, ply): (u32, u32),
        window: Window,
        first: bool,
        same_side: bool,
    ) -> Score {
        if W::NULL_FIRST {
            return self.scout(after, line, (depth, ply), window, first, same_side);
        }
        Window::from_child(self.node(after, line, depth, ply + 1, window.for_child(same_side)), same_side)
    }

    /// The same by Scout's windows.
    #[inline(never)]
    fn scout(
        &mut self,
        after: &P,
        line: &E::Line,
        (depth, ply): (u32, u32),
        mut window: Window,
        first: bool,
        same_side: bool,
    ) -> Score {
        // A leaf has one value in every window.
        let mut asked = !first && depth > 0 && !window.is_null();
        loop {
            let tried = if asked { Window::null_above(window.alpha) } else { window };
            let score = self.node(after, line, depth, ply + 1, tried.for_child(same_side));
            let score = Window::from_child(score, same_side);
            if !asked || score <= window.alpha || score >= window.beta || self.context.budget.is_spent() {
                return score;
            }
            self.context.observer.research(after, ply + 1);
            window.alpha = score.next_down();
            asked = false;
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, W: Windows, M: Memory, O: Observer<P>> Searcher<P> for Negamax<'_, P, E, W, M, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
        self.memory.start();
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

    fn table_use(&self) -> TableUse {
        self.memory.usage()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.context.observer.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.begin(root, depth);
        let mut iteration = Iteration::new();
        for &mv in moves {
            let alpha = self.context.options.root_alpha(&iteration);
            match self.root_move(root, mv, depth, Window::new(alpha, Window::FULL.beta)) {
                Some(root_move) => iteration.push(root_move),
                None => return iteration.stopped(self.context.counts),
            }
        }
        iteration.finished(self.context.counts)
    }
}

impl<P: SearchHints, E: Evaluate<P>, W: Windows, M: Memory, O: Observer<P>> RootTasks<P>
    for Negamax<'_, P, E, W, M, O>
{
    fn begin(&mut self, root: &P, depth: u32) {
        self.context.begin(root, depth);
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let before = self.context.budget.nodes();
        if O::KEEPS_LINES {
            // A move that fails low at once would else show the line of the move before it.
            self.context.lines.open(1);
        }
        let line = self.context.evaluation.start(root);
        let budget = self.context.depth_budget(root, self.context.inner_depth(depth));
        let first = window.alpha == Window::FULL.alpha;
        let score = self.child(root, &line, mv, (budget, 0), window, first);
        let (false, ControlFlow::Continue(score)) = (self.context.budget.is_spent(), score) else {
            return None;
        };
        let nodes = self.context.budget.nodes() - before;
        let bound = Bound::of(score, window);
        let mut pv = vec![mv];
        if O::KEEPS_LINES {
            pv.extend_from_slice(self.context.lines.below(0));
            if self.remembers && bound == Bound::Exact {
                self.context.complete(root, &mut pv, depth, &mut self.memory);
            }
        }
        self.context.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound, nodes, pv })
    }

    fn counts(&self) -> Counts {
        self.context.counts
    }
}
