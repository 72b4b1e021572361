//! A search tree as an indented list.

use std::fmt::Write as _;

use super::Trace;

pub(super) fn draw(trace: &Trace) -> String {
    let mut text = trace.title();
    text.push('\n');
    // A node that starts its own quiescence search stays on its ply.
    let mut levels: Vec<usize> = Vec::with_capacity(trace.visits.len());
    for visit in &trace.visits {
        let level = visit.parent.map_or(0, |parent| levels[parent] + 1);
        levels.push(level);
        let _ = write!(text, "{}{}, {} to move", "  ".repeat(level), visit.name(), visit.side);
        if let Some(window) = visit.window() {
            let _ = write!(text, " {window}");
        }
        let _ = write!(text, ": {}", visit.valued());
        for note in visit.notes() {
            let _ = write!(text, ", {note}");
        }
        text.push('\n');
    }
    text
}
