//! Functions to minimise, as a game, for the tests of optimisers.
//!
//! Two vectors meet, and the one with the smaller value wins. With noise, it wins only more often: the probability is
//! logistic in the difference, as in a model of playing strength. Every optimiser is thus tested on a function with a
//! known minimum, through the same interface as with games.

use std::convert::Infallible;

use plyground_game::zobrist::mix;

use crate::drive::{Played, Referee};
use crate::random::Random;
use crate::tune::{League, Results};

/// A function as a referee.
///
/// ```
/// use plyground_optimize::{Axis, Budget, Objective, Space, Spsa, SpsaOptions, Tune, drive, sphere};
///
/// let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 0.3), Axis::new("y", -5.0, 5.0, -2.0, 0.3)])?;
/// let mut tuner = Spsa::new(space, SpsaOptions { iterations: 300, pairs: 1, ..SpsaOptions::default() }, 1)?;
/// drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {})?;
/// assert!(sphere(&tuner.best()) < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Objective<F> {
    function: F,
    noise: Option<(f64, u64)>,
}

impl<F: Fn(&[f64]) -> f64> Objective<F> {
    /// Returns a referee in which the smaller value always wins.
    pub fn new(function: F) -> Objective<F> {
        Objective { function, noise: None }
    }

    /// Makes the smaller value win with probability 1 / (1 + exp(-difference / `scale`)). The seed determines the
    /// results.
    #[must_use]
    pub fn with_luck(self, scale: f64, seed: u64) -> Objective<F> {
        Objective { noise: Some((scale, seed)), ..self }
    }
}

impl<F: Fn(&[f64]) -> f64> Referee for Objective<F> {
    type Error = Infallible;

    fn play(&mut self, generation: u64, league: &League) -> Result<Played, Infallible> {
        let values: Vec<f64> = league.points.iter().map(|point| (self.function)(point)).collect();
        let results = match self.noise {
            None => Results::decided_by(league, |a, b| (self.function)(b).total_cmp(&(self.function)(a))),
            Some((scale, seed)) => {
                let mut random = Random::new(mix(seed ^ mix(generation)));
                let mut results = Results::new(values.len());
                for (first, one) in values.iter().enumerate() {
                    for (second, other) in values.iter().enumerate().skip(first + 1) {
                        let chance = 1.0 / (1.0 + ((one - other) / scale).exp());
                        for _ in 0..2 * league.pairs {
                            results.add(first, second, 2 * u64::from(random.chance(chance)));
                        }
                    }
                }
                results
            }
        };
        Ok(Played { results, games: league.games(), nodes: league.games() })
    }
}

/// Returns the sum of squares: the easiest test function. The minimum is 0 at the origin.
#[must_use]
pub fn sphere(point: &[f64]) -> f64 {
    point.iter().map(|value| value * value).sum()
}

/// Returns Rosenbrock's function: a narrow, curved valley that is nearly flat along its floor. The minimum is 0 where
/// all numbers are 1.
#[must_use]
pub fn rosenbrock(point: &[f64]) -> f64 {
    point.windows(2).map(|pair| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2)).sum()
}
