//! Distributions for intervals: normal, beta and Student's.
//!
//! `statrs` provides them where it is accurate enough. Its error function has only 11 digits, so `libm` is used instead. Its
//! incomplete beta function stops after 140 terms and has two digits left at a million games, so this module has a continued
//! fraction that runs until convergence.
//!
//! The formulae are from Abramowitz and Stegun \[Abramowitz1964\]: 26.2.12 (normal tail), 26.5.8 (incomplete beta).

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Returns the probability that a standard normal variable is below `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// Limit below which the normal tail nearly leaves the range of doubles.
const FAR: f64 = -35.0;

/// Returns the logarithm of [`normal_cdf`], also where that underflows to 0.
pub(crate) fn ln_normal_cdf(x: f64) -> f64 {
    if x > FAR {
        return normal_cdf(x).ln();
    }
    // The next term, 105 / x^8, is below the last digit.
    let square = x * x;
    let series = (-1.0 + (3.0 - 15.0 / square) / square) / square;
    -0.5 * (square + TAU.ln()) - (-x).ln() + series.ln_1p()
}

/// Returns the quantile `p` of the standard normal distribution, 0 < `p` < 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// Relative change of a factor below which the continued fraction has converged.
const ENOUGH: f64 = 1e-15;
/// Replacement of 0 in the denominators of the continued fraction.
const TINY: f64 = 1e-300;
/// Maximum number of terms. The fraction needs a multiple of the root of `a + b`, which is far below for all practical runs.
const MOST_TERMS: u32 = 1_000_000;

/// Returns the probability that a beta variable with parameters `a`, `b` > 0 is below `x`: the regularised incomplete beta
/// function, by Lentz's method.
///
/// The rounding error of the gamma functions in the front factor grows with `a + b`: 8 digits are left at a million.
fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast only on one side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(b, a, 1.0 - x);
    }
    let ln_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let front = (a * x.ln() + b * (-x).ln_1p() - ln_beta).exp() / a;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in (1..=MOST_TERMS).map(f64::from) {
        let at = a + 2.0 * m;
        let even = m * (b - m) * x / ((at - 1.0) * at);
        let odd = -(a + m) * (a + b + m) * x / (at * (at + 1.0));
        for numerator in [even, odd] {
            d = 1.0 / not_zero(1.0 + numerator * d);
            c = not_zero(1.0 + numerator / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < ENOUGH {
            break;
        }
    }
    front * fraction
}

/// Returns the quantile `p` of the beta distribution with parameters `a`, `b` > 0.
pub(crate) fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_cdf(a, b, x) < p)
}

/// Number of degrees of freedom from which the expansion is more accurate.
const MANY: f64 = 1000.0;

/// Returns the quantile `p` of Student's t distribution with `degrees` > 0 degrees of freedom, 0 < `p` < 1. With many degrees,
/// it is the expansion 26.7.5 of Abramowitz and Stegun \[Abramowitz1964\].
#[must_use]
pub fn student_quantile(degrees: f64, p: f64) -> f64 {
    if degrees < MANY {
        return StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |student| student.inverse_cdf(p));
    }
    let z = normal_quantile(p);
    let square = z * z;
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) / 92160.0,
    ];
    z + z * terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees)
}

/// Returns the point between `low` and `high` at which `is_left` changes from true to false.
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
        close(normal_cdf(1.0), 0.841_344_746_068_542_9);
        close(normal_cdf(-3.0), 0.001_349_898_031_630_094_5);
        close(normal_cdf(-2.0), 0.022_750_131_948_179_21);
        close(ln_normal_cdf(-10.0), ln_normal_cdf(-10.0 + 1e-13));
        close(ln_normal_cdf(-40.0), -804.608_442_013_754);
        close(normal_quantile(0.975), 1.959_963_984_540_054);
        // From tables of Student's t with 9, 1 and 30 degrees of freedom.
        close(student_quantile(9.0, 0.975), 2.262_157_162_798_20);
        close(student_quantile(1.0, 0.975), 12.706_204_736_174_7);
        close(student_quantile(30.0, 0.95), 1.697_260_886_593_957);
        // From binomial sums: P(X >= 2 of 3 at 0.4) = 3 x 0.16 x 0.6 + 0.064.
        close(beta_cdf(2.0, 2.0, 0.4), 0.352);
        close(beta_quantile(1.0, 3.0, 0.271), 0.1);
        // The value is 1 - (1 - p)^(1/b), which has few significant decimals.
        close(beta_quantile(1.0, 20_000.0, 0.75), -(0.25_f64.ln() / 20_000.0).exp_m1());
    }

    /// The expected values are from an earlier implementation with series and continued fractions that ran until convergence.
    #[test]
    fn values_are_those_of_longer_fractions() {
        close(student_quantile(2.5, 0.995), 7.163_728_138_948_752);
        close(student_quantile(99.0, 0.975), 1.984_216_951_586_41);
        close(student_quantile(999.0, 0.95), 1.646_380_345_428_542);
        close(student_quantile(1986.0, 0.975), 1.961_159_197_569_091);
        close(student_quantile(44840.0, 0.975), 1.960_016_891_191_752);
        close(beta_quantile(0.5, 20.5, 0.975), 0.116_638_982_904_875_6);
        close(beta_quantile(81.0, 183.0, 0.025), 0.252_736_745_585_270_3);
        close(beta_quantile(500.5, 1500.0, 0.025), 0.231_452_207_822_630_3);
        close(beta_quantile(9999.0, 2.5, 0.005), 0.999_162_849_545_202_7);
        close(normal_cdf(-0.3), 3.820_885_778_110_473e-1);
        close(normal_cdf(0.7), 7.580_363_477_769_27e-1);
        close(normal_cdf(-5.5), 1.898_956_246_588_772e-8);
        close(ln_normal_cdf(-12.5), -81.575_967_870_744);
        close(ln_normal_cdf(-36.0), -652.503_227_593_798);
        close(ln_normal_cdf(-200.0), -20_006.217_280_898_19);
        close(normal_quantile(0.6), 0.253_347_103_135_8);
        close(normal_quantile(0.9), 1.281_551_565_544_601);
        close(normal_quantile(0.999), 3.090_232_306_167_797);
        close(normal_quantile(1e-7), -5.199_337_582_192_816);
    }

    /// The expected values were computed with mpmath 1.4 (40 digits): Newton's method on the numerical integral of the density,
    /// with the starting values of `betaincinv` and `t.ppf` of SciPy.
    #[test]
    fn long_runs_keep_their_digits() {
        for (a, b, p, expected) in [
            (9_999.5, 10_001.0, 0.975, 0.506_891_690_858_959_5),
            (100_000.0, 100_001.0, 0.025, 0.497_806_206_946_084_9),
            (100_001.0, 100_000.0, 0.975, 0.502_193_793_053_915_1),
            (1_000_000.0, 1_000_000.0, 0.005, 0.499_089_307_457_598_3),
            (1_000_000.0, 1_000_000.0, 0.6, 0.500_089_571_737_788_5),
            (150_000.0, 50_001.0, 0.025, 0.748_096_158_322_526_1),
            (3_000.0, 1_000_000.0, 0.025, 0.002_885_098_369_527_162_3),
            (1_000_000.0, 3_000.0, 0.975, 0.997_114_901_630_472_9),
            (199_990.0, 11.0, 0.025, 0.999_908_050_148_555_5),
            (30.5, 199_970.5, 0.975, 0.000_211_184_368_018_918_35),
            (1_000_000.0, 2.5, 0.005, 0.999_991_625_240_177_8),
        ] {
            close(beta_quantile(a, b, p), expected);
        }
        for (degrees, p, expected) in [
            (1_000.0, 0.6, 0.253_414_515_839_498_76),
            (1_000.0, 0.975, 1.962_339_080_826_408_5),
            (1_000.0, 0.999_5, 3.300_282_648_423_913),
            (1_000.0, 0.999_999, 4.781_608_620_458_351),
            (10_000.0, 0.6, 0.253_353_843_445_726_87),
            (10_000.0, 0.975, 1.960_201_239_890_626_3),
            (10_000.0, 0.999_5, 3.291_499_965_941_605),
            (10_000.0, 0.999_999, 4.756_229_685_056_779),
            (100_000.0, 0.6, 0.253_347_777_157_179_93),
            (100_000.0, 0.975, 1.959_987_707_534_609_5),
            (100_000.0, 0.999_5, 3.290_624_031_411_882_6),
            (100_000.0, 0.999_999, 4.753_704_716_391_288),
            (1_000_000.0, 0.6, 0.253_347_170_537_841_67),
            (1_000_000.0, 0.975, 1.959_966_356_814_107),
            (1_000_000.0, 0.999_5, 3.290_536_461_248_691),
            (1_000_000.0, 0.999_999, 4.753_452_348_279_681),
        ] {
            close(student_quantile(degrees, p), expected);
        }
    }

    #[test]
    fn both_branches_meet() {
        close(ln_normal_cdf(FAR), ln_normal_cdf(FAR + 1e-13));
        for p in [0.6, 0.9, 0.975, 0.995] {
            let step = student_quantile(MANY - 1e-6, p) / student_quantile(MANY, p) - 1.0;
            assert!(step.abs() < 1e-11, "{p}: {step}");
        }
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
