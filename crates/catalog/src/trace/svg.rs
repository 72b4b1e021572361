//! A search tree as a picture.
//!
//! Every visit is a box with its move, window and value. Visits of the side that moves at the root are white, those of the other
//! side grey. A red frame marks a cut-off, green a node that the table settles, and a dashed line a node that is searched again.
//! A coloured band marks a thread, and a pale box a discarded move. A tooltip on each box contains the reasons.

use super::picture::{Band, Link, Picture, Shape};
use super::{Trace, Visit};

/// Styles of trees of beam search and of several threads.
const DISCARDED: &str = ".discarded{fill:#f8fafc;stroke:#cbd5e1;stroke-dasharray:2 2}.pale{fill:#64748b}";
const THREADS: &str = ".thread{fill:#0f172a;font-weight:bold}.band{stroke:none}.thread-0{fill:#bfdbfe}\
    .thread-1{fill:#fed7aa}.thread-2{fill:#bbf7d0}.thread-3{fill:#ddd6fe}";
/// Number of band colours; further threads share them.
const COLOURS: usize = 4;

pub(super) fn draw(trace: &Trace) -> String {
    let children = trace.children();
    let parents: Vec<Option<usize>> = trace.visits.iter().map(|visit| visit.parent).collect();
    let first = trace.analysis.question.side;
    let mut picture = Picture {
        title: trace.title(),
        legend: legend(trace),
        style: if trace.visits.iter().any(Visit::is_discarded) {
            DISCARDED
        } else if trace.visits.iter().any(|visit| visit.thread.is_some()) {
            THREADS
        } else {
            ""
        },
        boxes: trace.visits.iter().map(|visit| shape(visit, visit.side == first)).collect(),
        ..Picture::default()
    };
    for (index, visit) in trace.visits.iter().enumerate() {
        if let Some(parent) = visit.parent {
            picture.links.push(Link { from: parent, to: index, class: if visit.research { "again" } else { "" } });
        }
        if let Some(thread) = visit.thread.filter(|_| visit.ply == 1) {
            picture.bands.push(Band { at: index, class: format!("band thread-{}", thread % COLOURS) });
        }
    }
    picture.arrange_as_trees(&parents, &children);
    picture.to_svg()
}

fn shape(visit: &Visit, is_first: bool) -> Shape {
    let mut classes = Vec::new();
    if visit.is_discarded() {
        classes.push("discarded");
    } else if visit.table_cutoff {
        classes.push("table");
    } else if !is_first {
        classes.push("other");
    }
    if visit.cut.is_some() {
        classes.push("cut");
    }
    let hover = [vec![format!("{} to move", visit.side)], visit.notes()].concat().join("; ");
    Shape::new(lines(visit), classes.join(" "), hover)
}

fn lines(visit: &Visit) -> Vec<(&'static str, String)> {
    if visit.is_discarded() {
        return vec![("pale", visit.name().to_owned()), ("pale", visit.valued())];
    }
    let mut lines = Vec::new();
    if let Some(thread) = visit.thread.filter(|_| visit.ply == 1) {
        lines.push(("thread", format!("thread {}", thread + 1)));
    }
    lines.push(("move", visit.name().to_owned()));
    lines.extend(visit.window().map(|window| ("", window)));
    lines.push(("", visit.valued()));
    lines.extend(visit.playouts.map(|playouts| ("", format!("n {playouts}"))));
    if visit.table_cutoff || visit.table_hit {
        lines.push(("mark", "table".into()));
    }
    if visit.research {
        lines.push(("mark", "again".into()));
    }
    lines.extend(visit.cut.as_ref().map(|cut| ("mark", format!("cut by {}, {} left", cut.mv, cut.left))));
    lines
}

/// Returns the legend of the marks in this picture.
fn legend(trace: &Trace) -> Vec<String> {
    let question = &trace.analysis.question;
    let has = |is: fn(&Visit) -> bool| trace.visits.iter().any(is);
    let mut legend = vec![format!("White: {} to move.", question.side), "Values are for the side to move.".to_owned()];
    for (is_here, words) in [
        (trace.visits.iter().any(|visit| visit.side != question.side), "Grey: the other side."),
        (has(|visit| visit.alpha.or(visit.beta).is_some()), "(alpha, beta): the window."),
        (has(|visit| visit.cut.is_some()), "Red: cut off, with the moves not searched."),
        (has(|visit| visit.table_cutoff), "Green: settled by the table."),
        (has(|visit| visit.research), "Dashed: searched again."),
        (has(|visit| visit.playouts.is_some()), "n: playouts."),
        (has(Visit::is_discarded), "Pale: discarded by its grade."),
        (has(|visit| visit.thread.is_some()), "Coloured: what a thread searches."),
    ] {
        if is_here {
            legend.push(words.to_owned());
        }
    }
    legend
}
