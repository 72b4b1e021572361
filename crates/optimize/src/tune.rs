//! The contract of all optimisers: ask for a league, update from its results.
//!
//! What an optimiser wants to know is always the same kind of thing: how some vectors do when everybody plays everybody.
//! Annihill climbing and the genetic algorithm play all their candidates, CMA-ES a sample, SPSA the two ends of a step;
//! regression, which learns from recorded games, asks for no league. So one contract bears them all. An optimiser neither
//! plays nor waits, and all its random choices come from its seed: the same answers lead it the same way, which is what
//! makes a run repeatable, and a broken one resumable by telling the kept results again.
//!
//! ```
//! use plyground_optimize::{Axis, Genetic, GeneticOptions, Results, Space, Tune};
//!
//! let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 4.0, 1.0)])?;
//! let mut tuner = Genetic::new(space, GeneticOptions { kids: 6, generations: 12, ..GeneticOptions::default() }, 1)?;
//! while let Some(league) = tuner.ask() {
//!     // Who is nearer to 0 wins both games of a pair.
//!     let results = Results::decided_by(league, |x, y| y[0].abs().total_cmp(&x[0].abs()));
//!     tuner.update(&results);
//! }
//! assert!(tuner.best()[0].abs() < 0.5);
//! # Ok::<(), plyground_optimize::OptionError>(())
//! ```

use std::cmp::Ordering;

pub use crate::option_error::OptionError;
use crate::space::Space;

/// An optimiser.
pub trait Tune: Send {
    /// What it tunes.
    fn space(&self) -> &Space;

    /// Who has to play next; the same until [`Tune::update`] is called. `None` when the optimiser is done.
    fn ask(&self) -> Option<&League>;

    /// Takes the results of the league that was asked for, and says what they have led to.
    ///
    /// # Panics
    /// When the results are of another league, or none was asked for.
    fn update(&mut self, results: &Results) -> Update;

    /// The best vector that is known.
    fn best(&self) -> Vec<f64>;
}

/// Vectors that meet, everybody everybody else.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct League {
    /// The vectors, all allowed by the space. None at all asks for no games.
    pub points: Vec<Vec<f64>>,
    /// Pairs of games of every two, sides swapped within a pair.
    pub pairs: u64,
}

impl League {
    /// Games of the league.
    #[must_use]
    pub fn games(&self) -> u64 {
        let players = self.points.len() as u64;
        players * players.saturating_sub(1) * self.pairs
    }
}

/// What a league has shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    players: usize,
    /// Half points of the row's player against the column's.
    half_points: Vec<u64>,
    games: Vec<u64>,
}

impl Results {
    /// No games yet between so many players.
    #[must_use]
    pub fn new(players: usize) -> Results {
        Results { players, half_points: vec![0; players * players], games: vec![0; players * players] }
    }

    /// Results of games without luck: `compare` says who of two is better, and the better one wins all games.
    #[must_use]
    pub fn decided_by(league: &League, compare: impl Fn(&[f64], &[f64]) -> Ordering) -> Results {
        let mut results = Results::new(league.points.len());
        for (first, one) in league.points.iter().enumerate() {
            for (second, other) in league.points.iter().enumerate().skip(first + 1) {
                let half_points = match compare(one, other) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                (0..2 * league.pairs).for_each(|_| results.add(first, second, half_points));
            }
        }
        results
    }

    /// Adds a game; `half_points` are the first player's, 0 to 2.
    ///
    /// # Panics
    /// When there are no such players, or no such half points.
    pub fn add(&mut self, first: usize, second: usize, half_points: u64) {
        assert!(first < self.players && second < self.players && first != second && half_points <= 2);
        for (row, column, points) in [(first, second, half_points), (second, first, 2 - half_points)] {
            self.half_points[row * self.players + column] += points;
            self.games[row * self.players + column] += 1;
        }
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Points of a player in all games: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self, player: usize) -> f64 {
        let row = player * self.players..(player + 1) * self.players;
        self.half_points[row].iter().sum::<u64>() as f64 / 2.0
    }

    /// Games of a player.
    #[must_use]
    pub fn games(&self, player: usize) -> u64 {
        self.games[player * self.players..(player + 1) * self.players].iter().sum()
    }

    /// The share of the points that a player has got; 1/2 without games.
    #[must_use]
    pub fn score(&self, player: usize) -> f64 {
        let games = self.games(player);
        if games == 0 { 0.5 } else { self.points(player) / games as f64 }
    }

    /// The player with most points; of equals the first. 0 when there is none.
    #[must_use]
    pub fn winner(&self) -> usize {
        self.ranking().first().copied().unwrap_or(0)
    }

    /// The players, best first; equals in their order.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by(|&a, &b| self.score(b).total_cmp(&self.score(a)));
        order
    }
}

/// What a league's results have led to: what logs and plots show of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Update {
    /// How well the chosen vector did: the share of its points, or what the method measures instead.
    pub fitness: f64,
    /// How far from the centre the method has looked: in the unit of the method.
    pub range: f64,
    /// The vector around which the method looks next.
    pub centre: Vec<f64>,
}

/// For the results of another league: a fault of the caller, not of an input.
pub(crate) fn check(league: Option<&League>, results: &Results) {
    let asked = league.expect("results follow a league that was asked for");
    assert_eq!(asked.points.len(), results.players(), "results of another league");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_for_both() {
        let mut results = Results::new(3);
        results.add(0, 1, 2);
        results.add(1, 0, 1);
        results.add(2, 1, 2);
        assert_eq!([0, 1, 2].map(|player| results.points(player)), [1.5, 0.5, 1.0]);
        assert_eq!([0, 1, 2].map(|player| results.games(player)), [2, 3, 1]);
        assert_eq!(results.ranking(), [2, 0, 1]);
        assert_eq!(Results::new(2).score(1), 0.5);
        assert_eq!(Results::default().winner(), 0);
    }

    #[test]
    fn leagues_know_their_games() {
        // The report's: 4 kids over 6 generations and 3 over 12 cost 72 games each.
        let league = |kids| League { points: vec![vec![0.0]; kids], pairs: 1 };
        assert_eq!((6 * league(4).games(), 12 * league(3).games()), (72, 72));
        assert_eq!(League::default().games(), 0);
    }
}
