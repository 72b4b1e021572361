//! The options of a run, as plain data.

use plyground_statistics::{EloModel, Sprt};

use super::records::PositionFilter;
use crate::error::OptimizeError;

/// Options of a learning run.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningOptions {
    /// Number of self-play games per generation, rounded up to pairs.
    pub games: u64,
    /// Nodes per move of self-play.
    pub nodes: u64,
    /// The number of generations; `None` for as many as the budget allows.
    pub generations: Option<u32>,
    /// Minimum and maximum number of random moves of an opening.
    pub opening_plies: (u32, u32),
    /// Plies after which a game is a draw.
    pub max_plies: usize,
    /// Filter of the positions that become samples.
    pub filter: PositionFilter,
    /// Number of positions of each game that are searched again, so that the positions of their principal variations become
    /// samples too.
    pub pv_searches: u64,
    /// Number of plies before the end of a game with which the weight of its result halves, so that what is mostly chance counts
    /// little; `None` for the same weight in all positions.
    pub half_life: Option<f64>,
    /// The weight of the result in a label, 0 to 1; the rest is the weight of the search's score.
    pub result_weight: f64,
    /// The shares of the fitted values that play the gauntlet, in ascending order.
    pub shares: Vec<f64>,
    /// Games of each share in the gauntlet, rounded up to pairs.
    pub share_games: u64,
    /// Nodes per move of each deciding match, in order. The gauntlet uses the first number.
    pub match_nodes: Vec<u64>,
    /// Maximum number of games of a deciding match, rounded up to pairs.
    pub match_games: u64,
    /// Bounds of the sequential test of a deciding match, in normalised Elo.
    pub sprt: (f64, f64),
    /// Number of passes of the fit over all samples.
    pub epochs: u32,
    /// The decays of weights that the held-out games choose from.
    pub decays: Vec<f64>,
    /// Maximum number of positions. The last generations have priority.
    pub most_positions: usize,
    /// The seed of openings and of all random choices.
    pub seed: u64,
    /// Number of games played at the same time.
    pub threads: usize,
    /// Whether to resume the run of the folder.
    pub resume: bool,
}

impl Default for LearningOptions {
    fn default() -> LearningOptions {
        LearningOptions {
            games: 16_000,
            nodes: 2_000,
            generations: Some(3),
            opening_plies: (4, 8),
            max_plies: 1_000,
            filter: PositionFilter::Quiet,
            pv_searches: 0,
            half_life: None,
            result_weight: 0.75,
            shares: vec![0.125, 0.25, 0.5, 1.0],
            share_games: 100,
            match_nodes: vec![20_000, 100_000],
            match_games: 2_000,
            sprt: (0.0, 10.0),
            epochs: 10,
            decays: vec![1e-5, 3e-4, 3e-3],
            most_positions: 2_000_000,
            seed: 0,
            threads: 1,
            resume: false,
        }
    }
}

impl LearningOptions {
    /// Returns the defaults of a network, which learns from all positions and visits the samples more often. The largest decay
    /// is for results that are mostly chance, such as those of a first generation without an evaluation.
    #[must_use]
    pub fn of_network() -> LearningOptions {
        let filter = PositionFilter::None;
        LearningOptions { filter, epochs: 15, decays: vec![1e-6, 1e-4, 1e-3, 1e-2], ..LearningOptions::default() }
    }
}

/// Maximum number of inputs of a model, without the lead of the first side.
const MOST_INPUTS: usize = (1 << 16) - 1;

impl LearningOptions {
    /// Returns the sequential test of the options if all options are valid.
    pub(super) fn check(&self, inputs: usize) -> Result<Sprt, OptimizeError> {
        let fault = |option, found: String, expected| Err(OptimizeError::option(option, &found, expected));
        let is_share = |share: &f64| *share > 0.0 && *share <= 1.0;
        if inputs == 0 || inputs > MOST_INPUTS {
            return Err(OptimizeError::input(format!("found {inputs} inputs, expected 1 to {MOST_INPUTS}")));
        }
        if !(0.0..=1.0).contains(&self.result_weight) {
            return fault("result-weight", self.result_weight.to_string(), "a number from 0 to 1");
        }
        if let Some(half_life) = self.half_life.filter(|half_life| !(half_life.is_finite() && *half_life > 0.0)) {
            return fault("half-life", half_life.to_string(), "a number of plies above 0");
        }
        if self.shares.is_empty() || !self.shares.iter().all(is_share) {
            return fault("shares", format!("{:?}", self.shares), "numbers above 0, at most 1");
        }
        if !self.shares.is_sorted_by(|one, other| one < other) {
            return fault("shares", format!("{:?}", self.shares), "numbers in ascending order");
        }
        if self.decays.is_empty() || !self.decays.iter().all(|decay| (0.0..=1.0).contains(decay)) {
            return fault("decays", format!("{:?}", self.decays), "numbers from 0 to 1");
        }
        if self.opening_plies.0 > self.opening_plies.1 {
            return fault("opening-plies", format!("{:?}", self.opening_plies), "the fewest before the most");
        }
        if !self.match_nodes.is_sorted_by(|one, other| one < other) {
            return fault("match-nodes", format!("{:?}", self.match_nodes), "numbers in ascending order");
        }
        let counts = [
            ("games", self.games),
            ("nodes", self.nodes),
            ("share-games", self.share_games),
            ("match-nodes", self.match_nodes.iter().copied().min().unwrap_or(0)),
            ("match-games", self.match_games),
            ("epochs", self.epochs.into()),
            ("positions", self.most_positions as u64),
        ];
        if let Some((option, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
            return fault(option, "0".to_owned(), "at least 1");
        }
        Ok(Sprt::new(self.sprt.0, self.sprt.1, EloModel::Normalized)?)
    }
}
