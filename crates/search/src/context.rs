//! What all searches share: how leaves are valued, how depth is counted, what ends a game.

use std::ops::ControlFlow;
use std::str::FromStr;

use plyground_game::{Evaluate, History, Move, Outcome, Score, SearchHints, Side, Window};

use crate::budget::{Budget, MAX_PLY, Stopped};
use crate::limits::Limits;
use crate::lines::Lines;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::report::Bound;
use crate::searcher::Iteration;

/// From whose side leaves are valued. Where an evaluation is antisymmetric, both views are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// For the side to move at the leaf, as negamax has it.
    #[default]
    Mover,
    /// For the side to move at the root, as some published agents do with evaluations that are not antisymmetric.
    Root,
}

/// What one step of depth is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unit {
    /// A move.
    #[default]
    Ply,
    /// A change of the side to move: all moves that a side makes in a row are one step.
    Turn,
    /// A move, but one that the game calls cheap costs less: [`SearchHints::ply_cost`] in hundredths. A line ends when its depth
    /// is used up, so the last move may cost more than is left.
    Variable,
}

impl FromStr for View {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<View, &'static str> {
        match text {
            "mover" => Ok(View::Mover),
            "root" => Ok(View::Root),
            _ => Err("`mover` or `root`"),
        }
    }
}

impl FromStr for Unit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Unit, &'static str> {
        match text {
            "ply" => Ok(Unit::Ply),
            "turn" => Ok(Unit::Turn),
            "variable" => Ok(Unit::Variable),
            _ => Err("`ply`, `turn` or `variable`"),
        }
    }
}

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How leaves are valued.
    pub view: View,
    /// How depth is counted.
    pub unit: Unit,
    /// How many best root moves get their exact value and line; at least 1.
    pub lines: usize,
    /// Whether each depth tries the best lines of the depth before first; else root moves come in the game's order.
    pub sort_root: bool,
    /// Chooses at random, by this seed, among root moves of equal value; else the first of them is taken.
    pub noise: Option<u64>,
}

impl Default for Options {
    /// Mover's view, plies, one line, root moves sorted, no randomness.
    fn default() -> Options {
        Options { view: View::Mover, unit: Unit::Ply, lines: 1, sort_root: true, noise: None }
    }
}

impl Options {
    /// What the last of the wanted lines has already; values above it come out exact. Where equal moves are wanted too,
    /// one less.
    pub(crate) fn root_alpha<M: Copy + Eq>(&self, iteration: &Iteration<M>) -> Score {
        let alpha = iteration.nth_best(self.lines).unwrap_or(Window::FULL.alpha);
        if self.noise.is_some() { alpha.next_down() } else { alpha }
    }
}

/// The state of a running search.
pub(crate) struct Context<'a, P: SearchHints, E, O> {
    pub(crate) evaluation: &'a E,
    pub(crate) options: Options,
    pub(crate) observer: O,
    pub(crate) history: History,
    pub(crate) budget: Budget,
    pub(crate) counts: Counts,
    root_side: Side,
    /// What a move takes from the depth when the same side moves again.
    same_side_step: u32,
    /// The depth from which every move leads to a leaf that is valued in the mover's view; 0 if there is none.
    pub(crate) last_depth: u32,
    /// The best lines from the nodes of the present path; kept only for observers that want them.
    pub(crate) lines: Lines<P::Move>,
}

/// What a node knows while its moves are tried.
pub(crate) struct Node<M> {
    /// What is left of the window.
    pub(crate) window: Window,
    pub(crate) best: Score,
    /// The first move of the best value; none before the first value.
    pub(crate) best_move: Option<M>,
    /// How many moves have been tried.
    pub(crate) tried: u32,
}

impl<M> Node<M> {
    #[inline(always)]
    pub(crate) fn new(window: Window) -> Node<M> {
        Node { window, best: Window::FULL.alpha, best_move: None, tried: 0 }
    }

