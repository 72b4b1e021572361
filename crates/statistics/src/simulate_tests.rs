//! Simulation of sequential tests between players of known strength, which measures their error rates.
//!
//! The bounds of the test assume no overshoot and a known variance, so the true error rates must be measured. Each test draws
//! pairs from a distribution of given normalised Elo until it decides.

use std::thread;

use crate::coverage_tests::drawn;
use crate::distribution::bisect;
use crate::draws::uniform;
use crate::likelihood::moments;
use crate::pentanomial::Pentanomial;
use crate::sprt::{Decision, EloModel, Sprt, advantage_of_pairs};

/// Numbers of decisions of simulated tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Decisions {
    elo0: u32,
    elo1: u32,
    pairs: u64,
}

impl Decisions {
    /// Returns the share of tests that accepted `elo1`, which is the type I error rate if `elo0` is true.
    fn rate_of_elo1(&self) -> f64 {
        f64::from(self.elo1) / f64::from(self.elo0 + self.elo1)
    }
}

/// Runs tests between players with a difference of `normalized_elo`. `shape` has the relative frequencies of the five results
/// of a pair between equal players; it is tilted until it has the required strength.
fn simulate(sprt: Sprt, shape: [f64; 5], tests: u64, seed: u64, normalized_elo: f64) -> Decisions {
    let chances = with_strength(shape, normalized_elo);
    let mut decisions = Decisions::default();
    for test in 0..tests {
        let mut uniform = uniform(seed ^ test << 32);
        let mut pairs = Pentanomial::default();
        let decision = loop {
            pairs.add(drawn(&chances, uniform()));
            if let Some(decision) = sprt.status(&pairs).decision {
                break decision;
            }
        };
        decisions.pairs += pairs.pairs();
        match decision {
            Decision::AcceptElo0 => decisions.elo0 += 1,
            Decision::AcceptElo1 => decisions.elo1 += 1,
        }
    }
    decisions
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

/// `rows_keep_their_error_rates` is the large version.
#[test]
fn error_rates_are_near_their_nominal_values() {
    let sprt = Sprt::new(0.0, 100.0, EloModel::Normalized).unwrap();
    let simulated = |elo| simulate(sprt, [3.0, 20.0, 54.0, 20.0, 3.0], 1_000, 1, elo);
    let (zero, one) = (simulated(0.0), simulated(100.0));
    // The limit is 0.05 plus three standard deviations of 1,000 tests.
    assert!(zero.rate_of_elo1() < 0.0707, "{zero:?}");
    assert!(1.0 - one.rate_of_elo1() < 0.0707, "{one:?}");
    // Midway between the bounds, both decisions are equally frequent.
    let middle = simulated(50.0).rate_of_elo1();
    assert!((0.45..0.55).contains(&middle), "{middle}");
}

/// Bounds in normalised Elo, and relative frequencies of 0, 1/2, 1, 3/2 and 2 points of a pair between equal players.
const ROWS: [(f64, f64, [f64; 5]); 5] = [
    (0.0, 30.0, [2.0, 20.0, 56.0, 20.0, 2.0]),
    (-30.0, 0.0, [2.0, 20.0, 56.0, 20.0, 2.0]),
    (0.0, 40.0, [10.0, 2.0, 76.0, 2.0, 10.0]),
    (0.0, 60.0, [1.0, 1.0, 1.0, 1.0, 1.0]),
    (0.0, 60.0, [25.0, 0.0, 50.0, 0.0, 25.0]),
];
/// Tests of a row for each of its bounds.
const TESTS: u64 = 20_000;

#[test]
#[ignore = "minutes: `cargo xtask long`"]
fn rows_keep_their_error_rates() {
    // Four standard deviations of a count of errors.
    let most = 0.05 + 4.0 * (0.05 * 0.95 / TESTS as f64).sqrt();
    thread::scope(|scope| {
        for (elo0, elo1, shape) in ROWS {
            scope.spawn(move || {
                let sprt = Sprt::new(elo0, elo1, EloModel::Normalized).unwrap();
                let [zero, one] = [elo0, elo1].map(|elo| simulate(sprt, shape, TESTS, 1, elo));
                let (alpha, beta) = (zero.rate_of_elo1(), 1.0 - one.rate_of_elo1());
                let pairs = [zero.pairs, one.pairs].map(|pairs| pairs / TESTS);
                println!("{elo0} to {elo1}, {shape:?}: errors {alpha:.4} and {beta:.4}, pairs a test {pairs:?}");
                assert!(alpha <= most && beta <= most, "{elo0} to {elo1}, {shape:?}: {alpha} {beta}");
            });
        }
    });
}

#[test]
fn the_seed_determines_everything() {
    let sprt = Sprt::new(0.0, 150.0, EloModel::Logistic).unwrap();
    let at_10 = |tests, seed| simulate(sprt, [1.0; 5], tests, seed, 10.0);
    assert_eq!(at_10(50, 9), at_10(50, 9));
    assert_ne!(at_10(50, 9), at_10(50, 8));
    // Each test has its own draws. Here two seeds exchange the draws of two tests.
    assert_eq!(at_10(2, 0), at_10(2, 1 << 32));
}
