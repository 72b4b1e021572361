//! Generalised likelihood ratio of pentanomial results: evidence of the pairs for one strength against another.
//!
//! A hypothesis fixes one number of the distribution of a pair's points (its mean, or its mean in standard deviations). The other
//! parameters are free. The two constrained maxima of the likelihood are compared \[VandenBergh-Sprt\]. A count of 0 is replaced
//! by 0.001, so that an unobserved result is rare but not impossible.

use crate::tail::Distribution;

/// Replacement of a count of 0.
const RARE: f64 = 1e-3;
/// Maximum number of steps towards the distribution with a given mean in standard deviations. A few suffice.
const STEPS: usize = 10;
/// Maximum difference of two consecutive steps at convergence.
const CLOSE: f64 = 1e-9;

/// Share of the points of each result.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number that a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Constraint {
    /// Mean of a pair's share of points.
    Mean(f64),
    /// Distance of the mean from 1/2, in standard deviations of a pair.
    Advantage(f64),
}

/// Returns the logarithm of the likelihood of `counts` under `one` divided by that under `zero`, each at its maximum.
pub(crate) fn log_likelihood_ratio(counts: [u64; 5], zero: Constraint, one: Constraint) -> f64 {
    let counts = counts.map(|count| if count == 0 { RARE } else { count as f64 });
    let pairs: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / pairs);
    let (zero, one) = (most_likely(&observed, zero), most_likely(&observed, one));
    (0..5).map(|i| counts[i] * (one[i] / zero[i]).ln()).sum()
}

/// Returns the distribution that maximises the likelihood of `observed` under the constraint.
fn most_likely(observed: &Distribution, constraint: Constraint) -> Distribution {
    match constraint {
        Constraint::Mean(mean) => tilted(observed, &SHARES.map(|share| share - mean)),
        Constraint::Advantage(advantage) => with_advantage(observed, advantage),
    }
}

/// Linearises the constraint around the present distribution and solves it, until convergence.
fn with_advantage(observed: &Distribution, advantage: f64) -> Distribution {
    let mut present = [0.2; 5];
    for _ in 0..STEPS {
        let (mean, variance) = moments(&present);
        let deviation = variance.sqrt();
        let values = SHARES.map(|share| {
            let distance = (mean - share) / deviation;
            share - 0.5 - 0.5 * advantage * deviation * (1.0 + distance * distance)
        });
        let next = tilted(observed, &values);
        let moved = (0..5).map(|i| (next[i] - present[i]).abs()).fold(0.0, f64::max);
        present = next;
        if moved < CLOSE {
            break;
        }
    }
    present
}

/// Returns the distribution with mean 0 of `values` that maximises the likelihood of `observed`. Each probability is divided by 1
/// + x value, where the Lagrange multiplier x makes the mean 0.
fn tilted(observed: &Distribution, values: &[f64; 5]) -> Distribution {
    let x = multiplier(observed, values);
    std::array::from_fn(|i| observed[i] / (1.0 + x * values[i]))
}

/// Returns the root of sum p v / (1 + x v), which decreases from plus to minus infinity between the poles around 0.
fn multiplier(observed: &Distribution, values: &[f64; 5]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(smallest < 0.0 && largest > 0.0) {
        // Only hypotheses far beyond the limits of a test reach this case: no distribution satisfies them.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, v) in observed.iter().zip(values) {
            let term = v / (1.0 + x * v);
            value += p * term;
            slope -= p * term * term;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step if it stays between the poles, otherwise bisection.
        let step = x - value / slope;
        let next = if step > low && step < high { step } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-15 * x.abs().max(1.0) {
            return next;
        }
        x = next;
    }
    x
}

/// Returns mean and variance of the shares.
pub(crate) fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| distribution[i] * SHARES[i]).sum();
    (mean, (0..5).map(|i| distribution[i] * (SHARES[i] - mean).powi(2)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBSERVED: Distribution = [0.1, 0.2, 0.3, 0.25, 0.15];

    #[test]
    fn a_mean_at_the_end_of_all_values_has_no_multiplier() {
        assert_eq!(multiplier(&OBSERVED, &SHARES), 0.0);
        assert_eq!(multiplier(&OBSERVED, &SHARES.map(|share| -share)), 0.0);
    }

    #[test]
    fn constraints_hold() {
        for mean in [0.1, 0.5, 0.55, 0.9] {
            let found = most_likely(&OBSERVED, Constraint::Mean(mean));
            assert!((moments(&found).0 - mean).abs() < 1e-12);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        for advantage in [-0.5, -0.02, 0.0, 0.01, 0.3] {
            let found = most_likely(&OBSERVED, Constraint::Advantage(advantage));
            let (mean, variance) = moments(&found);
            assert!(((mean - 0.5) / variance.sqrt() - advantage).abs() < 1e-6, "{advantage}: {found:?}");
        }
    }

    /// Deviations from the maximum that satisfy the constraint have a lower likelihood.
    #[test]
    fn nothing_near_is_more_likely() {
        let likelihood = |d: &Distribution| (0..5).map(|i| OBSERVED[i] * d[i].ln()).sum::<f64>();
        let best = most_likely(&OBSERVED, Constraint::Mean(0.6));
        // Both directions preserve the sum and the mean.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -1.0, -1.0, 1.0]] {
            for size in [-1e-3, 1e-3] {
                let other = std::array::from_fn(|i| best[i] + size * direction[i]);
                assert!(likelihood(&other) < likelihood(&best));
            }
        }
    }

    #[test]
    fn equal_hypotheses_are_equally_likely() {
        for constraint in [Constraint::Mean(0.4), Constraint::Advantage(0.1)] {
            assert_eq!(log_likelihood_ratio([0, 5, 7, 1, 0], constraint, constraint), 0.0);
        }
    }
}
