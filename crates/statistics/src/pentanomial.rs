//! Results of pairs: pentanomial counts, with score, Elo and normalised Elo.
//!
//! A pair gives 0, 1/2, 1, 3/2 or 2 points. The five counts include the correlation of two games from one opening. A match has
//! one interval, that of its score ([`Pentanomial::score_interval`]). The ends of Elo and normalised Elo are those of the
//! distributions of pairs at its ends, so all three exclude equality or none does. An end at a score of 0% or 100% has no Elo and
//! is `None`.
//!
//! *Normalised* Elo \[VandenBergh-Elo\] divides the advantage by the standard deviation of a single game. It determines how many
//! games are necessary to detect a difference, for any share of draws.

use serde::Serialize;

use crate::distribution::normal_quantile;
use crate::elo::Estimate;
use crate::interval::{Interval, ends, mean_interval};
use crate::likelihood::moments;
use crate::tail::Distribution;

/// 800 / ln 10: one standard deviation of advantage, in normalised Elo.
pub(crate) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Maximum number of times that observed pairs are repeated to see whether they would decide.
const MOST_TIMES: u64 = 1 << 10;

/// Result of both games of a pair, from the point of view of one player.
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

    /// Returns the result of a pair with this number of half points.
    ///
    /// # Panics
    /// When the number is greater than 4.
    #[must_use]
    pub fn from_half_points(half_points: usize) -> PairResult {
        PairResult::ALL[half_points]
    }
}

/// Counts of the five results of pairs.
///
/// ```
/// use plyground_statistics::{PairResult, Pentanomial};
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(PairResult::from_half_points(4)); // both games won
/// assert!(pairs.elo(0.95).to_string().starts_with("> "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Pentanomial {
    /// Counts in the order of [`PairResult::ALL`]: LL, LD, DD or WL, WD, WW.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Creates counts in the order LL, LD, DD or WL, WD, WW.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    /// Counts a pair.
    pub fn add(&mut self, result: PairResult) {
        self.counts[result as usize] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the same pairs from the point of view of the opponent.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.counts.reverse();
        self
    }

    /// Returns the share of the points, 0 to 1; `None` without pairs.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.mean_and_variance().0)
    }

    /// Returns mean and variance of a pair's share of points, as observed. The variance divides by the number of pairs.
    pub(crate) fn mean_and_variance(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let sum = |f: &dyn Fn(f64) -> f64| {
            let terms = self.counts.iter().zip(PairResult::ALL);
            terms.map(|(&count, result)| count as f64 * f(f64::from(result as u8) / 4.0)).sum::<f64>() / pairs
        };
        let mean = sum(&|share| share);
        (mean, sum(&|share| (share - mean) * (share - mean)))
    }

    /// Returns the interval that contains the expected share of points with probability `confidence`, such as 0.95.
    ///
    /// It uses the [`interval`](crate#intervals) method: tilted likelihood, exact at scores of 0% and 100%. Without pairs it is
    /// [`Interval::EVERYTHING`].
    #[must_use]
    pub fn score_interval(&self, confidence: f64) -> Interval {
        mean_interval(self.counts, confidence)
    }

    /// Returns the logistic Elo difference. Ends that do not exist are `None`, never infinite.
    #[must_use]
    pub fn elo(&self, confidence: f64) -> Estimate {
        self.score().map_or_else(Estimate::default, |score| Estimate::of_score(score, self.score_interval(confidence)))
    }

    /// Returns the normalised Elo difference. Its ends are those of the distributions at the ends of [`Pentanomial::score_interval`],
    /// each with its own deviation.
    ///
    /// There is no value while all pairs have the same result. An end at a score of 0% or 100% is `None`.
    #[must_use]
    pub fn normalized_elo(&self, confidence: f64) -> Estimate {
        if self.pairs() == 0 {
            return Estimate::default();
        }
        let [low, high] = ends(self.counts, confidence).map(|end| normalized_elo_of(&end));
        Estimate { low, value: normalized_elo_of(&self.counts.map(|count| count as f64 / self.pairs() as f64)), high }
    }

    /// Returns the number of games after which the 95% interval excludes a score of 50% in four of five matches, if the difference
    /// is as seen; rounded up to two digits. `None` for a score of 50%, and without pairs.
    ///
    /// With the observed variance of a pair, `v`, this takes `v * ((1.960 + 0.842) / (score - 1/2))^2` pairs: 1.960 and 0.842 are the
    /// normal quantiles of 97.5% and 80%. A few equal results have too little variance for this formula, so the number is also at
    /// least that of the observed pairs, several times over, whose interval excludes 50%.
    #[must_use]
    pub fn games_to_decide(&self) -> Option<u64> {
        if self.pairs() == 0 {
            return None;
        }
        let (score, variance) = self.mean_and_variance();
        let advantage = (score - 0.5).abs();
        if advantage < 1e-12 {
            return None;
        }
        let quantiles = normal_quantile(0.975) + normal_quantile(0.8);
        let by_variance = variance * (quantiles / advantage).powi(2);
        let times = |factor: u64| Pentanomial::new(self.counts.map(|count| count.saturating_mul(factor)));
        let decides = |factor: u64| !times(factor).score_interval(0.95).contains(0.5);
        let (mut less, mut factor) = (0, 1);
        while factor < MOST_TIMES && !decides(factor) {
            (less, factor) = (factor, 2 * factor);
        }
        while factor - less > 1 {
            let middle = (less + factor) / 2;
            if decides(middle) { factor = middle } else { less = middle }
        }
        let pairs = by_variance.max(factor as f64 * self.pairs() as f64);
        let games = 2.0 * pairs.ceil();
        let unit = 10_f64.powf((games.log10().floor() - 1.0).max(0.0));
        Some((games / unit).ceil() as u64 * unit as u64)
    }

    /// Returns the standard deviation of a pair's share of points, as observed; `None` without variance.
    pub(crate) fn deviation(&self) -> Option<f64> {
        let variance = if self.pairs() > 0 { self.mean_and_variance().1 } else { 0.0 };
        (variance > 0.0).then(|| variance.sqrt())
    }
}

