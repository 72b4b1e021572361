//! What all searches share: how leaves are valued, how depth is counted, what ends a game.

use std::str::FromStr;

use plyground_game::{Evaluate, History, Outcome, Position, Score, Side};

use crate::limits::{Budget, Limits, Stopped};
use crate::observer::Observer;

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
            _ => Err("`ply` or `turn`"),
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
    /// Whether each depth tries root moves in the order of their values at the depth before; else always in the game's
    /// order.
    pub sort_root: bool,
}

impl Default for Options {
    /// Mover's view, plies, one line, root moves sorted.
    fn default() -> Options {
        Options { view: View::Mover, unit: Unit::Ply, lines: 1, sort_root: true }
    }
}

/// The state of a running search.
pub(crate) struct Context<'a, P, E, O> {
    pub(crate) evaluation: &'a E,
    pub(crate) options: Options,
    pub(crate) observer: O,
    pub(crate) history: History,
    pub(crate) budget: Budget,
    pub(crate) counts: Counts,
    root_side: Side,
    position: std::marker::PhantomData<P>,
}

/// What is counted in one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) leaves: u64,
    /// Leaves that are not finished games: with none of them, a deeper search sees nothing new.
    pub(crate) open_leaves: u64,
    pub(crate) seldepth: u32,
}

impl<'a, P: Position, E: Evaluate<P>, O: Observer<P>> Context<'a, P, E, O> {
    pub(crate) fn new(evaluation: &'a E, options: Options, observer: O) -> Context<'a, P, E, O> {
        Context {
            evaluation,
            options,
            observer,
            history: History::from_keys(Default::default(), 0, 0),
            budget: Budget::new(&Limits::default()),
            counts: Counts::default(),
            root_side: Side::First,
            position: std::marker::PhantomData,
        }
    }

    /// Makes ready for searches from `root`.
    pub(crate) fn start(&mut self, root: &P, history: &History, limits: &Limits) {
        self.root_side = root.side_to_move();
        self.history = history.clone();
        self.budget = Budget::new(limits);
    }

    /// The result of the present position, by board or history.
    #[inline]
    pub(crate) fn outcome(&self, pos: &P) -> Option<Outcome> {
        self.history.outcome(pos)
    }

    /// Notes a leaf, `ply` plies from the root.
    #[inline]
    fn count_leaf(&mut self, pos: &P, ply: u32, open: bool) {
        self.counts.leaves += 1;
        self.counts.open_leaves += u64::from(open);
        self.counts.seldepth = self.counts.seldepth.max(ply);
        self.observer.leaf(pos, ply);
    }

    /// The value of a finished game for the side to move there.
    #[inline]
    pub(crate) fn finished(&mut self, pos: &P, line: &E::Line, outcome: Outcome, ply: u32) -> Score {
        self.count_leaf(pos, ply, false);
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
    #[inline]
    pub(crate) fn evaluate(&mut self, pos: &P, line: &E::Line, ply: u32) -> Score {
        self.count_leaf(pos, ply, true);
        let (side, same) = self.viewer(pos);
        self.evaluation.evaluate(pos, line, side).seen_by(same)
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

    /// The depth that is left after a move.
    #[inline]
    pub(crate) fn child_depth(&self, depth: u32, same_side: bool) -> u32 {
        match self.options.unit {
            Unit::Turn if same_side => depth,
            Unit::Ply | Unit::Turn => depth - 1,
        }
    }

    /// Makes a move in the tree: counts it and notes it in the history.
    ///
    /// # Errors
    /// When a limit is reached; nothing is noted then.
    #[inline]
    pub(crate) fn make(&mut self, pos: &P, mv: P::Move) -> Result<P, Stopped> {
        self.budget.count_node()?;
        let after = pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        Ok(after)
    }

    /// Takes back what [`Context::make`] noted.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        if P::HAS_HISTORY {
            self.history.pop();
        }
    }
}
