//! The driver: all that the algorithms have in common, so that each of them is little more than the search of one node.
//!
//! A [`Driver`] holds evaluation, options, table, observer, and what a running search needs: the game's history, the
//! budget, counts, and principal variations. It makes moves and takes them back, values leaves, asks the table, and searches
//! the moves of the root one after the other. [`AlphaBeta`](crate::AlphaBeta), [`Scout`](crate::Scout) and the others are
//! drivers that differ in their [`Algorithm`] alone. All of them are made in the same way:
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, SharedTable, Statistics, TranspositionTable, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 100, antisymmetric: true };
//! let table = SharedTable::new(Arc::new(TranspositionTable::new(1)));
//! let mut search =
//!     AlphaBeta::new(&evaluation, Options::default()).with_table(table).observed(Statistics::default());
//! assert_eq!(search_once(&mut search, &game, 7).depth, 7);
//! assert!(search.observer().table_hits > 0);
//! ```

mod table;

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Class, Evaluate, History, Outcome, Position, Score, SearchHints, Side, Window};

use crate::abdada::Abdada;
use crate::budget::Budget;
use crate::iteration::{Counts, Iteration};
use crate::limits::Limits;
use crate::observer::{Observer, Statistics};
use crate::options::{Options, Unit, View};
use crate::pv_table::PvTable;
use crate::report::{Bound, RootMove, TableUse};
use crate::searcher::{RootTasks, Searcher};
use crate::table_access::{NoTable, TableAccess};

/// What an algorithm is for its driver.
///
/// It is implemented for drivers, by what their type `A` is, so that an algorithm has all of its driver at hand.
pub trait Algorithm<P: Position> {
    /// A search from `root` begins.
    fn begin_search(&mut self, _root: &P) {}

    /// Works with others on the same root from now on, until the next call.
    fn join(&mut self, _team: Option<Arc<Abdada>>) {}

    /// Searches one move of the root in a window of the root; `None` when a limit was reached.
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>>;

    /// Searches these moves of the root in this order to `depth`; `None` for what the driver does by itself, one
    /// [`Algorithm::root_move`] after the other.
    fn iterate(&mut self, _root: &P, _moves: &[P::Move], _depth: u32) -> Option<Iteration<P::Move>> {
        None
    }

    /// The root's value without search, where that is not what the evaluation says.
    fn static_value(&self, _root: &P) -> Option<Score> {
        None
    }

    /// See [`Searcher::proves`].
    fn proves(&self) -> bool {
        true
    }

    /// How many units of score make 1, where that is not what the evaluation says.
    fn scale(&self) -> Option<u32> {
        None
    }
}

/// What an algorithm keeps for itself: made from its options.
pub trait AlgorithmState<P: Position>: Sized {
    /// What it is made from: [`Options`], and more where the algorithm has more to choose.
    type Options;

    /// The options that all searches share, and the state.
    fn set_up(options: Self::Options) -> (Options, Self);
}

/// One search to a fixed depth, by the algorithm `A`, over the table `T`, watched by `O`.
pub struct Driver<'a, P: SearchHints, E, A, T = NoTable, O = ()> {
    pub(crate) evaluation: &'a E,
    pub(crate) options: Options,
    /// What the algorithm keeps for itself.
    pub(crate) algorithm: A,
    pub(crate) table: T,
    /// Whether values of this search may be kept by position.
    pub(crate) uses_table: bool,
    pub(crate) observer: O,
    pub(crate) history: History,
    pub(crate) budget: Budget,
    pub(crate) counts: Counts,
    /// Kept only for observers that want lines.
    pub(crate) pv: PvTable<P::Move>,
    pub(crate) root_side: Side,
    /// What a move takes from the depth when the same side moves again.
    same_side_step: u32,
    /// The depth from which every move leads to a leaf that is valued in the mover's view; 0 where there is none.
    pub(crate) frontier_depth: u32,
}

