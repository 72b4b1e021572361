//! Results of pairs: the five-fold counts, with score, Elo and normalised Elo.
//!
//! A pair gives 0, 1/2, 1, 3/2 or 2 points. Its variance is estimated from the five counts, so that what two games from
//! one opening have in common is taken into account. The Elo interval is the logistic Elo at the ends of the mean's
//! interval by Student's t, as wide as few pairs demand; where that cannot be had (one pair, no variance, an end beyond
//! 0 or 1) it is the exact interval.
//!
//! *Normalised* Elo \[VandenBergh-Elo\] divides the advantage by the deviation of a single game: it tells how many games a
//! difference takes to be seen, whatever the share of draws.
//!
//! ```
//! use plyground_arena::statistics::{PairResult, Pentanomial};
//!
//! let mut pairs = Pentanomial::default();
//! pairs.add(PairResult::from_half_points(4)); // both games won
//! assert!(pairs.elo(0.95).to_string().starts_with("> "));
//! ```

use serde::Serialize;

use super::distribution::{normal_quantile, student_quantile};
use super::elo::Estimate;
use super::score::{Interval, exact_interval, wilson_interval};

/// 800 / ln 10: one unit of advantage in deviations, in normalised Elo.
pub(crate) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The result of both games of a pair, as one of the players counts it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairResult {
    /// Both lost.
    LossLoss,
    /// A loss and a draw.
    LossDraw,
    /// Two draws, or a win and a loss.
    Even,
    /// A win and a draw.
    WinDraw,
    /// Both won.
    WinWin,
}

impl PairResult {
    /// All results, from the worst to the best.
    pub const ALL: [PairResult; 5] =
        [PairResult::LossLoss, PairResult::LossDraw, PairResult::Even, PairResult::WinDraw, PairResult::WinWin];

    /// The result of a pair with so many half points.
    ///
    /// # Panics
    /// When there are more than 4.
    #[must_use]
    pub fn from_half_points(half_points: usize) -> PairResult {
        PairResult::ALL[half_points]
    }
}

