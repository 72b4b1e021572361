//! The Khet report's genetic algorithm \[Zagury2016\].
//!
//! A random population plays everybody against everybody. Whoever has won more is more likely to be a parent, and each
//! gene (number) of a child comes from one of its two parents, from the one that has won more with the higher probability.
//! Then each gene mutates with probability 0.5, by up to the range's share of it; the range is 0.99 at first and is
//! multiplied with 0.8 a generation. Elitism carries the best of a generation over unchanged; the report has none.
//!
//! ```
//! use plyground_optimize::{Axis, Genetic, GeneticOptions, Space, Tune};
//!
//! let space = Space::new(vec![Axis::new("x", 0.0, 9.0, 0.0, 1.0)])?;
//! let tuner = Genetic::new(space, GeneticOptions { kids: 3, generations: 12, ..GeneticOptions::default() }, 3)?;
//! assert_eq!(tuner.ask().map(|league| 12 * league.games()), Some(72));
//! # Ok::<(), plyground_optimize::OptionError>(())
//! ```

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Told, Tune, check};

/// How the population lives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GeneticOptions {
    /// Vectors of a generation.
    pub kids: usize,
    /// Leagues, that of the first population included.
    pub generations: u32,
    /// Pairs of games of every two vectors; the report plays one.
    pub pairs: u64,
    /// How many of the best live on unchanged.
    pub elite: usize,
    /// How likely a gene mutates.
    pub mutation: f64,
    /// Whether the space's start is one of the first population; the report's is all random.
    pub from_start: bool,
    /// The range of the first mutations.
    pub range: f64,
    /// What the range is multiplied with after each generation.
    pub decay: f64,
}

impl Default for GeneticOptions {
    /// The report's (3, 12).
    fn default() -> GeneticOptions {
        GeneticOptions {
            kids: 3,
            generations: 12,
            pairs: 1,
            elite: 0,
            mutation: 0.5,
            from_start: false,
            range: 0.99,
            decay: 0.8,
        }
    }
}

/// The method.
#[derive(Clone, Debug)]
pub struct Genetic {
    space: Space,
    options: GeneticOptions,
    random: Random,
    /// Leagues that have been played.
    generation: u32,
    best: Vec<f64>,
    range: f64,
    league: Option<League>,
}

impl Genetic {
    /// A first population.
    ///
    /// # Errors
    /// When the options make no sense.
    pub fn new(space: Space, options: GeneticOptions, seed: u64) -> Result<Genetic, OptionError> {
        OptionError::at_least("kids", options.kids as u64, 2)?;
        OptionError::at_least("generations", u64::from(options.generations), 1)?;
        OptionError::at_least("pairs of games a pairing", options.pairs, 1)?;
        OptionError::between("the mutation probability", options.mutation, 0.0, 1.0)?;
        OptionError::between("the range", options.range, 0.0, 1.0)?;
        OptionError::between("the decay", options.decay, 0.0, 1.0)?;
        if options.elite >= options.kids {
            let GeneticOptions { elite, kids, .. } = options;
            return Err(OptionError(format!("{elite} of {kids} kids live on unchanged: expected fewer than all")));
        }
        let mut random = Random::new(seed);
        let mut points = Vec::new();
        if options.from_start {
            points.push(space.start());
        }
        while points.len() < options.kids {
            points.push(space.random(&mut random));
        }
        let (best, league) = (space.start(), Some(League { points, pairs: options.pairs }));
        Ok(Genetic { space, options, random, generation: 0, best, range: 1.0, league })
    }

    /// A child of two of the parents, each drawn by its score.
    fn child(&mut self, parents: &[Vec<f64>], scores: &[f64]) -> Vec<f64> {
        let mother = self.random.weighted(scores);
        let mut others = scores.to_vec();
        others[mother] = 0.0;
        let mut father = self.random.weighted(&others);
        if father == mother {
            // Nobody else has won anything: any other will do.
            father = (mother + 1) % parents.len();
        }
        let sum = scores[mother] + scores[father];
        let share = if sum > 0.0 { scores[mother] / sum } else { 0.5 };
        let mut child = Vec::with_capacity(self.space.dimensions());
        for (axis, (&from_mother, &from_father)) in parents[mother].iter().zip(&parents[father]).enumerate() {
            let gene = if self.random.chance(share) { from_mother } else { from_father };
            child.push(if self.random.chance(self.options.mutation) {
                self.space.shift(axis, gene, self.range, &mut self.random)
            } else {
                gene
            });
        }
        child
    }
}

impl Tune for Genetic {
    fn space(&self) -> &Space {
        &self.space
    }

    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn tell(&mut self, results: &Results) -> Told {
        check(self.ask(), results);
        let parents = self.league.take().unwrap_or_default().points;
        let ranking = results.ranking();
        self.best.clone_from(&parents[ranking[0]]);
        let told = Told { fitness: results.score(ranking[0]), range: self.range, centre: self.best.clone() };
        self.generation += 1;
        if self.generation < self.options.generations {
            self.range = self.options.range * self.options.decay.powi(self.generation as i32 - 1);
            let scores: Vec<f64> = (0..parents.len()).map(|player| results.points(player)).collect();
            let elite = ranking.iter().take(self.options.elite);
            let mut points: Vec<Vec<f64>> = elite.map(|&player| parents[player].clone()).collect();
            while points.len() < self.options.kids {
                points.push(self.child(&parents, &scores));
            }
            self.league = Some(League { points, pairs: self.options.pairs });
        }
        told
    }

    fn best(&self) -> Vec<f64> {
        self.best.clone()
    }
}
