//! State and steps of all fixed-depth searches: the evaluation, the table, the counters, and the path from the root.
//!
//! A [`Search`] values leaves, makes and undoes moves, and probes the table. An algorithm is a function over `&mut
//! Search`. [`textbook`](crate::textbook) contains the plain algorithms, and [`pvs`](crate::pvs) the algorithm for
//! play.

mod root;
pub(crate) mod table;

use std::hint::cold_path;

use plyground_game::{Evaluate, Game, History, Outcome, Score, SearchHints, Side, Window};

use crate::budget::{Budget, Stopped};
use crate::iteration::Counts;
use crate::limits::Limits;
use crate::observer::{Observer, Statistics};
use crate::options::{Options, Unit, View};
use crate::pv_table::PvTable;
use crate::shared_table::SharedTable;

/// The state of a search.
pub struct Search<'a, P: SearchHints, E> {
    pub(crate) evaluation: &'a E,
    pub(crate) options: Options,
    /// Transposition table; `None` if values do not depend on the position alone.
    pub(crate) table: Option<SharedTable>,
    pub(crate) observer: Option<&'a mut dyn Observer<P>>,
    /// Counts of the whole search.
    pub(crate) statistics: Statistics,
    /// Counts of the current iteration.
    pub(crate) counts: Counts,
    pub(crate) budget: Budget,
    pub(crate) history: History,
    pub(crate) pv: PvTable<P::Move>,
    pub(crate) root_side: Side,
}

plyground_game::impl_debug!(Search { options, counts } for [P: SearchHints, E] Search<'_, P, E>);

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node<P, Path> {
    pub(crate) pos: P,
    /// Path state of the evaluation.
    pub(crate) path: Path,
    /// Depth left.
    pub(crate) depth: u32,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Whether the side that moved here moves again.
    pub(crate) same_side: bool,
}

/// The depths left after a move, by the side that moves next.
#[derive(Clone, Copy)]
pub(crate) struct ChildDepths {
    same_side: u32,
    other_side: u32,
}

impl ChildDepths {
    /// No depth left for either side.
    pub(crate) const NONE: ChildDepths = ChildDepths { same_side: 0, other_side: 0 };

    /// Returns the depth left if the same side moves again, or the other side moves.
    #[inline(always)]
    pub(crate) fn after(self, same_side: bool) -> u32 {
        if same_side { self.same_side } else { self.other_side }
    }
}

/// The best move of a node so far.
#[derive(Clone, Copy)]
pub(crate) struct Best<M> {
    pub(crate) score: Score,
    /// First move with this score; `None` before the first move.
    pub(crate) mv: Option<M>,
}

impl<M> Best<M> {
    /// No move tried.
    pub(crate) const NONE: Best<M> = Best { score: Window::FULL.alpha, mv: None };
}

impl<'a, P: SearchHints, E: Evaluate<P>> Search<'a, P, E> {
    pub(crate) fn new(evaluation: &'a E, options: Options) -> Search<'a, P, E> {
        Search {
            evaluation,
            options,
            table: None,
            observer: None,
            statistics: Statistics::default(),
            counts: Counts::default(),
            budget: Budget::new(Limits::NONE),
            history: History::from_keys(Default::default(), 0, 0),
            pv: PvTable::default(),
            root_side: Side::First,
        }
    }

    /// Sets the table if the values of the search depend on the position alone: not on the path, and not on a depth of
    /// variable cost.
    pub(crate) fn set_table(&mut self, table: Option<SharedTable>) {
        self.table = table.filter(|_| !E::BY_PATH && !matches!(self.options.unit, Unit::Variable(_)));
    }

    /// Notifies the observer, if there is one.
    #[inline(always)]
    pub(crate) fn observe(&mut self, notify: impl FnOnce(&mut dyn Observer<P>)) {
        if let Some(observer) = &mut self.observer {
            cold_path();
            notify(&mut **observer);
        }
    }

    /// Notifies the observer of a node, if there is an observer.
    //
    // It receives a copy: a node whose address is taken does not stay in registers.
    #[inline(always)]
    pub(crate) fn observe_node(
        &mut self,
        node: &Node<P, E::Path>,
        notify: impl FnOnce(&mut dyn Observer<P>, &Node<P, E::Path>),
    ) {
        if self.observer.is_some() {
            self.notify(node.clone(), notify);
        }
    }

    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "a node whose address is taken does not stay in registers")]
    fn notify(&mut self, node: Node<P, E::Path>, notify: impl FnOnce(&mut dyn Observer<P>, &Node<P, E::Path>)) {
        self.observe(|observer| notify(observer, &node));
    }
}

