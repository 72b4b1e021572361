//! Measures the samples per second of the fit of a network, on samples as large as those of Khet.
//!
//! ```sh
//! cargo run --release -p plyground-papers --example network-speed -- 32 2
//! ```
//!
//! The arguments are the neurons of a side and the threads.

#![allow(clippy::print_stdout, reason = "a program prints")]

use std::time::Instant;

use plyground_game::random::Random;
use plyground_optimize::learning::{FitOptions, HELD_OUT, Labels, Sample, Samples, fit_network};

/// Inputs of all positions.
const INPUTS: usize = 1_200;
/// Active inputs of a position.
const ACTIVE: usize = 26;
const SAMPLES: u64 = 400_000;
const EPOCHS: u32 = 3;

#[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures time and prints it")]
fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (hidden, threads) = (arguments.next().unwrap_or(32), arguments.next().unwrap_or(2));
    let mut random = Random::new(1);
    let mut samples = Samples::new(INPUTS);
    for game in 0..SAMPLES {
        samples.add(Sample { game, base: 0.0, score: 0.0, result: random.below(2) as f32 });
        for _ in 0..ACTIVE {
            samples.add_input(random.below(INPUTS), if random.below(2) == 0 { 1 } else { -1 });
        }
    }
    let options = FitOptions { epochs: EPOCHS, ..FitOptions::default() };
    let begun = Instant::now();
    fit_network(&samples, hidden, &Labels::results(1.0), &options, threads, |_| true);
    let learned = (SAMPLES - SAMPLES / HELD_OUT) as f64 * f64::from(EPOCHS);
    let speed = learned / begun.elapsed().as_secs_f64();
    println!("{hidden} neurons, {threads} threads: {:.2} million samples a second", speed / 1e6);
}
