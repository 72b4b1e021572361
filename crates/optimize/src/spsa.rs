//! Simultaneous perturbation stochastic approximation, with Spall's gains \[Spall1998\].
//!
//! All numbers are moved up or down at random at once, each by c_k times its step. The two ends of that move play each
//! other, and the vector follows the winner by a gain a_k. With k from 0, c_k = c / (k + 1)^0.101 and
//! a_k = a / (k + 1 + A)^0.602, where A is a tenth of the iterations. `a` is chosen so that a first match won by all points
//! moves every number by half a perturbation. Whole numbers are rounded up or down at random, so that their mean is the
//! exact value and small gains accumulate.

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Exponents that Spall recommends in practice.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Options of the method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaOptions {
    /// Number of iterations. Each is a match between two vectors.
    pub iterations: u32,
    /// Number of game pairs in an iteration.
    pub pairs: u64,
    /// Initial perturbation in steps of the axes, Spall's c.
    pub perturbation: f64,
    /// Initial gain, as a share of the perturbation, for a match won by all points.
    pub gain: f64,
}

impl Default for SpsaOptions {
    fn default() -> SpsaOptions {
        SpsaOptions { iterations: 100, pairs: 4, perturbation: 1.0, gain: 0.5 }
    }
}

/// The state of the method.
///
/// ```
/// use plyground_optimize::{Axis, Space, Spsa, SpsaOptions, Tune};
///
/// let space = Space::new(vec![Axis::new("x", 0.0, 9.0, 5.0, 1.0)])?;
/// let tuner = Spsa::new(space, SpsaOptions::default(), 3)?;
/// let league = tuner.ask().expect("it has just begun");
/// assert_eq!((league.points[0][0] - league.points[1][0]).abs(), 2.0);
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    space: Space,
    options: SpsaOptions,
    random: Random,
    iteration: u32,
    /// Current vector in units of the steps.
    present: Vec<f64>,
    signs: Vec<f64>,
    league: Option<League>,
}

impl Spsa {
    /// Returns the method at the space's start.
    ///
    /// # Errors
    /// Returns an error if an option is invalid.
    pub fn new(space: Space, options: SpsaOptions, seed: u64) -> Result<Spsa, OptionError> {
        OptionError::at_least("iterations", u64::from(options.iterations), 1)?;
        OptionError::at_least("pairs of games an iteration", options.pairs, 1)?;
        OptionError::between("the perturbation", options.perturbation, 1e-6, 1e6)?;
        OptionError::between("the gain", options.gain, 0.0, 10.0)?;
        let present = space.to_units(&space.start());
        let random = Random::new(seed);
        let mut walk = Spsa { space, options, random, iteration: 0, present, signs: Vec::new(), league: None };
        walk.perturb();
        Ok(walk)
    }

    /// Returns c_k.
    fn perturbation(&self) -> f64 {
        self.options.perturbation / libm::pow(f64::from(self.iteration + 1), GAMMA)
    }

    /// Returns a_k.
    fn gain(&self) -> f64 {
        let stability = 0.1 * f64::from(self.options.iterations);
        // A score of 1 moves by a_0 / (2 c_0), which must equal gain x c_0.
        let first = self.options.gain * 2.0 * self.options.perturbation.powi(2) * libm::pow(1.0 + stability, ALPHA);
        first / libm::pow(f64::from(self.iteration + 1) + stability, ALPHA)
    }

    fn perturb(&mut self) {
        self.signs = (0..self.present.len()).map(|_| self.random.sign()).collect();
        let length = self.perturbation();
        let mut end = |direction: f64| {
            let units = self.present.iter().zip(&self.signs).map(|(value, sign)| value + direction * length * sign);
            let values = self.space.of_units(&units.collect::<Vec<_>>());
            self.space.rounded(&values, &mut self.random)
        };
        let points = vec![end(1.0), end(-1.0)];
        self.league = Some(League { points, pairs: self.options.pairs });
    }
}

impl Tune for Spsa {
    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        self.league = None;
        let (length, gain) = (self.perturbation(), self.gain());
        // Difference of the shares of both ends, from -1 to 1.
        let difference = 2.0 * results.score(0) - 1.0;
        let moved = self.present.iter().zip(&self.signs).map(|(value, sign)| {
            // Spall's estimate of the gradient. A sign is its own inverse.
            value + gain * difference / (2.0 * length) * sign
        });
        let moved = self.space.of_units(&moved.collect::<Vec<_>>());
        self.present = self.space.to_units(&self.space.bounded(&moved));
        self.iteration += 1;
        if self.iteration < self.options.iterations {
            self.perturb();
        }
        let fitness = results.score(results.winner());
        Update { fitness, range: length, centre: self.space.of_units(&self.present) }
    }

    fn best(&self) -> Vec<f64> {
        self.space.within(&self.space.of_units(&self.present))
    }
}
