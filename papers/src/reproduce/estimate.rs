//! Intervals for means and their differences where the unit is not a game: optimisations, seeds, pairs of first moves.

use plyground_statistics::{Interval, student_quantile};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::numbers::mean;
use super::sample::Share;

/// A value with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) interval: Interval,
}

impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Interval { low, high } = self.interval;
        json!({"value": self.value, "low": low, "high": high}).serialize(serializer)
    }
}

/// Returns the sum of group means, each times its weight, with the interval of Welch and Satterthwaite over the values of the
/// groups, or `None` if a group has fewer than two values.
pub(crate) fn contrast(groups: &[(f64, &[f64])]) -> Option<Estimate> {
    if groups.is_empty() || groups.iter().any(|(_, values)| values.len() < 2) {
        return None;
    }
    let value = groups.iter().map(|(weight, values)| weight * mean(values)).sum();
    // The squared error of each weighted mean, and its degrees of freedom.
    let parts = groups.iter().map(|(weight, values)| {
        let (centre, count) = (mean(values), values.len() as f64);
        let variance = values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (count - 1.0);
        (weight * weight * variance / count, count - 1.0)
    });
    let parts: Vec<(f64, f64)> = parts.collect();
    let squared: f64 = parts.iter().map(|(error, _)| error).sum();
    if squared == 0.0 {
        return Some(Estimate { value, interval: Interval { low: value, high: value } });
    }
    let freedom = squared * squared / parts.iter().map(|(error, freedom)| error * error / freedom).sum::<f64>();
    let half = student_quantile(freedom.max(1.0), 0.975) * squared.sqrt();
    Some(Estimate { value, interval: Interval { low: value - half, high: value + half } })
}

/// Returns the mean of values with its interval.
pub(crate) fn mean_of(values: &[f64]) -> Option<Estimate> {
    contrast(&[(1.0, values)])
}

/// Returns the ratio of two figures as a geometric mean over positions, or `None` for fewer than two positions.
pub(crate) fn ratio(one: &[f64], other: &[f64]) -> Option<Estimate> {
    let logarithms: Vec<f64> = one.iter().zip(other).map(|(one, other)| (one / other).ln()).collect();
    let found = mean_of(&logarithms)?;
    let interval = Interval { low: found.interval.low.exp(), high: found.interval.high.exp() };
    Some(Estimate { value: found.value.exp(), interval })
}

/// Returns the difference of two shares of distinct games, with Newcombe's interval from those of Wilson \[Newcombe1998\].
pub(crate) fn difference_of_shares([one, other]: [Share; 2]) -> Estimate {
    let (a, b, one, other) = (one.value(), other.value(), wilson(one), wilson(other));
    let value = a - b;
    let low = value - ((a - one.low).powi(2) + (other.high - b).powi(2)).sqrt();
    let high = value + ((one.high - a).powi(2) + (b - other.low).powi(2)).sqrt();
    Estimate { value, interval: Interval { low, high } }
}

/// Returns Wilson's 95% interval of a share, for Newcombe's method.
fn wilson(Share { points, games }: Share) -> Interval {
    let squared = 1.959_964_f64.powi(2);
    let centre = points + squared / 2.0;
    let half = (squared * (points * (games - points) / games.max(1.0) + squared / 4.0)).sqrt();
    Interval { low: (centre - half) / (games + squared), high: (centre + half) / (games + squared) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_of_a_mean_is_student_s() {
        // The mean 3, the standard deviation 1.5811, the error 0.70711.
        let found = mean_of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(format!("{:.3} {:.3}", found.interval.low, found.interval.high), "1.037 4.963");
        assert_eq!(mean_of(&[1.0]), None, "one value has no interval");
    }

    #[test]
    fn a_difference_of_means_is_welch_s() {
        // With equal sizes and variances, the degrees of freedom are the number of values minus two.
        let (one, other) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
        let found = contrast(&[(1.0, &one), (-1.0, &other)]).unwrap();
        let half = student_quantile(4.0, 0.975) * (2.0_f64 / 3.0).sqrt();
        assert!((found.value + 3.0).abs() < 1e-12 && (found.interval.high - (half - 3.0)).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_difference_of_shares_is_newcombe_s() {
        // Newcombe (1998), table II, method 10, the first row: 56 of 70 against 48 of 80.
        let found = difference_of_shares([(56.0, 70.0), (48.0, 80.0)].map(|(points, games)| Share { points, games }));
        assert_eq!(format!("{:.4} {:.4}", found.interval.low, found.interval.high), "0.0524 0.3339");
    }
}