/// Leaves and their values.
impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the side for which a leaf is valued, and whether it is the side to move.
    #[inline]
    fn viewer(&self, pos: &P) -> (Side, bool) {
        let mover = pos.side_to_move();
        match self.options.view {
            View::Mover => (mover, true),
            View::Root => (self.root_side, self.root_side == mover),
        }
    }

    /// Returns the static evaluation of an unfinished position for its side to move.
    #[inline(always)]
    pub(crate) fn static_eval(&self, pos: &P, path: &E::Path) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.evaluate(pos, path, side).seen_by(same)
    }

    /// Returns the value of a finished game for the side to move there.
    #[inline]
    fn final_value(&self, pos: &P, path: &E::Path, outcome: Outcome, ply: u32) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.finished(pos, path, outcome, side, ply).seen_by(same)
    }

    /// Returns the value of the root for its side to move, without a search and without counting.
    pub(crate) fn root_value(&self, root: &P) -> Score {
        let path = self.evaluation.start(root);
        match self.history.outcome(root) {
            Some(outcome) => self.final_value(root, &path, outcome, 0),
            None => self.static_eval(root, &path),
        }
    }

    /// Returns the side for which the position at the end of a line from the root is valued, and its static evaluation
    /// for the side at the root, without counting. Returns `None` if the game is over there.
    pub(crate) fn end_of_line(&self, game: &Game<P>, line: &[P::Move]) -> Option<(Side, Score)> {
        let root = game.position();
        // Not the history of the search: an interrupted search can leave moves in it.
        let (mut pos, mut path, mut history) = (root.clone(), self.evaluation.start(root), game.history().clone());
        for &mv in line {
            let after = pos.after(mv);
            if P::HAS_HISTORY {
                history.push(&pos, mv, &after);
            }
            path = self.evaluation.extend(&path, &pos, mv, &after);
            pos = after;
        }
        let is_finished = history.outcome(&pos).is_some();
        let value = || self.static_eval(&pos, &path).seen_by(pos.side_to_move() == self.root_side);
        (!is_finished).then(|| (self.viewer(&pos).0, value()))
    }

    /// Values a leaf, by the result of the game or else by the static evaluation, without notifying the observer.
    #[inline(always)]
    fn value_leaf(&mut self, node: &Node<P, E::Path>, outcome: Option<Outcome>) -> Score {
        self.counts.leaves += 1;
        self.statistics.leaves += 1;
        // The evaluation receives a copy too. Each case has its own, so that the result is tested once.
        match outcome {
            Some(outcome) => {
                self.counts.finished += 1;
                let Node { pos, path, ply, .. } = node.clone();
                self.final_value(&pos, &path, outcome, ply)
            }
            None => {
                let Node { pos, path, .. } = node.clone();
                self.static_eval(&pos, &path)
            }
        }
    }

    /// Values a leaf whose visit goes on.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, node: &Node<P, E::Path>, outcome: Option<Outcome>) -> Score {
        let score = self.value_leaf(node, outcome);
        self.observe_node(node, move |observer, node| observe_leaf(observer, node, outcome));
        score
    }

    /// Values a leaf, which ends its visit.
    #[inline(always)]
    pub(crate) fn evaluated(&mut self, node: &Node<P, E::Path>, outcome: Option<Outcome>) -> Score {
        let score = self.value_leaf(node, outcome);
        self.observe_node(node, move |observer, node| {
            observe_leaf(observer, node, outcome);
            observer.valued(&node.pos, node.ply, score);
        });
        score
    }

    /// Returns the value of a node if the game is over or no depth is left.
    #[inline(always)]
    pub(crate) fn terminal(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        let outcome = self.history.outcome(&node.pos);
        if outcome.is_none() && node.depth > 0 {
            return None;
        }
        self.pv.clear(node.ply);
        Some(self.evaluated(node, outcome))
    }

    /// Returns the value of a node at the horizon. Every line ends there: at [`MAX_PLY`](crate::MAX_PLY), or because
    /// the exit counter has run out.
    #[inline(always)]
    pub(crate) fn horizon(&mut self, node: &Node<P, E::Path>) -> Option<Score> {
        self.pv.clear(node.ply);
        if self.reach_horizon(node) { Some(self.evaluate(node, None)) } else { None }
    }

    /// Returns whether a node lies at the horizon. Marks the search as interrupted if the exit counter set the horizon.
    #[inline(always)]
    pub(crate) fn reach_horizon(&mut self, node: &Node<P, E::Path>) -> bool {
        if node.ply < self.budget.horizon() {
            return false;
        }
        self.exit();
        true
    }

    /// Returns whether the exit counter makes every node a leaf. If so, marks the search as interrupted.
    #[inline]
    pub(crate) fn exit(&mut self) -> bool {
        if self.budget.is_exiting() {
            self.counts.interrupted = true;
            return true;
        }
        false
    }

    /// Returns the evaluation's bound of the values below a node, if it settles the node.
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

    /// Notifies that a visit of a node ends with a value, and returns the value.
    #[inline(always)]
    pub(crate) fn valued(&mut self, node: &Node<P, E::Path>, score: Score) -> Score {
        self.observe_node(node, move |observer, node| observer.valued(&node.pos, node.ply, score));
        score
    }

    /// Notifies that a visit of a node starts.
    #[inline(always)]
    pub(crate) fn visit(&mut self, node: &Node<P, E::Path>, depth: u32, window: Window) {
        self.observe_node(node, move |observer, node| observer.visit(&node.pos, depth, node.ply, window));
    }
}

