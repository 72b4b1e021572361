//! Charts as SVG: points, bars, and values by class. The legend has a separate strip, so it never covers data. There are few grid
//! lines. An axis has the report's unit.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::Result;

/// Points of one kind.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Linear from 0.
    Linear,
    /// Logarithmic, by powers of ten. The labels are the values themselves.
    Powers,
}

/// A chart of points.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// Labels of both axes.
    pub(crate) axes: (&'a str, &'a str),
    pub(crate) y_scale: Scale,
    /// Marked level of y, and its name in the legend.
    pub(crate) level: Option<(f64, &'a str)>,
    pub(crate) series: &'a [Series],
}

/// Height of the title and of the legend.
const STRIP: i32 = 26;
const GREY: RGBColor = RGBColor(221, 221, 221);
const LETTER: i32 = 7;

/// Colours that are distinct for readers with red-green colour blindness.
const COLOURS: [RGBColor; 5] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167), RGBColor(86, 86, 86)];

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the title and the names of the series, and returns the area below them.
fn head<'a>(area: &Area<'a>, title: &str, names: &[(RGBColor, String)]) -> Result<Area<'a>> {
    area.fill(&WHITE)?;
    let (top, below) = area.split_vertically(STRIP);
    top.draw(&Text::new(title.to_owned(), (14, 8), ("sans-serif", 16)))?;
    if names.is_empty() {
        return Ok(below);
    }
    let (legend, below) = below.split_vertically(STRIP);
    let mut x = 20;
    for (colour, name) in names {
        legend.draw(&Circle::new((x, 10), 5, colour.filled()))?;
        legend.draw(&Text::new(name.clone(), (x + 10, 4), ("sans-serif", 13)))?;
        x += 34 + LETTER * name.chars().count() as i32;
    }
    Ok(below)
}

/// Returns the range from 0, or the minimum below it, to slightly above the maximum.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((0.0_f64, f64::MIN_POSITIVE), |(low, high), value| (low.min(value), high.max(value)));
    low..high + (high - low) * 0.05
}

impl<'a> Chart<'a> {
    /// Returns a chart with a linear scale.
    pub(crate) fn linear(title: &'a str, axes: (&'a str, &'a str), series: &'a [Series]) -> Chart<'a> {
        Chart { title, axes, y_scale: Scale::Linear, level: None, series }
    }

    /// Draws the chart.
    ///
    /// # Errors
    /// When the library fails.
    pub(crate) fn draw(&self) -> Result<String> {
        let mut drawn = String::new();
        let height = |value: f64| if self.y_scale == Scale::Powers { value.log10() } else { value };
        let points = || self.series.iter().flat_map(|series| &series.points);
        let heights = || points().map(|point| height(point.1)).chain(self.level.map(|(level, _)| height(level)));
        let (ys, labels) = match self.y_scale {
            Scale::Linear => (range(heights()), 6),
            Scale::Powers => {
                let low = heights().fold(f64::MAX, f64::min).floor();
                let high = heights().fold(f64::MIN, f64::max).ceil().max(low + 1.0);
                (low..high, (high - low) as usize + 1)
            }
        };
        {
            let area = SVGBackend::with_string(&mut drawn, (640, 380)).into_drawing_area();
            let named = self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
            let mut names: Vec<_> = named.map(|(number, series)| (colour(number), series.name.clone())).collect();
            names.extend(self.level.map(|(_, name)| (BLACK, name.to_owned())));
            let xs = range(points().map(|point| point.0));
            let mut chart = ChartBuilder::on(&head(&area, self.title, &names)?)
                .margin(12)
                .x_label_area_size(36)
                .y_label_area_size(64)
                .build_cartesian_2d(xs.clone(), ys)?;
            let written = |y: &f64| if self.y_scale == Scale::Powers { shown(10_f64.powf(*y)) } else { shown(*y) };
            chart
                .configure_mesh()
                .x_labels(8)
                .y_labels(labels)
                .bold_line_style(GREY)
                .light_line_style(TRANSPARENT)
                .x_label_formatter(&|x| shown(*x))
                .y_label_formatter(&written)
                .x_desc(self.axes.0)
                .y_desc(self.axes.1)
                .draw()?;
            if let Some((level, _)) = self.level {
                let line = [(xs.start, height(level)), (xs.end, height(level))];
                chart.draw_series(std::iter::once(PathElement::new(line, BLACK.stroke_width(1))))?;
            }
            for (number, series) in self.series.iter().enumerate() {
                let style = colour(number).mix(0.8).filled();
                chart.draw_series(series.points.iter().map(|&(x, y)| Circle::new((x, height(y)), 3, style)))?;
            }
            area.present()?;
        }
        Ok(drawn)
    }
}

/// Formats a number without trailing zeros, with its thousands grouped.
fn shown(number: f64) -> String {
    if number.abs() >= 1000.0 {
        return super::numbers::grouped(number);
    }
    // Powers of ten below a thousandth have more digits.
    let digits = if number != 0.0 && number.abs() < 0.001 { 8 } else { 4 };
    let text = format!("{number:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A chart with a column for each name.
type Columns<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws the axes of a chart with a column of width 1 for each name, and what `fill` draws in the columns.
fn columns(
    (title, unit): (&str, &str),
    names: &[String],
    legend: &[(RGBColor, String)],
    heights: std::ops::Range<f64>,
    fill: impl FnOnce(&mut Columns<'_, '_>) -> Result<()>,
) -> Result<String> {
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, (720, 380)).into_drawing_area();
        let mut chart = ChartBuilder::on(&head(&area, title, legend)?)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..names.len() as f64, heights)?;
        let label = |at: &f64| names.get(*at as usize).filter(|_| at.fract() == 0.5).cloned().unwrap_or_default();
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * names.len() + 1)
            .x_label_formatter(&label)
            .y_labels(6)
            .y_label_formatter(&|y| shown(*y))
            .bold_line_style(GREY)
            .light_line_style(TRANSPARENT)
            .y_desc(unit)
            .draw()?;
        fill(&mut chart)?;
        area.present()?;
    }
    Ok(drawn)
}