plyground_game::impl_debug!(Driver { options } for [P: SearchHints, E, A, T, O] Driver<'_, P, E, A, T, O>);

/// A move that has been made in the tree.
#[derive(Clone)]
pub(crate) struct Child<P, Path> {
    pub(crate) pos: P,
    /// What the evaluation carries down.
    pub(crate) path: Path,
    /// What is left of the depth.
    pub(crate) depth: u32,
    /// Whether the same side moves again.
    pub(crate) same_side: bool,
}

/// The depths that are left after a move, by who moves next.
#[derive(Clone, Copy)]
pub(crate) struct ChildDepths {
    same_side: u32,
    other_side: u32,
}

impl ChildDepths {
    /// Nothing is left, whichever side moves.
    pub(crate) const NONE: ChildDepths = ChildDepths { same_side: 0, other_side: 0 };

    /// What is left where the same side moves again, or the other one.
    #[inline(always)]
    pub(crate) fn after(self, same_side: bool) -> u32 {
        if same_side { self.same_side } else { self.other_side }
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, A: AlgorithmState<P>> Driver<'a, P, E, A> {
    /// A search without a table and without an observer.
    #[must_use]
    pub fn new(evaluation: &'a E, options: A::Options) -> Self {
        let (options, algorithm) = A::set_up(options);
        Driver {
            evaluation,
            same_side_step: u32::from(options.unit != Unit::Turn),
            frontier_depth: u32::from(options.unit == Unit::Ply && options.view == View::Mover),
            options,
            algorithm,
            table: NoTable,
            uses_table: false,
            observer: (),
            history: History::from_keys(Default::default(), 0, 0),
            budget: Budget::new(Limits::NONE),
            counts: Counts::default(),
            pv: PvTable::default(),
            root_side: Side::First,
        }
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, A, T, O> Driver<'a, P, E, A, T, O> {
    /// The same search over a transposition table. Evaluations that see the path, and depths of variable cost, make no
    /// use of it: their values do not depend on the position alone.
    #[must_use]
    pub fn with_table<U: TableAccess>(self, table: U) -> Driver<'a, P, E, A, U, O> {
        let uses_table = U::ON && !E::BY_PATH && !matches!(self.options.unit, Unit::Variable(_));
        self.replace(|_, observer| (table, observer), uses_table)
    }

    /// The same search, watched by an observer.
    #[must_use]
    pub fn observed<U: Observer<P>>(self, observer: U) -> Driver<'a, P, E, A, T, U> {
        let uses_table = self.uses_table;
        self.replace(|table, _| (table, observer), uses_table)
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.observer
    }

    fn replace<T2, O2>(self, by: impl FnOnce(T, O) -> (T2, O2), uses_table: bool) -> Driver<'a, P, E, A, T2, O2> {
        let (table, observer) = by(self.table, self.observer);
        Driver {
            evaluation: self.evaluation,
            options: self.options,
            algorithm: self.algorithm,
            table,
            uses_table,
            observer,
            history: self.history,
            budget: self.budget,
            counts: self.counts,
            pv: self.pv,
            root_side: self.root_side,
            same_side_step: self.same_side_step,
            frontier_depth: self.frontier_depth,
        }
    }
}

