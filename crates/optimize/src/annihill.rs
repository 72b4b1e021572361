//! Stochastic-steepest-ascent annihill-climbing, the Khet report's own method \[Zagury2016\].
//!
//! Several random starts play each other, and the best is where the climb begins. Then, step by step, random neighbours
//! of the present vector play each other, and the best of them is the next one. At first neighbours may lie far away;
//! their range shrinks with every step, as in annealing: 0.99, times 0.8 a step. A neighbour differs from the present
//! vector in every number by up to the range's share of that number.
//!
//! The league of the starts is the first generation, so that `generations` x one league are all games: 72 for the
//! report's (3 kids, 12 generations) and (4, 6). What the report leaves open are options: whether the present vector
//! plays among its neighbours, how many games a pairing has, and whether the whole climb is repeated, after which the
//! summits play each other.
//!
//! ```
//! use plyground_optimize::{Annihill, AnnihillOptions, Axis, Results, Space, Tune};
//!
//! let space = Space::new(vec![Axis::new("x", 0.0, 9.0, 0.0, 1.0)])?;
//! let mut tuner = Annihill::new(space, AnnihillOptions { kids: 5, generations: 20, ..AnnihillOptions::default() }, 3)?;
//! while let Some(league) = tuner.ask() {
//!     let results = Results::decided_by(league, |a, b| (b[0] - 7.0).abs().total_cmp(&(a[0] - 7.0).abs()));
//!     tuner.update(&results);
//! }
//! assert!((tuner.best()[0] - 7.0).abs() < 0.5);
//! # Ok::<(), plyground_optimize::OptionError>(())
//! ```

use crate::random::Random;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// How the climb goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnnihillOptions {
    /// Vectors of a generation.
    pub kids: usize,
    /// Leagues of a climb, that of the starts included.
    pub generations: u32,
    /// Pairs of games of every two vectors; the report plays one.
    pub pairs: u64,
    /// Whether the present vector is one of the kids of the next generation.
    pub keep_incumbent: bool,
    /// How often the climb is made.
    pub restarts: u32,
    /// Whether the space's start is one of the starts of the first climb; the report's are all random.
    pub from_start: bool,
    /// The range of the first neighbours.
    pub range: f64,
    /// What the range is multiplied with after each step.
    pub decay: f64,
}

impl Default for AnnihillOptions {
    /// The report's (4, 6).
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

/// The method.
#[derive(Clone, Debug)]
pub struct Annihill {
    space: Space,
    options: AnnihillOptions,
    random: Random,
    /// Leagues of the present climb that have been played.
    step: u32,
    summits: Vec<Vec<f64>>,
    present: Vec<f64>,
    /// The range of the neighbours that play; that of the space for starts.
    range: f64,
    league: Option<League>,
}

impl Annihill {
    /// A climb that is about to begin.
    ///
    /// # Errors
    /// When the options make no sense.
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

    /// A league of starts.
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

    /// A league of neighbours.
    fn look_around(&mut self) {
        self.range = self.options.range * self.options.decay.powi(self.step as i32 - 1);
        let mut points = Vec::new();
        if self.options.keep_incumbent {
            // The first, so that it stays when none is better.
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
    fn space(&self) -> &Space {
        &self.space
    }

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
