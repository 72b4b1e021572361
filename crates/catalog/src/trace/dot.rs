//! A search tree as a graph for Graphviz.

use std::fmt::Write as _;

use super::{Trace, Visit};

/// Style of the nodes.
pub(super) const NODES: &str =
    "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=10, margin=\"0.06,0.03\"];\n";

/// Writes a `digraph` with a node `vN` for visit N. A tooltip contains what does not fit into the node.
pub(super) fn draw(trace: &Trace) -> String {
    let mut dot = String::from("digraph search {\n");
    let _ = writeln!(dot, "  label={};", quoted(&trace.title()));
    dot += "  labelloc=t;\n";
    dot += NODES;
    dot += "  edge [arrowsize=0.5];\n";
    let first = trace.analysis.question.side;
    for (index, visit) in trace.visits.iter().enumerate() {
        let _ = writeln!(dot, "  v{index} [label={}{}];", quoted(&label(visit)), style(visit, visit.side == first));
        if let Some(parent) = visit.parent {
            let dashed = if visit.research { " [style=dashed]" } else { "" };
            let _ = writeln!(dot, "  v{parent} -> v{index}{dashed};");
        }
    }
    dot += "}\n";
    dot
}

fn label(visit: &Visit) -> String {
    let mut lines = vec![visit.name().to_owned()];
    lines.extend(visit.window());
    lines.push(visit.valued());
    lines.extend(visit.playouts.map(|playouts| format!("{playouts} playouts")));
    lines.extend(visit.thread.filter(|_| visit.ply == 1).map(|thread| format!("thread {}", thread + 1)));
    lines.extend(visit.cut.as_ref().map(|cut| format!("cut by {}, {} left", cut.mv, cut.left)));
    if visit.research {
        lines.push("again".into());
    }
    if visit.table_hit {
        lines.push("table".into());
    }
    lines.join("\n")
}

fn style(visit: &Visit, is_first: bool) -> String {
    let fill = if visit.table_cutoff {
        "#d1fae5"
    } else if is_first {
        "#ffffff"
    } else {
        "#e2e8f0"
    };
    let mut style = format!(", fillcolor=\"{fill}\"");
    if visit.is_discarded() {
        style += ", color=\"#cbd5e1\", fontcolor=\"#64748b\"";
    }
    if visit.cut.is_some() {
        style += ", color=\"#dc2626\", penwidth=2";
    }
    let notes = visit.notes();
    if !notes.is_empty() {
        let _ = write!(style, ", tooltip={}", quoted(&notes.join("; ")));
    }
    style
}

/// Returns a text as a string of the DOT language.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
