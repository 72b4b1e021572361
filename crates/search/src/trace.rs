//! The tree of a search, recorded by an [`Observer`] during the search.
//!
//! A [`Trace`] lists the visits of a search in the order in which they start. A visit is one search of one node. A node
//! that is searched again in a wider window has two visits. A visit ends before the next visit outside of its subtree
//! starts, so that the list replays the search step by step.

use plyground_game::{Position, Score, Side, Window};

use crate::observer::Observer;
use crate::report::{Bound, Report};

/// A report with the tree of its search.
#[derive(Clone, Debug)]
pub struct Traced<M> {
    /// Result of the search.
    pub report: Report<M>,
    /// Tree of the search.
    pub trace: Trace,
}

/// The recorded tree of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// Visits in the order in which they start, at most as many as the recorder's limit.
    pub visits: Vec<Visit>,
    /// Number of all visits, including those beyond the limit.
    pub total: u64,
    /// Moves made in the tree, including those beyond the limit.
    pub nodes: u64,
}

/// One search of one node. Scores and windows are for the side to move at the node.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// Index of the parent's visit; `None` for a pass over the moves of the root.
    pub parent: Option<usize>,
    /// Move that leads to the node; `None` at the root, after a null move, and for a node that starts a quiescence
    /// search of itself.
    pub mv: Option<String>,
    /// Side to move.
    pub side: Side,
    /// Plies from the root.
    pub ply: u32,
    /// Depth left, in the unit of the search.
    pub depth: u32,
    /// Window; `None` if the node is valued without one.
    pub window: Option<Window>,
    /// Source of the value.
    pub kind: VisitKind,
    /// Value: exact inside of the window, a bound outside; `None` if a limit stopped the search first.
    pub score: Option<Score>,
    /// Bound type of the score; `None` without a score, and for a grade.
    pub bound: Option<Bound>,
    /// The move that failed high.
    pub cut: Option<Cut>,
    /// Whether the table contains the position.
    pub table_hit: bool,
    /// Whether the table settles the node.
    pub table_cutoff: bool,
    /// Whether the node is searched again because its null window, aspiration window or reduced depth was insufficient.
    pub is_research: bool,
    /// Playouts through the node, for Monte-Carlo tree search.
    pub playouts: Option<u64>,
    /// Thread that searches the node, from 0, if threads share the root moves.
    pub thread: Option<usize>,
}

/// The source of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisitKind {
    /// By its moves.
    Interior,
    /// By the evaluation. A leaf with visits below it starts a quiescence search.
    Leaf,
    /// By the result of the game.
    Finished,
    /// By the transposition table.
    Table,
    /// By the bounds of the evaluation.
    Settled,
    /// By its grade alone: beam search discards the move that leads here.
    Discarded,
}

/// The move that fails high and ends the search of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The move in the game's notation.
    pub mv: String,
    /// Number of moves tried before it.
    pub tried: u32,
    /// Number of legal moves that are not searched because of it.
    pub left: u32,
}

/// Records the visits of a search as a [`Trace`].
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Options, Tracer, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let mut tracer = Tracer::new(1_000);
/// let mut search = AlphaBeta::new(&evaluation, Options::default()).observed(&mut tracer);
/// let report = search_once(&mut search, &game, 3);
/// let trace = tracer.into_trace();
/// assert_eq!(trace.visits[0].score, Some(report.score));
/// assert_eq!(trace.nodes, report.nodes);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    limit: usize,
    trace: Trace,
    open: Vec<OpenVisit>,
    /// Whether the root is searched again.
    root_research: bool,
    /// Thread that searches the following nodes.
    thread: Option<usize>,
}

/// An unfinished visit.
#[derive(Clone, Debug)]
struct OpenVisit {
    /// Its index in the list; `None` beyond the limit.
    index: Option<usize>,
    ply: u32,
    /// Last move made.
    last_move: Option<String>,
    /// Whether the next visit below is a repeated search.
    is_research: bool,
    /// Whether a limit was reached during the visit.
    is_stopped: bool,
}

impl Tracer {
    /// Returns a recorder of at most `limit` visits. It counts all visits.
    #[must_use]
    pub fn new(limit: usize) -> Tracer {
        Tracer { limit, ..Tracer::default() }
    }

