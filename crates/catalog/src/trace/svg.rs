//! The tree of a search as a picture, without a program that lays out graphs.
//!
//! Every visit is a box: above the move that leads there, then the window, then the value. A parent stands above the middle of what is
//! below it. Visits of the side that moves at the root are white, those of the other side grey; a red frame is a cut-off, green a
//! node that the table settles, a dashed line a node that is searched again. A title on each box holds the reasons.

use std::fmt::Write as _;

use super::{Trace, Visit};

/// The height of a line of text, and of the gap between plies.
const LINE: f64 = 13.0;
const GAP: f64 = 30.0;
/// Between neighbours, and round the picture.
const SPACE: f64 = 8.0;
const MARGIN: f64 = 16.0;
/// The width of a letter, on average.
const LETTER: f64 = 6.0;
/// The height of the title with its margin.
const TITLE: f64 = 23.0;
/// The width of the legend, where the tree is narrower.
const LEGEND: f64 = 560.0;

const STYLE: &str = "<style>\
    text{font:10px Helvetica,Arial,sans-serif;text-anchor:middle;fill:#0f172a}\
    .title{font-size:13px;font-weight:bold;text-anchor:start}.legend{text-anchor:start;fill:#475569}\
    rect{fill:#fff;stroke:#64748b}.other{fill:#e2e8f0}.table{fill:#d1fae5}.cut{stroke:#dc2626;stroke-width:2}\
    .mark{fill:#dc2626}path{fill:none;stroke:#94a3b8}.again{stroke-dasharray:4 3;stroke:#7c3aed}\
    .move{font-weight:bold}</style>";

/// A box of the picture.
struct Placed {
    lines: Vec<(&'static str, String)>,
    width: f64,
    /// The width of the box with everything below it.
    span: f64,
    /// The middle.
    x: f64,
    level: usize,
}

impl Placed {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE + 6.0
    }
}

pub(super) fn draw(trace: &Trace) -> String {
    let children = trace.children();
    let mut boxes: Vec<Placed> = trace.visits.iter().map(placed).collect();
    // Children stand behind their parent in the list.
    for index in (0..boxes.len()).rev() {
        let below: f64 = children[index].iter().map(|&child| boxes[child].span + SPACE).sum();
        boxes[index].span = boxes[index].width.max(below - SPACE);
    }
    let mut right = MARGIN;
    for index in 0..boxes.len() {
        if trace.visits[index].parent.is_none() {
            boxes[index].x = right + boxes[index].span / 2.0;
            right += boxes[index].span + 3.0 * SPACE;
        }
        let below: f64 = children[index].iter().map(|&child| boxes[child].span + SPACE).sum::<f64>() - SPACE;
        let mut left = boxes[index].x - below / 2.0;
        for &child in &children[index] {
            boxes[child].x = left + boxes[child].span / 2.0;
            boxes[child].level = boxes[index].level + 1;
            left += boxes[child].span + SPACE;
        }
    }
    let levels = boxes.iter().map(|placed| placed.level + 1).max().unwrap_or(0);
    let title = trace.title();
    let title_width = title.chars().count() as f64 * 1.25 * LETTER;
    let words = (right - MARGIN - 3.0 * SPACE).max(title_width).max(LEGEND);
    let legend = lines(legend(trace), (words / LETTER) as usize);
    let head = TITLE + legend.len() as f64 * LINE + MARGIN;
    let mut tops = vec![head; levels + 1];
    for level in 0..levels {
        let tallest = boxes.iter().filter(|placed| placed.level == level).map(Placed::height).fold(0.0, f64::max);
        tops[level + 1] = tops[level] + tallest + GAP;
    }
    let (width, height) = (words + 2.0 * MARGIN, (tops[levels] - GAP).max(head) + MARGIN);
    let title = escape(&title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>{title}</title>\n{STYLE}\n<path d=\"M0 0H{width:.0}V{height:.0}H0Z\" style=\"fill:#fff;stroke:none\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"20\">{title}</text>\n"
    );
    for (number, line) in (1..).zip(&legend) {
        let y = TITLE + f64::from(number) * LINE;
        let _ = writeln!(svg, "<text class=\"legend\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(line));
    }
    for (index, visit) in trace.visits.iter().enumerate() {
        if let Some(parent) = visit.parent {
            let (from, to) = (&boxes[parent], &boxes[index]);
            let (top, bottom) = (tops[from.level] + from.height(), tops[to.level]);
            let class = if visit.research { " class=\"again\"" } else { "" };
            let middle = (top + bottom) / 2.0;
            let _ = writeln!(
                svg,
                "<path{class} d=\"M{:.1} {top:.1}C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {bottom:.1}\"/>",
                from.x, from.x, to.x, to.x
            );
        }
    }
    for (placed, visit) in boxes.iter().zip(&trace.visits) {
        draw_box(&mut svg, placed, tops[placed.level], visit, visit.side == trace.analysis.question.side);
    }
    svg += "</svg>\n";
    svg
}

fn draw_box(svg: &mut String, placed: &Placed, top: f64, visit: &Visit, is_first: bool) {
    let mut classes = Vec::new();
    if visit.table_cutoff {
        classes.push("table");
    } else if !is_first {
        classes.push("other");
    }
    if visit.cut.is_some() {
        classes.push("cut");
    }
    let reasons = [vec![format!("{} to move", visit.side)], visit.notes()].concat().join("; ");
    let _ = write!(
        svg,
        "<g><title>{}</title><rect class=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
        escape(&reasons),
        classes.join(" "),
        placed.x - placed.width / 2.0,
        placed.width,
        placed.height()
    );
    for (number, (class, line)) in placed.lines.iter().enumerate() {
        let y = top + 12.0 + number as f64 * LINE;
        let _ = write!(svg, "<text class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", placed.x, escape(line));
    }
    svg.push_str("</g>\n");
}

fn placed(visit: &Visit) -> Placed {
    let mut lines = vec![("move", visit.name().to_owned())];
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
    let letters = lines.iter().map(|(_, line)| line.chars().count()).max().unwrap_or(0);
    Placed { lines, width: (letters as f64 * LETTER + 8.0).max(24.0), span: 0.0, x: 0.0, level: 0 }
}

/// The marks that this picture has.
fn legend(trace: &Trace) -> Vec<String> {
    let question = &trace.analysis.question;
    let mut legend = vec![format!("White: {} to move.", question.side), "Values are for the side to move.".to_owned()];
    for (is_here, words) in [
        (trace.visits.iter().any(|visit| visit.side != question.side), "Grey: the other side."),
        (trace.visits.iter().any(|visit| visit.alpha.or(visit.beta).is_some()), "(alpha, beta): the window."),
        (trace.visits.iter().any(|visit| visit.cut.is_some()), "Red: cut off, with the moves not searched."),
        (trace.visits.iter().any(|visit| visit.table_cutoff), "Green: settled by the table."),
        (trace.visits.iter().any(|visit| visit.research), "Dashed: searched again."),
        (trace.visits.iter().any(|visit| visit.playouts.is_some()), "n: playouts."),
    ] {
        if is_here {
            legend.push(words.to_owned());
        }
    }
    legend
}

/// Returns sentences as lines of at most so many letters, where a sentence is not longer.
fn lines(sentences: Vec<String>, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sentence in sentences {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + sentence.chars().count() <= letters => {
                line.push(' ');
                line.push_str(&sentence);
            }
            _ => lines.push(sentence),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