/// Leaves: what ends a line, and what it is worth.
impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// For whom a leaf is valued, and whether that is the side to move there.
    #[inline]
    fn viewer(&self, pos: &P) -> (Side, bool) {
        let mover = pos.side_to_move();
        match self.options.view {
            View::Mover => (mover, true),
            View::Root => (self.root_side, self.root_side == mover),
        }
    }

    /// The value of an unfinished position for its side to move, by the evaluation alone.
    #[inline]
    pub(crate) fn static_eval(&self, pos: &P, path: &E::Path) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.evaluate(pos, path, side).seen_by(same)
    }

    /// The value of a finished game for the side to move there.
    #[inline]
    pub(crate) fn final_value(&self, pos: &P, path: &E::Path, outcome: Outcome, ply: u32) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.finished(pos, path, outcome, side, ply).seen_by(same)
    }

    /// A leaf that is valued by the evaluation.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, pos: &P, path: &E::Path, ply: u32) -> Score {
        self.counts.leaves += 1;
        self.observer.leaf(pos, ply);
        self.static_eval(pos, path)
    }

    /// A leaf where the game is over.
    #[inline(always)]
    pub(crate) fn finished(&mut self, pos: &P, path: &E::Path, outcome: Outcome, ply: u32) -> Score {
        self.counts.leaves += 1;
        self.counts.finished += 1;
        self.observer.leaf(pos, ply);
        self.observer.finished(pos, ply);
        self.final_value(pos, path, outcome, ply)
    }

    /// The value of a child that is a leaf, for its side to move: the game is over there, or no depth is left.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, child: &Child<P, E::Path>, ply: u32) -> Option<Score> {
        let outcome = self.history.outcome(&child.pos);
        if outcome.is_none() && child.depth > 0 {
            return None;
        }
        if O::KEEPS_LINES {
            self.pv.clear(ply);
        }
        let score = match outcome {
            Some(outcome) => self.finished(&child.pos, &child.path, outcome, ply),
            None => self.evaluate(&child.pos, &child.path, ply),
        };
        self.observer.valued(&child.pos, ply, score);
        Some(score)
    }

    /// The value of a child that is a leaf of a frontier node, for the side that moved there; in the mover's view.
    //
    // Taken apart where it is valued: an evaluation that needs the position in memory then leaves the rest in registers, and one
    // that does not finds all of it there.
    #[inline(always)]
    pub(crate) fn frontier_value(&mut self, child: Child<P, E::Path>, ply: u32) -> Score {
        let same_side = child.same_side;
        if let Some(outcome) = self.history.outcome(&child.pos) {
            let Child { pos, path, .. } = child;
            let score = self.finished(&pos, &path, outcome, ply);
            self.observer.valued(&pos, ply, score);
            return Window::from_child(score, same_side);
        }
        self.counts.leaves += 1;
        self.observer.leaf(&child.pos, ply);
        let Child { pos, path, .. } = child;
        // Two ways, so that who moves is asked once.
        if same_side {
            let score = self.evaluation.evaluate(&pos, &path, pos.side_to_move());
            self.observer.valued(&pos, ply, score);
            score
        } else {
            let score = self.evaluation.evaluate(&pos, &path, pos.side_to_move());
            self.observer.valued(&pos, ply, score);
            Window::from_child(score, false)
        }
    }

    /// The value of a node that lies at the horizon, where every line ends: by plies, or because time is up.
    #[inline(always)]
    pub(crate) fn horizon(&mut self, pos: &P, path: &E::Path, ply: u32) -> Option<Score> {
        if O::KEEPS_LINES {
            self.pv.clear(ply);
        }
        if ply >= self.budget.horizon() {
            self.counts.shortened = true;
            if self.budget.is_exiting() {
                self.counts.cut = true;
            }
            return Some(self.evaluate(pos, path, ply));
        }
        None
    }

    /// Whether a position with depth left becomes a leaf because the exit counter has run out.
    #[inline]
    pub(crate) fn exits(&mut self) -> bool {
        // Not `cut |= ..`: rustc 1.95 made of it, with optimisation and in one unit with the searches, a flag that was always set.
        if self.budget.is_exiting() {
            self.counts.cut = true;
            return true;
        }
        false
    }

    /// What the evaluation knows of the values that can come, where that settles the node.
    #[inline]
    pub(crate) fn bounds_cutoff(&self, pos: &P, window: Window) -> Option<Score> {
        if !E::HAS_BOUNDS {
            return None;
        }
        let (side, same) = self.viewer(pos);
        let (least, most) = self.evaluation.bounds(pos, side)?;
        let Window { alpha: least, beta: most } = Window::new(least, most).for_child(same);
        if least >= window.beta || least == most { Some(least) } else { (most <= window.alpha).then_some(most) }
    }
}