/// Counts of the five results of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Pentanomial {
    /// In the order of [`PairResult::ALL`]: LL, LD, DD or WL, WD, WW.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Counts in the order LL, LD, DD or WL, WD, WW.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    /// Counts a pair.
    pub fn add(&mut self, result: PairResult) {
        self.counts[result as usize] += 1;
    }

    /// Pairs in all.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same pairs as the opponent counts them.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.counts.reverse();
        self
    }

    /// The share of the points, 0 to 1; `None` without pairs.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.mean_and_variance().0)
    }

    /// Mean and variance of a pair's share of points, as observed (the variance divides by the number of pairs).
    pub(crate) fn mean_and_variance(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let sum = |f: &dyn Fn(f64) -> f64| {
            let terms = self.counts.iter().zip(PairResult::ALL);
            terms.map(|(&count, result)| count as f64 * f(f64::from(result as u8) / 4.0)).sum::<f64>() / pairs
        };
        let mean = sum(&|share| share);
        (mean, sum(&|share| (share - mean) * (share - mean)))
    }

    /// The interval of Wilson for the share of points, with each pair as one trial.
    #[must_use]
    pub fn wilson_interval(&self, confidence: f64) -> Interval {
        let pairs = self.pairs() as f64;
        wilson_interval(self.score().unwrap_or(0.0) * pairs, pairs, confidence)
    }

    /// The interval for the share of points that [`Pentanomial::elo`] is made from.
    #[must_use]
    pub fn score_interval(&self, confidence: f64) -> Interval {
        let pairs = self.pairs() as f64;
        let Some(score) = self.score() else { return Interval::EVERYTHING };
        let variance = self.mean_and_variance().1;
        if pairs >= 2.0 && variance > 0.0 {
            let half = student_quantile(pairs - 1.0, 0.5 + 0.5 * confidence) * (variance / pairs).sqrt();
            if score - half > 0.0 && score + half < 1.0 {
                return Interval { low: score - half, high: score + half };
            }
        }
        exact_interval(score * pairs, pairs, confidence)
    }

    /// The logistic Elo difference. Ends that do not exist are `None`, never infinite.
    #[must_use]
    pub fn elo(&self, confidence: f64) -> Estimate {
        self.score().map_or_else(Estimate::default, |score| Estimate::of_score(score, self.score_interval(confidence)))
    }

    /// The normalised Elo difference; nothing is known while all pairs have had the same result.
    #[must_use]
    pub fn normalized_elo(&self, confidence: f64) -> Estimate {
        let Some(deviation) = self.deviation_of_a_game() else { return Estimate::default() };
        let value = (self.mean_and_variance().0 - 0.5) / deviation * NORMALIZED_UNIT;
        // A mean of n games in its own deviations has the deviation 1 / sqrt(n).
        let games = 2.0 * self.pairs() as f64;
        let half = normal_quantile(0.5 + 0.5 * confidence) * NORMALIZED_UNIT / games.sqrt();
        Estimate { low: Some(value - half), value: Some(value), high: Some(value + half) }
    }

    /// The deviation that single, independent games with the same evidence would have; `None` without variance.
    pub(crate) fn deviation_of_a_game(&self) -> Option<f64> {
        let variance = if self.pairs() > 0 { self.mean_and_variance().1 } else { 0.0 };
        (variance > 0.0).then(|| (2.0 * variance).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts, and the logistic Elo with its interval, computed by an independent program.
    const GOLDEN: [([u64; 5], [f64; 3], [usize; 3]); 5] = [
        ([39, 8843, 26675, 9240, 44], [0.5464, 1.5768, 2.6071], [4, 4, 4]),
        ([379, 10170, 21828, 10640, 343], [0.3858, 1.5946, 2.8034], [4, 4, 4]),
        ([14, 423, 1125, 414, 11], [-6.5603, -1.3114, 3.9369], [4, 4, 4]),
        ([10, 20, 30, 25, 15], [-15.1352, 26.1067, 68.0999], [4, 4, 4]),
        ([0, 1, 2, 3, 4], [49.7855, 190.8485, 446.28], [4, 4, 2]),
    ];

    #[test]
    fn elo_agrees_with_golden_values() {
        for (counts, expected, digits) in GOLDEN {
            let elo = Pentanomial::new(counts).elo(0.95);
            let found = [elo.low, elo.value, elo.high].map(Option::unwrap);
            for i in 0..3 {
                assert_eq!(
                    format!("{:.*}", digits[i], found[i]),
                    format!("{:.*}", digits[i], expected[i]),
                    "{counts:?}: {found:?}"
                );
            }
        }
    }

    /// Where the interval by Student's t would leave 0 to 1, at either end, it is the exact one.
    #[test]
    fn an_interval_never_leaves_what_a_share_can_be() {
        for counts in [[3, 1, 0, 0, 0], [0, 0, 0, 1, 3], [1, 1, 0, 0, 0]] {
            let pairs = Pentanomial::new(counts);
            let points = pairs.score().unwrap() * pairs.pairs() as f64;
            assert_eq!(pairs.score_interval(0.95), exact_interval(points, pairs.pairs() as f64, 0.95), "{counts:?}");
        }
    }

    #[test]
    fn every_small_result_is_finite_and_ordered() {
        for code in 0..4_u64.pow(5) {
            let pairs = Pentanomial::new([0, 1, 2, 3, 4].map(|digit| code / 4_u64.pow(digit) % 4));
            for estimate in [pairs.elo(0.95), pairs.normalized_elo(0.95)] {
                let numbers: Vec<f64> = [estimate.low, estimate.value, estimate.high].into_iter().flatten().collect();
                assert!(numbers.iter().all(|number| number.is_finite()), "{pairs:?}: {estimate:?}");
                assert!(numbers.is_sorted(), "{pairs:?}: {estimate:?}");
            }
            let elo = pairs.elo(0.95);
            assert_eq!(elo.low.or(elo.high).is_some(), pairs.pairs() > 0, "{pairs:?}");
            let interval = pairs.wilson_interval(0.95);
            assert!((0.0..=interval.high).contains(&interval.low) && interval.high <= 1.0, "{interval:?}");
        }
    }

    #[test]
    fn a_share_of_nothing_is_not_known() {
        assert_eq!(Pentanomial::default().score(), None);
        assert_eq!(Pentanomial::default().wilson_interval(0.95), Interval::EVERYTHING);
        assert_eq!(Pentanomial::new([0, 0, 4, 4, 0]).wilson_interval(0.95), wilson_interval(5.0, 8.0, 0.95));
    }

    #[test]
    fn one_sided_results_have_one_end() {
        let won = Pentanomial::new([0, 0, 0, 0, 50]);
        assert_eq!(won.elo(0.95).to_string(), "> +446.4");
        assert_eq!(won.reversed().elo(0.95).to_string(), "< -446.4");
        assert_eq!(won.normalized_elo(0.95), Estimate::default());
        assert_eq!(Pentanomial::default().elo(0.95).to_string(), "unknown");
    }

    #[test]
    fn few_pairs_without_variance_are_not_certain() {
        let drawn = Pentanomial::new([0, 0, 3, 0, 0]).elo(0.95);
        assert_eq!(drawn.value, Some(0.0));
        assert!(drawn.low < Some(-100.0) && drawn.high > Some(100.0), "{drawn:?}");
    }

    #[test]
    fn the_interval_of_a_score_is_student_s() {
        // A deviation of 1/4, and the quantile of nine degrees of freedom from tables.
        let Interval { low, high } = Pentanomial::new([0, 5, 0, 5, 0]).score_interval(0.95);
        let half = 2.262_157_162_8 * 0.25 / 10_f64.sqrt();
        assert!((low - (0.5 - half)).abs() < 1e-9 && (high - (0.5 + half)).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn normalised_elo_of_even_odds() {
        // Pairs LL and WW alike: a pair's deviation is 1/2, a game's 1/sqrt 2.
        let pairs = Pentanomial::new([40, 0, 0, 0, 60]);
        let deviation = (2.0_f64 * 0.24).sqrt();
        let expected = 0.1 / deviation * 800.0 / 10_f64.ln();
        assert!((pairs.normalized_elo(0.95).value.unwrap() - expected).abs() < 1e-9);
    }
}
