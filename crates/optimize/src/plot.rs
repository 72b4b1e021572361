//! A run as a picture: fitness, range, and every parameter over the generations, as SVG without script or font.
//!
//! ```
//! use plyground_optimize::{Annihill, AnnihillOptions, Axis, Budget, Objective, Space, drive, progress_plot, sphere};
//!
//! let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 1.0)])?;
//! let mut tuner = Annihill::new(space.clone(), AnnihillOptions::default(), 1)?;
//! let mut log = Vec::new();
//! drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |one| log.push(one.clone()))?;
//! let svg = progress_plot(&space, &log);
//! assert!(svg.starts_with("<svg ") && svg.contains(">range<"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write as _;

use crate::drive::Generation;
use crate::space::Space;

const WIDTH: f64 = 760.0;
/// Room on the right for names.
const LEGEND: f64 = 200.0;
const MARGIN: f64 = 56.0;
const HEIGHT: f64 = 170.0;
const GAP: f64 = 46.0;
/// Colours that people tell apart, also those who see no red or green; then dashes.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6bb1"];

/// One line of a panel.
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
}

/// Three panels, one below the other. Parameters are shown as shares of their bounds.
#[must_use]
pub fn progress_plot(space: &Space, log: &[Generation]) -> String {
    let over = |name: &str, value: &dyn Fn(&Generation) -> f64| Curve {
        name: name.to_owned(),
        points: log.iter().map(|one| (one.generation as f64, value(one))).collect(),
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
    let last = log.last().map_or(1.0, |one| one.generation as f64);
    let height = panels.len() as f64 * (HEIGHT + GAP) + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"progress of a run\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH + LEGEND
    );
    for (number, (title, curves)) in panels.iter().enumerate() {
        let top = GAP + number as f64 * (HEIGHT + GAP);
        panel(&mut svg, title, curves, top, last);
    }
    _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">generation</text>",
        MARGIN + (WIDTH - MARGIN) / 2.0,
        height - 8.0
    );
    svg + "</svg>\n"
}

fn panel(svg: &mut String, title: &str, curves: &[Curve], top: f64, last: f64) {
    let values =
        || curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).filter(|value| value.is_finite());
    let (mut low, mut high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if high - low < 1e-9 {
        // Nothing changes, or there is nothing: some room around it.
        let middle = if low.is_finite() { low } else { 0.0 };
        (low, high) = (middle - 0.5, middle + 0.5);
    }
    let x = |generation: f64| MARGIN + (WIDTH - MARGIN) * (generation - 1.0) / (last - 1.0).max(1.0);
    let y = |value: f64| top + HEIGHT * (high - value) / (high - low);
    // A string takes any text, here and below.
    _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{}\" font-weight=\"bold\">{title}</text>", top - 8.0);
    for step in 0..=2 {
        let value = low + (high - low) * f64::from(step) / 2.0;
        _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{WIDTH}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\">{value:.3}</text>",
            y(value),
            MARGIN - 6.0,
            y(value) + 4.0
        );
    }
    for generation in [1.0, last] {
        let below = top + HEIGHT + 16.0;
        _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{below}\" text-anchor=\"middle\">{generation}</text>", x(generation));
    }
    let spacing = (HEIGHT / curves.len() as f64).min(16.0);
    for (number, Curve { name, points }) in curves.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let dash = if number < COLOURS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let line: Vec<String> = points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
        _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/>",
            line.join(" ")
        );
        if curves.len() > 1 {
            let at = top + spacing * (number as f64 + 0.7);
            _ = writeln!(
                svg,
                "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\
                 <text x=\"{3}\" y=\"{4:.1}\" font-size=\"10\">{5}</text>",
                WIDTH + 10.0,
                WIDTH + 28.0,
                at,
                WIDTH + 34.0,
                at + 3.5,
                name.replace('&', "&amp;").replace('<', "&lt;")
            );
        }
    }
}
