//! Interval of a score, from which all printed intervals of a match are derived.
//!
//! The lower end is the smallest mean that the observed points do not contradict. Each candidate mean is represented by the
//! distribution of pairs with this mean that maximises the likelihood of the observed counts, the same constrained maximum that
//! the [sequential test](crate::Sprt) compares. The end is the mean at which this distribution yields the observed points, or
//! more, with probability (1 - confidence) / 2. The upper end is the lower end of the opponent. This is Efron's tilted interval
//! \[Efron1981\] along the least favourable family of the likelihood \[DiCiccio1990\]. The probability is computed instead of
//! simulated, and a lost pair is possible in every distribution, even if none was observed.
//!
//! - A score of 0% or 100% has one end: after `n` pairs won, the lower end is `(alpha / 2)^(1/n)`. The width is never 0.
//! - If every pair is lost or won, the interval is that of Clopper and Pearson \[Clopper1934\].
//! - With many pairs it is the interval of Student's t.
//!
//! Along the family, each probability is proportional to `count / (1 - x + x * share)`. It decreases stochastically with `x`, so
//! the tail probability is monotone and the end unique. If no pair was lost, `x = 1` has a mean above 0; beyond it, lost pairs
//! are mixed in.

use serde::Serialize;

use crate::distribution::{beta_quantile, normal_quantile};
use crate::likelihood::moments;
use crate::tail::{Distribution, chance_of_at_least};

/// Range of a share, with both ends in 0..=1.
///
/// ```
/// use plyground_statistics::Pentanomial;
///
/// let interval = Pentanomial::new([1, 2, 4, 8, 5]).score_interval(0.95);
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "0.526 0.791");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Range of all shares, as before the first game.
    pub const EVERYTHING: Interval = Interval { low: 0.0, high: 1.0 };

    /// Returns whether the range includes this share.
    #[must_use]
    pub fn contains(&self, share: f64) -> bool {
        self.low <= share && share <= self.high
    }
}

/// Returns the exact interval of Clopper and Pearson \[Clopper1934\] for a share of `points` out of `trials`. It contains the
/// true share with at least the probability `confidence`.
///
/// It equals the interval of [`Pentanomial`](crate::Pentanomial) for trials that are lost or won. With results between 0 and 1,
/// the points may be fractional. The interval of a coin with the same mean is then wider than necessary.
#[must_use]
pub fn exact_interval(points: f64, trials: f64, confidence: f64) -> Interval {
    if trials <= 0.0 {
        return Interval::EVERYTHING;
    }
    let tail = 0.5 * (1.0 - confidence);
    let low = if points <= 0.0 { 0.0 } else { beta_quantile(points, trials - points + 1.0, tail) };
    let high = if points >= trials { 1.0 } else { beta_quantile(points + 1.0, trials - points, 1.0 - tail) };
    Interval { low, high }
}

/// Returns the interval of the mean share of points, for counts of the shares 0, 1/4, 1/2, 3/4 and 1.
pub(crate) fn mean_interval(counts: [u64; 5], confidence: f64) -> Interval {
    if counts.iter().all(|&count| count == 0) {
        return Interval::EVERYTHING;
    }
    let [low, high] = ends(counts, confidence).map(|end| moments(&end).0);
    Interval { low, high }
}

/// Returns the distributions of pairs at both ends of the interval of the mean. There is at least one pair.
pub(crate) fn ends(counts: [u64; 5], confidence: f64) -> [Distribution; 2] {
    let tail = 0.5 * (1.0 - confidence);
    let mut reversed = counts;
    reversed.reverse();
    let mut high = lower_end(reversed, tail);
    high.reverse();
    [lower_end(counts, tail), high]
}