    /// Whether a move was too good for the opponent to come here.
    #[inline(always)]
    pub(crate) fn has_failed_high(&self) -> bool {
        self.best >= self.window.beta
    }
}

/// The depths that are left after a move, by who moves next.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    same_side: u32,
    other_side: u32,
}

impl Depths {
    #[inline(always)]
    pub(crate) fn after(self, same_side: bool) -> u32 {
        if same_side { self.same_side } else { self.other_side }
    }
}

/// What is counted in one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions valued: at the end of the depth, or finished games.
    pub leaves: u64,
    /// Leaves that are finished games.
    pub finished: u64,
    /// The most plies from the root to a leaf.
    pub seldepth: u32,
    /// Whether part of the tree was left out for a reason that a deeper search may not have.
    pub shortened: bool,
}

impl Counts {
    /// Whether all leaves are finished games: then a deeper search sees nothing new.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.leaves == self.finished && !self.shortened
    }

    /// The counts of two parts of the same tree.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            leaves: self.leaves + other.leaves,
            finished: self.finished + other.finished,
            seldepth: self.seldepth.max(other.seldepth),
            shortened: self.shortened || other.shortened,
        }
    }
}

impl<'a, P: SearchHints, E: Evaluate<P>, O: Observer<P>> Context<'a, P, E, O> {
    pub(crate) fn new(evaluation: &'a E, options: Options, observer: O) -> Context<'a, P, E, O> {
        Context {
            same_side_step: u32::from(options.unit != Unit::Turn),
            last_depth: u32::from(options.unit == Unit::Ply && options.view == View::Mover),
            evaluation,
            options,
            observer,
            history: History::from_keys(Default::default(), 0, 0),
            budget: Budget::new(Limits::NONE),
            counts: Counts::default(),
            root_side: Side::First,
            lines: Lines::default(),
        }
    }

    /// Makes ready for searches from `root`.
    pub(crate) fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.root_side = root.side_to_move();
        self.history = history.clone();
        self.budget = budget;
    }

    /// Begins an iteration: the counts start anew.
    pub(crate) fn begin(&mut self, root: &P, depth: u32) {
        self.counts = Counts::default();
        self.expand(root, depth, 0);
    }

    /// A depth as it is counted inside of the tree.
    pub(crate) fn inner_depth(&self, depth: u32) -> u32 {
        if self.options.unit == Unit::Variable { depth * 100 } else { depth }
    }

    /// Whether values may be remembered by position.
    pub(crate) fn can_remember(&self) -> bool {
        !E::BY_PATH && self.options.unit != Unit::Variable
    }

    /// The key under which the value of `pos`, searched to `depth`, is remembered: the position's own, and whatever else the
    /// value depends on. With `exact`, that is all of the history that could matter; see `table.rs`.
    #[inline]
    pub(crate) fn table_key(&self, pos: &P, depth: u32, exact: bool) -> u64 {
        let mut key = pos.key();
        if self.options.view == View::Root && self.root_side == Side::Second {
            // A table that outlives a search must not mix up values for one side with values for the other.
            key ^= 0x9e6c_63d0_676a_9a99;
        }
        if P::HAS_HISTORY {
            let plies = if self.options.unit == Unit::Ply { depth } else { u32::MAX };
            key ^= self.history.signature(plies, P::NO_RETURN_WITHIN, exact);
        }
        key
    }

    /// The result of the present position, by board or history.
    #[inline]
    pub(crate) fn outcome(&self, pos: &P) -> Option<Outcome> {
        self.history.outcome(pos)
    }

    /// Notes that a position is expanded, `ply` plies from the root.
    #[inline]
    pub(crate) fn expand(&mut self, pos: &P, depth: u32, ply: u32) {
        // The deepest leaf lies below the deepest of these.
        if self.counts.seldepth <= ply {
            self.counts.seldepth = ply + 1;
        }
        self.observer.interior(pos, depth, ply);
    }

