//! Wins, draws and losses, with their share of the points.

use std::ops::{Add, AddAssign};

use serde::Serialize;

use crate::interval::{Interval, mean_interval};

/// Numbers of wins, draws and losses of a player.
///
/// ```
/// use plyground_statistics::Wdl;
///
/// let results = Wdl { wins: 12, draws: 4, losses: 4 };
/// assert_eq!(results.points(), 14.0);
/// assert_eq!(results.score(), Some(0.7));
///
/// // With ten wins of ten games, the true share may still be as low as 0.69.
/// let interval = Wdl { wins: 10, draws: 0, losses: 0 }.score_interval(0.95);
/// assert_eq!((format!("{:.3}", interval.low), interval.high), ("0.692".into(), 1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Wdl {
    /// Number of wins.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of losses.
    pub losses: u64,
}

impl Wdl {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Returns the share of the points, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the interval of the score by the method of [`Pentanomial`](crate::Pentanomial), with each game as one trial.
    ///
    /// It is valid for independent games. Games of one opening are not independent, so their pairs must be counted.
    #[must_use]
    pub fn score_interval(&self, confidence: f64) -> Interval {
        mean_interval([self.losses, 0, self.draws, 0, self.wins], confidence)
    }

    /// Returns the same games from the point of view of the opponent.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up_and_have_a_score() {
        let mut results = Wdl { wins: 1, draws: 1, losses: 1 };
        assert_eq!((results + results.reversed()).points(), 3.0);
        let others = Wdl { wins: 4, draws: 2, losses: 3 };
        results += others;
        assert_eq!(results, Wdl { wins: 5, draws: 3, losses: 4 });
        assert_eq!(others.score(), Some(5.0 / 9.0));
        assert_eq!(Wdl::default().score(), None);
    }

    #[test]
    fn a_game_is_a_trial() {
        let games = Wdl { wins: 7, draws: 0, losses: 13 };
        let (found, expected) = (games.score_interval(0.95), crate::exact_interval(7.0, 20.0, 0.95));
        assert!((found.low - expected.low).abs() + (found.high - expected.high).abs() < 1e-8, "{found:?} {expected:?}");
        // Draws have a smaller variance than wins and losses with the same score.
        let drawn = Wdl { wins: 2, draws: 10, losses: 8 }.score_interval(0.95);
        assert!(drawn.high - drawn.low < 0.85 * (found.high - found.low), "{drawn:?} {found:?}");
        assert_eq!(Wdl::default().score_interval(0.95), Interval::EVERYTHING);
    }
}