/// Returns the tilted distribution that yields at least the observed points with probability `tail`.
fn lower_end(counts: [u64; 5], tail: f64) -> Distribution {
    let pairs: u64 = counts.iter().sum();
    let half_points: u64 = counts.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
    if half_points == 0 {
        return [1.0, 0.0, 0.0, 0.0, 0.0];
    }
    let target = normal_quantile(tail);
    // The normal quantile of the probability is nearly linear.
    let excess = |chances: &Distribution| {
        let chance = chance_of_at_least(chances, pairs, half_points);
        normal_quantile(chance.clamp(1e-300, 1.0 - 1e-16)) - target
    };
    let excess_at = |x: f64| excess(&tilt(counts, x));
    let observed = tilt(counts, 0.0);
    if excess(&observed) <= 0.0 {
        return observed;
    }
    // This is the approximate tilt for many pairs. As a bracket it saves steps, without a change of the result.
    let near = 2.0 * target.abs() / (moments(&observed).1 * pairs as f64).sqrt();
    let last = tilt(counts, 1.0);
    let top = if near < 1.0 && excess_at(near) <= 0.0 { near } else { 1.0 };
    if top < 1.0 || excess(&last) <= 0.0 {
        return tilt(counts, falling_root(0.0, top, excess_at));
    }
    let lost = |share: f64| mix_in_losses(&last, share);
    lost(falling_root(0.0, 1.0, |share| excess(&lost(share))))
}