    /// The value of a finished game for the side to move there.
    #[inline(always)]
    pub(crate) fn finished(&mut self, pos: &P, line: &E::Line, outcome: Outcome, ply: u32) -> Score {
        self.counts.leaves += 1;
        self.counts.finished += 1;
        self.observer.leaf(pos, ply);
        let (side, same) = self.viewer(pos);
        self.evaluation.finished(pos, line, outcome, side, ply).seen_by(same)
    }

    /// The value of the root for its side to move, without search; counts nothing.
    pub(crate) fn value_now(&self, root: &P) -> Score {
        let line = self.evaluation.start(root);
        let (side, same) = self.viewer(root);
        let value = match self.outcome(root) {
            Some(outcome) => self.evaluation.finished(root, &line, outcome, side, 0),
            None => self.evaluation.evaluate(root, &line, side),
        };
        value.seen_by(same)
    }

    /// The value of a leaf for the side to move there.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, pos: &P, line: &E::Line, ply: u32) -> Score {
        self.counts.leaves += 1;
        self.observer.leaf(pos, ply);
        let (side, same) = self.viewer(pos);
        self.evaluation.evaluate(pos, line, side).seen_by(same)
    }

    /// The value of a move from `ply` that has led to a leaf, for the side that made it, in the mover's view.
    #[inline(always)]
    fn leaf(&mut self, pos: &P, line: &E::Line, mv: P::Move, after: &P, ply: u32) -> Score {
        let line = self.evaluation.extend(line, pos, mv, after);
        let same_side = after.side_to_move() == pos.side_to_move();
        match self.outcome(after) {
            Some(outcome) => self.finished(after, &line, outcome, ply + 1).seen_by(same_side),
            None => {
                self.counts.leaves += 1;
                self.observer.leaf(after, ply + 1);
                self.evaluation.evaluate(after, &line, after.side_to_move()).seen_by(same_side)
            }
        }
    }

    /// The value of a move of the last ply for the side that makes it, in the mover's view; breaks off when a limit is
    /// reached.
    #[inline(always)]
    pub(crate) fn leaf_move(&mut self, pos: &P, line: &E::Line, mv: P::Move, ply: u32) -> ControlFlow<(), Score> {
        if self.count_node().is_err() {
            return ControlFlow::Break(());
        }
        if O::KEEPS_LINES {
            self.lines.open(ply + 1);
        }
        let score = match self.make_usually(pos, mv) {
            Some(after) => self.leaf(pos, line, mv, &after, ply),
            None => self.unusual_leaf(pos, line, mv, ply),
        };
        self.unmake();
        ControlFlow::Continue(score)
    }

    #[cold]
    #[inline(never)]
    fn unusual_leaf(&mut self, pos: &P, line: &E::Line, mv: P::Move, ply: u32) -> Score {
        let after = self.make(pos, mv);
        self.leaf(pos, line, mv, &after, ply)
    }

    /// Takes the value of a move into its node; breaks off when that fails high.
    #[inline(always)]
    pub(crate) fn take_in(
        &mut self,
        pos: &P,
        mv: P::Move,
        score: Score,
        ply: u32,
        node: &mut Node<P::Move>,
    ) -> ControlFlow<()> {
        if score > node.best {
            node.best = score;
            node.best_move = Some(mv);
            if score > node.window.alpha {
                node.window.alpha = score;
                if O::KEEPS_LINES {
                    self.lines.keep(ply, mv);
                }
                if score >= node.window.beta {
                    self.observer.cutoff(pos, mv, node.tried, ply);
                    return ControlFlow::Break(());
                }
            }
        }
        node.tried += 1;
        ControlFlow::Continue(())
    }

    /// For whom a leaf is valued, and whether that is the side to move there.
    #[inline]
    fn viewer(&self, pos: &P) -> (Side, bool) {
        let mover = pos.side_to_move();
        match self.options.view {
            View::Mover => (mover, true),
            View::Root => (self.root_side, self.root_side == mover),
        }
    }

    /// What [`Context::child_depth`] takes from: the depth itself, but where a move's price depends on the position, one
    /// more than what that leaves. So the price is asked once for all moves of a node.
    #[inline(always)]
    pub(crate) fn depth_budget(&self, pos: &P, depth: u32) -> u32 {
        if self.options.unit == Unit::Variable { depth.saturating_sub(pos.ply_cost().max(1)) + 1 } else { depth }
    }

    /// The depth that is left after a move, by who moves next.
    #[inline(always)]
    pub(crate) fn child_depth(&self, budget: u32, same_side: bool) -> u32 {
        budget - if same_side { self.same_side_step } else { 1 }
    }

    /// The depths that are left after a move from `pos`.
    #[inline]
    pub(crate) fn depths(&self, pos: &P, depth: u32) -> Depths {
        let budget = self.depth_budget(pos, depth);
        Depths { same_side: self.child_depth(budget, true), other_side: self.child_depth(budget, false) }
    }

    /// The value of an unfinished position for its side to move, as a look aside: not a leaf.
    #[inline]
    pub(crate) fn peek(&self, pos: &P, line: &E::Line) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.evaluate(pos, line, side).seen_by(same)
    }

    /// The same for a finished game.
    pub(crate) fn peek_finished(&self, pos: &P, line: &E::Line, outcome: Outcome, ply: u32) -> Score {
        let (side, same) = self.viewer(pos);
        self.evaluation.finished(pos, line, outcome, side, ply).seen_by(same)
    }

    /// What the evaluation knows of the values that can come, for the side to move.
    #[inline]
    pub(crate) fn bounds(&self, pos: &P) -> Option<(Score, Score)> {
        let (side, same) = self.viewer(pos);
        let (least, most) = self.evaluation.bounds(pos, side)?;
        let window = Window::new(least, most).for_child(same);
        Some((window.alpha, window.beta))
    }

    /// Goes on with a line from `root` where a table answered instead of a search: by exact entries of exactly the depth
    /// that is left.
    pub(crate) fn complete<M: Memory>(&mut self, root: &P, pv: &mut Vec<P::Move>, depth: u32, memory: &mut M) {
        let (mut pos, mut depth, mut made) = (root.clone(), self.inner_depth(depth), 0);
        while depth > 0 && (made as u32) < MAX_PLY && self.outcome(&pos).is_none() {
            let next = if let Some(&mv) = pv.get(made) {
                mv
            } else {
                let entry = memory.get(self.table_key(&pos, depth, memory.is_exact()));
                let entry = entry.filter(|entry| entry.bound == Bound::Exact && entry.depth == depth);
                let mv = entry.and_then(|entry| P::Move::from_index(entry.mv?.into()));
                let Some(mv) = mv.filter(|&mv| pos.is_legal(mv)) else { break };
                pv.push(mv);
                mv
            };
            let after = self.make(&pos, next);
            depth = self.depths(&pos, depth).after(after.side_to_move() == pos.side_to_move());
            pos = after;
            made += 1;
        }
        (0..made).for_each(|_| self.unmake());
    }

    /// Counts a move that is about to be made in the tree.
    ///
    /// # Errors
    /// When a limit is reached.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        self.budget.count_node()
    }

    /// Makes a move in the tree and notes it in the history.
    #[inline(always)]
    pub(crate) fn make(&mut self, pos: &P, mv: P::Move) -> P {
        let after = pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        after
    }

    /// The same for a move that leads to the [usual](plyground_game::Position::usually_after) kind of position.
    #[inline(always)]
    pub(crate) fn make_usually(&mut self, pos: &P, mv: P::Move) -> Option<P> {
        let after = pos.usually_after(mv)?;
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        Some(after)
    }

    /// Takes back what [`Context::make`] noted.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        if P::HAS_HISTORY {
            self.history.pop();
        }
    }
}