/// Nodes: moves are made, counted and taken back.
impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// A position is expanded, `ply` plies from the root.
    #[inline]
    pub(crate) fn enter(&mut self, pos: &P, depth: u32, ply: u32) {
        // The deepest leaf lies below the deepest of these.
        if self.counts.seldepth <= ply {
            self.counts.seldepth = ply + 1;
        }
        self.observer.interior(pos, depth, ply);
    }

    /// A depth as it is counted inside of the tree.
    pub(crate) fn inner_depth(&self, depth: u32) -> u32 {
        if matches!(self.options.unit, Unit::Variable(_)) { depth * 100 } else { depth }
    }

    /// The depths that are left after a move from `pos`, which has `depth` left.
    #[inline(always)]
    pub(crate) fn child_depths(&self, pos: &P, depth: u32) -> ChildDepths {
        // Where a move's price depends on the position, it is the same for all moves of a node.
        let above = match self.options.unit {
            Unit::Variable(cheap) => depth.saturating_sub(cheap.cost_at(pos)) + 1,
            Unit::Ply | Unit::Turn => depth,
        };
        ChildDepths { same_side: above - self.same_side_step, other_side: above - 1 }
    }

    /// Makes a move in the tree; breaks off when a limit is reached.
    ///
    /// A limit that is reached farther down makes all values above it worthless, but needs no word of its own: no further
    /// move can be made then, so that all loops break off one after the other, and the root asks the budget.
    #[inline(always)]
    pub(crate) fn make(
        &mut self,
        pos: &P,
        path: &E::Path,
        mv: P::Move,
        depths: ChildDepths,
    ) -> ControlFlow<(), Child<P, E::Path>> {
        if self.budget.count_node().is_err() {
            self.observer.stopped();
            return ControlFlow::Break(());
        }
        self.observer.made(pos, mv);
        let after = pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        let same_side = after.side_to_move() == pos.side_to_move();
        let depth = depths.after(same_side);
        if T::ON && depth > 0 && self.uses_table {
            self.table.prefetch(self.table_key(&after, depth));
        }
        let path = self.evaluation.extend(path, pos, mv, &after);
        ControlFlow::Continue(Child { pos: after, path, depth, same_side })
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        if P::HAS_HISTORY {
            self.history.pop();
        }
    }

    /// `mv` and the line below it are the best so far at `ply`.
    #[inline(always)]
    pub(crate) fn update_pv(&mut self, ply: u32, mv: P::Move) {
        if O::KEEPS_LINES {
            self.pv.update(ply, mv);
        }
    }

    /// `mv`, which leads to a leaf, is the best so far at `ply`.
    #[inline(always)]
    pub(crate) fn end_pv(&mut self, ply: u32, mv: P::Move) {
        if O::KEEPS_LINES {
            self.pv.end(ply, mv);
        }
    }
}

/// The best of the moves of a node that have been tried.
#[derive(Clone, Copy)]
pub(crate) struct Best<M> {
    pub(crate) score: Score,
    /// The first move of that score; none before the first.
    pub(crate) mv: Option<M>,
}

impl<M> Best<M> {
    /// Nothing has been tried.
    pub(crate) const NONE: Best<M> = Best { score: Window::FULL.alpha, mv: None };
}

/// Shows the table's move, then all others in the game's order, until the visitor breaks off. Without a table there is no
/// such move, and the visitor is compiled in one place.
#[inline(always)]
pub(crate) fn visit_tt_move_first<P: SearchHints, T: TableAccess>(
    pos: &P,
    tt_move: Option<P::Move>,
    mut visit: impl FnMut(P::Move) -> ControlFlow<()>,
) {
    if !T::ON {
        let _ = pos.visit_moves(Class::All, visit);
        return;
    }
    // The table's move in a round of its own: one place where the visitor is called, so that its variables stay in registers.
    let mut is_first_round = tt_move.is_some();
    loop {
        let visited = pos.visit_moves(Class::All, |mv| {
            if (Some(mv) == tt_move) == is_first_round { visit(mv) } else { ControlFlow::Continue(()) }
        });
        if visited.is_break() || !is_first_round {
            return;
        }
        is_first_round = false;
    }
}

