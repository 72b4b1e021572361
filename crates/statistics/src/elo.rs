//! Elo: the logistic scale of strength, with intervals that know when they have no end.
//!
//! Half a point a game is 0 Elo, and 400 Elo are odds of 10 to 1. A score of 1 would be infinite; an [`Estimate`] has no
//! value then, only a lower end, and prints as `> +120.5`.
//!
//! ```
//! use plyground_statistics::{Estimate, elo_of_score};
//!
//! assert_eq!(elo_of_score(10.0 / 11.0).map(f64::round), Some(400.0));
//! assert_eq!(elo_of_score(1.0), None);
//! let estimate = Estimate { low: Some(120.46), value: None, high: None };
//! assert_eq!(estimate.to_string(), "> +120.5");
//! ```

use std::fmt;

use serde::Serialize;

use crate::interval::Interval;

/// The Elo difference at which a player scores this share; `None` outside of 0 < share < 1.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The share that a player with this Elo difference scores.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A number with an interval, any of which may not exist.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// The lower end; `None` where there is none.
    pub low: Option<f64>,
    /// The best guess; `None` where it would be infinite, or nothing is known.
    pub value: Option<f64>,
    /// The upper end; `None` where there is none.
    pub high: Option<f64>,
}

impl Estimate {
    /// The Elo of a score and its interval.
    #[must_use]
    pub fn of_score(score: f64, interval: Interval) -> Estimate {
        Estimate { low: elo_of_score(interval.low), value: elo_of_score(score), high: elo_of_score(interval.high) }
    }

    /// Each of the numbers through `f`, which must keep their order.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { low: self.low.map(&f), value: self.value.map(&f), high: self.high.map(&f) }
    }
}

/// One digit after the point, always with a sign, and never `-0.0`.
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
