//! Covariance matrix adaptation \[Hansen2016\]: a sample plays, the better half moves and shapes the distribution.
//!
//! The distribution is normal, in units of the axes' steps; its mean, its size and its shape follow the vectors that did
//! best, so that it stretches along valleys and shrinks near a summit. All parameters are those of Hansen's tutorial.
//! Only ranks count, so that the scores of a league, where everybody plays everybody, will do.
//!
//! It is written here because the crate `cmaes` (0.2) calls its objective itself, one generation in one call, and has no
//! form in which a generation can be asked for, played elsewhere, kept and told; it would also bring `nalgebra`, `statrs`
//! and `rayon` below the catalog, for an eigenvalue decomposition of a matrix of some ten rows.
//!
//! A draw out of bounds is drawn anew, and after some attempts moved to the nearest allowed vector.
//!
//! ```
//! use plyground_optimize::{Axis, CmaEs, CmaEsOptions, Space, Tune};
//!
//! let axes = (0..8).map(|number| Axis::new(&format!("x{number}"), -5.0, 5.0, 3.0, 1.0)).collect();
//! let tuner = CmaEs::new(Space::new(axes)?, CmaEsOptions::default(), 3)?;
//! assert_eq!(tuner.ask().map(|league| league.points.len()), Some(10));
//! # Ok::<(), plyground_optimize::OptionError>(())
//! ```

use crate::eigen::{Matrix, eigen};
use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Told, Tune, check};

/// How often a draw out of bounds is repeated.
const ATTEMPTS: u32 = 20;

/// The sample and its first size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CmaEsOptions {
    /// Vectors of a generation; [`CmaEsOptions::usual_kids`] when nothing is said.
    pub kids: Option<usize>,
    /// Generations.
    pub generations: u32,
    /// Pairs of games of every two vectors.
    pub pairs: u64,
    /// The first deviation in steps of the axes.
    pub sigma: f64,
}

impl Default for CmaEsOptions {
    fn default() -> CmaEsOptions {
        CmaEsOptions { kids: None, generations: 20, pairs: 1, sigma: 1.0 }
    }
}

impl CmaEsOptions {
    /// The tutorial's size of a sample, 4 + 3 ln(dimensions).
    #[must_use]
    pub fn usual_kids(dimensions: usize) -> usize {
        4 + (3.0 * (dimensions as f64).ln()) as usize
    }
}

/// The constants of the tutorial's table 1 for a number of dimensions and kids.
#[derive(Clone, Debug)]
struct Constants {
    kids: usize,
    /// Of the better half, best first; they add up to 1.
    weights: Vec<f64>,
    /// The variance-effective size of the selection.
    mass: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The expected length of a standard normal vector.
    length: f64,
}

