//! The distributions that intervals need: normal, Student's t, beta.
//!
//! Each is a short series or continued fraction, exact to about 13 digits; quantiles bisect the monotone distribution
//! function, because they are asked for once a report and never in a loop.
//!
//! The formulae are those of Abramowitz and Stegun \[Abramowitz1964\]: 6.5.29 and 6.5.31 (incomplete gamma), 26.5.8 (incomplete beta),
//! 26.7.1 (Student's t).

use std::f64::consts::PI;

/// Where series and fractions stop: relative size of the last term.
const ENOUGH: f64 = 1e-16;
/// Stands for 0 in the denominators of continued fractions.
const TINY: f64 = 1e-300;

/// The natural logarithm of the gamma function, for `x` > 0 (Lanczos, g = 7).
pub(crate) fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Reflection: the approximation holds to the right of 1/2.
        return (PI / (PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let t = x + 7.5;
    let sum = COEFFICIENTS
        .iter()
        .zip(1..)
        .fold(0.999_999_999_999_809_9, |sum, (&coefficient, i)| sum + coefficient / (x + f64::from(i)));
    0.5 * (2.0 * PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// The probability that a standard normal variable is below `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    let upper = upper_normal(x.abs());
    if x < 0.0 { upper } else { 1.0 - upper }
}

/// The probability that a standard normal variable is above `x` >= 0; small values keep their digits.
fn upper_normal(x: f64) -> f64 {
    let density = (-0.5 * x * x).exp() / (2.0 * PI).sqrt();
    if x < 2.5 {
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term > sum * ENOUGH {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    density / tail(x)
}

/// The density of the normal distribution at `x` over what lies above, for large `x`: Laplace's continued fraction, from
/// the far end.
fn tail(x: f64) -> f64 {
    (1..=80).rev().fold(x, |below, k| x + f64::from(k) / below)
}

/// The logarithm of [`normal_cdf`], which goes on where that is 0.
pub(crate) fn ln_normal_cdf(x: f64) -> f64 {
    if x > -10.0 { normal_cdf(x).ln() } else { -0.5 * (x * x + (2.0 * PI).ln()) - tail(-x).ln() }
}

/// The value below which a standard normal variable lies with probability `p`, 0 < `p` < 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    bisect(-40.0, 40.0, |x| normal_cdf(x) < p)
}

/// The probability that a beta variable with parameters `a`, `b` > 0 is below `x`.
pub(crate) fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast on the near side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..20_000 {
        let m = f64::from(step);
        for numerator in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / not_zero(1.0 + numerator * d);
            c = not_zero(1.0 + numerator / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// The value below which a beta variable lies with probability `p`.
pub(crate) fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_cdf(a, b, x) < p)
}

/// The value below which a variable of Student's t distribution lies with probability `p`, 1/2 <= `p` < 1.
pub(crate) fn student_quantile(degrees: f64, p: f64) -> f64 {
    let below = |t: f64| 1.0 - 0.5 * beta_cdf(degrees / 2.0, 0.5, degrees / (degrees + t * t));
    // One degree of freedom has the heaviest tail, tan(pi (p - 1/2)).
    bisect(0.0, (PI * (p - 0.5)).tan() + 1.0, |t| below(t) < p)
}

/// Where `is_left` changes from true to false between `low` and `high`.
pub(crate) fn bisect(mut low: f64, mut high: f64, is_left: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if is_left(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-11 * expected.abs().max(1e-3), "{found} instead of {expected}");
    }

    #[test]
    fn known_values() {
        close(ln_gamma(5.0), 24_f64.ln());
        close(ln_gamma(0.5), PI.sqrt().ln());
        close(ln_gamma(0.25), 1.288_022_524_698_077);
        close(normal_cdf(1.0), 0.841_344_746_068_542_9);
        close(normal_cdf(-3.0), 0.001_349_898_031_630_094_5);
        close(normal_cdf(-2.0), 0.022_750_131_948_179_21);
        close(ln_normal_cdf(-10.0), ln_normal_cdf(-10.0 + 1e-13));
        close(ln_normal_cdf(-40.0), -804.608_442_013_754);
        close(normal_quantile(0.975), 1.959_963_984_540_054);
        // Tables of Student's t: 9, 1 and 30 degrees of freedom.
        close(student_quantile(9.0, 0.975), 2.262_157_162_798_20);
        close(student_quantile(1.0, 0.975), 12.706_204_736_174_7);
        close(student_quantile(30.0, 0.95), 1.697_260_886_593_957);
        // Binomial sums: P(X >= 2 of 3 at 0.4) = 3 x 0.16 x 0.6 + 0.064.
        close(beta_cdf(2.0, 2.0, 0.4), 0.352);
        close(beta_quantile(1.0, 3.0, 0.271), 0.1);
    }

    #[test]
    fn both_branches_meet() {
        close(upper_normal(2.5 - 1e-13), upper_normal(2.5 + 1e-13));
        for x in [0.1, 0.3, 0.5, 0.7, 0.9] {
            close(beta_cdf(3.5, 0.7, x), 1.0 - beta_cdf(0.7, 3.5, 1.0 - x));
        }
    }

    #[test]
    fn many_degrees_of_freedom_are_normal() {
        let difference = student_quantile(1e6, 0.975) - normal_quantile(0.975);
        assert!(difference > 0.0 && difference < 3e-6, "{difference}");
    }
}