    /// Returns the trace so far.
    #[must_use]
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    fn start(&mut self, side: Side, depth: u32, ply: u32, window: Option<Window>) {
        let is_research = match self.open.last_mut() {
            Some(parent) => std::mem::take(&mut parent.is_research),
            None => std::mem::take(&mut self.root_research),
        };
        self.trace.total += 1;
        let index = (self.trace.visits.len() < self.limit).then_some(self.trace.visits.len());
        if index.is_some() {
            let parent = self.open.last();
            self.trace.visits.push(Visit {
                parent: parent.and_then(|parent| parent.index),
                mv: parent.filter(|parent| parent.ply < ply).and_then(|parent| parent.last_move.clone()),
                side,
                ply,
                depth,
                window,
                kind: if ply == 0 { VisitKind::Interior } else { VisitKind::Settled },
                score: None,
                bound: None,
                cut: None,
                table_hit: false,
                table_cutoff: false,
                is_research,
                playouts: None,
                thread: self.thread.filter(|_| ply > 0),
            });
        }
        self.open.push(OpenVisit { index, ply, last_move: None, is_research: false, is_stopped: false });
    }

    /// Returns the current visit, if it is recorded.
    fn current(&mut self) -> Option<&mut Visit> {
        self.trace.visits.get_mut(self.open.last()?.index?)
    }
}

impl<P: Position> Observer<P> for Tracer {
    fn visit(&mut self, pos: &P, depth: u32, ply: u32, window: Window) {
        self.start(pos.side_to_move(), depth, ply, Some(window));
    }

    fn interior(&mut self, _: &P, _: u32, ply: u32) {
        // A depth starts with the root, before the first pass over its moves.
        if ply > 0
            && let Some(visit) = self.current()
        {
            visit.kind = VisitKind::Interior;
        }
    }

    fn leaf(&mut self, pos: &P, ply: u32) {
        if self.open.last().is_none_or(|open| open.ply < ply) {
            self.start(pos.side_to_move(), 0, ply, None);
        }
        if let Some(visit) = self.current() {
            visit.kind = VisitKind::Leaf;
        }
    }

    fn finished(&mut self, _: &P, _: u32) {
        if let Some(visit) = self.current() {
            visit.kind = VisitKind::Finished;
        }
    }

    fn cutoff(&mut self, pos: &P, mv: P::Move, tried: u32, _: u32) {
        if let Some(visit) = self.current() {
            let left = (pos.legal_moves().len() as u32).saturating_sub(tried + 1);
            visit.cut = Some(Cut { mv: pos.move_text(mv), tried, left });
        }
    }

    fn table_hit(&mut self, _: &P, _: u32) {
        if let Some(visit) = self.current() {
            visit.table_hit = true;
        }
    }

    fn table_cutoff(&mut self, _: &P, _: u32) {
        if let Some(visit) = self.current() {
            visit.table_cutoff = true;
            // An enhanced cut-off settles an expanded node.
            if visit.kind != VisitKind::Interior {
                visit.kind = VisitKind::Table;
            }
        }
    }

    fn research(&mut self, _: &P, _: u32) {
        match self.open.last_mut() {
            Some(parent) => parent.is_research = true,
            None => self.root_research = true,
        }
    }

    fn made(&mut self, pos: &P, mv: P::Move) {
        self.trace.nodes += 1;
        self.resumed(pos, mv);
    }

    fn resumed(&mut self, pos: &P, mv: P::Move) {
        if let Some(open) = self.open.last_mut() {
            open.last_move = open.index.map(|_| pos.move_text(mv));
        }
    }

    fn discarded(&mut self, pos: &P, mv: P::Move, child: &P, ply: u32, grade: Score) {
        self.resumed(pos, mv);
        self.start(child.side_to_move(), 0, ply, None);
        if let Some(visit) = self.current() {
            visit.kind = VisitKind::Discarded;
        }
        self.valued(child, ply, grade);
        // A grade is neither the value of the node nor a bound of it.
        let listed = usize::try_from(self.trace.total - 1).unwrap_or(usize::MAX);
        if let Some(visit) = self.trace.visits.get_mut(listed) {
            visit.bound = None;
        }
    }

    fn thread(&mut self, thread: usize) {
        self.thread = Some(thread);
    }

    fn passed(&mut self, _: &P) {
        if let Some(open) = self.open.last_mut() {
            open.last_move = None;
        }
    }

    fn valued(&mut self, _: &P, ply: u32, score: Score) {
        let Some(open) = self.open.pop() else { return };
        debug_assert_eq!(open.ply, ply, "visits end in the order of their start");
        if let Some(visit) = open.index.and_then(|index| self.trace.visits.get_mut(index)) {
            visit.score = (!open.is_stopped).then_some(score);
            visit.bound = visit.score.map(|score| visit.window.map_or(Bound::Exact, |window| Bound::of(score, window)));
        }
    }

    fn stopped(&mut self) {
        self.open.iter_mut().for_each(|open| open.is_stopped = true);
    }
}
