//! Pages of results: Markdown with tables, and plots in SVG beside it.

use std::fmt::Write as _;
use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use plotters::prelude::*;

use super::lab::Lab;

/// A page under way.
#[derive(Default)]
pub(crate) struct Page {
    text: String,
    plots: Vec<(String, String)>,
}

/// Points of one kind.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Page {
    /// A page with its title.
    pub(crate) fn new(title: &str) -> Page {
        Page { text: format!("# {title}\n\n"), plots: Vec::new() }
    }

    /// A section.
    pub(crate) fn section(&mut self, title: &str) {
        let _ = write!(self.text, "## {title}\n\n");
    }

    /// A paragraph.
    pub(crate) fn say(&mut self, text: &str) {
        let _ = write!(self.text, "{text}\n\n");
    }

    /// A picture in text.
    pub(crate) fn picture(&mut self, text: &str) {
        let _ = write!(self.text, "```text\n{}\n```\n\n", text.trim_end());
    }

    /// A table.
    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let _ = writeln!(self.text, "| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()));
        for row in rows {
            let _ = writeln!(self.text, "| {} |", row.join(" | "));
        }
        self.text.push('\n');
    }

    /// A plot of points, saved beside the page as `NAME-file.svg`.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub(crate) fn plot(
        &mut self,
        file: &str,
        title: &str,
        axes: (&str, &str),
        series: &[Series],
    ) -> Result<(), String> {
        let drawn = draw(title, axes, series).map_err(|error| format!("{title}: {error}"))?;
        let _ = write!(self.text, "![{title}](@{file}.svg)\n\n");
        self.plots.push((file.to_owned(), drawn));
        Ok(())
    }

    /// Writes the page and its plots.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn write(&self, folder: &Utf8Path, name: &str, lab: &Lab) -> Result<Utf8PathBuf, String> {
        let save = |path: &Utf8Path, text: &str| fs::write(path, text).map_err(|error| format!("{path}: {error}"));
        fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
        for (file, drawn) in &self.plots {
            save(&folder.join(format!("{name}-{file}.svg")), drawn)?;
        }
        let path = folder.join(format!("{name}.md"));
        let text = self.text.replace("(@", &format!("({name}-"));
        save(&path, &format!("{text}{}", lab.provenance(name)))?;
        Ok(path)
    }
}

fn draw(title: &str, (x, y): (&str, &str), series: &[Series]) -> Result<String, Box<dyn std::error::Error>> {
    let mut drawn = String::new();
    let all = || series.iter().flat_map(|series| &series.points);
    let range = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) = all().map(of).fold((0.0_f64, f64::MIN_POSITIVE), |(a, b), v| (a.min(v), b.max(v)));
        low..high + (high - low) * 0.05
    };
    {
        let area = SVGBackend::with_string(&mut drawn, (640, 360)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(56)
            .build_cartesian_2d(range(|point| point.0), range(|point| point.1))?;
        chart.configure_mesh().light_line_style(WHITE).x_desc(x).y_desc(y).draw()?;
        for (number, series) in series.iter().enumerate() {
            let colour = Palette99::pick(number).mix(0.8);
            let points = series.points.iter().map(move |&point| Circle::new(point, 3, colour.filled()));
            let drawn = chart.draw_series(points)?;
            if !series.name.is_empty() {
                drawn.label(&series.name).legend(move |at| Circle::new((at.0 + 8, at.1), 4, colour.filled()));
            }
        }
        if series.iter().any(|series| !series.name.is_empty()) {
            chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
        }
        area.present()?;
    }
    Ok(drawn)
}

/// The mean.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// How closely two lists go together, by Pearson: -1 to 1.
pub(crate) fn correlation(points: &[(f64, f64)]) -> f64 {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x, y) = (mean(&xs), mean(&ys));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            ["1", "123", "1,234", "1,234,567"].map(String::from),
            [1.0, 123.0, 1234.0, 1_234_567.0].map(grouped)
        );
    }

    #[test]
    fn what_goes_together_is_told_from_what_does_not() {
        assert!((correlation(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]) - 1.0).abs() < 1e-9);
        assert!((correlation(&[(0.0, 1.0), (1.0, 0.0), (2.0, -1.0)]) + 1.0).abs() < 1e-9);
        assert!(correlation(&[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)]).abs() < 1e-9);
    }

    #[test]
    fn a_plot_is_a_picture_of_its_own() {
        let series = [Series { name: "one".into(), points: vec![(0.0, 1.0), (2.0, 5.0)] }];
        let drawn = draw("A title", ("x", "y"), &series).expect("it can be drawn");
        assert!(drawn.starts_with("<svg") && drawn.contains("A title") && drawn.matches("<circle").count() >= 2);
    }
}