impl Constants {
    fn new(dimensions: usize, kids: usize) -> Constants {
        let n = dimensions as f64;
        let half = kids / 2;
        let raw: Vec<f64> = (1..=half).map(|rank| ((kids as f64 + 1.0) / 2.0).ln() - (rank as f64).ln()).collect();
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

/// The method.
#[derive(Clone, Debug)]
pub struct CmaEs {
    space: Space,
    options: CmaEsOptions,
    constants: Constants,
    random: Random,
    generation: u32,
    /// In units of the steps, as all that follows.
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// The square roots of the eigenvalues, and the eigenvectors as columns.
    axes: (Vec<f64>, Matrix),
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    /// The sample as it was drawn; the league holds what is allowed of it.
    sample: Vec<Vec<f64>>,
    league: Option<League>,
}

impl CmaEs {
    /// A distribution around the space's start.
    ///
    /// # Errors
    /// When the options make no sense.
    pub fn new(space: Space, options: CmaEsOptions, seed: u64) -> Result<CmaEs, OptionError> {
        let n = space.dimensions();
        let kids = options.kids.unwrap_or_else(|| CmaEsOptions::usual_kids(n));
        OptionError::at_least("kids", kids as u64, 4)?;
        OptionError::at_least("generations", u64::from(options.generations), 1)?;
        OptionError::at_least("pairs of games a pairing", options.pairs, 1)?;
        OptionError::between("the first deviation", options.sigma, 1e-6, 1e6)?;
        let mean = space.to_units(&space.start());
        let mut method = CmaEs {
            constants: Constants::new(n, kids),
            random: Random::new(seed),
            generation: 0,
            mean,
            sigma: options.sigma,
            covariance: Matrix::identity(n),
            axes: (vec![1.0; n], Matrix::identity(n)),
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            sample: Vec::new(),
            league: None,
            space,
            options,
        };
        method.draw();
        Ok(method)
    }

    /// A sample that plays next.
    fn draw(&mut self) {
        self.sample.clear();
        let mut points = Vec::new();
        for _ in 0..self.constants.kids {
            let mut drawn = self.draw_one();
            for _ in 1..ATTEMPTS {
                let values = self.space.of_units(&drawn);
                if self.space.bounded(&values) == values {
                    break;
                }
                drawn = self.draw_one();
            }
            let values = self.space.bounded(&self.space.of_units(&drawn));
            self.sample.push(self.space.to_units(&values));
            points.push(self.space.rounded(&values, &mut self.random));
        }
        self.league = Some(League { points, pairs: self.options.pairs });
    }

    fn draw_one(&mut self) -> Vec<f64> {
        let (lengths, vectors) = &self.axes;
        let along: Vec<f64> = lengths.iter().map(|length| length * self.random.normal()).collect();
        let turned = vectors.times(&along);
        self.mean.iter().zip(turned).map(|(mean, turned)| mean + self.sigma * turned).collect()
    }

    /// The inverse root of the covariance times a vector.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let (lengths, vectors) = &self.axes;
        let along = vectors.transposed_times(vector);
        let shrunk: Vec<f64> = along.iter().zip(lengths).map(|(part, length)| part / length).collect();
        vectors.times(&shrunk)
    }

    /// Equations 42 to 47 of the tutorial.
    fn update(&mut self, ranking: &[usize]) {
        let Constants { weights, mass, c_sigma, d_sigma, c_c, c_1, c_mu, length, .. } = self.constants.clone();
        let n = self.mean.len();
        let steps: Vec<Vec<f64>> = ranking[..weights.len()]
            .iter()
            .map(|&kid| self.sample[kid].iter().zip(&self.mean).map(|(to, from)| (to - from) / self.sigma).collect())
            .collect();
        let mut step = vec![0.0; n];
        for (weight, kid) in weights.iter().zip(&steps) {
            step.iter_mut().zip(kid).for_each(|(sum, part)| *sum += weight * part);
        }
        self.mean.iter_mut().zip(&step).for_each(|(mean, step)| *mean += self.sigma * step);

        let white = self.whitened(&step);
        let keep = (c_sigma * (2.0 - c_sigma) * mass).sqrt();
        for (path, white) in self.path_sigma.iter_mut().zip(white) {
            *path = (1.0 - c_sigma) * *path + keep * white;
        }
        let norm = self.path_sigma.iter().map(|part| part * part).sum::<f64>().sqrt();
        let settled = (1.0 - (1.0 - c_sigma).powi(2 * (self.generation as i32 + 1))).sqrt();
        // The rank-one update waits while the size grows fast.
        let slow = norm / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * length;
        let keep = if slow { (c_c * (2.0 - c_c) * mass).sqrt() } else { 0.0 };
        for (path, step) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - c_c) * *path + keep * step;
        }
        let lost = if slow { 0.0 } else { c_1 * c_c * (2.0 - c_c) };
        let old = 1.0 - c_1 - c_mu + lost;
        for row in 0..n {
            for column in 0..n {
                let kids: f64 = weights.iter().zip(&steps).map(|(weight, kid)| weight * kid[row] * kid[column]).sum();
                let cell = self.covariance.at_mut(row, column);
                *cell = old * *cell + c_1 * self.path_c[row] * self.path_c[column] + c_mu * kids;
            }
        }
        // A factor beyond e in one generation would be an accident of noise.
        self.sigma *= ((c_sigma / d_sigma) * (norm / length - 1.0)).min(1.0).exp();
        let (values, vectors) = eigen(&self.covariance);
        self.axes = (values.iter().map(|value| value.max(1e-20).sqrt()).collect(), vectors);
    }
}

impl Tune for CmaEs {
    fn space(&self) -> &Space {
        &self.space
    }

    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn tell(&mut self, results: &Results) -> Told {
        check(self.ask(), results);
        self.league = None;
        let range = self.sigma;
        self.update(&results.ranking());
        self.generation += 1;
        if self.generation < self.options.generations {
            self.draw();
        }
        Told { fitness: results.score(results.winner()), range, centre: self.space.of_units(&self.mean) }
    }

    /// The mean of the distribution: of a noisy sample it is better than the best of the sample.
    fn best(&self) -> Vec<f64> {
        self.space.within(&self.space.of_units(&self.mean))
    }
}
