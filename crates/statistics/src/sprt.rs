//! Sequential probability ratio test, which plays until the results decide between two strengths.
//!
//! The log-likelihood ratio (LLR) is computed after every pair. At the upper bound, the test accepts a difference of `elo1`; at
//! the lower bound, `elo0`. Wald's bounds \[Wald1945\] keep the error probabilities near `alpha` and `beta`, although the test
//! looks after every pair. The LLR is the generalised one of the pentanomial counts \[VandenBergh-Sprt\], the same number that
//! fastchess and fishtest show.
//!
//! The score of a stopped test is biased, because the test stops at an extreme value. [`Sprt::estimate`] corrects this bias.

use thiserror::Error;

use crate::brownian::Brownian;
use crate::distribution::bisect;
use crate::elo::{Estimate, elo_of_score, score_of_elo};
use crate::likelihood::{Constraint, log_likelihood_ratio};
use crate::pentanomial::{NORMALIZED_UNIT, Pentanomial};

/// Unit of the bounds of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EloModel {
    /// Normalised Elo, which determines the number of games to detect a difference, for any share of draws.
    #[default]
    Normalized,
    /// Logistic Elo, which determines the share of the points.
    Logistic,
}

/// Sequential test of `elo0` against `elo1`.
///
/// ```
/// use plyground_statistics::{Decision, EloModel, Pentanomial, Sprt};
///
/// let sprt = Sprt::new(0.5, 2.5, EloModel::Normalized)?;
/// let pairs = Pentanomial::new([39, 8843, 26675, 9240, 44]);
/// let status = sprt.status(&pairs);
/// assert_eq!(format!("{:.6}", status.llr), "2.941675");
/// assert_eq!(status.decision, None, "the bound is 2.944");
/// # Ok::<(), plyground_statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// Reason why a test is invalid.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The bounds are in the wrong order, or equal.
    #[error("found bounds {} and {}, expected elo0 below elo1", brief(*.0), brief(*.1))]
    Order(f64, f64),
    /// A bound is too far from 0 for the approximations of the test.
    #[error("found a bound of {} Elo, expected -{MAX_ELO} to {MAX_ELO}", brief(*.0))]
    Range(f64),
    /// An error probability is out of range.
    #[error("found an error chance of {}, expected more than 0 and less than 0.5", brief(*.0))]
    Chance(f64),
}

/// Writes a number for an error message, with an exponent if it would have many digits.
///
/// ```
/// use plyground_statistics::brief;
///
/// assert_eq!([0.25, -900.0, -1e308, 1e-300].map(brief), ["0.25", "-900", "-1e308", "1e-300"]);
/// ```
#[must_use]
pub fn brief(number: f64) -> String {
    let size = number.abs();
    if size >= 1e15 || size > 0.0 && size < 1e-5 { format!("{number:e}") } else { number.to_string() }
}

/// Maximum absolute bound, in either unit.
const MAX_ELO: f64 = 200.0;

/// Decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The difference is `elo0` or less.
    AcceptElo0,
    /// The difference is `elo1` or more.
    AcceptElo1,
}

/// Status of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtStatus {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// LLR at which `elo0` is accepted.
    pub lower: f64,
    /// LLR at which `elo1` is accepted.
    pub upper: f64,
    /// Decision, if the test has ended.
    pub decision: Option<Decision>,
}

/// Estimate that is corrected for the stopping rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StoppedEstimate {
    /// Normalised Elo. The value is median-unbiased.
    pub normalized: Estimate,
    /// Logistic Elo, at the observed variance.
    pub logistic: Estimate,
}

impl Sprt {
    /// Default probability of either error.
    pub const ERROR: f64 = 0.05;

