//! The interface of all optimisers: request a league, and update from its results.
//!
//! Every optimiser needs the same information: the results of a round robin between vectors. Annihill climbing and the
//! genetic algorithm play all their candidates, CMA-ES a sample, and SPSA the two ends of a step. Regression learns
//! from recorded games and requests empty leagues. An optimiser neither plays nor waits, and all its random choices
//! come from its seed. The same results always lead to the same state. A run is therefore repeatable, and an
//! interrupted run is resumed by replaying its recorded results.

use std::cmp::Ordering;

pub use crate::option_error::OptionError;

/// An optimiser.
///
/// ```
/// use plyground_optimize::{Axis, Genetic, GeneticOptions, Results, Space, Tune};
///
/// let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 4.0, 1.0)])?;
/// let mut tuner = Genetic::new(space, GeneticOptions { kids: 6, generations: 12, ..GeneticOptions::default() }, 1)?;
/// while let Some(league) = tuner.ask() {
///     // The vector nearer to 0 wins both games of a pair.
///     let results = Results::decided_by(league, |x, y| y[0].abs().total_cmp(&x[0].abs()));
///     tuner.update(&results);
/// }
/// assert!(tuner.best()[0].abs() < 0.5);
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
pub trait Tune: Send {
    /// Returns the next league. It does not change until [`Tune::update`] is called. `None` means that the optimiser
    /// has finished.
    fn ask(&self) -> Option<&League>;

    /// Processes the results of the requested league, and returns its effect.
    ///
    /// # Panics
    /// Panics if the results belong to another league, or no league was requested.
    fn update(&mut self, results: &Results) -> Update;

    /// Returns the best known vector.
    fn best(&self) -> Vec<f64>;
}

/// Vectors that play a round robin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct League {
    /// The vectors, all allowed by the space. An empty league has no games.
    pub points: Vec<Vec<f64>>,
    /// Number of game pairs between every two vectors. The sides are swapped within a pair.
    pub pairs: u64,
}

impl League {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        League::games_of(self.points.len(), self.pairs)
    }

    /// Returns the number of games between this many vectors.
    pub(crate) fn games_of(players: usize, pairs: u64) -> u64 {
        let players = players as u64;
        players.saturating_mul(players.saturating_sub(1)).saturating_mul(pairs)
    }
}

/// The results of a league.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Half points of each player.
    half_points: Vec<u64>,
    /// Number of games of each player.
    games: Vec<u64>,
}

impl Results {
    /// Returns results without games between `players` players.
    #[must_use]
    pub fn new(players: usize) -> Results {
        Results { half_points: vec![0; players], games: vec![0; players] }
    }

    /// Returns the results of deterministic games. `compare` determines the better of two vectors, which wins all
    /// games.
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

    /// Adds a game. `half_points` are those of the first player, 0 to 2.
    ///
    /// # Panics
    /// Panics if a player does not exist, or `half_points` exceeds 2.
    pub fn add(&mut self, first: usize, second: usize, half_points: u64) {
        assert!(first != second && half_points <= 2);
        for (player, points) in [(first, half_points), (second, 2 - half_points)] {
            self.half_points[player] += points;
            self.games[player] += 1;
        }
    }

    /// Returns the number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.games.len()
    }

    /// Returns the points of a player in all games: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self, player: usize) -> f64 {
        self.half_points[player] as f64 / 2.0
    }

    /// Returns the number of games of a player.
    #[must_use]
    pub fn games(&self, player: usize) -> u64 {
        self.games[player]
    }

    /// Returns a player's share of the points; 1/2 without games.
    #[must_use]
    pub fn score(&self, player: usize) -> f64 {
        let games = self.games(player);
        if games == 0 { 0.5 } else { self.points(player) / games as f64 }
    }

    /// Returns the player with the best score, the first among equals; 0 without players.
    #[must_use]
    pub fn winner(&self) -> usize {
        self.ranking().first().copied().unwrap_or(0)
    }

    /// Returns the players, best first. Equal players stay in order.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players()).collect();
        order.sort_by(|&a, &b| self.score(b).total_cmp(&self.score(a)));
        order
    }
}

/// The effect of a league, for logs and plots.
#[derive(Clone, PartialEq, Debug)]
pub struct Update {
    /// Fitness of the chosen vector: its share of the points, or another measure of the method.
    pub fitness: f64,
    /// Search range around the centre, in the unit of the method.
    pub range: f64,
    /// Vector around which the method searches next.
    pub centre: Vec<f64>,
}

/// Checks that results belong to a league. A mismatch is a fault of the caller.
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
        // The report's settings: 4 kids over 6 generations and 3 over 12 cost 72 games each.
        let league = |kids| League { points: vec![vec![0.0]; kids], pairs: 1 };
        assert_eq!((6 * league(4).games(), 12 * league(3).games()), (72, 72));
        assert_eq!(League::default().games(), 0);
    }
}
