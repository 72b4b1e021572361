//! Stochastic-steepest-ascent annihill-climbing, the Khet report's own method \[Zagury2016\].
//!
//! Several random starts play each other, and the climb starts at the best. In each step, random neighbours of the
//! current vector play each other, and the best becomes the current vector. The range of the neighbours shrinks with
//! every step, as in annealing: it starts at 0.99 and is multiplied by 0.8 per step. A neighbour differs from the
//! current vector in every number by up to the range times that number.
//!
//! The league of the starts is the first generation, so the number of games is `generations` times one league: 72 for
//! the report's (3 kids, 12 generations) and (4, 6). The report leaves some choices open, which are options: whether
//! the current vector plays among its neighbours, the number of games per pairing, and whether the climb is repeated.
//! After repeated climbs, their results play each other.

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Options of the method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnnihillOptions {
    /// Number of vectors in a generation.
    pub kids: usize,
    /// Number of leagues in a climb, including that of the starts.
    pub generations: u32,
    /// Number of game pairs between every two vectors. The report plays one.
    pub pairs: u64,
    /// Whether the current vector plays in the next generation.
    pub keep_incumbent: bool,
    /// Number of climbs.
    pub restarts: u32,
    /// Whether the space's start is one of the starts of the first climb. The report's starts are all random.
    pub from_start: bool,
    /// Range of the first neighbours.
    pub range: f64,
    /// Factor of the range after each step.
    pub decay: f64,
}

impl Default for AnnihillOptions {
    /// Returns the report's (4, 6).
    fn default() -> AnnihillOptions {
        AnnihillOptions {
            kids: 4,
            generations: 6,
            pairs: 1,
            keep_incumbent: false,
            restarts: 1,
            from_start: false,
            range: 0.99,
            decay: 0.8,
        }
    }
}

/// The state of the method.
///
/// ```
/// use plyground_optimize::{Annihill, AnnihillOptions, Axis, Results, Space, Tune};
///
/// let space = Space::new(vec![Axis::new("x", 0.0, 9.0, 0.0, 1.0)])?;
/// let mut tuner = Annihill::new(space, AnnihillOptions { kids: 5, generations: 20, ..AnnihillOptions::default() }, 3)?;
/// while let Some(league) = tuner.ask() {
///     let results = Results::decided_by(league, |a, b| (b[0] - 7.0).abs().total_cmp(&(a[0] - 7.0).abs()));
///     tuner.update(&results);
/// }
/// assert!((tuner.best()[0] - 7.0).abs() < 0.5);
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Annihill {
    space: Space,
    options: AnnihillOptions,
    random: Random,
    /// Leagues of the current climb that have been played.
    step: u32,
    summits: Vec<Vec<f64>>,
    present: Vec<f64>,
    /// Range of the neighbours in the league; 1 for starts.
    range: f64,
    league: Option<League>,
}

impl Annihill {
    /// Returns a climb at its start.
    ///
    /// # Errors
    /// Returns an error if an option is invalid.
    pub fn new(space: Space, options: AnnihillOptions, seed: u64) -> Result<Annihill, OptionError> {
        OptionError::at_least("kids", options.kids as u64, 2)?;
        OptionError::at_least("generations", u64::from(options.generations), 1)?;
        OptionError::at_least("pairs of games a pairing", options.pairs, 1)?;
        OptionError::at_least("restarts", u64::from(options.restarts), 1)?;
        OptionError::between("the range", options.range, 0.0, 1.0)?;
        OptionError::between("the decay", options.decay, 0.0, 1.0)?;
        let present = space.start();
        let mut climb = Annihill {
            space,
            options,
            random: Random::new(seed),
            step: 0,
            summits: Vec::new(),
            present,
            range: 1.0,
            league: None,
        };
        climb.begin();
        Ok(climb)
    }

    /// Sets up a league of starts.
    fn begin(&mut self) {
        self.step = 0;
        self.range = 1.0;
        let mut points = Vec::new();
        if self.options.from_start && self.summits.is_empty() {
            points.push(self.space.start());
        }
        while points.len() < self.options.kids {
            points.push(self.space.random(&mut self.random));
        }
        self.league = Some(League { points, pairs: self.options.pairs });
    }

    /// Sets up a league of neighbours.
    fn look_around(&mut self) {
        self.range = self.options.range * self.options.decay.powi(self.step as i32 - 1);
        let mut points = Vec::new();
        if self.options.keep_incumbent {
            // The current vector comes first, so that it wins ties.
            points.push(self.present.clone());
        }
        while points.len() < self.options.kids {
            let neighbour = self.present.iter().enumerate();
            let neighbour = neighbour.map(|(axis, &value)| self.space.shift(axis, value, self.range, &mut self.random));
            points.push(neighbour.collect());
        }
        self.league = Some(League { points, pairs: self.options.pairs });
    }
}

impl Tune for Annihill {
    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        let league = self.league.take().unwrap_or_default();
        let winner = results.winner();
        self.present.clone_from(&league.points[winner]);
        let update = Update { fitness: results.score(winner), range: self.range, centre: self.present.clone() };
        let summits_have_met = self.summits.len() as u32 == self.options.restarts;
        if summits_have_met {
            return update;
        }
        self.step += 1;
        if self.step < self.options.generations {
            self.look_around();
            return update;
        }
        self.summits.push(self.present.clone());
        if (self.summits.len() as u32) < self.options.restarts {
            self.begin();
        } else if self.options.restarts > 1 {
            self.range = 0.0;
            self.league = Some(League { points: self.summits.clone(), pairs: self.options.pairs });
        }
        update
    }

    fn best(&self) -> Vec<f64> {
        self.present.clone()
    }
}
