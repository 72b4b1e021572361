//! Covariance matrix adaptation \[Hansen2016\]: a sample plays, and the better half moves and shapes the distribution.
//!
//! The distribution is normal, in units of the axes' steps. Its mean, size and shape follow the best vectors, so that
//! it stretches along valleys and shrinks near an optimum. All parameters are those of Hansen's tutorial. Only ranks
//! matter, so the scores of a round robin suffice.
//!
//! The crate `cmaes` (0.2) calls its objective itself, one generation per call. It cannot return a generation to be
//! played elsewhere and recorded, so this module implements the method. The eigenvalues come from `nalgebra`.
//! Logarithms and exponentials come from `libm`, because those of `std` differ in the last bit between systems, and a
//! run depends only on its seed.
//!
//! A draw out of bounds is repeated. After several attempts it is moved to the nearest allowed vector.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Maximum number of draws of a vector.
const ATTEMPTS: u32 = 20;
/// Maximum number of steps of an eigenvalue decomposition, which takes two or three per row.
const SWEEPS: usize = 10_000;

/// Options of the method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CmaEsOptions {
    /// Number of vectors in a generation; [`CmaEsOptions::usual_kids`] by default.
    pub kids: Option<usize>,
    /// Number of generations.
    pub generations: u32,
    /// Number of game pairs between every two vectors.
    pub pairs: u64,
    /// Initial standard deviation in steps of the axes.
    pub sigma: f64,
}

impl Default for CmaEsOptions {
    fn default() -> CmaEsOptions {
        CmaEsOptions { kids: None, generations: 20, pairs: 1, sigma: 1.0 }
    }
}

impl CmaEsOptions {
    /// Returns the sample size of the tutorial, 4 + 3 ln(dimensions).
    #[must_use]
    pub fn usual_kids(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions as f64)) as usize
    }
}

/// The constants of table 1 of the tutorial for a number of dimensions and kids.
#[derive(Clone, Debug)]
struct Constants {
    kids: usize,
    /// Weights of the better half, best first. Their sum is 1.
    weights: Vec<f64>,
    /// Variance-effective size of the selection.
    mass: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// Expected length of a standard normal vector.
    length: f64,
}

impl Constants {
    fn new(dimensions: usize, kids: usize) -> Constants {
        let n = dimensions as f64;
        let half = kids / 2;
        let middle = libm::log((kids as f64 + 1.0) / 2.0);
        let raw: Vec<f64> = (1..=half).map(|rank| middle - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mass + 2.0) / (n + mass + 5.0);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mass);
        Constants {
            kids,
            mass,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            c_1,
            c_mu: (1.0 - c_1).min(2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0).powi(2) + mass)),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

/// The state of the method.
///
/// ```
/// use plyground_optimize::{Axis, CmaEs, CmaEsOptions, Space, Tune};
///
/// let axes = (0..8).map(|number| Axis::new(&format!("x{number}"), -5.0, 5.0, 3.0, 1.0)).collect();
/// let tuner = CmaEs::new(Space::new(axes)?, CmaEsOptions::default(), 3)?;
/// assert_eq!(tuner.ask().map(|league| league.points.len()), Some(10));
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CmaEs {
    space: Space,
    options: CmaEsOptions,
    constants: Constants,
    random: Random,
    generation: u32,
    /// Mean in units of the steps, like all following fields.
    mean: DVector<f64>,
    sigma: f64,
    covariance: DMatrix<f64>,
    /// Square roots of the covariance's eigenvalues.
    lengths: DVector<f64>,
    /// Eigenvectors of the covariance, as columns.
    axes: DMatrix<f64>,
    path_sigma: DVector<f64>,
    path_c: DVector<f64>,
    /// Sample within the bounds, before rounding. The league contains the rounded vectors.
    sample: Vec<DVector<f64>>,
    league: Option<League>,
}

impl CmaEs {
    /// Returns a distribution around the space's start.
    ///
    /// # Errors
    /// Returns an error if an option is invalid.
    pub fn new(space: Space, options: CmaEsOptions, seed: u64) -> Result<CmaEs, OptionError> {
        let n = space.dimensions();
        let kids = options.kids.unwrap_or_else(|| CmaEsOptions::usual_kids(n));
        OptionError::at_least("kids", kids as u64, 4)?;
        OptionError::at_least("generations", u64::from(options.generations), 1)?;
        OptionError::at_least("pairs of games a pairing", options.pairs, 1)?;
        OptionError::between("the first deviation", options.sigma, 1e-6, 1e6)?;
        let mean = DVector::from_vec(space.to_units(&space.start()));
        let mut method = CmaEs {
            constants: Constants::new(n, kids),
            random: Random::new(seed),
            generation: 0,
            mean,
            sigma: options.sigma,
            covariance: DMatrix::identity(n, n),
            lengths: DVector::repeat(n, 1.0),
            axes: DMatrix::identity(n, n),
            path_sigma: DVector::zeros(n),
            path_c: DVector::zeros(n),
            sample: Vec::new(),
            league: None,
            space,
            options,
        };
        method.draw();
        Ok(method)
    }