/// Tilts the observed distribution towards lower shares. `x` = 0 is the observed one; `x` = 1 has only losses if there are any.
fn tilt(counts: [u64; 5], x: f64) -> Distribution {
    let keep = if counts[0] > 0 { 1.0 - x } else { 1.0 };
    let weights: Distribution = std::array::from_fn(|i| match i {
        0 => counts[0] as f64,
        _ => counts[i] as f64 * keep / (1.0 - x + x * (i as f64 / 4.0)),
    });
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

fn mix_in_losses(chances: &Distribution, share: f64) -> Distribution {
    let mut mixed = chances.map(|chance| chance * (1.0 - share));
    mixed[0] += share;
    mixed
}

/// Returns the root of a decreasing function that is positive at `low` but not at `high`, by Ridders' method \[Ridders1979\].
fn falling_root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    let mut root = high;
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        let at_middle = f(middle);
        let next = middle + (middle - low) * at_middle / (at_middle * at_middle - at_low * at_high).sqrt();
        if !(next > low && next < high) || (next - root).abs() <= 1e-12 * next {
            return if next.is_finite() { next.clamp(low, high) } else { middle };
        }
        root = next;
        let at_next = f(next);
        // The bracket is formed by the closest points on either side of the root.
        for (point, value) in [(middle, at_middle), (next, at_next)] {
            if value > 0.0 && point > low {
                (low, at_low) = (point, value);
            } else if value <= 0.0 && point < high {
                (high, at_high) = (point, value);
            }
        }
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::student_quantile;

    #[test]
    fn exact_intervals_agree_with_published_values() {
        // Newcombe (1998), table I: 81 of 263 and 15 of 148.
        let exact = exact_interval(81.0, 263.0, 0.95);
        assert_eq!(format!("{:.4} {:.4}", exact.low, exact.high), "0.2527 0.3676");
        let exact = exact_interval(15.0, 148.0, 0.95);
        assert_eq!(format!("{:.4} {:.4}", exact.low, exact.high), "0.0578 0.1617");
    }

    #[test]
    fn pairs_that_are_lost_or_won_have_the_exact_interval() {
        for (lost, won) in [(1, 0), (0, 1), (1, 1), (3, 0), (0, 20), (7, 13), (1, 29), (182, 81), (0, 1000), (3, 5000)]
        {
            for confidence in [0.5, 0.95, 0.999] {
                let found = mean_interval([lost, 0, 0, 0, won], confidence);
                let expected = exact_interval(won as f64, (lost + won) as f64, confidence);
                assert!((found.low - expected.low).abs() < 1e-8, "{lost} {won} {confidence}: {found:?} {expected:?}");
                assert!((found.high - expected.high).abs() < 1e-8, "{lost} {won} {confidence}: {found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn nothing_is_known_before_the_first_pair_and_little_after_it() {
        assert_eq!(mean_interval([0; 5], 0.95), Interval::EVERYTHING);
        assert_eq!(exact_interval(0.0, 0.0, 0.95), Interval::EVERYTHING);
        let won = mean_interval([0, 0, 0, 0, 1], 0.95);
        assert!((won.low - 0.025).abs() < 1e-9 && won.high == 1.0, "{won:?}");
        let drawn = mean_interval([0, 0, 1, 0, 0], 0.95);
        assert!((drawn.low - 0.0125).abs() < 1e-9 && (drawn.high - 0.9875).abs() < 1e-9, "{drawn:?}");
    }

    /// Every interval of few pairs contains the score, has a positive width, and is mirrored with the players.
    #[test]
    fn every_small_result_has_a_sound_interval() {
        for code in 1..4_u64.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|digit| code / 4_u64.pow(digit) % 4);
            let pairs: u64 = counts.iter().sum();
            let score = counts.iter().zip(0..).map(|(count, i)| count * i).sum::<u64>() as f64 / (4 * pairs) as f64;
            let Interval { low, high } = mean_interval(counts, 0.95);
            assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{counts:?}: {low} {high}");
            assert!(high - low > 0.01, "{counts:?}: {low} {high}");
            assert_eq!((low == 0.0, high == 1.0), (score == 0.0, score == 1.0), "{counts:?}: {low} {high}");
            let mut reversed = counts;
            reversed.reverse();
            let other = mean_interval(reversed, 0.95);
            assert!((other.low - (1.0 - high)).abs() < 1e-15 && (other.high - (1.0 - low)).abs() < 1e-15, "{counts:?}");
        }
    }

    #[test]
    fn many_pairs_have_the_interval_of_student_s_t() {
        for times in [10, 1_000, 1_000_000, 1_000_000_000] {
            let counts = [4, 18, 40, 25, 8].map(|count| count * times);
            let n = counts.iter().sum::<u64>() as f64;
            let chances = counts.map(|count| count as f64 / n);
            let (centre, variance) = moments(&chances);
            let half = student_quantile(n - 1.0, 0.975) * (variance / (n - 1.0)).sqrt();
            let Interval { low, high } = mean_interval(counts, 0.95);
            let error = ((centre - low) / half - 1.0).abs().max(((high - centre) / half - 1.0).abs());
            // The correction decreases with the root of the number of pairs.
            assert!(error < 1.0 / n.sqrt() + 1e-4, "{times}: {low} {high}, {centre} +- {half}");
        }
    }

    #[test]
    fn the_widest_counts_are_finite() {
        for counts in [[u64::from(u32::MAX); 5], [0, 0, 0, 0, 1 << 40], [1, 0, 0, 0, 1 << 40], [0, 0, 1 << 40, 0, 1]] {
            let Interval { low, high } = mean_interval(counts, 0.95);
            assert!(low < high && low >= 0.0 && high <= 1.0, "{counts:?}: {low} {high}");
        }
    }

    #[test]
    fn more_confidence_is_wider() {
        let counts = [2, 3, 9, 5, 1];
        let widths = [0.5, 0.9, 0.95, 0.99, 0.999].map(|confidence| {
            let Interval { low, high } = mean_interval(counts, confidence);
            high - low
        });
        assert!(widths.is_sorted() && widths[0] > 0.02, "{widths:?}");
    }

    #[test]
    fn the_exact_interval_has_its_nominal_coverage() {
        // All results of 20 coin tosses of each bias, weighted with their probability.
        for bias in [0.05, 0.2, 0.5, 0.83] {
            let (mut probability, mut covered) = ((1.0_f64 - bias).powi(20), 0.0);
            for points in 0..=20 {
                let interval = exact_interval(f64::from(points), 20.0, 0.95);
                if (interval.low..=interval.high).contains(&bias) {
                    covered += probability;
                }
                probability *= f64::from(20 - points) / f64::from(points + 1) * bias / (1.0 - bias);
            }
            assert!(covered >= 0.95, "{bias}: {covered}");
        }
    }
}
