//! Figures as Markdown and as a plot.

use std::fmt::Write as _;

use plotters::prelude::*;

use super::Row;
use crate::Result;

/// Returns the row of an earlier run that measures the same.
fn earlier<'a>(row: &Row, before: &'a [Row]) -> Option<&'a Row> {
    before.iter().find(|old| (&old.suite, &old.name, &old.unit) == (&row.suite, &row.name, &row.unit))
}

/// Returns a table for each suite, with the ratio to an earlier run if there is one.
pub(super) fn markdown(rows: &[Row], before: Option<&[Row]>) -> String {
    let mut text = String::new();
    let mut suite = "";
    for row in rows {
        if row.suite != suite {
            suite = &row.suite;
            let _ = writeln!(text, "\n## {suite}\n");
            text += if before.is_some() {
                "| what | value | unit | spread | before | now to before |\n|---|---|---|---|---|---|\n"
            } else {
                "| what | value | unit | spread |\n|---|---|---|---|\n"
            };
        }
        let spread =
            if row.low == row.high { String::new() } else { format!("{} to {}", short(row.low), short(row.high)) };
        let _ = write!(text, "| {} | {} | {} | {spread} |", row.name, short(row.value), row.unit);
        if let Some(before) = before {
            let _ = match earlier(row, before) {
                Some(old) => write!(text, " {} | {:.2} |", short(old.value), row.value / old.value),
                None => write!(text, " | |"),
            };
        }
        text.push('\n');
    }
    text.trim_start().to_owned()
}

/// Formats a number with at least three digits and no exponent.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Draws bars of the ratios to an earlier run. Without an earlier run, draws the figures that are ratios themselves.
///
/// # Errors
/// When the chart cannot be drawn.
pub(super) fn svg(rows: &[Row], before: Option<&[Row]>) -> Result<String> {
    let bars: Vec<(String, f64)> = rows
        .iter()
        .filter_map(|row| match before {
            Some(before) => Some((format!("{} ({})", row.name, row.unit), row.value / earlier(row, before)?.value)),
            None => (row.unit.contains("ratio") || row.unit.contains("times")).then(|| (row.name.clone(), row.value)),
        })
        .filter(|(_, ratio)| ratio.is_finite())
        .collect();
    let most = bars.iter().map(|bar| bar.1).fold(1.2, f64::max) * 1.1;
    let height = 60 + 18 * bars.len() as u32;
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, (900, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let style = ("sans-serif", 12).into_font().color(&BLACK);
        let at = |ratio: f64| 420 + (ratio / most * 430.0) as i32;
        for (number, (name, ratio)) in bars.iter().enumerate() {
            let top = 40 + 18 * number as i32;
            area.draw_text(name, &style, (8, top))?;
            let bar = Rectangle::new([(420, top), (at(*ratio), top + 12)], Palette99::pick(0).filled());
            area.draw(&bar)?;
            area.draw_text(&format!("{ratio:.2}"), &style, (at(*ratio) + 6, top))?;
        }
        let one = PathElement::new([(at(1.0), 30), (at(1.0), height as i32 - 10)], BLACK.mix(0.5));
        area.draw(&one)?;
        let title = if before.is_some() { "now to before; the line is 1" } else { "ratios; the line is 1" };
        area.draw_text(title, &style, (8, 12))?;
        area.present()?;
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, unit: &str, value: f64) -> Row {
        Row { suite: "search".into(), name: name.into(), unit: unit.into(), value, low: value, high: value * 2.0 }
    }

    #[test]
    fn a_comparison_shows_what_has_changed() {
        let (now, before) = ([row("a", "ns", 50.0), row("new", "ns", 1.0)], [row("a", "ns", 100.0)]);
        let text = markdown(&now, Some(&before));
        assert!(text.contains("| a | 50.00 | ns | 50.00 to 100 | 100 | 0.50 |"), "{text}");
        assert!(text.contains("| new | 1.00 | ns | 1.00 to 2.00 | | |"), "{text}");
        let drawn = svg(&now, Some(&before)).expect("it can be drawn");
        assert!(drawn.contains("0.50") && !drawn.contains("new"), "{drawn}");
    }

    #[test]
    fn without_a_comparison_ratios_are_drawn() {
        let drawn = svg(&[row("a / b", "ratio", 0.9), row("c", "ns", 7.0)], None).expect("it can be drawn");
        assert!(drawn.contains("a / b") && drawn.contains("0.90") && !drawn.contains(">c<"), "{drawn}");
    }
}