    /// Draws the next sample.
    fn draw(&mut self) {
        self.sample.clear();
        let mut points = Vec::new();
        for _ in 0..self.constants.kids {
            let mut drawn = self.draw_one();
            for _ in 1..ATTEMPTS {
                let values = self.space.of_units(drawn.as_slice());
                if self.space.bounded(&values) == values {
                    break;
                }
                drawn = self.draw_one();
            }
            let values = self.space.bounded(&self.space.of_units(drawn.as_slice()));
            self.sample.push(DVector::from_vec(self.space.to_units(&values)));
            points.push(self.space.rounded(&values, &mut self.random));
        }
        self.league = Some(League { points, pairs: self.options.pairs });
    }

    fn draw_one(&mut self) -> DVector<f64> {
        let along = DVector::from_fn(self.lengths.len(), |axis, _| self.lengths[axis] * self.random.normal());
        &self.mean + self.sigma * (&self.axes * along)
    }

    /// Returns the inverse square root of the covariance times a vector.
    fn whitened(&self, vector: &DVector<f64>) -> DVector<f64> {
        &self.axes * self.axes.tr_mul(vector).component_div(&self.lengths)
    }

    /// Applies equations 42 to 47 of the tutorial.
    fn update(&mut self, ranking: &[usize]) {
        let Constants { weights, mass, c_sigma, d_sigma, c_c, c_1, c_mu, length, .. } = self.constants.clone();
        let n = self.mean.len();
        let steps: Vec<DVector<f64>> =
            ranking[..weights.len()].iter().map(|&kid| (&self.sample[kid] - &self.mean) / self.sigma).collect();
        let mut step = DVector::zeros(n);
        for (weight, kid) in weights.iter().zip(&steps) {
            step.axpy(*weight, kid, 1.0);
        }
        self.mean.axpy(self.sigma, &step, 1.0);

        let white = self.whitened(&step);
        let keep = (c_sigma * (2.0 - c_sigma) * mass).sqrt();
        self.path_sigma.axpy(keep, &white, 1.0 - c_sigma);
        let norm = self.path_sigma.norm();
        let settled = (1.0 - (1.0 - c_sigma).powi(2 * (self.generation as i32 + 1))).sqrt();
        // The rank-one update pauses while the size grows fast.
        let slow = norm / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * length;
        let keep = if slow { (c_c * (2.0 - c_c) * mass).sqrt() } else { 0.0 };
        self.path_c.axpy(keep, &step, 1.0 - c_c);
        let lost = if slow { 0.0 } else { c_1 * c_c * (2.0 - c_c) };
        self.covariance *= 1.0 - c_1 - c_mu + lost;
        self.covariance.ger(c_1, &self.path_c, &self.path_c, 1.0);
        for (weight, kid) in weights.iter().zip(&steps) {
            self.covariance.ger(c_mu * weight, kid, kid, 1.0);
        }
        // A factor above e in one generation would be an effect of noise.
        self.sigma *= libm::exp(((c_sigma / d_sigma) * (norm / length - 1.0)).min(1.0));
        // If the decomposition does not converge, the next generation uses the axes of this one.
        if let Some(eigen) = SymmetricEigen::try_new(self.covariance.clone(), f64::EPSILON, SWEEPS) {
            self.lengths = eigen.eigenvalues.map(|value| value.max(1e-20).sqrt());
            self.axes = eigen.eigenvectors;
        }
    }
}

impl Tune for CmaEs {
    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        self.league = None;
        let range = self.sigma;
        self.update(&results.ranking());
        self.generation += 1;
        if self.generation < self.options.generations {
            self.draw();
        }
        Update { fitness: results.score(results.winner()), range, centre: self.space.of_units(self.mean.as_slice()) }
    }

    /// Returns the mean of the distribution. In a noisy sample it is better than the best vector.
    fn best(&self) -> Vec<f64> {
        self.space.within(&self.space.of_units(self.mean.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The method treats the decomposition as exact, so it must be accurate.
    #[test]
    fn vectors_and_values_make_the_matrix_again() {
        let mut random = Random::new(9);
        for size in [1, 2, 5, 16] {
            let mut matrix = DMatrix::identity(size, size);
            for row in 0..size {
                for column in 0..=row {
                    let cell = random.normal();
                    matrix[(row, column)] = cell;
                    matrix[(column, row)] = cell;
                }
            }
            let eigen = SymmetricEigen::try_new(matrix.clone(), f64::EPSILON, SWEEPS).unwrap();
            for (value, vector) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
                assert!((vector.norm_squared() - 1.0).abs() < 1e-12);
                assert!((&matrix * vector - vector * *value).amax() < 1e-10, "{size}: {value}");
            }
        }
    }
}
