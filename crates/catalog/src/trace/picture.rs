//! Pictures of boxes and lines, laid out without an external program.
//!
//! Boxes are on levels. In a tree, a parent is centred above its children.

use std::fmt::Write as _;

/// Height of a line of text, and of the gap between levels.
const LINE: f64 = 13.0;
const GAP: f64 = 30.0;
/// Gap between neighbours, and margin of the picture.
const SPACE: f64 = 8.0;
const MARGIN: f64 = 16.0;
/// Average width of a letter.
const LETTER: f64 = 6.0;
/// Height of the title with its margin.
const TITLE: f64 = 23.0;
/// Minimum width of the legend.
const LEGEND: f64 = 560.0;

const STYLE: &str = "\
    text{font:10px Helvetica,Arial,sans-serif;text-anchor:middle;fill:#0f172a}\
    .title{font-size:13px;font-weight:bold;text-anchor:start}.legend{text-anchor:start;fill:#475569}\
    rect{fill:#fff;stroke:#64748b}.other{fill:#e2e8f0}.table{fill:#d1fae5}.cut{stroke:#dc2626;stroke-width:2}\
    .mark{fill:#dc2626}path{fill:none;stroke:#94a3b8}.again{stroke-dasharray:4 3;stroke:#7c3aed}\
    .move{font-weight:bold}";

/// A picture under construction.
#[derive(Default)]
pub(super) struct Picture {
    pub(super) title: String,
    /// Sentences below the title.
    pub(super) legend: Vec<String>,
    /// Style rules in addition to those of all pictures.
    pub(super) style: &'static str,
    pub(super) boxes: Vec<Shape>,
    pub(super) links: Vec<Link>,
    /// Areas behind boxes.
    pub(super) bands: Vec<Band>,
    /// Right end of the boxes.
    pub(super) right: f64,
}

/// A box of the picture.
#[derive(Default)]
pub(super) struct Shape {
    /// Lines of text, each with its class.
    pub(super) lines: Vec<(&'static str, String)>,
    /// Classes of the box, separated by spaces.
    pub(super) classes: String,
    /// Tooltip.
    pub(super) hover: String,
    width: f64,
    /// Width of the box and its subtree.
    span: f64,
    /// Horizontal centre.
    x: f64,
    level: usize,
}

/// A line from the lower edge of a box to the upper edge of another.
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) class: &'static str,
}

/// An area behind a box and its subtree.
pub(super) struct Band {
    pub(super) at: usize,
    pub(super) class: String,
}

