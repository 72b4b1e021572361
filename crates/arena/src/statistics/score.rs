//! Wins, draws and losses, and what share of the points they are.
//!
//! ```
//! use plyground_arena::statistics::{Wdl, exact_interval};
//!
//! let results = Wdl { wins: 12, draws: 4, losses: 4 };
//! assert_eq!(results.points(), 14.0);
//! assert_eq!(results.score(), Some(0.7));
//!
//! // Ten of ten: the true share may still be as low as 0.69.
//! let interval = exact_interval(10.0, 10.0, 0.95);
//! assert_eq!((format!("{:.3}", interval.low), interval.high), ("0.692".into(), 1.0));
//! ```

use std::ops::{Add, AddAssign};

use plyground_game::{Outcome, Side};

use serde::Serialize;

use super::distribution::{beta_quantile, normal_quantile};

/// Counts of results of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts a game in which the player had `side`.
    pub fn add_game(&mut self, outcome: Outcome, side: Side) {
        match outcome {
            Outcome::Win(winner) if winner == side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, 1/2 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of the points, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games as the opponent counts them.
    #[must_use]
    pub fn reversed(self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Wdl {
    type Output = Wdl;

    fn add(self, other: Wdl) -> Wdl {
        Wdl { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        *self = *self + other;
    }
}

/// From where to where a share may lie, both in 0..=1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// All shares: what is known before the first game.
    pub const EVERYTHING: Interval = Interval { low: 0.0, high: 1.0 };
}

/// The interval of Wilson \[Wilson1927\] for a share of `points` out of `trials`.
///
/// Trials with results between 0 and 1 (draws, pairs) vary less than coins with the same mean, so for them it is on the
/// safe side. `confidence` is the chance that the interval holds the truth, such as 0.95.
#[must_use]
pub fn wilson_interval(points: f64, trials: f64, confidence: f64) -> Interval {
    if trials <= 0.0 {
        return Interval::EVERYTHING;
    }
    let z = normal_quantile(0.5 + 0.5 * confidence);
    let share = points / trials;
    let weight = 1.0 + z * z / trials;
    let centre = (share + z * z / (2.0 * trials)) / weight;
    let half = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt() / weight;
    // Rounding must not keep a full score from being possible.
    let low = if points <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if points >= trials { 1.0 } else { (centre + half).min(1.0) };
    Interval { low, high }
}

/// The exact interval of Clopper and Pearson \[Clopper1934\], which holds the truth at least with the chance that it states.
///
/// With results between 0 and 1 the points need not be whole; the interval of the coin with the same mean is used,
/// which is wider than needed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_and_exact_agree_with_published_values() {
        // Newcombe (1998), table I: 81 of 263 and 15 of 148.
        let wilson = wilson_interval(81.0, 263.0, 0.95);
        assert_eq!(format!("{:.4} {:.4}", wilson.low, wilson.high), "0.2553 0.3662");
        let exact = exact_interval(81.0, 263.0, 0.95);
        assert_eq!(format!("{:.4} {:.4}", exact.low, exact.high), "0.2527 0.3676");
        let exact = exact_interval(15.0, 148.0, 0.95);
        assert_eq!(format!("{:.4} {:.4}", exact.low, exact.high), "0.0578 0.1617");
    }

    #[test]
    fn nothing_is_known_before_the_first_game_and_little_after_it() {
        assert_eq!(wilson_interval(0.0, 0.0, 0.95), Interval::EVERYTHING);
        assert_eq!(exact_interval(0.0, 0.0, 0.95), Interval::EVERYTHING);
        for interval in [wilson_interval(1.0, 1.0, 0.95), exact_interval(1.0, 1.0, 0.95)] {
            assert!(interval.low > 0.0 && interval.low < 0.25 && interval.high == 1.0, "{interval:?}");
        }
        for interval in [wilson_interval(0.0, 1.0, 0.95), exact_interval(0.0, 1.0, 0.95)] {
            assert!(interval.low == 0.0 && interval.high > 0.75 && interval.high < 1.0, "{interval:?}");
        }
    }

    #[test]
    fn the_exact_interval_holds_the_truth_as_often_as_it_says() {
        // All results of 20 coins of each bias, weighted with their probability.
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

    #[test]
    fn games_are_counted_for_their_side() {
        let mut results = Wdl::default();
        results.add_game(Outcome::Win(Side::Second), Side::Second);
        results.add_game(Outcome::Win(Side::First), Side::Second);
        results.add_game(Outcome::Draw, Side::First);
        assert_eq!(results, Wdl { wins: 1, draws: 1, losses: 1 });
        assert_eq!((results + results.reversed()).points(), 3.0);
        let others = Wdl { wins: 4, draws: 2, losses: 3 };
        results += others;
        assert_eq!(results, Wdl { wins: 5, draws: 3, losses: 4 });
        assert_eq!(others.score(), Some(5.0 / 9.0));
        assert_eq!(Wdl::default().score(), None);
    }
}