/// Returns the normalised Elo of a distribution of pairs; `None` without variance.
pub(crate) fn normalized_elo_of(pairs: &Distribution) -> Option<f64> {
    let (mean, variance) = moments(pairs);
    (variance > 0.0).then(|| (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::uniform;
    use crate::elo::elo_of_score;

    /// Counts, and the logistic Elo with the ends of Student's interval, computed by an independent program.
    const GOLDEN: [([u64; 5], [f64; 3]); 4] = [
        ([39, 8843, 26675, 9240, 44], [0.5464, 1.5768, 2.6071]),
        ([379, 10170, 21828, 10640, 343], [0.3858, 1.5946, 2.8034]),
        ([14, 423, 1125, 414, 11], [-6.5603, -1.3114, 3.9369]),
        ([10, 20, 30, 25, 15], [-15.1352, 26.1067, 68.0999]),
    ];

    #[test]
    fn elo_agrees_with_golden_values() {
        for (counts, [low, value, high]) in GOLDEN {
            let pairs = Pentanomial::new(counts);
            let elo = pairs.elo(0.95);
            assert!((elo.value.unwrap() - value).abs() < 1e-4, "{counts:?}: {elo:?}");
            // The interval approaches Student's as the number of pairs grows.
            let close = 0.3 * (high - low) / (pairs.pairs() as f64).sqrt();
            assert!((elo.low.unwrap() - low).abs() < close, "{counts:?}: {elo:?}");
            assert!((elo.high.unwrap() - high).abs() < close, "{counts:?}: {elo:?}");
        }
    }

    #[test]
    fn score_elo_and_normalised_elo_exclude_equality_together() {
        for code in 1..3_u64.pow(5) {
            let pairs = Pentanomial::new([0, 1, 2, 3, 4].map(|digit| code / 3_u64.pow(digit) % 3));
            let Interval { low, high } = pairs.score_interval(0.95);
            let (elo, normalized) = (pairs.elo(0.95), pairs.normalized_elo(0.95));
            assert_eq!((elo.low, elo.high), (elo_of_score(low), elo_of_score(high)), "{pairs:?}");
            for (end, share) in [(normalized.low, low), (normalized.high, high)] {
                assert_eq!(end.is_none(), share == 0.0 || share == 1.0, "{pairs:?}");
                assert!(end.is_none_or(|end| (end > 0.0) == (share > 0.5)), "{pairs:?}: {normalized:?}");
            }
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
        }
    }

    #[test]
    fn a_share_of_nothing_is_not_known() {
        assert_eq!(Pentanomial::default().score(), None);
        assert_eq!(Pentanomial::default().score_interval(0.95), Interval::EVERYTHING);
    }

    #[test]
    fn one_sided_results_have_one_end() {
        let won = Pentanomial::new([0, 0, 0, 0, 50]);
        assert_eq!(won.elo(0.95).to_string(), "> +446.4");
        assert_eq!(won.reversed().elo(0.95).to_string(), "< -446.4");
        // By hand: the lower end has the share p = 0.025^(1/50) = 0.9289 of won pairs, thus (p - 1/2) / sqrt(2 p (1 - p)) = 1.1799
        // deviations of a game.
        assert_eq!(won.normalized_elo(0.95).to_string(), "> +409.9");
        assert_eq!(Pentanomial::default().normalized_elo(0.95), Estimate::default());
        assert_eq!(Pentanomial::default().elo(0.95).to_string(), "unknown");
    }

    #[test]
    fn few_pairs_without_variance_are_not_certain() {
        for counts in [[0, 0, 3, 0, 0], [0, 3, 0, 0, 0], [0, 0, 0, 3, 0]] {
            let elo = Pentanomial::new(counts).elo(0.95);
            let [low, value, high] = [elo.low, elo.value, elo.high].map(Option::unwrap);
            assert!(low < value - 100.0 && high > value + 100.0, "{elo:?}");
        }
    }

    /// By hand: [4, 0, 12, 0, 9] has the score 0.6 and the variance 0.12, so 0.12 * (2.80159 / 0.1)^2 = 94.2 pairs decide. After
    /// n pairs won, the lower end is 0.025^(1/n), which is above 1/2 from 6 pairs on. A win and a draw in each of n pairs
    /// contradict a mean of 1/2 if (2/3)^n < 0.025: from 10 pairs on.
    #[test]
    fn the_games_that_decide_follow_from_score_and_variance() {
        for (counts, games) in [
            ([4, 0, 12, 0, 9], 190),
            ([10, 0, 16, 0, 14], 930),
            ([9, 0, 20, 0, 11], 3_200),
            ([18, 0, 60, 0, 22], 4_000),
            ([0, 0, 0, 0, 1], 12),
            ([0, 0, 0, 0, 3], 12),
            ([0, 0, 0, 1, 0], 20),
            ([0, 0, 1, 0, 0], 0),
            ([5, 0, 0, 0, 5], 0),
        ] {
            let pairs = Pentanomial::new(counts);
            assert_eq!(pairs.games_to_decide().unwrap_or(0), games, "{counts:?}");
            assert_eq!(pairs.reversed().games_to_decide(), pairs.games_to_decide(), "{counts:?}");
        }
        assert_eq!(Pentanomial::default().games_to_decide(), None);
    }

    #[test]
    fn four_of_five_matches_of_that_length_decide() {
        let seen = Pentanomial::new([5, 10, 10, 15, 10]);
        let pairs = seen.games_to_decide().unwrap() / 2;
        let mut random = uniform(1);
        let decided = (0..400).filter(|_| {
            let mut found = Pentanomial::default();
            for _ in 0..pairs {
                let mut drawn = 50.0 * random();
                let is_drawn = |count: u64| {
                    drawn -= count as f64;
                    drawn < 0.0
                };
                let place = seen.counts.into_iter().position(is_drawn);
                found.add(PairResult::ALL[place.unwrap_or(4)]);
            }
            found.score_interval(0.95).low > 0.5
        });
        let share = decided.count() as f64 / 400.0;
        assert!((0.74..0.88).contains(&share), "{share}");
    }

    #[test]
    fn normalised_elo_of_even_odds() {
        // With only LL and WW, the deviation of a pair is 1/2, and that of a game is 1/sqrt 2.
        let pairs = Pentanomial::new([40, 0, 0, 0, 60]);
        let deviation = (2.0_f64 * 0.24).sqrt();
        let expected = 0.1 / deviation * 800.0 / 10_f64.ln();
        assert!((pairs.normalized_elo(0.95).value.unwrap() - expected).abs() < 1e-9);
    }
}
