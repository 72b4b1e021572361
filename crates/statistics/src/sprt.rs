//! The sequential probability ratio test: plays until it is known which of two strengths is the likelier, and no longer.
//!
//! The log-likelihood ratio of the pairs (LLR) is watched after every pair; at the upper bound the difference of
//! `elo1` is accepted, at the lower bound that of `elo0`. Wald's bounds \[Wald1945\] keep the chance of a wrong answer near `alpha` and
//! `beta`, however often one looks. The LLR is the generalised one of the pentanomial counts \[VandenBergh-Sprt\], the
//! same number that fastchess and fishtest show.
//!
//! A test that has stopped has stopped for a reason: its last score is better (or worse) than the truth. [`Sprt::estimate`]
//! corrects for that.
//!
//! ```
//! use plyground_statistics::{Decision, EloModel, Pentanomial, Sprt};
//!
//! let sprt = Sprt::new(0.5, 2.5, EloModel::Normalized)?;
//! let pairs = Pentanomial::new([39, 8843, 26675, 9240, 44]);
//! let status = sprt.status(&pairs);
//! assert_eq!(format!("{:.6}", status.llr), "2.941675");
//! assert_eq!(status.decision, None, "the bound is 2.944");
//! # Ok::<(), plyground_statistics::SprtError>(())
//! ```

use thiserror::Error;

use crate::brownian::Brownian;
use crate::distribution::bisect;
use crate::elo::{Estimate, elo_of_score, score_of_elo};
use crate::likelihood::{Constraint, log_likelihood_ratio};
use crate::pentanomial::{NORMALIZED_UNIT, Pentanomial};

/// In what the bounds of a test are given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EloModel {
    /// Normalised Elo: how visible a difference is, whatever the share of draws.
    #[default]
    Normalized,
    /// Logistic Elo: what share of the points is scored.
    Logistic,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The bounds are in the wrong order, or equal.
    #[error("found bounds {0} and {1}, expected elo0 below elo1")]
    Order(f64, f64),
    /// A bound is too far from 0 for the approximations that the test rests on.
    #[error("found a bound of {0} Elo, expected -{MAX_ELO} to {MAX_ELO}")]
    Range(f64),
    /// The chance of an error makes no sense.
    #[error("found an error chance of {0}, expected more than 0 and less than 0.5")]
    Chance(f64),
}

/// The largest absolute bound, in either Elo.
const MAX_ELO: f64 = 200.0;
/// The chance of either error when nothing else is said.
const CHANCE: f64 = 0.05;

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The difference is rather `elo0`, or less.
    AcceptElo0,
    /// The difference is rather `elo1`, or more.
    AcceptElo1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where `elo0` is accepted.
    pub lower: f64,
    /// Where `elo1` is accepted.
    pub upper: f64,
    /// The decision, when there is one.
    pub decision: Option<Decision>,
}

/// An estimate that takes into account that the test stops when it does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StoppedEstimate {
    /// In normalised Elo; the value is median-unbiased.
    pub normalized: Estimate,
    /// The same in logistic Elo, at the observed variance.
    pub logistic: Estimate,
}