impl Shape {
    pub(super) fn new(lines: Vec<(&'static str, String)>, classes: String, hover: String) -> Shape {
        let letters = lines.iter().map(|(_, line)| line.chars().count()).max().unwrap_or(0);
        Shape { lines, classes, hover, width: (letters as f64 * LETTER + 8.0).max(24.0), ..Shape::default() }
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE + 6.0
    }
}

impl Picture {
    /// Places the boxes of a forest, each below its parent. Parents precede their children.
    pub(super) fn arrange_as_trees(&mut self, parents: &[Option<usize>], children: &[Vec<usize>]) {
        let boxes = &mut self.boxes;
        for index in (0..boxes.len()).rev() {
            let below: f64 = children[index].iter().map(|&child| boxes[child].span + SPACE).sum();
            boxes[index].span = boxes[index].width.max(below - SPACE);
        }
        let mut right = MARGIN;
        for index in 0..boxes.len() {
            if parents[index].is_none() {
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
        self.right = right - 3.0 * SPACE;
    }

    /// Places the boxes of each row side by side, centred in the picture.
    pub(super) fn arrange_as_rows(&mut self, rows: &[Vec<usize>]) {
        let boxes = &mut self.boxes;
        let width = |row: &[usize], boxes: &[Shape]| {
            row.iter().map(|&index| boxes[index].width + 2.0 * SPACE).sum::<f64>() - 2.0 * SPACE
        };
        let widest = rows.iter().map(|row| width(row, boxes)).fold(0.0, f64::max);
        for (level, row) in rows.iter().enumerate() {
            let mut left = MARGIN + (widest - width(row, boxes)) / 2.0;
            for &index in row {
                (boxes[index].level, boxes[index].x) = (level, left + boxes[index].width / 2.0);
                left += boxes[index].width + 2.0 * SPACE;
            }
        }
        self.right = MARGIN + widest;
    }

    /// Returns the picture as SVG.
    pub(super) fn to_svg(&self) -> String {
        let boxes = &self.boxes;
        let levels = boxes.iter().map(|shape| shape.level + 1).max().unwrap_or(0);
        let title_width = self.title.chars().count() as f64 * 1.25 * LETTER;
        let words = (self.right - MARGIN).max(title_width).max(LEGEND);
        let legend = lines(&self.legend, (words / LETTER) as usize);
        let head = TITLE + legend.len() as f64 * LINE + MARGIN;
        let mut tops = vec![head; levels + 1];
        for level in 0..levels {
            let tallest = boxes.iter().filter(|shape| shape.level == level).map(Shape::height).fold(0.0, f64::max);
            tops[level + 1] = tops[level] + tallest + GAP;
        }
        let (width, height) = (words + 2.0 * MARGIN, (tops[levels] - GAP).max(head) + MARGIN);
        let (title, extra) = (escape(&self.title), self.style);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}{extra}</style>\n<path d=\"M0 0H{width:.0}V{height:.0}H0Z\" style=\"fill:#fff;stroke:none\"/>\n\
             <text class=\"title\" x=\"{MARGIN}\" y=\"20\">{title}</text>\n"
        );
        for (number, line) in (1..).zip(&legend) {
            let y = TITLE + f64::from(number) * LINE;
            let _ = writeln!(svg, "<text class=\"legend\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(line));
        }
        for Band { at, class } in &self.bands {
            let Shape { x, span, level, .. } = boxes[*at];
            let (left, top) = (x - span / 2.0 - SPACE / 2.0, tops[level] - SPACE);
            let (wide, high) = (span + SPACE, height - MARGIN / 2.0 - top);
            let _ =
                writeln!(svg, "<path class=\"{class}\" d=\"M{left:.1} {top:.1}h{wide:.1}v{high:.1}h-{wide:.1}z\"/>");
        }
        for Link { from, to, class } in &self.links {
            let (from, to) = (&boxes[*from], &boxes[*to]);
            // A line goes down in a tree, and up from a position to its successors.
            let (top, bottom) = match from.level <= to.level {
                true => (tops[from.level] + from.height(), tops[to.level]),
                false => (tops[from.level], tops[to.level] + to.height()),
            };
            let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            let middle = (top + bottom) / 2.0;
            let _ = writeln!(
                svg,
                "<path{class} d=\"M{:.1} {top:.1}C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {bottom:.1}\"/>",
                from.x, from.x, to.x, to.x
            );
        }
        boxes.iter().for_each(|shape| shape.draw(&mut svg, tops[shape.level]));
        svg += "</svg>\n";
        svg
    }
}

impl Shape {
    fn draw(&self, svg: &mut String, top: f64) {
        let _ = write!(
            svg,
            "<g><title>{}</title><rect class=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
            escape(&self.hover),
            self.classes,
            self.x - self.width / 2.0,
            self.width,
            self.height()
        );
        for (number, (class, line)) in self.lines.iter().enumerate() {
            let y = top + 12.0 + number as f64 * LINE;
            let _ = write!(svg, "<text class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", self.x, escape(line));
        }
        svg.push_str("</g>\n");
    }
}

/// Wraps sentences at `letters` letters. Longer sentences are not split.
fn lines(sentences: &[String], letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sentence in sentences {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + sentence.chars().count() <= letters => {
                line.push(' ');
                line.push_str(sentence);
            }
            _ => lines.push(sentence.clone()),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
