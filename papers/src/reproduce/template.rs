//! Templates of pages and of figure texts: Jinja, with filters for numbers and functions for verdicts.
//!
//! An estimate is a map of `value`, `low` and `high`, the ends of its 95% interval. A match is an estimate of the first player's
//! share of the points, with `wins`, `draws` and `losses`. An end without a bound is none. The section "Verdicts on claims" of
//! `docs/statistics.md` explains the verdicts.

use cargo_metadata::camino::Utf8Path;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{ArgType, Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, path_loader};
use plyground_statistics::Interval;
use serde::Deserialize;

use super::numbers::grouped;
use super::verdict::{self, MUCH, WORDS};

/// A figure with its interval. Too few values have none.
#[derive(Clone, Copy, Default, Deserialize)]
struct Figure {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl<'a> ArgType<'a> for Figure {
    type Output = Figure;

    fn from_value(value: Option<&'a Value>) -> Result<Figure, Error> {
        match value {
            // An exact number has no interval.
            Some(number) if number.is_number() => {
                let number = Some(f64::try_from(number.clone())?);
                Ok(Figure { value: number, low: number, high: number })
            }
            Some(value) if !value.is_undefined() => Ok(Option::deserialize(value)?.unwrap_or_default()),
            _ => Err(ErrorKind::UndefinedError.into()),
        }
    }
}

impl Figure {
    fn interval(self) -> Interval {
        Interval { low: self.low.unwrap_or(f64::NEG_INFINITY), high: self.high.unwrap_or(f64::INFINITY) }
    }

    /// Formats the value and the ends, each times a factor, or `?` if nothing is known.
    fn text(self, factor: f64, format: impl Fn([f64; 3]) -> String) -> String {
        if self.value.is_none() && self.low.is_none() && self.high.is_none() {
            return "?".to_owned();
        }
        let Interval { low, high } = self.interval();
        format([self.value.unwrap_or(f64::NAN), low, high].map(|number| factor * number))
    }
}

/// Returns the environment of the templates in a repository.
pub(crate) fn environment(root: &Utf8Path) -> Environment<'static> {
    let mut templates = Environment::new();
    templates.set_loader(path_loader(root.join("papers/pages")));
    templates.set_auto_escape_callback(|_| AutoEscape::None);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    templates.set_syntax(syntax.expect("the delimiters are the usual ones"));
    numbers(&mut templates);
    verdicts(&mut templates);
    templates
}

/// Adds the filters that format numbers.
fn numbers(templates: &mut Environment<'_>) {
    templates.add_filter("fixed", |number: f64, digits: Option<usize>| format!("{number:.*}", digits.unwrap_or(0)));
    templates.add_filter("signed", |number: f64, digits: Option<usize>| format!("{number:+.*}", digits.unwrap_or(0)));
    templates.add_filter("percent", |share: f64, digits: Option<usize>| {
        format!("{:.*}", digits.unwrap_or(0), 100.0 * share)
    });
    templates.add_filter("grouped", grouped);
    // Like `4.6e23`.
    templates
        .add_filter("scientific", |number: f64, digits: Option<usize>| format!("{number:.*e}", digits.unwrap_or(1)));
    templates.add_filter("rhombus", |Serde(rows): Serde<Vec<Vec<f64>>>, factor: Option<f64>| {
        rhombus(&rows, factor.unwrap_or(1.0))
    });
    // As few digits as the number has.
    templates.add_filter("plain", |number: f64| number.to_string());
    // An estimate in per cent, like `+4.2 (-1.0 to +9.4)`.
    templates.add_filter("points", |figure: Figure| {
        figure.text(100.0, |[value, low, high]| format!("{value:+.1} ({low:+.1} to {high:+.1})"))
    });
    // The ends of an interval in per cent, like `45.0 to 60.1`.
    templates.add_filter("range", |figure: Figure, digits: Option<usize>| {
        let digits = digits.unwrap_or(1);
        figure.text(100.0, |[_, low, high]| format!("{low:.digits$} to {high:.digits$}"))
    });
    // A ratio or a mean, like `0.42 (0.30 to 0.55)`.
    templates.add_filter("ratio", |figure: Figure, digits: Option<usize>| {
        let digits = digits.unwrap_or(2);
        figure.text(1.0, |[value, low, high]| format!("{value:.digits$} ({low:.digits$} to {high:.digits$})"))
    });
    // A share in per cent, like `52.5% (45.0 to 60.1)`.
    templates.add_filter("share", |figure: Figure, digits: Option<usize>| {
        let digits = digits.unwrap_or(1);
        figure.text(100.0, |[value, low, high]| format!("{value:.digits$}% ({low:.1} to {high:.1})"))
    });
    // The results of a match, like `12 / 3 / 5`.
    templates.add_filter("counts", |Serde(results): Serde<Results>| {
        format!("{} / {} / {}", results.wins, results.draws, results.losses)
    });
}

/// Draws a board of numbers, each times a factor and without decimals. Row `n - 1` is on top, and each row is half a cell to the right of the one below.
fn rhombus(rows: &[Vec<f64>], factor: f64) -> String {
    let line = |(row, values): (usize, &Vec<f64>)| {
        let cells: Vec<String> = values.iter().map(|value| format!("{:>4.0}", factor * value)).collect();
        format!("{row:>2} {}{}", "  ".repeat(row), cells.concat())
    };
    rows.iter().enumerate().rev().map(line).collect::<Vec<_>>().join("\n")
}

/// The results of the first player of a match.
#[derive(Deserialize)]
struct Results {
    wins: f64,
    draws: f64,
    losses: f64,
}

