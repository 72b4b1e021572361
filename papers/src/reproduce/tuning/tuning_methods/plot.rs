//! One picture: Elo gained over games played, with a panel for each game and a line for each method.

use std::fmt::Write as _;

use plyground_optimize::Method;

use super::Gain;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 260.0;
const GAP: f64 = 64.0;
/// Colours that stay distinct without red or green.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"];

/// Returns the mean over the seeds of the low end, the value and the high end, or `None` if one of them is unbounded.
fn mean(gain: &Gain) -> Option<[f64; 3]> {
    let ends = [|e: &super::Estimate| e.low, |e: &super::Estimate| e.value, |e: &super::Estimate| e.high];
    let mut sums = [0.0; 3];
    for estimate in &gain.elo {
        for (sum, end) in sums.iter_mut().zip(ends) {
            *sum += end(estimate)? / gain.elo.len() as f64;
        }
    }
    Some(sums)
}

/// Draws the picture as SVG.
pub(super) fn draw(panels: &[(&str, Vec<Gain>)]) -> String {
    let width = GAP + panels.len() as f64 * (WIDTH + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\" aria-label=\"strength gained by games played\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        HEIGHT + 2.0 * GAP
    );
    for (number, (game, gains)) in panels.iter().enumerate() {
        panel(&mut svg, game, gains, GAP + number as f64 * (WIDTH + GAP));
    }
    for (number, method) in Method::ALL.into_iter().enumerate() {
        let x = GAP + 110.0 * number as f64;
        // Writing to a string cannot fail, here and below.
        _ = writeln!(
            svg,
            "<line x1=\"{x}\" x2=\"{}\" y1=\"16\" y2=\"16\" stroke=\"{}\" stroke-width=\"2\"/><text x=\"{}\" y=\"20\">{method}</text>",
            x + 20.0,
            COLOURS[number],
            x + 26.0
        );
    }
    svg + "</svg>\n"
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

fn panel(svg: &mut String, game: &str, gains: &[Gain], left: f64) {
    let known: Vec<(&Gain, [f64; 3])> = gains.iter().filter_map(|gain| Some((gain, mean(gain)?))).collect();
    let (low, high, step) = axis(
        known.iter().map(|(_, elo)| elo[0]).fold(0.0, f64::min),
        known.iter().map(|(_, elo)| elo[2]).fold(50.0, f64::max),
    );
    let (least, most) = (
        gains.iter().map(|gain| gain.budget).min().unwrap_or(1).max(1) as f64,
        gains.iter().map(|gain| gain.budget).max().unwrap_or(2) as f64,
    );
    let x = |budget: u64| left + WIDTH * (budget as f64 / least).ln() / (most / least).ln().max(1e-9);
    let y = |elo: f64| GAP + HEIGHT * (high - elo) / (high - low);
    _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{game}: Elo by games played</text>",
        GAP - 12.0
    );
    for line in 0..=((high - low) / step).round() as u32 {
        let elo = low + step * f64::from(line);
        _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{elo:.0}</text>",
            left + WIDTH,
            y(elo),
            left - 6.0,
            y(elo) + 4.0
        );
    }
    for (number, method) in Method::ALL.into_iter().enumerate() {
        let colour = COLOURS[number];
        let points: Vec<&(&Gain, [f64; 3])> = known.iter().filter(|(gain, _)| gain.method == method).collect();
        let line: Vec<String> =
            points.iter().map(|(gain, elo)| format!("{:.1},{:.1}", x(gain.budget), y(elo[1]))).collect();
        _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for (gain, elo) in points {
            // The points are shifted, so that intervals do not hide each other.
            let at = x(gain.budget) + 3.0 * (number as f64 - 2.0);
            _ = writeln!(
                svg,
                "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
                y(elo[0]),
                y(elo[2])
            );
        }
    }
    let mut budgets: Vec<u64> = gains.iter().map(|gain| gain.budget).collect();
    budgets.dedup();
    for budget in budgets {
        _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{budget}</text>",
            x(budget),
            GAP + HEIGHT + 20.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: the lines were at 10, 69, 128 and 187.
    #[test]
    fn the_lines_of_an_axis_are_round_numbers() {
        assert_eq!(axis(0.0, 50.0), (0.0, 50.0, 50.0));
        assert_eq!(axis(-49.7, 187.3), (-50.0, 200.0, 50.0));
        assert_eq!(axis(-10.0, 273.0), (-100.0, 300.0, 100.0));
        assert_eq!(axis(0.0, 1_000.0), (0.0, 1_000.0, 200.0));
    }
}