/// The root.
impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// Searches a move of the root in `window`: makes it, and leaves the rest to `search`, which answers for the side that
    /// made the move. `None` when a limit was reached.
    pub(crate) fn search_root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        depth: u32,
        window: Window,
        search: impl FnOnce(&mut Self, &Child<P, E::Path>) -> Score,
    ) -> Option<RootMove<P::Move>> {
        let nodes_before = self.budget.nodes();
        let path = self.evaluation.start(root);
        let depths = self.child_depths(root, self.inner_depth(depth));
        let ControlFlow::Continue(child) = self.make(root, &path, mv, depths) else { return None };
        let score = search(self, &child);
        self.unmake();
        if self.budget.is_spent() {
            return None;
        }
        let nodes = self.budget.nodes() - nodes_before;
        let bound = Bound::of(score, window);
        let mut pv = vec![mv];
        if O::KEEPS_LINES {
            pv.extend_from_slice(self.pv.below(0));
        }
        self.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound, nodes, pv, statistics: None })
    }

    /// Goes on with the line of a root move where the table answered instead of a search.
    pub(crate) fn complete_root_line(&mut self, root: &P, depth: u32, root_move: &mut RootMove<P::Move>) {
        if O::KEEPS_LINES && T::ON && self.uses_table && root_move.bound == Bound::Exact {
            self.complete_pv(root, &mut root_move.pv, depth);
        }
    }
}

impl<P, E, A, T, O> Searcher<P> for Driver<'_, P, E, A, T, O>
where
    P: SearchHints,
    E: Evaluate<P>,
    T: TableAccess,
    O: Observer<P>,
    Self: Algorithm<P>,
{
    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.root_side = root.side_to_move();
        self.history = history.clone();
        self.budget = budget;
        self.table.start();
        self.begin_search(root);
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.static_value(root).unwrap_or_else(|| self.root_value(root))
    }

    fn proves(&self) -> bool {
        Algorithm::proves(self)
    }

    fn scale(&self) -> u32 {
        Algorithm::scale(self).unwrap_or_else(|| self.evaluation.scale())
    }

    fn table_use(&self) -> TableUse {
        self.table.usage()
    }

    fn join(&mut self, team: Option<Arc<Abdada>>) {
        Algorithm::join(self, team);
    }

    fn statistics(&self) -> Option<Statistics> {
        self.observer.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.begin(root, depth);
        if let Some(iteration) = Algorithm::iterate(self, root, moves, depth) {
            return iteration;
        }
        self.observer.visit(root, self.inner_depth(depth), 0, Window::FULL);
        let mut iteration = Iteration::new();
        for &mv in moves {
            let window = Window::new(self.options.root_alpha(&iteration), Window::FULL.beta);
            match Algorithm::root_move(self, root, mv, depth, window) {
                Some(root_move) => iteration.push(root_move),
                None => return iteration.stopped(self.counts),
            }
        }
        if let Some(best) = iteration.nth_best(1) {
            self.observer.valued(root, 0, best);
        }
        iteration.finished(self.counts)
    }
}

impl<P, E, A, T, O> RootTasks<P> for Driver<'_, P, E, A, T, O>
where
    P: SearchHints,
    E: Evaluate<P>,
    T: TableAccess,
    O: Observer<P>,
    Self: Algorithm<P>,
{
    fn begin(&mut self, root: &P, depth: u32) {
        self.counts = Counts::default();
        self.enter(root, depth, 0);
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        Algorithm::root_move(self, root, mv, depth, window)
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

impl<P: SearchHints, E: Evaluate<P>, A, T: TableAccess, O: Observer<P>> Driver<'_, P, E, A, T, O> {
    /// The value of the root for its side to move, without search; counts nothing.
    pub(crate) fn root_value(&self, root: &P) -> Score {
        let path = self.evaluation.start(root);
        match self.history.outcome(root) {
            Some(outcome) => self.final_value(root, &path, outcome, 0),
            None => self.static_eval(root, &path),
        }
    }
}
