//! Options of a tuning run, as plain data.

use std::path::PathBuf;

use plyground_statistics::{EloModel, Sprt};

use crate::error::OptimizeError;
use crate::{AnnihillOptions, Budget, CmaEsOptions, GeneticOptions, League, Method, SpsaOptions};

/// Number of weights of a typical evaluation, for an estimate. CMA-ES draws more vectors for more weights, by their
/// logarithm.
const DIMENSIONS: usize = 10;

/// Options of a tuning run. `None` is the default of the method.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningOptions {
    /// Method.
    pub method: Method,
    /// Number of vectors in a generation.
    pub kids: Option<usize>,
    /// Number of generations. The default is what a budget in games allows, or else the default of the method.
    pub generations: Option<u32>,
    /// Number of game pairs between every two vectors.
    pub pairs: Option<u64>,
    /// Annihill climbing: whether the current vector plays among its neighbours.
    pub keep_incumbent: bool,
    /// Annihill climbing: number of climbs.
    pub restarts: u32,
    /// Genetic: number of best vectors that survive unchanged.
    pub elite: usize,
    /// Annihill climbing and genetic: whether all initial vectors are random, as in the report. Otherwise the current
    /// weights are among them.
    pub random_start: bool,
    /// Whether weights are whole numbers. Powers are not affected.
    pub whole: bool,
    /// Budget of the run.
    pub budget: Budget,
    /// Seed of the openings and all random choices.
    pub seed: u64,
    /// Number of games played in parallel.
    pub threads: usize,
    /// Minimum and maximum number of random moves of an opening.
    pub opening_plies: (u32, u32),
    /// Maximum length of a game in moves. A longer game is a draw.
    pub max_plies: usize,
    /// Regression: files of recorded games.
    pub records: Vec<PathBuf>,
    /// Number of pairs of each final match; 0 for none.
    pub final_pairs: u64,
    /// Bounds of a sequential test that may end the final matches early, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Whether to resume the run in the folder.
    pub resume: bool,
}

impl TuningOptions {
    /// Returns the defaults of the method, with its generations as the only limit, one thread, seed 0, and final
    /// matches of 100 pairs.
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

    /// Estimates the number of games before the final matches; `None` if only a budget in nodes ends the run.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        let kids = |usual: usize| self.kids.unwrap_or(usual);
        let climbs = self.restarts.max(1) as usize;
        let (players, generations, pairs, climbs) = match self.method {
            Method::Annihill => {
                let usual = AnnihillOptions::default();
                (kids(usual.kids), usual.generations, usual.pairs, climbs)
            }
            Method::Genetic => {
                let usual = GeneticOptions::default();
                (kids(usual.kids), usual.generations, usual.pairs, 1)
            }
            Method::Spsa => {
                let usual = SpsaOptions::default();
                (2, usual.iterations, usual.pairs, 1)
            }
            Method::CmaEs => {
                let usual = CmaEsOptions::default();
                (kids(CmaEsOptions::usual_kids(DIMENSIONS)), usual.generations, usual.pairs, 1)
            }
            Method::Regression => return Some(0),
        };
        let pairs = self.pairs.unwrap_or(pairs);
        let league = |players: usize| League::games_of(players, pairs);
        let planned = |generations: u32| {
            let summits = if climbs > 1 { league(climbs) } else { 0 };
            league(players).saturating_mul(u64::from(generations) * climbs as u64).saturating_add(summits)
        };
        match (self.generations, self.budget) {
            (Some(generations), budget) => Some(planned(generations).min(budget.games.unwrap_or(u64::MAX))),
            (None, Budget { games: Some(games), .. }) => Some(games),
            (None, Budget { nodes: Some(_), .. }) => None,
            (None, _) => Some(planned(generations)),
        }
    }

    pub(super) fn sequential_test(&self) -> Result<Option<Sprt>, OptimizeError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        Ok(Some(Sprt::new(elo0, elo1, EloModel::Normalized)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_those_of_all_generations() {
        let usual = TuningOptions::new;
        assert_eq!(usual(Method::Spsa).games(), Some(800));
        assert_eq!(usual(Method::Regression).games(), Some(0));
        assert_eq!(TuningOptions { generations: Some(1), ..usual(Method::CmaEs) }.games(), Some(90));
        // Six pairs of four vectors, two games each.
        let climb = TuningOptions { kids: Some(4), generations: Some(3), ..usual(Method::Annihill) };
        assert_eq!(climb.games(), Some(36));
        // The incumbent is one of the four.
        assert_eq!(TuningOptions { keep_incumbent: true, ..climb.clone() }.games(), Some(36));
        assert_eq!(TuningOptions { restarts: 3, ..climb.clone() }.games(), Some(3 * 36 + 6));
        assert_eq!(TuningOptions { method: Method::Genetic, pairs: Some(5), ..climb }.games(), Some(180));
    }

    #[test]
    fn a_budget_bounds_the_games() {
        let budget =
            |games, nodes| TuningOptions { budget: Budget { games, nodes }, ..TuningOptions::new(Method::Spsa) };
        assert_eq!(budget(Some(5000), None).games(), Some(5000));
        assert_eq!(budget(None, Some(5000)).games(), None);
        assert_eq!(TuningOptions { generations: Some(1000), ..budget(Some(100), None) }.games(), Some(100));
    }
}
