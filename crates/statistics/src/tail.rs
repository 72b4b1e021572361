//! Tail probabilities of the points of many pairs: a sum of independent variables from 0 to 4 half points.
//!
//! Let `K` be the cumulant generating function of a pair, and `t > 0`. The probability of at least `s` half points is the
//! integral over a period of `exp(n K(t + iy) - s (t + iy)) / (1 - exp(-t - iy))`. On the line through the saddle point nothing
//! cancels, and the trapezoidal rule with `N` nodes has an error of the order `exp(-t N)`. If that needs too many nodes, the
//! saddle-point approximation of Lugannani and Rice \[Lugannani1980\] is used, in its form for lattices \[Daniels1987\]. Its
//! relative error decreases with the number of pairs.

use std::f64::consts::PI;

use nalgebra::Complex;

use crate::distribution::normal_cdf;

/// Probabilities of 0, 1, 2, 3 and 4 half points.
pub(crate) type Distribution = [f64; 5];

/// Maximum number of nodes of the integral.
const MOST_NODES: f64 = 4096.0;
/// `exp(-36)` is the relative precision of a double.
const DIGITS: f64 = 36.0;
/// Number of standard deviations of the sum that the nodes cover on either side.
const REACH: f64 = 12.0;
/// Maximum tilt, at which results with fewer half points are negligible.
const MOST_TILT: f64 = 40.0;
/// Maximum number of Newton steps to the saddle point; a few suffice.
const MOST_STEPS: u32 = 60;

/// Returns the probability that the half points of `pairs` independent pairs are at least `at_least`.
pub(crate) fn chance_of_at_least(chances: &Distribution, pairs: u64, at_least: u64) -> f64 {
    let n = pairs as f64;
    let s = at_least as f64;
    if at_least == 0 {
        return 1.0;
    }
    let saddle = saddle(chances, s / n);
    // The line must keep a distance of about a standard deviation of the sum from the pole at 0.
    let untilted = tilted(chances, 0.0);
    let tilt = saddle.max(1.0 / (n * untilted.variance).sqrt().max(1.0));
    let deviation = (n * tilted(chances, tilt).variance).sqrt();
    let nodes = (DIGITS / tilt).max(REACH * deviation).max(64.0);
    if nodes <= MOST_NODES {
        integral(chances, n, s, tilt, (nodes as u32).next_multiple_of(2))
    } else {
        saddle_point(chances, n, s, saddle)
    }
}

/// Distribution tilted by `exp(tilt * half points)`.
struct Tilted {
    /// Cumulant generating function of the original distribution at the tilt.
    cumulant: f64,
    mean: f64,
    variance: f64,
}

fn tilted(chances: &Distribution, tilt: f64) -> Tilted {
    // The largest result has weight 1, so that nothing overflows.
    let weights: Distribution = std::array::from_fn(|i| chances[i] * (tilt * (i as f64 - 4.0)).exp());
    let sum: f64 = weights.iter().sum();
    let mean = (0..5).map(|i| i as f64 * weights[i]).sum::<f64>() / sum;
    let variance = (0..5).map(|i| (i as f64 - mean).powi(2) * weights[i]).sum::<f64>() / sum;
    Tilted { cumulant: sum.ln() + 4.0 * tilt, mean, variance }
}

/// Returns the tilt at which the mean is `mean`, between 0 and the maximum: by Newton's steps, or bisection if they leave the
/// bracket.
fn saddle(chances: &Distribution, mean: f64) -> f64 {
    let (mut low, mut high, mut tilt) = (0.0, MOST_TILT, 0.0);
    for _ in 0..MOST_STEPS {
        let at = tilted(chances, tilt);
        if at.mean < mean {
            low = tilt;
        } else {
            high = tilt;
        }
        let step = tilt + (mean - at.mean) / at.variance;
        let next = if step > low && step < high { step } else { 0.5 * (low + high) };
        if (next - tilt).abs() <= 1e-14 * next {
            return next;
        }
        tilt = next;
    }
    tilt
}

/// Applies the trapezoidal rule over a period, with an even number of nodes. The integrand at the conjugate node is the
/// conjugate.
fn integral(chances: &Distribution, n: f64, s: f64, tilt: f64, nodes: u32) -> f64 {
    // The generating function on the circle, divided by its maximum.
    let Tilted { cumulant, .. } = tilted(chances, tilt);
    let weights: Distribution = std::array::from_fn(|i| chances[i] * (tilt * i as f64 - cumulant).exp());
    let smallest = (-2.0 * DIGITS / n).exp();
    let front = (n * cumulant - s * tilt).exp();
    let turn = 2.0 * PI / f64::from(nodes);
    let shrink = (-tilt).exp();
    let real = |node: u32, step: Complex<f64>| {
        let value = weights.iter().rev().fold(Complex::new(0.0, 0.0), |sum, weight| sum * step + weight);
        if value.norm_sqr() < smallest {
            // Its power is negligible.
            return 0.0;
        }
        let angle = turn * f64::from(node);
        // The methods of `Complex` need a feature that only other crates of the workspace enable.
        let growth = libm::exp(libm::log(libm::hypot(value.re, value.im)) * n);
        let (sin, cos) = libm::sincos(libm::atan2(value.im, value.re) * n - angle * s);
        (Complex::new(cos, sin) * growth / (Complex::new(1.0, 0.0) - step.conj() * shrink)).re
    };
    let half = nodes / 2;
    let mut sum = real(0, Complex::new(1.0, 0.0)) + real(half, Complex::new(-1.0, 0.0));
    let (sin, cos) = libm::sincos(turn);
    let (turned, mut step) = (Complex::new(cos, sin), Complex::new(1.0, 0.0));
    for node in 1..half {
        step *= turned;
        sum += 2.0 * real(node, step);
    }
    (front * sum / f64::from(nodes)).clamp(0.0, 1.0)
}

