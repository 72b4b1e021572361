//! Search trees as plain data and as pictures: `ply trace`.

mod dot;
mod picture;
pub(crate) mod solver;
mod svg;
mod text;

use crate::value::Value;
use plyground_game::{Score, Window};
use plyground_search::{self as search, Bound, VisitKind};
use serde::Serialize;

use crate::data::Analysis;

/// Default limit of a trace in visits.
pub const TRACE_LIMIT: usize = 5_000;

/// Maximum limit of a trace in visits.
pub const MOST_VISITS: usize = 100_000;

/// Maximum nodes of a traced search; a larger tree is refused.
pub(crate) const MOST_NODES: u64 = 2_000_000;

/// A search tree: `ply trace`. Serialised, it has the keys of an [`Analysis`] and `visits`.
///
/// ```
/// use plyground_catalog::{Catalog, Start, TRACE_LIMIT};
/// use plyground_search::{Job, Limits};
///
/// let catalog = Catalog::standard();
/// let game = catalog.game("kalah")?;
/// let mut session = game.open(&Start::default())?;
/// let job = Job { fixed: true, ..Limits::depth(3).into() };
/// let trace = session.trace(&game.agent("alphabeta")?, &job, TRACE_LIMIT)?;
/// assert_eq!(trace.visits[0].value, Some(trace.analysis.score));
/// assert!(trace.to_dot().starts_with("digraph") && trace.to_svg().starts_with("<svg"));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trace {
    /// Result of the search.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// Visits in the order in which they start. A visit ends before the next one that is not below it.
    pub visits: Vec<Visit>,
}

/// One search of one node. Values and bounds are for the side to move at the node.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Visit {
    /// Index of the parent's visit; `None` for a visit of the root.
    pub parent: Option<usize>,
    /// The move that leads to the node; `None` at the root, after a null move, and if quiescence starts at an expanded node.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The side to move.
    pub side: &'static str,
    /// Plies from the root.
    pub ply: u32,
    /// Remaining depth in the unit of the search.
    pub depth: u32,
    /// Source of the value: `interior` (moves), `leaf` (evaluation), `finished` (end of the game), `table` (transposition table),
    /// `settled` (bounds of the evaluation) or `discarded` (graded by beam search, but not searched).
    pub kind: &'static str,
    /// Lower end of the window; `None` if it is open or the node has no window.
    pub alpha: Option<Value>,
    /// Upper end of the window; `None` if it is open or the node has no window.
    pub beta: Option<Value>,
    /// Value or a bound of it; `None` if a limit ended the search first.
    pub value: Option<Value>,
    /// Kind of the value: `exact`, `lower` (the node is worth at least this) or `upper`.
    pub bound: Option<&'static str>,
    /// Reason why the remaining moves are not searched.
    pub cut: Option<Cut>,
    /// Whether the position is in the transposition table.
    pub table_hit: bool,
    /// Whether the transposition table settles the node.
    pub table_cutoff: bool,
    /// Whether the node is searched again, because a window or a reduced depth was insufficient.
    pub research: bool,
    /// Playouts through the node, in Monte-Carlo tree search.
    pub playouts: Option<u64>,
    /// Index of the thread that searches the node, if threads split the root; `None` at the root and otherwise.
    pub thread: Option<usize>,
}

/// The end of a node's search by a move that fails high.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cut {
    /// The refutation: the move that fails high.
    #[serde(rename = "move")]
    pub mv: String,
    /// Moves tried before it.
    pub tried: u32,
    /// Legal moves left unsearched.
    pub left: u32,
    /// The reason in words.
    pub reason: String,
}

impl Trace {
    /// Converts a recorded tree to the notation of the game.
    pub(crate) fn of(analysis: Analysis, trace: &search::Trace, scale: u32, sides: [&'static str; 2]) -> Trace {
        let visits = trace.visits.iter().map(|visit| Visit::of(visit, scale, sides)).collect();
        Trace { analysis, visits }
    }

    /// Returns the tree as an indented list, one line per visit.
    #[must_use]
    pub fn to_text(&self) -> String {
        text::draw(self)
    }

    /// Returns the tree as a graph for Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        dot::draw(self)
    }

    /// Returns the tree as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }

    /// Returns the agent, the game and the counts in one line.
    fn title(&self) -> String {
        let Analysis { question, depth, partial_depth, nodes, .. } = &self.analysis;
        let depth = partial_depth.unwrap_or(*depth);
        let leaves = self.count(|visit| matches!(visit.kind, "leaf" | "finished"));
        let cuts = self.count(|visit| visit.cut.is_some());
        let mut title =
            format!("{}, {}, depth {depth}: {}", question.game, question.agent, counted(*nodes as usize, "node"));
        if self.visits.first().is_some_and(|root| root.playouts.is_none()) {
            let leaves = if leaves == 1 { "1 leaf".to_owned() } else { format!("{leaves} leaves") };
            title += &format!(", {leaves}, {}", counted(cuts, "cut-off"));
        }
        for (count, what) in [
            (self.count(|visit| visit.table_cutoff), "settled by the table"),
            (self.count(|visit| visit.research), "searched again"),
            (self.count(Visit::is_discarded), "discarded"),
        ] {
            if count > 0 {
                title += &format!(", {count} {what}");
            }
        }
        title
    }

    fn count(&self, is: impl Fn(&Visit) -> bool) -> usize {
        self.visits.iter().filter(|visit| is(visit)).count()
    }