impl Sprt {
    /// A test with a chance of 0.05 of either error.
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
        Ok(Sprt { elo0, elo1, model, alpha: CHANCE, beta: CHANCE })
    }

    /// The same test with other errors: `alpha`, the chance to accept `elo1` where `elo0` is true, and `beta`, the reverse.
    ///
    /// # Errors
    /// When one is not above 0 and below 1/2.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        match [alpha, beta].into_iter().find(|chance| !(*chance > 0.0 && *chance < 0.5)) {
            Some(chance) => Err(SprtError::Chance(chance)),
            None => Ok(Sprt { alpha, beta, ..self }),
        }
    }

    /// The bounds in Elo, `elo0` and `elo1`.
    #[must_use]
    pub fn elo_bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// In what the bounds are given.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The chances of the two errors, `alpha` and `beta`.
    #[must_use]
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// The values of the LLR at which the test stops.
    #[must_use]
    pub fn llr_bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio; 0 without pairs.
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

    /// Where the test stands.
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

    /// The strength, corrected for the stopping rule; `None` while the pairs have no variance.
    ///
    /// For few Elo a pair the LLR is a Brownian motion whose drift depends on the true strength alone. Ends of such a walk
    /// are ordered from "lost at once" over "still running" to "won at once"; the strength for which the end at hand is
    /// the median is the estimate, and those for which it is an outer quantile are the interval (stagewise ordering).
    #[must_use]
    pub fn estimate(&self, pairs: &Pentanomial, confidence: f64) -> Option<StoppedEstimate> {
        let deviation = pairs.deviation_of_a_game()? / 2.0_f64.sqrt();
        let count = pairs.pairs() as f64;
        let [zero, one] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Normalized => advantage_of_pairs(elo),
            EloModel::Logistic => (score_of_elo(elo) - 0.5) / deviation,
        });
        let found = (pairs.mean_and_variance().0 - 0.5) / deviation;
        let drift = |advantage: f64| (one - zero) * (advantage - 0.5 * (zero + one));
        let (lower, upper) = self.llr_bounds();
        // The last pair jumps over the bound; the walk has met it a little earlier.
        let end = (count * drift(found)).clamp(lower, upper);
        let time = if drift(found) == 0.0 { count } else { (end / drift(found)).min(count) };
        let below = |advantage: f64| {
            let walk = Brownian { lower, upper, drift: drift(advantage), deviation: one - zero };
            walk.chance_of_worse(time, end)
        };
        // 1 / sqrt(count) is the deviation of `found` if nothing had stopped the test.
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

/// Normalised Elo as the advantage of a pair in its own deviations: two games deviate sqrt 2 times less than one.
pub(crate) fn advantage_of_pairs(normalized_elo: f64) -> f64 {
    normalized_elo / NORMALIZED_UNIT * 2.0_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds in normalised Elo, and the LLR, computed by an independent program.
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
        let lost = sprt.estimate(&won.reversed(), 0.95).unwrap().normalized;
        assert!(lost.value.unwrap() > -plain);
    }

    /// A test with the same shares ends at the same bound at the same time, however many more pairs are counted then.
    #[test]
    fn pairs_after_the_end_do_not_make_an_estimate_surer() {
        let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized).unwrap();
        let [won, twice] = [1, 2].map(|times| Pentanomial::new([40, 180, 400, 250, 80].map(|count| count * times)));
        assert_eq!(sprt.status(&won).decision, Some(Decision::AcceptElo1));
        let [once, again] = [won, twice].map(|pairs| sprt.estimate(&pairs, 0.95).unwrap().normalized);
        let differs = |(one, other): (Option<f64>, Option<f64>)| (one.unwrap() - other.unwrap()).abs() > 1e-6;
        let ends = [(once.low, again.low), (once.value, again.value), (once.high, again.high)];
        assert!(!ends.into_iter().any(differs), "{once:?} {again:?}");
    }

    #[test]
    fn bounds_of_both_models_that_mean_the_same_give_the_same_estimate() {
        let pairs = Pentanomial::new([40, 180, 400, 250, 80]);
        let deviation = pairs.deviation_of_a_game().unwrap() / 2.0_f64.sqrt();
        let normalized = |elo| (score_of_elo(elo) - 0.5) / deviation / advantage_of_pairs(1.0);
        let estimate = |elo0, elo1, model| {
            let estimate = Sprt::new(elo0, elo1, model).unwrap().estimate(&pairs, 0.95).unwrap().normalized;
            [estimate.low, estimate.value, estimate.high].map(Option::unwrap)
        };
        let logistic = estimate(-2.0, 8.0, EloModel::Logistic);
        let same = estimate(normalized(-2.0), normalized(8.0), EloModel::Normalized);
        assert!(logistic.iter().zip(same).all(|(a, b)| (a - b).abs() < 1e-6), "{logistic:?} {same:?}");
    }

    /// The walk's drift is nothing in the middle between the bounds, and half of its variance at the upper one.
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
        // 100 pairs are 200 games; a mean of n games in its own deviations has the deviation 1 / sqrt(n).
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
