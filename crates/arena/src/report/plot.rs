//! Plots as SVG, without scripts, fonts or other resources.
//!
//! `plotters` draws the score over time. The crosstable is a table with colours and tooltips, which `plotters` cannot write.

use std::fmt::Write as _;

use plotters::prelude::*;
use plyground_game::notation::is_invisible;

use super::summary::{ScorePoint, Summary};

/// Colours that the style sheet of the page replaces by those of the reader's colour scheme.
const INK: RGBColor = RGBColor(0x1c, 0x1d, 0x20);
const GRID: RGBColor = RGBColor(0xd6, 0xd7, 0xdb);
const ACCENT: RGBColor = RGBColor(0x16, 0x5c, 0xa8);

/// Escapes text for HTML and SVG. Names come from records, so invisible characters are escaped too.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => clean.push_str("&amp;"),
            '<' => clean.push_str("&lt;"),
            '>' => clean.push_str("&gt;"),
            '"' => clean.push_str("&quot;"),
            '\n' | '\t' => clean.push(character),
            _ if is_invisible(character) => clean.extend(character.escape_default()),
            _ => clean.push(character),
        }
    }
    clean
}

/// Returns a plot of the score over the pairs, with its interval; `None` without points.
pub(crate) fn score_plot(points: &[ScorePoint]) -> Option<String> {
    let last = points.last()?;
    // The intervals of the first pairs are too wide to be useful.
    let shown: Vec<&ScorePoint> = points.iter().filter(|point| point.pairs * 50 >= last.pairs).collect();
    let mut svg = String::new();
    draw_score(&mut svg, &shown, last).expect("a string takes any drawing");
    // An inline SVG needs no name space. It needs a class, and a text for screen readers.
    let bare = svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let [score, low, high] = [last.score, last.interval.low, last.interval.high].map(|share| 100.0 * share);
    let words = format!("score over pairs: {score:.1}% after {}, interval {low:.1}% to {high:.1}%", last.pairs);
    Some(bare.replacen("<svg ", &format!("<svg class=\"plot\" role=\"img\" aria-label=\"{words}\" "), 1))
}

fn draw_score(
    svg: &mut String,
    shown: &[&ScorePoint],
    last: &ScorePoint,
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let low = shown.iter().map(|point| point.interval.low).fold(0.45, f64::min);
    let high = shown.iter().map(|point| point.interval.high).fold(0.55, f64::max);
    let (low, high, step) = whole_steps(low, high);
    let area = SVGBackend::with_string(svg, (720, 300)).into_drawing_area();
    // `plotters` sizes are 1.24 times the pixel size, so this is 12 pixels.
    let font = ("system-ui,sans-serif", 15).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .margin_right(28)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0..last.pairs, low..high)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .label_style(font.clone())
        .axis_desc_style(font)
        .x_labels(6)
        .y_labels(((high - low) / step).round() as usize + 1)
        .y_label_formatter(&|score| format!("{:.0}%", 100.0 * score))
        .x_desc("pairs")
        .draw()?;
    let upper = shown.iter().map(|point| (point.pairs, point.interval.high));
    let lower = shown.iter().rev().map(|point| (point.pairs, point.interval.low));
    chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), ACCENT.mix(0.2))])?;
    chart.draw_series(DashedLineSeries::new([(0, 0.5), (last.pairs, 0.5)], 4, 4, INK.into()))?;
    let curve = shown.iter().map(|point| (point.pairs, point.score));
    chart.draw_series(LineSeries::new(curve, ACCENT.stroke_width(2)))?;
    chart.draw_series([Circle::new((last.pairs, last.score), 3, ACCENT.filled())])?;
    drop(chart);
    area.present()
}

/// Extends a range of shares to multiples of a step, and returns the step too. The step is the smallest of 0.02, 0.05, 0.1 and
/// 0.2 that divides the range into at most six parts.
fn whole_steps(low: f64, high: f64) -> (f64, f64, f64) {
    let fit = |step: f64| ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step, step);
    let few = |&(low, high, step): &(f64, f64, f64)| ((high - low) / step).round() <= 6.0;
    let (low, high, step) = [0.02, 0.05, 0.1].into_iter().map(fit).find(few).unwrap_or_else(|| fit(0.2));
    (low.max(0.0), high.min(1.0), step)
}

/// Returns the crosstable as a heat map: the share of the points of the row against the column.
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

/// Returns a colour from orange (lost) over grey (even) to blue (won). The scale is colour-blind safe and dark enough for white
/// text.
fn colour(score: f64) -> String {
    let ends = [[176.0, 74.0, 16.0], [104.0, 104.0, 108.0], [22.0, 92.0, 168.0]];
    let (from, to, share) =
        if score < 0.5 { (ends[0], ends[1], 2.0 * score) } else { (ends[1], ends[2], 2.0 * score - 1.0) };
    let mixed: Vec<String> =
        from.iter().zip(to).map(|(from, to)| format!("{:.0}", from + (to - from) * share)).collect();
    format!("rgb({})", mixed.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let steps = |low, high| {
            let (low, high, step) = whole_steps(low, high);
            [low, high, step].map(|share| (100.0 * share).round() as u32)
        };
        assert_eq!(steps(0.45, 0.55), [44, 56, 2]);
        assert_eq!(steps(0.31, 0.55), [30, 55, 5]);
        assert_eq!(steps(0.281, 0.609), [20, 70, 10]);
        assert_eq!(steps(0.02, 0.88), [0, 100, 20]);
        assert_eq!(steps(0.0, 1.0), [0, 100, 20]);
    }
}