    /// Returns the indices of the visits below each visit, in order, with discarded moves last.
    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.visits.len()];
        for (index, visit) in self.visits.iter().enumerate() {
            if let Some(parent) = visit.parent {
                children[parent].push(index);
            }
        }
        children.iter_mut().for_each(|below| below.sort_by_key(|&index| self.visits[index].is_discarded()));
        children
    }
}

impl Visit {
    fn of(visit: &search::Visit, scale: u32, sides: [&'static str; 2]) -> Visit {
        let value = |score: Score| Value::new(score, scale);
        let closed = |score: Score| (score.value().abs() < Window::FULL.beta.value()).then(|| value(score));
        Visit {
            parent: visit.parent,
            mv: visit.mv.clone(),
            side: sides[visit.side.index()],
            ply: visit.ply,
            depth: visit.depth,
            kind: match visit.kind {
                VisitKind::Interior => "interior",
                VisitKind::Leaf => "leaf",
                VisitKind::Finished => "finished",
                VisitKind::Table => "table",
                VisitKind::Settled => "settled",
                VisitKind::Discarded => "discarded",
            },
            alpha: visit.window.and_then(|window| closed(window.alpha)),
            beta: visit.window.and_then(|window| closed(window.beta)),
            value: visit.score.map(value),
            bound: visit.bound.map(|bound| match bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            }),
            cut: visit.cut.as_ref().map(|cut| Cut {
                mv: cut.mv.clone(),
                tried: cut.tried,
                left: cut.left,
                reason: reason(visit, cut, value),
            }),
            table_hit: visit.table_hit,
            table_cutoff: visit.table_cutoff,
            research: visit.is_research,
            playouts: visit.playouts,
            thread: visit.thread,
        }
    }

    /// Returns whether beam search discards the move that leads to the node.
    fn is_discarded(&self) -> bool {
        self.kind == "discarded"
    }

    /// Returns the move that leads to the node, or a name for a visit without one.
    fn name(&self) -> &str {
        match (&self.mv, self.parent, self.kind) {
            (Some(mv), ..) => mv,
            (None, None, _) => "root",
            (None, Some(_), "leaf") => "quiescence",
            (None, Some(_), _) => "null move",
        }
    }

    /// Returns the window; `None` if both ends are open.
    fn window(&self) -> Option<String> {
        let end = |end: Option<Value>, open: &str| end.map_or_else(|| open.to_owned(), plain);
        (self.alpha.is_some() || self.beta.is_some())
            .then(|| format!("({}, {})", end(self.alpha, "-∞"), end(self.beta, "∞")))
    }

    /// Returns the value with its bound.
    fn valued(&self) -> String {
        let Some(value) = self.value.map(plain) else { return "?".into() };
        match self.bound {
            Some("lower") => format!("≥ {value}"),
            Some("upper") => format!("≤ {value}"),
            _ => value,
        }
    }

    /// Returns further facts in words.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.research {
            notes.push("searched again".to_owned());
        }
        if self.table_cutoff {
            notes.push("settled by the table".to_owned());
        } else if self.table_hit {
            notes.push("in the table".to_owned());
        }
        match self.kind {
            "finished" => notes.push("end of the game".to_owned()),
            "settled" => notes.push("settled by the evaluation's bounds".to_owned()),
            "discarded" => notes.push("discarded by its grade".to_owned()),
            _ => {}
        }
        notes.extend(self.playouts.map(|playouts| counted(playouts as usize, "playout")));
        notes.extend(self.thread.filter(|_| self.ply == 1).map(|thread| format!("thread {}", thread + 1)));
        notes.extend(self.cut.as_ref().map(|cut| format!("cut: {}", cut.reason)));
        notes
    }
}

/// Returns a count with its noun: `1 node`, `2 nodes`.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Returns a value without a plus sign.
fn plain(value: Value) -> String {
    value.to_string().trim_start_matches('+').to_owned()
}

/// Explains why a move that fails high ends the search of its node.
fn reason(visit: &search::Visit, cut: &search::Cut, value: impl Fn(Score) -> Value) -> String {
    let left = match cut.left {
        0 => "it is the last move".to_owned(),
        1 => "1 move is not searched".to_owned(),
        left => format!("{left} moves are not searched"),
    };
    match (visit.window, visit.score) {
        (Some(window), Some(score)) => format!(
            "beta {}: the refutation {} is worth {} here, so the other side is already better elsewhere; {left}",
            plain(value(window.beta)),
            cut.mv,
            plain(value(score))
        ),
        _ => format!("the refutation {} fails high; {left}", cut.mv),
    }
}

/// Writes a graph for Graphviz: nodes with a label and a colour, and edges between node indices.
fn graph<'a>(
    name: &str,
    title: &str,
    nodes: impl Iterator<Item = (String, &'a str)>,
    edges: impl Iterator<Item = (usize, usize, Option<&'a str>)>,
) -> String {
    let mut dot = format!("digraph {name} {{\n  label={};\n  labelloc=t;\n", dot::quoted(title));
    dot += dot::NODES;
    for (index, (label, fill)) in nodes.enumerate() {
        dot += &format!("  v{index} [label={}, fillcolor=\"{fill}\"];\n", dot::quoted(&label));
    }
    for (from, to, label) in edges {
        let label = label.map_or_else(String::new, |label| format!(" [label={}]", dot::quoted(label)));
        dot += &format!("  v{from} -> v{to}{label};\n");
    }
    dot + "}\n"
}
