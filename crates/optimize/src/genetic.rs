//! The Khet report's genetic algorithm \[Zagury2016\].
//!
//! A random population plays a round robin. Each child has two parents, drawn at random by their points. Both may be
//! the same vector. Each gene (number) of the child comes from one of the parents, with the higher probability from the
//! one with more points. Then the child mutates with probability 0.5: all its genes change, each by up to the range
//! times its value. The range starts at 0.99 and is multiplied by 0.8 per generation. Elitism preserves the best
//! vectors of a generation unchanged. The report has none.

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Options of the method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GeneticOptions {
    /// Number of vectors in a generation.
    pub kids: usize,
    /// Number of leagues, including that of the first population.
    pub generations: u32,
    /// Number of game pairs between every two vectors. The report plays one.
    pub pairs: u64,
    /// Number of best vectors that survive unchanged.
    pub elite: usize,
    /// Probability that a child mutates, in all its genes.
    pub mutation: f64,
    /// Whether the space's start is in the first population. The report's population is all random.
    pub from_start: bool,
    /// Range of the first mutations.
    pub range: f64,
    /// Factor of the range after each generation.
    pub decay: f64,
}

impl Default for GeneticOptions {
    /// Returns the report's (3, 12).
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

/// The state of the method.
///
/// ```
/// use plyground_optimize::{Axis, Genetic, GeneticOptions, Space, Tune};
///
/// let space = Space::new(vec![Axis::new("x", 0.0, 9.0, 0.0, 1.0)])?;
/// let tuner = Genetic::new(space, GeneticOptions { kids: 3, generations: 12, ..GeneticOptions::default() }, 3)?;
/// assert_eq!(tuner.ask().map(|league| 12 * league.games()), Some(72));
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
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
    /// Returns a first population.
    ///
    /// # Errors
    /// Returns an error if an option is invalid.
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

    /// Returns a child of two parents, each drawn by its score.
    fn child(&mut self, parents: &[Vec<f64>], scores: &[f64]) -> Vec<f64> {
        let [mother, father] = [(); 2].map(|()| self.random.weighted(scores));
        let sum = scores[mother] + scores[father];
        let share = if sum > 0.0 { scores[mother] / sum } else { 0.5 };
        let mut child = Vec::with_capacity(self.space.dimensions());
        for (&from_mother, &from_father) in parents[mother].iter().zip(&parents[father]) {
            child.push(if self.random.chance(share) { from_mother } else { from_father });
        }
        if self.random.chance(self.options.mutation) {
            for (axis, gene) in child.iter_mut().enumerate() {
                *gene = self.space.shift(axis, *gene, self.range, &mut self.random);
            }
        }
        child
    }
}

impl Tune for Genetic {
    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        let parents = self.league.take().unwrap_or_default().points;
        let ranking = results.ranking();
        self.best.clone_from(&parents[ranking[0]]);
        let update = Update { fitness: results.score(ranking[0]), range: self.range, centre: self.best.clone() };
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
        update
    }

    fn best(&self) -> Vec<f64> {
        self.best.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Axis;

    fn space() -> Space {
        let axes = (0..8).map(|axis| Axis::new(&format!("x{axis}"), 1.0, 9.0, 5.0, 1.0));
        Space::new(axes.collect()).expect("a space")
    }

    fn children(options: GeneticOptions, parents: &[Vec<f64>], scores: &[f64]) -> Vec<Vec<f64>> {
        let mut tuner = Genetic::new(space(), options, 7).expect("options");
        (0..400).map(|_| tuner.child(parents, scores)).collect()
    }

    /// The report: "the offspring has a certain chance to mutate randomly". All genes mutate, or none does.
    #[test]
    fn a_child_mutates_as_a_whole_or_not_at_all() {
        let parents = [vec![4.0; 8], vec![6.0; 8]];
        let children = children(GeneticOptions::default(), &parents, &[1.0, 1.0]);
        let changed = |child: &Vec<f64>| child.iter().filter(|gene| ![4.0, 6.0].contains(gene)).count();
        let counts: Vec<usize> = children.iter().map(changed).collect();
        assert!(counts.iter().all(|count| [0, 8].contains(count)), "{counts:?}");
        let mutated = counts.iter().filter(|&&count| count == 8).count();
        // Half of 400; the interval is five standard deviations wide.
        assert!((150..=250).contains(&mutated), "{mutated} of 400");
    }

    #[test]
    fn both_parents_may_be_the_same() {
        let options = GeneticOptions { mutation: 0.0, ..GeneticOptions::default() };
        let parents = [vec![4.0; 8], vec![6.0; 8]];
        let pure = children(options, &parents, &[1.0, 1.0]).into_iter().filter(|child| parents.contains(child)).count();
        // In half of the pairs, both parents are the same vector. In the other half, one child in 128 takes all genes
        // from one parent.
        assert!((150..=250).contains(&pure), "{pure} of 400");
        let alone = children(options, &parents, &[0.0, 3.0]);
        assert!(alone.iter().all(|child| *child == parents[1]), "a vector without points has no child");
    }

    #[test]
    fn the_better_parent_passes_on_more_genes() {
        let options = GeneticOptions { mutation: 0.0, ..GeneticOptions::default() };
        let parents = [vec![4.0; 8], vec![6.0; 8]];
        let mixed: Vec<_> =
            children(options, &parents, &[1.0, 3.0]).into_iter().filter(|child| !parents.contains(child)).collect();
        let genes: Vec<f64> = mixed.concat();
        let share = genes.iter().filter(|&&gene| gene == 6.0).count() as f64 / genes.len() as f64;
        // Three quarters of the genes, and 72% without the children that have all genes of one parent.
        assert!((0.66..=0.78).contains(&share), "{share} of {} genes", genes.len());
    }
}