    /// Creates a test with a probability of [`Sprt::ERROR`] of either error.
    ///
    /// # Errors
    /// When the bounds are not in order, or beyond 200 Elo.
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Result<Sprt, SprtError> {
        if let Some(bound) = [elo0, elo1].into_iter().find(|bound| bound.is_nan() || bound.abs() > MAX_ELO) {
            return Err(SprtError::Range(bound));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(Sprt { elo0, elo1, model, alpha: Sprt::ERROR, beta: Sprt::ERROR })
    }

    /// Sets the error probabilities: `alpha`, to accept `elo1` if `elo0` is true, and `beta`, the reverse.
    ///
    /// # Errors
    /// When one is not above 0 and below 1/2.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        match [alpha, beta].into_iter().find(|chance| !(*chance > 0.0 && *chance < 0.5)) {
            Some(chance) => Err(SprtError::Chance(chance)),
            None => Ok(Sprt { alpha, beta, ..self }),
        }
    }

    /// Returns the bounds in Elo, `elo0` and `elo1`.
    #[must_use]
    pub fn elo_bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the unit of the bounds.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Returns the probabilities of the two errors, `alpha` and `beta`.
    #[must_use]
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Returns the values of the LLR at which the test stops.
    #[must_use]
    pub fn llr_bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio; 0 without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let [zero, one] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Normalized => Constraint::Advantage(advantage_of_pairs(elo)),
            EloModel::Logistic => Constraint::Mean(score_of_elo(elo)),
        });
        log_likelihood_ratio(pairs.counts, zero, one)
    }

    /// Returns the status of the test after these pairs.
    #[must_use]
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let llr = self.llr(pairs);
        let (lower, upper) = self.llr_bounds();
        let decision = if llr >= upper {
            Some(Decision::AcceptElo1)
        } else if llr <= lower {
            Some(Decision::AcceptElo0)
        } else {
            None
        };
        SprtStatus { llr, lower, upper, decision }
    }

    /// Returns whether this many pairs can stop the test: those of one side that wins every game.
    ///
    /// ```
    /// use plyground_statistics::{EloModel, Sprt};
    ///
    /// let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized)?;
    /// assert_eq!([50, 500].map(|pairs| sprt.can_decide(pairs)), [false, true]);
    /// # Ok::<(), plyground_statistics::SprtError>(())
    /// ```
    #[must_use]
    pub fn can_decide(&self, pairs: u64) -> bool {
        let extremes = [[0, 0, 0, 0, pairs], [pairs, 0, 0, 0, 0]];
        extremes.into_iter().any(|counts| self.status(&Pentanomial::new(counts)).decision.is_some())
    }

    /// Returns the logistic Elo of [`Sprt::estimate`], and the uncorrected one while the pairs have no variance.
    #[must_use]
    pub fn logistic_elo(&self, pairs: &Pentanomial, confidence: f64) -> Estimate {
        self.estimate(pairs, confidence).map_or_else(|| pairs.elo(confidence), |corrected| corrected.logistic)
    }

    /// Returns the strength, corrected for the stopping rule; `None` while the pairs have no variance.
    ///
    /// With a small expected LLR per pair, the LLR is a Brownian motion whose drift depends only on the true strength. Ends of
    /// such a walk are ordered from an early loss over a running test to an early win (stagewise ordering). The estimate is the
    /// strength at which the observed end is the median. The interval consists of the strengths at which it is not an outer
    /// quantile.
    #[must_use]
    pub fn estimate(&self, pairs: &Pentanomial, confidence: f64) -> Option<StoppedEstimate> {
        let deviation = pairs.deviation()?;
        let count = pairs.pairs() as f64;
        let [zero, one] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Normalized => advantage_of_pairs(elo),
            EloModel::Logistic => (score_of_elo(elo) - 0.5) / deviation,
        });
        let found = (pairs.mean_and_variance().0 - 0.5) / deviation;
        let drift = |advantage: f64| (one - zero) * (advantage - 0.5 * (zero + one));
        let (lower, upper) = self.llr_bounds();
        // The last pair overshoots the bound. The walk has reached the bound a little earlier.
        let end = (count * drift(found)).clamp(lower, upper);
        let time = if drift(found) == 0.0 { count } else { (end / drift(found)).min(count) };
        let below = |advantage: f64| {
            let walk = Brownian { lower, upper, drift: drift(advantage), deviation: one - zero };
            walk.chance_of_worse(time, end)
        };
        // Without the stopping rule, the standard deviation of `found` is 1 / sqrt(count).
        let reach = 40.0 / time.sqrt();
        let advantage = |chance: f64| bisect(found - reach, found + reach, |advantage| below(advantage) > chance);
        let tail = 0.5 * (1.0 - confidence);
        let estimate =
            Estimate { low: Some(advantage(1.0 - tail)), value: Some(advantage(0.5)), high: Some(advantage(tail)) };
        let score = |advantage: Option<f64>| advantage.and_then(|advantage| elo_of_score(0.5 + advantage * deviation));
        Some(StoppedEstimate {
            normalized: estimate.map(|advantage| advantage / 2.0_f64.sqrt() * NORMALIZED_UNIT),
            logistic: Estimate { low: score(estimate.low), value: score(estimate.value), high: score(estimate.high) },
        })
    }
}

