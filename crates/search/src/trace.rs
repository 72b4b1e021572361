//! The tree of a search, recorded by an [`Observer`] while the search runs.
//!
//! A [`Trace`] lists the visits of a search in the order in which they start. A visit is one search of one node: a node that is
//! searched again in a wider window has two. A visit ends before the next visit starts that is not below it, so that the list
//! replays the search step by step.
//!
//! ```
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, Tracer, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let mut tracer = Tracer::new(1_000);
//! let mut search = AlphaBeta::new(&evaluation, Options::default()).observed(&mut tracer);
//! let report = search_once(&mut search, &game, 3);
//! let trace = tracer.into_trace();
//! assert_eq!(trace.visits[0].score, Some(report.score));
//! assert_eq!(trace.nodes, report.nodes);
//! ```

use plyground_game::{Position, Score, Side, Window};

use crate::observer::{Observer, Statistics};
use crate::report::{Bound, Report};

/// A report with the tree of its search.
#[derive(Clone, Debug)]
pub struct Traced<M> {
    /// What the search reports.
    pub report: Report<M>,
    /// Its tree.
    pub trace: Trace,
}

/// The recorded tree of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The visits, in the order in which they start; at most as many as the recorder's limit.
    pub visits: Vec<Visit>,
    /// All visits, also those beyond the limit.
    pub total: u64,
    /// Moves made in the tree, also beyond the limit.
    pub nodes: u64,
    /// What the search counts, also beyond the limit.
    pub statistics: Statistics,
}

/// One search of one node. Scores and windows are those of the side to move at the node.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// The visit of the parent, as its place in the list; `None` for a pass over the moves of the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root, after a pass, and where a node starts a quiescence search of itself.
    pub mv: Option<String>,
    /// The side to move.
    pub side: Side,
    /// Plies from the root.
    pub ply: u32,
    /// The depth left, in the unit of the search.
    pub depth: u32,
    /// The window; `None` where the node is valued without one.
    pub window: Option<Window>,
    /// How the node is valued.
    pub kind: VisitKind,
    /// The value: exact inside of the window, a bound outside; `None` where a limit ended the search before it was known.
    pub score: Option<Score>,
    /// What the score is: the value of the node, or a bound of it. `None` without a score, and for a grade.
    pub bound: Option<Bound>,
    /// The move that failed high.
    pub cut: Option<Cut>,
    /// Whether the table knows the position.
    pub table_hit: bool,
    /// Whether the table settles the node.
    pub table_cutoff: bool,
    /// Whether this is another search of a node whose null window, aspiration window or reduced depth was not enough.
    pub is_research: bool,
    /// Playouts through the node, for Monte-Carlo tree search.
    pub playouts: Option<u64>,
    /// The thread that searches the node, from 0, where threads share the root moves.
    pub thread: Option<usize>,
}

/// How a node is valued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisitKind {
    /// By its moves.
    Interior,
    /// By the evaluation. A leaf with visits below it is the start of a quiescence search.
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

/// The move that ends the search of a node: it fails high.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The move.
    pub mv: String,
    /// Moves tried before it.
    pub tried: u32,
    /// Legal moves that are not searched because of it.
    pub left: u32,
}

/// Records the visits of a search as a [`Trace`].
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    limit: usize,
    trace: Trace,
    open: Vec<OpenVisit>,
    /// Whether the root is searched again.
    root_research: bool,
    /// The thread that searches what follows.
    thread: Option<usize>,
}

/// A visit that has not ended.
#[derive(Clone, Debug)]
struct OpenVisit {
    /// Its place in the list; `None` beyond the limit.
    index: Option<usize>,
    ply: u32,
    /// The move made last.
    last_move: Option<String>,
    /// Whether the next visit below searches a node again.
    is_research: bool,
    /// Whether a limit was reached inside of it.
    is_stopped: bool,
}

impl Tracer {
    /// A recorder of at most this many visits; it counts all.
    #[must_use]
    pub fn new(limit: usize) -> Tracer {
        Tracer { limit, ..Tracer::default() }
    }

    /// The trace so far.
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

    /// The visit that is running, where it is recorded.
    fn current(&mut self) -> Option<&mut Visit> {
        self.trace.visits.get_mut(self.open.last()?.index?)
    }
}

impl<P: Position> Observer<P> for Tracer {
    fn statistics(&self) -> Option<Statistics> {
        Some(self.trace.statistics)
    }

    fn visit(&mut self, pos: &P, depth: u32, ply: u32, window: Window) {
        self.start(pos.side_to_move(), depth, ply, Some(window));
    }

    fn interior(&mut self, pos: &P, depth: u32, ply: u32) {
        self.trace.statistics.interior(pos, depth, ply);
        // A depth starts with the root, before its first pass.
        if ply > 0
            && let Some(visit) = self.current()
        {
            visit.kind = VisitKind::Interior;
        }
    }

    fn leaf(&mut self, pos: &P, ply: u32) {
        self.trace.statistics.leaf(pos, ply);
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

    fn cutoff(&mut self, pos: &P, mv: P::Move, tried: u32, ply: u32) {
        self.trace.statistics.cutoff(pos, mv, tried, ply);
        if let Some(visit) = self.current() {
            let left = (pos.legal_moves().len() as u32).saturating_sub(tried + 1);
            visit.cut = Some(Cut { mv: pos.move_text(mv), tried, left });
        }
    }

    fn table_hit(&mut self, pos: &P, ply: u32) {
        self.trace.statistics.table_hit(pos, ply);
        if let Some(visit) = self.current() {
            visit.table_hit = true;
        }
    }

    fn table_cutoff(&mut self, pos: &P, ply: u32) {
        self.trace.statistics.table_cutoff(pos, ply);
        if let Some(visit) = self.current() {
            visit.table_cutoff = true;
            // An enhanced cut-off settles a node that is expanded.
            if visit.kind != VisitKind::Interior {
                visit.kind = VisitKind::Table;
            }
        }
    }

    fn research(&mut self, pos: &P, ply: u32) {
        self.trace.statistics.research(pos, ply);
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