/// Notifies an observer of a leaf.
fn observe_leaf<P: SearchHints, Path>(observer: &mut dyn Observer<P>, node: &Node<P, Path>, outcome: Option<Outcome>) {
    observer.leaf(&node.pos, node.ply);
    if outcome.is_some() {
        observer.finished(&node.pos, node.ply);
    }
}

/// Inner nodes: moves are made, counted and undone.
impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Counts a node that is expanded.
    #[inline]
    pub(crate) fn enter(&mut self, pos: &P, depth: u32, ply: u32) {
        // The deepest leaf is one ply below the deepest expanded node.
        if self.counts.seldepth <= ply {
            self.counts.seldepth = ply + 1;
        }
        self.statistics.interior += 1;
        self.observe(move |observer| observer.interior(pos, depth, ply));
    }

    /// Returns a depth of the root in the unit that the tree uses.
    pub(crate) fn inner_depth(&self, depth: u32) -> u32 {
        if matches!(self.options.unit, Unit::Variable(_)) { depth * 100 } else { depth }
    }

    /// Returns the depths left after a move from `pos`, which has `depth` left.
    #[inline(always)]
    pub(crate) fn child_depths(&self, pos: &P, depth: u32) -> ChildDepths {
        // A variable cost depends on the position, so it is the same for all moves of a node.
        let other_side = match self.options.unit {
            Unit::Variable(cheap) => depth.saturating_sub(cheap.cost_at(pos)),
            Unit::Ply | Unit::Turn => depth - 1,
        };
        ChildDepths { same_side: other_side + u32::from(self.options.unit == Unit::Turn), other_side }
    }

    /// Counts a move before it is made.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. Then no further move can be made, and the values of all nodes of the
    /// path are invalid.
    #[inline(always)]
    pub(crate) fn count_node(&mut self, node: &Node<P, E::Path>, mv: P::Move) -> Result<(), Stopped> {
        if self.budget.count_node().is_err() {
            self.observe(|observer| observer.stopped());
            return Err(Stopped);
        }
        self.observe_node(node, move |observer, node| observer.made(&node.pos, mv));
        Ok(())
    }

    /// Makes a move.
    #[inline(always)]
    pub(crate) fn make(&mut self, node: &Node<P, E::Path>, mv: P::Move, depths: ChildDepths) -> Node<P, E::Path> {
        let after = node.pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(&node.pos, mv, &after);
        }
        let same_side = after.side_to_move() == node.pos.side_to_move();
        let depth = depths.after(same_side);
        let path = self.evaluation.extend(&node.path, &node.pos, mv, &after);
        Node { pos: after, path, depth, ply: node.ply + 1, same_side }
    }

    /// Undoes the last move.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        if P::HAS_HISTORY {
            self.history.pop();
        }
    }

    /// Counts a move that fails high after `tried` other moves.
    #[inline]
    pub(crate) fn cutoff(&mut self, node: &Node<P, E::Path>, mv: P::Move, tried: u32) {
        self.statistics.cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(tried == 0);
        self.observe_node(node, move |observer, node| observer.cutoff(&node.pos, mv, tried, node.ply));
    }

    /// Counts a repeated search of a node.
    #[inline]
    pub(crate) fn research(&mut self, pos: &P, ply: u32) {
        self.statistics.researches += 1;
        self.observe(|observer| observer.research(pos, ply));
    }
}
