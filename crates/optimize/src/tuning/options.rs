//! How a tuning is gone about, as plain data.

use std::path::PathBuf;

use plyground_statistics::{EloModel, Sprt};

use super::TuningError;
use crate::{Budget, Method};

/// How a tuning is gone about. What is `None` is the method's usual number.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningOptions {
    /// How.
    pub method: Method,
    /// Vectors of a generation.
    pub kids: Option<usize>,
    /// Generations; what the budget allows when it is in games, else the method's usual number.
    pub generations: Option<u32>,
    /// Pairs of games of every two vectors.
    pub pairs: Option<u64>,
    /// Annihill climbing: whether the present vector plays among its neighbours.
    pub keep_incumbent: bool,
    /// Annihill climbing: how often the climb is made.
    pub restarts: u32,
    /// Genetic: how many of the best live on.
    pub elite: usize,
    /// Annihill climbing and genetic: only random vectors at first, as in the report; else the present weights are among
    /// them.
    pub random_start: bool,
    /// Whole weights only; powers stay as they are.
    pub whole: bool,
    /// What may be spent.
    pub budget: Budget,
    /// Fixes openings and all random choices.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// The fewest and most random moves of an opening.
    pub opening_plies: (u32, u32),
    /// Longer games are drawn.
    pub max_plies: usize,
    /// Regression: files of recorded games.
    pub records: Vec<PathBuf>,
    /// Pairs of each match at the end; 0 for none.
    pub final_pairs: u64,
    /// Bounds of a sequential test that may end these matches early, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Whether the folder's run goes on.
    pub resume: bool,
}

impl TuningOptions {
    /// The method's usual numbers, no limit but its generations, one thread, seed 0, a match of 100 pairs at the end.
    #[must_use]
    pub fn new(method: Method) -> TuningOptions {
        TuningOptions {
            method,
            kids: None,
            generations: None,
            pairs: None,
            keep_incumbent: false,
            restarts: 1,
            elite: 0,
            random_start: false,
            whole: false,
            budget: Budget::default(),
            seed: 0,
            threads: 1,
            opening_plies: (2, 6),
            max_plies: 1_000,
            records: Vec::new(),
            final_pairs: 100,
            sprt: None,
            resume: false,
        }
    }

    pub(super) fn sequential_test(&self) -> Result<Option<Sprt>, TuningError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        Ok(Some(Sprt::new(elo0, elo1, EloModel::Normalized)?))
    }
}
