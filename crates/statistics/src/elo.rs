//! Elo: the logistic scale of strength, with intervals that may be open.
//!
//! Half a point per game is 0 Elo, and 400 Elo are odds of 10 to 1. A score of 1 has no finite Elo. Its [`Estimate`] has no
//! value, only a lower end, and prints as `> +120.5`.

use std::fmt;

use serde::Serialize;

use crate::interval::Interval;

/// Returns the Elo difference at which a player scores this share; `None` outside of 0 < share < 1.
///
/// ```
/// use plyground_statistics::{Estimate, elo_of_score};
///
/// assert_eq!(elo_of_score(10.0 / 11.0).map(f64::round), Some(400.0));
/// assert_eq!(elo_of_score(1.0), None);
/// let estimate = Estimate { low: Some(120.46), value: None, high: None };
/// assert_eq!(estimate.to_string(), "> +120.5");
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Returns the share that a player with this Elo difference scores.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Value with an interval, each of which may be missing.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// Lower end; `None` if it does not exist.
    pub low: Option<f64>,
    /// Best estimate; `None` if it would be infinite or is unknown.
    pub value: Option<f64>,
    /// Upper end; `None` if it does not exist.
    pub high: Option<f64>,
}

impl Estimate {
    /// Returns the Elo of a score and its interval.
    #[must_use]
    pub fn of_score(score: f64, interval: Interval) -> Estimate {
        Estimate { low: elo_of_score(interval.low), value: elo_of_score(score), high: elo_of_score(interval.high) }
    }

    /// Maps each of the numbers by `f`, which must be increasing.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { low: self.low.map(&f), value: self.value.map(&f), high: self.high.map(&f) }
    }
}

/// Formats a number with a sign and one decimal, never as `-0.0`.
fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" { "+0.0".into() } else { text }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.value, self.high) {
            (Some(low), Some(value), Some(high)) => {
                write!(f, "{} [{}, {}]", signed(value), signed(low), signed(high))
            }
            (Some(low), Some(value), None) => write!(f, "{} [{}, open]", signed(value), signed(low)),
            (None, Some(value), Some(high)) => write!(f, "{} [open, {}]", signed(value), signed(high)),
            (Some(low), None, None) => write!(f, "> {}", signed(low)),
            (None, None, Some(high)) => write!(f, "< {}", signed(high)),
            (Some(low), None, Some(high)) => write!(f, "[{}, {}]", signed(low), signed(high)),
            (None, _, None) => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-700.0, -35.5, 0.0, 1.25, 400.0] {
            let back = elo_of_score(score_of_elo(elo)).unwrap();
            assert!((back - elo).abs() < 1e-9, "{elo}: {back}");
        }
        assert_eq!(elo_of_score(0.0), None);
    }

    #[test]
    fn open_ends_are_named() {
        let all = Estimate { low: Some(-0.01), value: Some(3.0), high: Some(7.25) };
        assert_eq!(all.to_string(), "+3.0 [+0.0, +7.2]");
        assert_eq!(Estimate { high: None, ..all }.to_string(), "+3.0 [+0.0, open]");
        assert_eq!(Estimate { low: None, ..all }.to_string(), "+3.0 [open, +7.2]");
        assert_eq!(Estimate { value: None, high: None, ..all }.to_string(), "> +0.0");
        assert_eq!(Estimate { value: None, low: None, ..all }.to_string(), "< +7.2");
        assert_eq!(Estimate { value: None, ..all }.to_string(), "[+0.0, +7.2]");
        assert_eq!(Estimate::default().to_string(), "unknown");
    }
}