/// Converts normalised Elo to the advantage of a pair in its own standard deviations. The mean of two games has a standard
/// deviation smaller by sqrt 2.
pub(crate) fn advantage_of_pairs(normalized_elo: f64) -> f64 {
    normalized_elo / NORMALIZED_UNIT * 2.0_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts, bounds in normalised Elo, and the LLR, computed by an independent program.
    const GOLDEN: [([u64; 5], f64, f64, &str); 5] = [
        ([39, 8843, 26675, 9240, 44], 0.5, 2.5, "2.941675"),
        ([379, 10170, 21828, 10640, 343], 0.0, 2.0, "2.945495"),
        ([14, 423, 1125, 414, 11], -5.0, 0.0, "-0.033063"),
        ([10, 20, 30, 25, 15], 0.0, 5.0, "0.232803"),
        ([0, 1, 2, 3, 4], 0.0, 10.0, "0.280467"),
    ];

    #[test]
    fn llr_agrees_with_golden_values() {
        for (counts, elo0, elo1, expected) in GOLDEN {
            let sprt = Sprt::new(elo0, elo1, EloModel::Normalized).unwrap();
            assert_eq!(format!("{:.6}", sprt.llr(&Pentanomial::new(counts))), expected);
        }
    }

    #[test]
    fn llr_is_mirrored_with_the_players() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let pairs = Pentanomial::new([3, 20, 61, 25, 8]);
            let forth = Sprt::new(-3.0, 7.0, model).unwrap().llr(&pairs);
            let back = Sprt::new(-7.0, 3.0, model).unwrap().llr(&pairs.reversed());
            assert!((forth + back).abs() < 1e-9, "{forth} {back}");
        }
    }

    #[test]
    fn bounds_of_tests_are_checked() {
        let error = |elo0, elo1| Sprt::new(elo0, elo1, EloModel::Logistic).unwrap_err().to_string();
        assert_eq!(error(5.0, 0.0), "found bounds 5 and 0, expected elo0 below elo1");
        assert_eq!(error(0.0, 900.0), "found a bound of 900 Elo, expected -200 to 200");
        assert!(error(f64::NAN, 1.0).contains("NaN"));
        assert_eq!(error(-1e308, 1e308), "found a bound of -1e308 Elo, expected -200 to 200");
        let sprt = Sprt::new(0.0, 5.0, EloModel::Logistic).unwrap();
        assert!(sprt.with_errors(0.05, 0.0).unwrap_err().to_string().starts_with("found an error chance of 0,"));
        assert!(sprt.with_errors(0.5, 0.1).is_err(), "a coin errs no more often");
        assert_eq!(sprt.with_errors(0.01, 0.1).unwrap().errors(), (0.01, 0.1));
        assert_eq!(sprt.elo_bounds(), (0.0, 5.0));
        let (lower, upper) = sprt.with_errors(0.01, 0.1).unwrap().llr_bounds();
        assert_eq!(format!("{lower:.4} {upper:.4}"), "-2.2925 4.4998");
    }

    #[test]
    fn every_small_result_has_a_finite_llr() {
        for (elo0, elo1) in [(0.0, 5.0), (-200.0, 200.0), (190.0, 200.0), (-200.0, -195.0)] {
            for model in [EloModel::Normalized, EloModel::Logistic] {
                let sprt = Sprt::new(elo0, elo1, model).unwrap();
                for code in 0..3_u64.pow(5) {
                    let pairs = Pentanomial::new([0, 1, 2, 3, 4].map(|digit| code / 3_u64.pow(digit) % 3));
                    let llr = sprt.llr(&pairs);
                    assert!(llr.is_finite(), "{pairs:?} {sprt:?}: {llr}");
                }
            }
        }
    }

    #[test]
    fn stopped_tests_are_corrected_towards_the_middle() {
        let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized).unwrap();
        let won = Pentanomial::new([40, 180, 400, 250, 80]);
        assert_eq!(sprt.status(&won).decision, Some(Decision::AcceptElo1));
        let plain = won.normalized_elo(0.95).value.unwrap();
        let corrected = sprt.estimate(&won, 0.95).unwrap().normalized;
        assert!(corrected.value.unwrap() < plain, "{corrected:?} {plain}");
        assert!(corrected.low < corrected.value && corrected.value < corrected.high);
        assert!(sprt.logistic_elo(&won, 0.95).value < won.elo(0.95).value);
        let all_won = Pentanomial::new([0, 0, 0, 0, 9]);
        assert_eq!(sprt.logistic_elo(&all_won, 0.95), all_won.elo(0.95), "without variance there is no correction");
        let lost = sprt.estimate(&won.reversed(), 0.95).unwrap().normalized;
        assert!(lost.value.unwrap() > -plain);
    }

    /// A test with the same shares reaches the same bound at the same time, even if more pairs are counted afterwards.
    #[test]
    fn pairs_after_the_end_do_not_narrow_an_estimate() {
        let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized).unwrap();
        let [won, twice] = [1, 2].map(|times| Pentanomial::new([40, 180, 400, 250, 80].map(|count| count * times)));
        assert_eq!(sprt.status(&won).decision, Some(Decision::AcceptElo1));
        let [once, again] = [won, twice].map(|pairs| sprt.estimate(&pairs, 0.95).unwrap().normalized);
        let differs = |(one, other): (Option<f64>, Option<f64>)| (one.unwrap() - other.unwrap()).abs() > 1e-6;
        let ends = [(once.low, again.low), (once.value, again.value), (once.high, again.high)];
        assert!(!ends.into_iter().any(differs), "{once:?} {again:?}");
    }

    #[test]
    fn equivalent_bounds_of_both_models_give_the_same_estimate() {
        let pairs = Pentanomial::new([40, 180, 400, 250, 80]);
        let deviation = pairs.deviation().unwrap();
        let normalized = |elo| (score_of_elo(elo) - 0.5) / deviation / advantage_of_pairs(1.0);
        let estimate = |elo0, elo1, model| {
            let estimate = Sprt::new(elo0, elo1, model).unwrap().estimate(&pairs, 0.95).unwrap().normalized;
            [estimate.low, estimate.value, estimate.high].map(Option::unwrap)
        };
        let logistic = estimate(-2.0, 8.0, EloModel::Logistic);
        let same = estimate(normalized(-2.0), normalized(8.0), EloModel::Normalized);
        assert!(logistic.iter().zip(same).all(|(a, b)| (a - b).abs() < 1e-6), "{logistic:?} {same:?}");
    }

    /// The drift of the walk is 0 midway between the bounds, and half of its variance at the upper one.
    #[test]
    fn the_end_at_hand_is_the_median_of_the_estimate_and_a_quantile_of_its_interval() {
        let sprt = Sprt::new(20.0, 60.0, EloModel::Normalized).unwrap();
        let pairs = Pentanomial::new([4, 18, 40, 45, 28]);
        let (lower, upper) = sprt.llr_bounds();
        assert_eq!(sprt.status(&pairs).decision, Some(Decision::AcceptElo1));
        let deviation = advantage_of_pairs(60.0) - advantage_of_pairs(20.0);
        let drift = |elo: Option<f64>| deviation * advantage_of_pairs(elo.unwrap() - 40.0);
        let time = upper / drift(pairs.normalized_elo(0.9).value);
        let estimate = sprt.estimate(&pairs, 0.9).unwrap().normalized;
        for (elo, expected) in [(estimate.low, 0.95), (estimate.value, 0.5), (estimate.high, 0.05)] {
            let walk = Brownian { lower, upper, drift: drift(elo), deviation };
            let chance = walk.chance_of_worse(time, upper);
            assert!((chance - expected).abs() < 1e-6, "{chance} instead of {expected} at {elo:?}");
        }
    }

    #[test]
    fn a_test_that_cannot_stop_needs_no_correction() {
        let sprt = Sprt::new(0.0, 0.5, EloModel::Normalized).unwrap();
        let pairs = Pentanomial::new([10, 20, 30, 25, 15]);
        let plain = pairs.normalized_elo(0.95);
        let corrected = sprt.estimate(&pairs, 0.95).unwrap();
        let value = plain.value.unwrap();
        // 100 pairs are 200 games. The mean of n games in its own standard deviations has the standard deviation 1 / sqrt(n).
        let half = 1.959_964 * NORMALIZED_UNIT / 200_f64.sqrt();
        let Estimate { low, value: middle, high } = corrected.normalized;
        for (a, b) in [(value - half, low), (value, middle), (value + half, high)] {
            assert!((a - b.unwrap()).abs() < 0.01, "{plain:?} {corrected:?}");
        }
        let elo = pairs.elo(0.95).value.unwrap();
        assert!((corrected.logistic.value.unwrap() - elo).abs() < 0.01);
        assert_eq!(sprt.estimate(&Pentanomial::new([0, 0, 0, 0, 9]), 0.95), None);
    }
}