/// Adds the functions that judge figures. Each returns a verdict on a claim of a report.
fn verdicts(templates: &mut Environment<'_>) {
    templates.add_global("MUCH", MUCH);
    let above = |figure: Figure, line: f64| verdict::above(figure.interval(), line);
    let below = |figure: Figure, line: f64| verdict::below(figure.interval(), line);
    let within = |figure: Figure, low: f64, high: f64| verdict::within(figure.interval(), Interval { low, high });
    templates.add_function("above", above);
    templates.add_function("below", below);
    templates.add_function("within", within);
    // As filters, they judge each figure of a list: `map("above", 0.5)`.
    templates.add_filter("above", above);
    templates.add_filter("below", below);
    templates.add_filter("within", within);
    templates.add_function("unclear", |difference: Figure| verdict::unclear(difference.interval()));
    templates.add_function("all", |parts: Vec<Value>| words(&parts).map(|words| verdict::all(&words).to_owned()));
    templates.add_function("agree", |ways: Vec<Value>| words(&ways).map(|words| verdict::agree(&words).to_owned()));
    // A verdict, or a condition that can be counted exactly, in the words of a sentence.
    templates.add_filter("holds", |verdict: Value| match word(&verdict)?.as_str() {
        "same" | "better" => Ok("holds"),
        "not decided" => Ok("is not decided"),
        _ => Ok::<_, Error>("does not hold"),
    });
}

/// Returns the verdict that an expression states: a word, or a condition on which the claim holds.
///
/// # Errors
/// When the value is neither.
pub(crate) fn word(value: &Value) -> Result<String, Error> {
    let word = match bool::try_from(value.clone()) {
        Ok(holds) => verdict::counted(holds).to_owned(),
        Err(_) => value.as_str().unwrap_or_default().to_owned(),
    };
    if WORDS.contains(&word.as_str()) {
        Ok(word)
    } else {
        Err(Error::new(ErrorKind::InvalidOperation, format!("`{value}` is no verdict: one of {}", WORDS.join(", "))))
    }
}

fn words(verdicts: &[Value]) -> Result<Vec<String>, Error> {
    verdicts.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(template: &str) -> String {
        let figures = json!({
            "n": 1_234_567.891, "share": {"value": 0.525, "low": 0.45, "high": 0.6012, "wins": 12, "draws": 3, "losses": 5},
            "won": {"value": 0.7, "low": 0.6, "high": null}, "even": {"value": 0.5, "low": 0.45, "high": 0.55},
        });
        environment(".".into()).render_str(template, Serde(figures)).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn numbers_are_formatted() {
        for (template, expected) in [
            ("{{ n | fixed }}, {{ n | fixed(2) }}, {{ n | grouped }}", "1234568, 1234567.89, 1,234,568"),
            ("{{ 0.5 | percent }}%, {{ 0.1234 | percent(1) }}%, {{ 3 | signed(1) }}", "50%, 12.3%, +3.0"),
            ("{{ 6566222272575 | scientific(2) }}", "6.57e12"),
            ("{{ 49.0 | plain }}, {{ 52.3 | plain }}", "49, 52.3"),
            (
                "{{ share | counts }}: {{ share | share }}, {{ share | range }}",
                "12 / 3 / 5: 52.5% (45.0 to 60.1), 45.0 to 60.1",
            ),
            ("{{ share | ratio }}, {{ share | points }}", "0.53 (0.45 to 0.60), +52.5 (+45.0 to +60.1)"),
            ("{{ won | range }}", "60.0 to inf"),
            ("{{ share | ratio(1) }}, {{ none | points }}, {{ none | range }}", "0.5 (0.5 to 0.6), ?, ?"),
        ] {
            assert_eq!(shown(template), expected);
        }
        for missing in ["{{ missing }}", "{{ above(share.missing, 0.5) }}", "{{ share.missing | ratio }}"] {
            assert!(shown(missing).contains("undefined"), "{missing}: {}", shown(missing));
        }
    }

    #[test]
    fn a_board_is_drawn_from_the_highest_row_down() {
        assert_eq!(rhombus(&[vec![0.0, 0.1], vec![1.0, 1.1]], 10.0), " 1     10  11\n 0    0   1");
    }

    #[test]
    fn verdicts_follow_the_intervals() {
        for (template, expected) in [
            ("{{ above(won, 0.5) }}, {{ above(share, 0.5) }}, {{ above(even, 0.6) }}", "same, not decided, differs"),
            ("{{ below(won, 0.5) }}, {{ below(share, 0.5) }}, {{ below(even, 0.6) }}", "differs, not decided, same"),
            ("{{ within(even, 0.4, 0.6) }}, {{ within(won, 0.4, 0.6) }}", "same, differs"),
            (
                "{{ above(none, 0.5) }}, {{ above(0.7, 0.5) }}, {{ within(126, 112.5, 137.5) }}",
                "not decided, same, same",
            ),
            ("{{ all(['same', 'not decided', 'differs']) }}, {{ all(['same', 'better']) }}", "differs, same"),
            ("{{ agree(['same', 'differs']) }}, {{ agree(['differs', 'differs']) }}", "not decided, differs"),
            (
                "{{ all([won, even] | map('above', 0.5)) }}, {{ agree([]) }}, {{ all([true]) }}",
                "not decided, not decided, same",
            ),
            ("{{ (1 < 2) | holds }}, {{ above(share, 0.5) | holds }}", "holds, is not decided"),
            ("{{ 'wrong in the paper' | holds }}", "does not hold"),
        ] {
            assert_eq!(shown(template), expected);
        }
        assert!(shown("{{ 'perhaps' | holds }}").contains("no verdict"));
    }
}