/// Returns the approximation of Lugannani and Rice, with the correction for a lattice.
fn saddle_point(chances: &Distribution, n: f64, s: f64, saddle: f64) -> f64 {
    let at = tilted(chances, saddle);
    let square = 2.0 * (saddle * s - n * at.cumulant);
    // At the mean both terms of the formula are infinite, and each side has half of the probability.
    if square < 1e-8 {
        return 0.5;
    }
    let w = square.sqrt();
    let step = lattice(chances);
    let u = -(-step * saddle).exp_m1() / step * (n * at.variance).sqrt();
    let density = (-0.5 * square).exp() / (2.0 * PI).sqrt();
    (normal_cdf(-w) + density * (1.0 / u - 1.0 / w)).clamp(0.0, 1.0)
}

/// Returns the distance between neighbouring sums: the greatest common divisor of the differences of possible results.
fn lattice(chances: &Distribution) -> f64 {
    let mut possible = (0..5_u32).filter(|&i| chances[i as usize] > 0.0);
    let first = possible.next().unwrap_or(0);
    let mut step = 0;
    for result in possible {
        let (mut a, mut b) = (step, result - first);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        step = a;
    }
    f64::from(step.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Distribution; 6] = [
        [0.0625, 0.25, 0.375, 0.25, 0.0625],
        [0.45, 0.02, 0.06, 0.02, 0.45],
        [0.01, 0.0, 0.0, 0.0, 0.99],
        [0.5, 0.0, 0.0, 0.0, 0.5],
        [0.001, 0.0, 0.998, 0.0, 0.001],
        [0.0, 0.7, 0.0, 0.3, 0.0],
    ];

    /// Returns the distribution of the sum by repeated convolution.
    fn sums(chances: &Distribution, pairs: u64) -> Vec<f64> {
        (0..pairs).fold(vec![1.0], |sums, _| {
            let mut next = vec![0.0; sums.len() + 4];
            for (sum, chance) in sums.iter().enumerate() {
                for (i, share) in chances.iter().enumerate() {
                    next[sum + i] += chance * share;
                }
            }
            next
        })
    }

    #[test]
    fn tails_are_those_of_the_convolution() {
        for chances in SHAPES {
            for pairs in [1, 2, 3, 7, 40, 300] {
                let sums = sums(&chances, pairs);
                let mut expected: f64 = 1.0;
                for (at_least, chance) in sums.iter().enumerate() {
                    // The function is used only for upper tails.
                    if expected < 0.9 && expected > 0.0 {
                        let found = chance_of_at_least(&chances, pairs, at_least as u64);
                        assert!((found - expected).abs() < 1e-9, "{chances:?} {pairs} {at_least}: {found} {expected}");
                    }
                    expected -= chance;
                }
            }
        }
    }

    #[test]
    fn the_approximation_meets_the_integral() {
        for chances in SHAPES {
            for pairs in [40_000_u64, 1_000_000] {
                let n = pairs as f64;
                let Tilted { mean, variance, .. } = tilted(&chances, 0.0);
                // The point is two standard deviations above the mean, on the lattice.
                let step = lattice(&chances);
                let first = (0..5).find(|&i| chances[i] > 0.0).unwrap() as f64 * n;
                let s = first + ((n * mean + 2.0 * (n * variance).sqrt() - first) / step).round() * step;
                let saddle = saddle(&chances, s / n);
                let nodes = (DIGITS / saddle).max(REACH * (n * variance).sqrt());
                let exact = integral(&chances, n, s, saddle, (nodes as u32).next_multiple_of(2));
                let approximate = saddle_point(&chances, n, s, saddle);
                assert!((approximate / exact - 1.0).abs() < 1e-3, "{chances:?} {pairs}: {approximate} {exact}");
            }
        }
    }

    #[test]
    fn ends_are_exact() {
        assert_eq!(chance_of_at_least(&SHAPES[0], 5, 0), 1.0);
        let all = chance_of_at_least(&[0.3, 0.0, 0.0, 0.0, 0.7], 4, 16);
        assert!((all - 0.7_f64.powi(4)).abs() < 1e-14, "{all}");
        assert_eq!(lattice(&[0.0, 0.5, 0.0, 0.5, 0.0]), 2.0);
        assert_eq!(lattice(&[0.1, 0.0, 0.0, 0.1, 0.8]), 1.0);
        assert_eq!(lattice(&[0.0, 0.0, 1.0, 0.0, 0.0]), 1.0);
    }
}
