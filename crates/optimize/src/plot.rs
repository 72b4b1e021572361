//! Plots of a run: fitness, range and parameters over the generations, as SVG without scripts or fonts.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::drive::Generation;
use crate::space::Space;

const WIDTH: u32 = 960;
/// Width of the legend on the right.
const LEGEND: u32 = 200;
/// Height of a panel.
const HEIGHT: u32 = 232;
/// Colours that readers with colour blindness can distinguish. Dashes follow.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(140, 107, 177),
];
const GRID: RGBColor = RGBColor(221, 221, 221);

/// Font sizes of titles, numbers and names, 1.24 times those of the drawing.
const TITLE: (&str, u32) = ("sans-serif", 17);
const NUMBER: (&str, u32) = ("sans-serif", 14);
const NAME: (&str, u32) = ("sans-serif", 13);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Fault = DrawingAreaErrorKind<std::io::Error>;

/// One curve of a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    name: String,
    points: Vec<(u64, f64)>,
}

impl Curve {
    /// Returns the curve of values by generation. Non-finite values are omitted.
    pub fn new(name: &str, points: impl IntoIterator<Item = (u64, f64)>) -> Curve {
        Curve { name: name.to_owned(), points: points.into_iter().filter(|point| point.1.is_finite()).collect() }
    }
}

/// Returns panels of curves, one below the other, as SVG. `words` is the text alternative of the plot. The axis is named
/// `axis`, such as `generation`, and starts at `first`.
///
/// # Panics
/// Never panics: drawing into a string cannot fail.
#[must_use]
pub fn curves_plot(words: &str, panels: &[(&str, Vec<Curve>)], axis: &str, first: u64) -> String {
    let generations = panels.iter().flat_map(|(_, curves)| curves).flat_map(|curve| &curve.points).map(|point| point.0);
    let last = generations.max().unwrap_or(0).max(first + 1);
    let mut svg = String::new();
    draw(&mut svg, panels, axis, first..last).expect("a string takes any drawing");
    svg = svg.replacen("<svg ", "<svg role=\"img\" style=\"max-width:100%;height:auto\" ", 1);
    svg.replacen('>', &format!("><title>{}</title>", plyground_arena::escape_html(words)), 1)
}

/// Returns three panels, one below the other. Parameters are shown as shares of their bounds.
///
/// # Panics
/// Never panics: drawing into a string cannot fail.
///
/// ```
/// use plyground_optimize::{Annihill, AnnihillOptions, Axis, Budget, Objective, Space, drive, progress_plot, sphere};
///
/// let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 1.0)])?;
/// let mut tuner = Annihill::new(space.clone(), AnnihillOptions::default(), 1)?;
/// let mut log = Vec::new();
/// drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |one| log.push(one.clone()))?;
/// let svg = progress_plot(&space, &log);
/// assert!(svg.starts_with("<svg ") && svg.contains("\nrange\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn progress_plot(space: &Space, log: &[Generation]) -> String {
    let over = |name: &str, value: &dyn Fn(&Generation) -> f64| {
        Curve::new(name, log.iter().map(|one| (one.generation, value(one))))
    };
    let parameters = space.axes().iter().enumerate().map(|(place, axis)| {
        over(&axis.name, &|one| {
            let width = axis.max - axis.min;
            if width > 0.0 { (one.centre[place] - axis.min) / width } else { 0.5 }
        })
    });
    let panels = [
        ("fitness", vec![over("fitness", &|one| one.fitness)]),
        ("range", vec![over("range", &|one| one.range)]),
        ("parameters, as shares of their bounds", parameters.collect()),
    ];
    curves_plot(&format!("fitness, range and parameters over {} generations", log.len()), &panels, "generation", 1)
}

fn draw(svg: &mut String, panels: &[(&str, Vec<Curve>)], axis: &str, span: Range<u64>) -> Result<(), Fault> {
    let whole = SVGBackend::with_string(svg, (WIDTH, HEIGHT * panels.len() as u32 + 20)).into_drawing_area();
    whole.fill(&WHITE)?;
    for (number, (title, curves)) in panels.iter().enumerate() {
        let area = whole.clone().margin(0, 20, 0, 0).split_evenly((panels.len(), 1)).swap_remove(number);
        panel(&area, title, curves, span.clone())?;
    }
    let below = ((WIDTH - LEGEND) as i32 / 2, (HEIGHT * panels.len() as u32) as i32 + 2);
    whole.draw(&Text::new(axis, below, NUMBER))?;
    whole.present()
}

fn panel(area: &Area<'_>, title: &str, curves: &[Curve], span: Range<u64>) -> Result<(), Fault> {
    let values = || curves.iter().flat_map(|curve| &curve.points).map(|point| point.1);
    let (mut low, mut high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if high - low < 1e-9 {
        // A constant or empty curve gets a margin around it.
        let middle = if low.is_finite() { low } else { 0.0 };
        (low, high) = (middle - 0.5, middle + 0.5);
    }
    // A margin separates the curves from the title and the axis.
    let room = 0.05 * (high - low);
    let mut chart = ChartBuilder::on(area)
        .caption(title, TITLE)
        .margin_top(6)
        .margin_right(LEGEND)
        .x_label_area_size(24)
        .y_label_area_size(56)
        .build_cartesian_2d(span, low - room..high + room)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .label_style(NUMBER)
        .y_labels(4)
        .y_label_formatter(&|value| format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned())
        .draw()?;
    let spacing = (f64::from(HEIGHT - 40) / curves.len() as f64).min(16.0);
    for (number, Curve { name, points }) in curves.iter().enumerate() {
        let style = COLOURS[number % COLOURS.len()].stroke_width(2);
        let dashed = number >= COLOURS.len();
        if dashed {
            chart.draw_series(DashedLineSeries::new(points.iter().copied(), 5, 3, style))?;
        } else {
            chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
        }
        if curves.len() > 1 {
            let (left, at) = ((WIDTH - LEGEND) as i32 + 10, 30 + (spacing * number as f64) as i32);
            let ends = [(left, at), (left + 18, at)];
            if dashed {
                area.draw(&DashedPathElement::new(ends, 5, 3, style))?;
            } else {
                area.draw(&PathElement::new(ends, style))?;
            }
            area.draw(&Text::new(name.as_str(), (left + 24, at - 5), NAME))?;
        }
    }
    Ok(())
}
