//! Simulation of sequential tests between players of known strength, which measures their error rates.
//!
//! The bounds of the test assume no overshoot and a known variance, so the true error rates must be measured. Each test draws
//! pairs from a distribution of given normalised Elo until it decides.
//!
//! ```
//! use plyground_statistics::{EloModel, Simulation, Sprt, simulate};
//!
//! let sprt = Sprt::new(0.0, 100.0, EloModel::Normalized)?;
//! let simulation = Simulation { sprt, shape: [1.0, 2.0, 4.0, 2.0, 1.0], tests: 200, seed: 1 };
//! let uniform = |seed: u64| {
//!     let mut state = seed | 1;
//!     move || {
//!         // A linear congruential generator (Knuth's constants), good enough for an example.
//!         state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
//!         (state >> 11) as f64 / (1_u64 << 53) as f64
//!     }
//! };
//! let rates = simulate(&simulation, 0.0, uniform);
//! assert!(rates.accepted_elo1 + rates.accepted_elo0 == 200 && rates.accepted_elo1 < 30);
//! # Ok::<(), plyground_statistics::SprtError>(())
//! ```

use crate::coverage::drawn;
use crate::distribution::bisect;
use crate::likelihood::moments;
use crate::pentanomial::Pentanomial;
use crate::sprt::{Decision, Sprt, advantage_of_pairs};

/// Parameters of a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulation {
    /// Sequential test.
    pub sprt: Sprt,
    /// Relative frequencies of the five results of a pair between equal players, in any unit. They may be asymmetric; they are
    /// tilted until they have the required strength.
    pub shape: [f64; 5],
    /// Number of tests.
    pub tests: u32,
    /// Seed of all draws: test `k` uses a source with the seed `seed ^ (k << 32)`.
    pub seed: u64,
}

/// Numbers of decisions of simulated tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ErrorRates {
    /// Number of tests that accepted `elo0`.
    pub accepted_elo0: u32,
    /// Number of tests that accepted `elo1`.
    pub accepted_elo1: u32,
    /// Total number of pairs in all tests.
    pub pairs: u64,
}

impl ErrorRates {
    /// Returns the share of tests that accepted `elo1`, which is the type I error rate if `elo0` is true.
    #[must_use]
    pub fn rate_of_elo1(&self) -> f64 {
        f64::from(self.accepted_elo1) / f64::from((self.accepted_elo0 + self.accepted_elo1).max(1))
    }

    /// Returns the mean number of pairs per test.
    #[must_use]
    pub fn pairs_per_test(&self) -> f64 {
        self.pairs as f64 / f64::from((self.accepted_elo0 + self.accepted_elo1).max(1))
    }
}

/// Runs the tests between players with a difference of `normalized_elo`. `uniform` creates a source of numbers in 0..1 from a
/// seed.
#[must_use]
pub fn simulate<U: FnMut() -> f64>(
    simulation: &Simulation,
    normalized_elo: f64,
    uniform: impl Fn(u64) -> U,
) -> ErrorRates {
    let chances = with_strength(simulation.shape, normalized_elo);
    let mut rates = ErrorRates::default();
    for test in 0..simulation.tests {
        let mut uniform = uniform(simulation.seed ^ u64::from(test) << 32);
        let mut pairs = Pentanomial::default();
        let decision = loop {
            pairs.add(drawn(&chances, uniform()));
            if let Some(decision) = simulation.sprt.status(&pairs).decision {
                break decision;
            }
        };
        rates.pairs += pairs.pairs();
        match decision {
            Decision::AcceptElo0 => rates.accepted_elo0 += 1,
            Decision::AcceptElo1 => rates.accepted_elo1 += 1,
        }
    }
    rates
}

/// Tilts the shape exponentially until its advantage in standard deviations corresponds to the strength.
fn with_strength(shape: [f64; 5], normalized_elo: f64) -> [f64; 5] {
    let target = advantage_of_pairs(normalized_elo);
    let tilted = |tilt: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| shape[i] * (tilt * (i as f64 / 4.0 - 0.5)).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    };
    let advantage = |chances: &[f64; 5]| {
        let (mean, variance) = moments(chances);
        (mean - 0.5) / variance.sqrt()
    };
    tilted(bisect(-20.0, 20.0, |tilt| advantage(&tilted(tilt)) < target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EloModel;
    use crate::draws::uniform;

    #[test]
    fn simulated_players_have_the_required_strength() {
        let shape = [0.02, 0.2, 0.5, 0.25, 0.03];
        let chances = with_strength(shape, 30.0);
        let pairs = Pentanomial::new(chances.map(|chance| (chance * 1e12) as u64));
        assert!((pairs.normalized_elo(0.95).value.unwrap() - 30.0).abs() < 1e-3);
        // By exponential tilting, each quarter of a point changes the odds by the same factor.
        let tilt = |i: usize| chances[i + 1] / chances[i] * shape[i] / shape[i + 1];
        for i in 1..4 {
            assert!((tilt(i) / tilt(0) - 1.0).abs() < 1e-9, "{chances:?}");
        }
    }

    /// Small version of `cargo xtask sprt-check`.
    #[test]
    fn error_rates_are_near_their_nominal_values() {
        let sprt = Sprt::new(0.0, 100.0, EloModel::Normalized).unwrap();
        let simulation = Simulation { sprt, shape: [3.0, 20.0, 54.0, 20.0, 3.0], tests: 1_000, seed: 1 };
        let (zero, one) = (simulate(&simulation, 0.0, uniform), simulate(&simulation, 100.0, uniform));
        // The limit is 0.05 plus three standard deviations of 1,000 tests.
        assert!(zero.rate_of_elo1() < 0.0707, "{zero:?}");
        assert!(1.0 - one.rate_of_elo1() < 0.0707, "{one:?}");
        // Midway between the bounds, both decisions are equally frequent.
        let middle = simulate(&simulation, 50.0, uniform).rate_of_elo1();
        assert!((0.45..0.55).contains(&middle), "{middle}");
    }

    #[test]
    fn rates_are_shares_of_the_tests() {
        let rates = ErrorRates { accepted_elo0: 3, accepted_elo1: 1, pairs: 100 };
        assert_eq!((rates.rate_of_elo1(), rates.pairs_per_test()), (0.25, 25.0));
        assert_eq!((ErrorRates::default().rate_of_elo1(), ErrorRates::default().pairs_per_test()), (0.0, 0.0));
    }

    #[test]
    fn the_seed_fixes_everything() {
        let sprt = Sprt::new(0.0, 150.0, EloModel::Logistic).unwrap();
        let simulation = Simulation { sprt, shape: [1.0; 5], tests: 50, seed: 9 };
        let at_10 = |simulation| simulate(&simulation, 10.0, uniform);
        assert_eq!(at_10(simulation), at_10(simulation));
        assert_ne!(at_10(simulation), at_10(Simulation { seed: 8, ..simulation }));
        // Each test has its own draws. Here two seeds exchange the draws of two tests.
        let two = |seed| at_10(Simulation { tests: 2, seed, ..simulation });
        assert_eq!(two(0), two(1 << 32));
        assert!(two(0).pairs >= 2);
    }
}