/// Draws a group of bars at each name, with one bar for each series.
///
/// # Errors
/// When the library fails.
pub(crate) fn bars(title: &str, unit: &str, names: &[String], series: &[(&str, Vec<f64>)]) -> Result<String> {
    let legend = series.iter().enumerate().map(|(number, (name, _))| (colour(number), (*name).to_owned()));
    let heights = range(series.iter().flat_map(|(_, values)| values.iter().copied()));
    let width = 0.8 / series.len() as f64;
    columns((title, unit), names, &legend.collect::<Vec<_>>(), heights, |chart| {
        for (number, (_, values)) in series.iter().enumerate() {
            chart.draw_series(values.iter().enumerate().map(|(place, &value)| {
                let left = place as f64 + 0.1 + width * number as f64;
                Rectangle::new([(left, 0.0), (left + width, value)], colour(number).filled())
            }))?;
        }
        Ok(())
    })
}

/// Draws the values of each class as points, with a line at their mean.
///
/// # Errors
/// When the library fails.
pub(crate) fn by_class(title: &str, unit: &str, classes: &[(String, Vec<f64>)]) -> Result<String> {
    let names: Vec<String> = classes.iter().map(|(name, _)| name.clone()).collect();
    let legend = [(colour(0), "an optimisation".to_owned()), (BLACK, "mean of the class".to_owned())];
    columns((title, unit), &names, &legend, 0.0..100.0, |chart| {
        for (place, (_, values)) in classes.iter().enumerate() {
            let at = |index: usize| place as f64 + 0.2 + 0.6 * (index as f64 + 0.5) / values.len() as f64;
            let points = values.iter().enumerate();
            let style = colour(0).mix(0.7).filled();
            chart.draw_series(points.map(|(index, &value)| Circle::new((at(index), value), 3, style)))?;
            if !values.is_empty() {
                let mean = super::numbers::mean(values);
                let line = [(place as f64 + 0.15, mean), (place as f64 + 0.85, mean)];
                chart.draw_series(std::iter::once(PathElement::new(line, BLACK.stroke_width(2))))?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the distance of a text, or of the first circle of a colour, from the top.
    fn y_of(drawn: &str, what: &str) -> f64 {
        let at = drawn.find(what).unwrap_or_else(|| panic!("no {what} in {drawn:.3000}"));
        let tag = drawn[..at].rfind('<').unwrap();
        let y = &drawn[tag..];
        let start = y.find(" y=\"").map(|place| place + 4).or(y.find(" cy=\"").map(|place| place + 5)).unwrap();
        y[start..].split('"').next().unwrap().parse().unwrap()
    }

    #[test]
    fn the_legend_stands_above_all_data() {
        let series = [Series { name: "one kind".into(), points: vec![(0.0, 1.0), (1.0, 900.0), (2.0, 5.0)] }];
        let (axes, level) = (("x", "y"), Some((1000.0, "the limit")));
        let drawn = Chart { title: "A title", axes, y_scale: Scale::Linear, level, series: &series }.draw().unwrap();
        let legend = y_of(&drawn, "one kind").max(y_of(&drawn, "the limit"));
        let circles = drawn.split("<circle").skip(2).filter_map(|tag| {
            let (_, rest) = tag.split_once(" cy=\"")?;
            rest.split('"').next()?.parse::<f64>().ok()
        });
        let circles: Vec<f64> = circles.collect();
        // Two circles belong to the legend.
        assert_eq!(circles.iter().filter(|y| **y > f64::from(2 * STRIP)).count(), 3, "{circles:?}");
        assert!(legend < f64::from(2 * STRIP) && drawn.starts_with("<svg") && drawn.contains("A title"));
    }

    #[test]
    fn powers_of_ten_are_labelled_by_the_values_themselves() {
        let series = [Series { name: String::new(), points: vec![(1.0, 0.000_02), (2.0, 3.0)] }];
        let axes = ("depth", "seconds");
        let drawn = Chart { title: "t", axes, y_scale: Scale::Powers, level: None, series: &series }.draw().unwrap();
        for label in ["0.00001", "0.0001", "0.001", "0.01", "0.1", "10"] {
            assert!(drawn.contains(&format!(">\n{label}\n<")), "{label}: {drawn}");
        }
    }

    #[test]
    fn every_value_has_its_bar_or_point() {
        let names = ["a", "b"].map(str::to_owned);
        let series = [("one", vec![1.0, 2.0]), ("other", vec![3.0])];
        let drawn = bars("t", "points", &names, &series).unwrap();
        assert!(drawn.contains(">\n2\n<") && !drawn.contains("2.0"), "labels without needless digits: {drawn}");
        assert_eq!(drawn.matches("<rect").count(), 1 + 3, "the background and three bars");
        let classes = [("a".to_owned(), vec![1.0, 2.0]), ("b".to_owned(), Vec::new())];
        let drawn = by_class("t", "per cent", &classes).unwrap();
        assert_eq!(drawn.matches("<circle").count(), 2 + 2, "two of the legend and two values");
    }
}
