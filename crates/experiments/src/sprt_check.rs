//! `cargo xtask sprt-check`: measures the error rates of the sequential test by simulated tests.
//!
//! The nominal rate of either error is 0.05. Every row runs the same number of tests for which `elo0` is true and for which
//! `elo1` is true. The check fails if a rate is above the nominal rate by more than four standard deviations of its own count.

use std::num::NonZero;
use std::thread;

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_statistics::{EloModel, ErrorRates, Simulation, Sprt, simulate};

/// Bounds in normalised Elo, and relative frequencies of 0, 1/2, 1, 3/2 and 2 points of a pair between equal players.
const ROWS: [(f64, f64, [f64; 5]); 5] = [
    (0.0, 30.0, [2.0, 20.0, 56.0, 20.0, 2.0]),
    (-30.0, 0.0, [2.0, 20.0, 56.0, 20.0, 2.0]),
    (0.0, 40.0, [10.0, 2.0, 76.0, 2.0, 10.0]),
    (0.0, 60.0, [1.0, 1.0, 1.0, 1.0, 1.0]),
    (0.0, 60.0, [25.0, 0.0, 50.0, 0.0, 25.0]),
];

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How many tests are simulated for each rate
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    tests: u32,
    /// Fixes all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the simulated tests of every row for `elo0` and `elo1`.
///
/// # Errors
/// When an error rate exceeds the nominal rate.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let &Arguments { tests, seed } = arguments;
    println!("{tests} tests each; errors promised: 0.05 and 0.05");
    println!("   nElo bounds   LL:LD:DD/WL:WD:WW     alpha    beta   pairs/test at elo0, elo1");
    let mut faults = 0;
    for (elo0, elo1, shape) in ROWS {
        let sprt = Sprt::new(elo0, elo1, EloModel::Normalized).map_err(|error| error.to_string())?;
        let [zero, one] = [elo0, elo1].map(|elo| in_threads(&Simulation { sprt, shape, tests, seed }, elo));
        let (alpha, beta) = (zero.rate_of_elo1(), 1.0 - one.rate_of_elo1());
        let text = shape.map(|weight| weight.to_string()).join(":");
        println!(
            "{elo0:>6} {elo1:>6}   {text:<20}   {alpha:.4}  {beta:.4}   {:.0}, {:.0}",
            zero.pairs_per_test(),
            one.pairs_per_test()
        );
        let most = 0.05 + 4.0 * (0.05 * 0.95 / f64::from(tests)).sqrt();
        faults += [alpha, beta].into_iter().filter(|rate| *rate > most).count();
    }
    if faults > 0 { Err(format!("sprt-check: {faults} rates above 0.05 by more than four deviations")) } else { Ok(()) }
}

/// Returns an RNG of numbers in 0..1.
fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut random = Random::new(mix(seed));
    move || random.fraction()
}

/// Distributes the tests over all processors. There are always eight parts, so the number of processors does not change the
/// result.
fn in_threads(simulation: &Simulation, elo: f64) -> ErrorRates {
    const PARTS: u32 = 8;
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(PARTS as usize) as u32;
    let part = |part: u32| Simulation {
        tests: simulation.tests / PARTS + u32::from(part < simulation.tests % PARTS),
        seed: simulation.seed.wrapping_mul(u64::from(PARTS)).wrapping_add(u64::from(part)),
        ..*simulation
    };
    let of_thread = |thread: u32| {
        (thread..PARTS)
            .step_by(threads as usize)
            .map(|number| simulate(&part(number), elo, uniform))
            .collect::<Vec<_>>()
    };
    let rates = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || of_thread(thread))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a simulation does not panic")).collect::<Vec<_>>()
    });
    rates.iter().fold(ErrorRates::default(), |sum, rates| ErrorRates {
        accepted_elo0: sum.accepted_elo0 + rates.accepted_elo0,
        accepted_elo1: sum.accepted_elo1 + rates.accepted_elo1,
        pairs: sum.pairs + rates.pairs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tests_are_run() {
        let sprt = Sprt::new(0.0, 190.0, EloModel::Normalized).unwrap();
        let simulation = Simulation { sprt, shape: [1.0; 5], tests: 21, seed: 3 };
        let rates = in_threads(&simulation, 0.0);
        assert_eq!(rates.accepted_elo0 + rates.accepted_elo1, 21);
        assert_eq!(rates, in_threads(&simulation, 0.0));
    }
}
