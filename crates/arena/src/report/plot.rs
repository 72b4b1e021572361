//! Plots as SVG, drawn by hand: no script, no font, nothing to load.

use std::fmt::Write as _;

use super::summary::{ScorePoint, Summary};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 48.0;

/// Text for HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The score over the pairs, with its interval; `None` when there is nothing to see.
pub(crate) fn score_plot(points: &[ScorePoint]) -> Option<String> {
    let last = points.last()?;
    // The first pairs say nothing and would fill the picture.
    let shown: Vec<&ScorePoint> = points.iter().filter(|point| point.pairs * 50 >= last.pairs).collect();
    let low = shown.iter().map(|point| point.interval.low).fold(0.5, f64::min).clamp(0.0, 0.45);
    let high = shown.iter().map(|point| point.interval.high).fold(0.5, f64::max).clamp(0.55, 1.0);
    let x = |pairs: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * pairs as f64 / last.pairs as f64;
    let y = |score: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (score.clamp(low, high) - low) / (high - low);
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"score over pairs\" class=\"plot\">\n");
    for step in 0..=4 {
        let score = low + (high - low) * f64::from(step) / 4.0;
        let (at, label) = (y(score), 100.0 * score);
        let right = WIDTH - MARGIN;
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{MARGIN}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label:.1}%</text>",
            MARGIN - 6.0,
            at + 4.0
        );
    }
    let upper = shown.iter().map(|point| (x(point.pairs), y(point.interval.high)));
    let lower = shown.iter().rev().map(|point| (x(point.pairs), y(point.interval.low)));
    let text = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(svg, "<polygon class=\"band\" points=\"{}\"/>", text(&mut upper.chain(lower)));
    let _ = writeln!(
        svg,
        "<line class=\"even\" x1=\"{MARGIN}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>",
        WIDTH - MARGIN,
        y(0.5)
    );
    let line = text(&mut shown.iter().map(|point| (x(point.pairs), y(point.score))));
    let _ = writeln!(svg, "<polyline class=\"curve\" points=\"{line}\"/>");
    let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"/>", x(last.pairs), y(last.score));
    for pairs in [0, last.pairs / 2, last.pairs] {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{pairs}</text>",
            x(pairs),
            HEIGHT - MARGIN + 18.0
        );
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">pairs</text>", WIDTH / 2.0, HEIGHT - 8.0);
    Some(svg + "</svg>\n")
}

/// The crosstable as colours: the share of the points of the row against the column.
pub(crate) fn heat_map(summary: &Summary) -> String {
    const CELL: f64 = 64.0;
    const LABEL: f64 = 220.0;
    let players = summary.players.len();
    let (width, height) = (LABEL + CELL * players as f64 + 8.0, 28.0 + CELL * players as f64);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"crosstable\" class=\"plot\" style=\"max-width:{width}px\">\n"
    );
    for row in 0..players {
        let top = 24.0 + CELL * row as f64;
        let name = &summary.players[row].name;
        let short: String =
            if name.chars().count() > 28 { name.chars().take(27).chain(['…']).collect() } else { name.clone() };
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} {}<title>{}</title></text>",
            LABEL - 8.0,
            top + CELL / 2.0 + 4.0,
            row + 1,
            escape(&short),
            escape(name)
        );
        let centre = LABEL + CELL * (row as f64 + 0.5);
        let _ = writeln!(svg, "<text x=\"{centre}\" y=\"16\" text-anchor=\"middle\">{}</text>", row + 1);
        for column in 0..players {
            let left = LABEL + CELL * column as f64;
            let results = summary.meeting(row, column).map(|[first, second]| first + second);
            let score = results.and_then(|results| results.score());
            let (fill, label) = match score {
                Some(score) => (colour(score), format!("{:.0}%", 100.0 * score)),
                None => ("var(--empty)".into(), String::new()),
            };
            let title = results.map(|r| format!("+{} ={} -{}", r.wins, r.draws, r.losses)).unwrap_or_default();
            let _ = writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"><title>{title}</title></rect>\
                 <text class=\"cell\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                CELL - 2.0,
                CELL - 2.0,
                left + CELL / 2.0 - 1.0,
                top + CELL / 2.0 + 4.0
            );
        }
    }
    svg + "</svg>\n"
}

/// From orange (lost) over grey (even) to blue (won): told apart by everybody, and dark enough for white letters.
fn colour(score: f64) -> String {
    let ends = [[176.0, 74.0, 16.0], [104.0, 104.0, 108.0], [22.0, 92.0, 168.0]];
    let (from, to, share) =
        if score < 0.5 { (ends[0], ends[1], 2.0 * score) } else { (ends[1], ends[2], 2.0 * score - 1.0) };
    let mixed: Vec<String> =
        from.iter().zip(to).map(|(from, to)| format!("{:.0}", from + (to - from) * share)).collect();
    format!("rgb({})", mixed.join(","))
}
