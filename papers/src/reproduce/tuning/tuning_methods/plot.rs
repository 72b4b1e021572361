//! One picture: Elo gained over games played, with a panel for each game and a line for each method. The template
//! `plot.svg.jinja` draws it.

use cargo_metadata::camino::Utf8Path;
use minijinja::value::Serde;
use plyground_optimize::Method;
use serde_json::{Value, json};

use super::{Estimate, Gain};
use crate::Result;
use crate::reproduce::template::environment;

/// Size of a panel and its distance from the top, as in the template.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 260.0;
const TOP: f64 = 64.0;
/// Colours that stay distinct without red or green.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"];

/// Returns the mean over the seeds of the low end, the value and the high end, or `None` if one of them is unbounded.
fn mean(gain: &Gain) -> Option<[f64; 3]> {
    let ends = [|e: &Estimate| e.low, |e: &Estimate| e.value, |e: &Estimate| e.high];
    let mut sums = [0.0; 3];
    for estimate in &gain.elo {
        for (sum, end) in sums.iter_mut().zip(ends) {
            *sum += end(estimate)? / gain.elo.len() as f64;
        }
    }
    Some(sums)
}

/// Draws the picture as SVG.
///
/// # Errors
/// When the template cannot be rendered.
pub(super) fn draw(panels: &[(&str, Vec<Gain>)]) -> Result<String> {
    let panels: Vec<Value> = panels.iter().map(|(game, gains)| panel(game, gains)).collect();
    let methods = Method::ALL.map(|method| method.to_string());
    let figures = json!({"panels": panels, "methods": methods, "colours": COLOURS});
    Ok(environment(Utf8Path::new(".")).render_str(include_str!("plot.svg.jinja"), Serde(figures))?)
}

/// Returns the ends of an axis and the distance of its lines: at most six lines, at multiples of 50, 100, 200 and so on.
fn axis(low: f64, high: f64) -> (f64, f64, f64) {
    let mut step = 50.0;
    loop {
        let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
        if to - from <= 5.0 * step {
            return (from, to, step);
        }
        step *= 2.0;
    }
}

/// Returns the places of the lines, points and labels of a panel.
fn panel(game: &str, gains: &[Gain]) -> Value {
    let known: Vec<(&Gain, [f64; 3])> = gains.iter().filter_map(|gain| Some((gain, mean(gain)?))).collect();
    let (low, high, step) = axis(
        known.iter().map(|(_, elo)| elo[0]).fold(0.0, f64::min),
        known.iter().map(|(_, elo)| elo[2]).fold(50.0, f64::max),
    );
    let mut budgets: Vec<u64> = gains.iter().map(|gain| gain.budget).collect();
    budgets.dedup();
    let least = budgets.iter().copied().min().unwrap_or(1).max(1) as f64;
    let most = budgets.iter().copied().max().unwrap_or(2) as f64;
    let x = |budget: u64| WIDTH * (budget as f64 / least).ln() / (most / least).ln().max(1e-9);
    let y = |elo: f64| TOP + HEIGHT * (high - elo) / (high - low);
    let lines = (0..=((high - low) / step).round() as u32).map(|line| low + step * f64::from(line));
    let points = Method::ALL.map(|method| {
        let of_method = known.iter().filter(|(gain, _)| gain.method == method);
        let point = |(gain, elo): &(&Gain, [f64; 3])| {
            let [low, value, high] = elo.map(y);
            json!({"x": x(gain.budget), "low": low, "value": value, "high": high})
        };
        of_method.map(point).collect::<Vec<_>>()
    });
    json!({
        "game": game, "lines": lines.map(|elo| json!({"elo": elo, "y": y(elo)})).collect::<Vec<_>>(), "points": points,
        "budgets": budgets.iter().map(|&games| json!({"x": x(games), "games": games})).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gain_has_a_point_and_an_interval() {
        let elo = vec![Estimate { low: Some(-20.0), value: Some(30.0), high: Some(80.0) }];
        let gains = [250, 1_000].map(|budget| Gain { method: Method::ALL[1], budget, elo: elo.clone() });
        let drawn = draw(&[("kalah", gains.into())]).unwrap();
        assert!(
            drawn.contains(">kalah: Elo by games played<") && drawn.contains("points=\"64.0,185.3 364.0,185.3\""),
            "{drawn}"
        );
        assert_eq!(drawn.matches("stroke=\"#d55e00\"/>").count(), 2, "{drawn}");
    }

    /// Regression: the lines were at 10, 69, 128 and 187.
    #[test]
    fn the_lines_of_an_axis_are_round_numbers() {
        assert_eq!(axis(0.0, 50.0), (0.0, 50.0, 50.0));
        assert_eq!(axis(-49.7, 187.3), (-50.0, 200.0, 50.0));
        assert_eq!(axis(-10.0, 273.0), (-100.0, 300.0, 100.0));
        assert_eq!(axis(0.0, 1_000.0), (0.0, 1_000.0, 200.0));
    }
}
