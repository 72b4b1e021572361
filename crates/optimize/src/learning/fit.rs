//! The fit: weights of a logistic model by Adam \[Kingma2015\], and how much of the results a model explains.
//!
//! The model predicts that the first side scores `logistic(base / scale + sum of weight x input)` points. The loss is the mean
//! cross entropy against the label, plus half of `decay` times the sum of the squared weights.

use plyground_game::random::Random;

use super::samples::{Part, Samples};
use crate::adam::Adam;

/// Labels that the model is fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Labels {
    /// The weight of the result in a label, 0 to 1; the rest is the weight of the search's score.
    pub result_weight: f32,
    /// The lead that is worth 73% of the points, in the unit of the evaluation: see [`fit_scale`].
    pub scale: f32,
}

impl Labels {
    /// Returns labels that are results alone.
    #[must_use]
    pub fn results(scale: f32) -> Labels {
        Labels { result_weight: 1.0, scale }
    }

    pub(crate) fn of(self, samples: &Samples, index: usize) -> f32 {
        let sample = samples.sample(index);
        self.result_weight * sample.result + (1.0 - self.result_weight) * logistic(sample.score / self.scale)
    }
}

/// Options of the fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// Number of passes over all samples.
    pub epochs: u32,
    /// Number of samples per step.
    pub batch: usize,
    /// The step size of the first step; it decreases to 0 along half a cosine wave.
    pub rate: f32,
    /// Strength of the L2 penalty on the weights.
    pub decay: f32,
    /// Seed of the order of the samples.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions { epochs: 10, batch: 4_096, rate: 0.01, decay: 1e-5, seed: 0 }
    }
}

/// Loss and explained variance of an epoch. For a network, those of the learned part are means over its steps; all others are
/// measured after the epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Number of the epoch, from 1. 0 is the evaluation before the fit.
    pub number: u32,
    /// The loss on the learned part.
    pub loss: f64,
    /// The share of the variance of results that the model explains on the learned part.
    pub explained: f64,
    /// The same on the held-out part.
    pub held_out: f64,
}

pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// Returns the log-odds of a sample.
fn log_odds(samples: &Samples, index: usize, labels: &Labels, weights: &[f32]) -> f32 {
    let sum: f32 =
        samples.active(index).iter().map(|input| f32::from(input.value) * weights[usize::from(input.number)]).sum();
    samples.sample(index).base / labels.scale + sum
}

/// Returns the mean loss of these samples.
fn loss(samples: &Samples, part: &[usize], labels: &Labels, weights: &[f32], decay: f32) -> f64 {
    let entropy = |&index: &usize| {
        let (odds, label) =
            (f64::from(log_odds(samples, index, labels, weights)), f64::from(labels.of(samples, index)));
        // -label * ln(p) - (1 - label) * ln(1 - p), without overflow.
        odds.max(0.0) - label * odds + libm::log1p(libm::exp(-odds.abs()))
    };
    let squares: f64 = weights.iter().map(|&weight| f64::from(weight) * f64::from(weight)).sum();
    part.iter().map(entropy).sum::<f64>() / part.len().max(1) as f64 + f64::from(decay) / 2.0 * squares
}

/// Writes the gradient of [`loss`].
fn gradient(samples: &Samples, part: &[usize], labels: &Labels, weights: &[f32], decay: f32, gradient: &mut [f32]) {
    for (slope, weight) in gradient.iter_mut().zip(weights) {
        *slope = decay * weight;
    }
    let share = 1.0 / part.len().max(1) as f32;
    for &index in part {
        let error = logistic(log_odds(samples, index, labels, weights)) - labels.of(samples, index);
        for input in samples.active(index) {
            gradient[usize::from(input.number)] += share * error * f32::from(input.value);
        }
    }
}

/// Returns the share of the variance of results that a model explains: 0 for the mean, 1 for certainty.
fn explained(samples: &Samples, part: &[usize], labels: &Labels, weights: &[f32]) -> f64 {
    let result = |index: usize| f64::from(samples.sample(index).result);
    let mean = part.iter().map(|&index| result(index)).sum::<f64>() / part.len().max(1) as f64;
    let (mut rest, mut all) = (0.0, 0.0);
    for &index in part {
        let guess = f64::from(logistic(log_odds(samples, index, labels, weights)));
        rest += (result(index) - guess) * (result(index) - guess);
        all += (result(index) - mean) * (result(index) - mean);
    }
    if all > 0.0 { 1.0 - rest / all } else { 0.0 }
}

/// Returns the share of the variance of held-out results that the evaluation so far explains.
pub(crate) fn explained_by_base(samples: &Samples, labels: &Labels) -> f64 {
    explained(samples, &samples.part(Part::HeldOut), labels, &vec![0.0; samples.inputs()])
}

/// Returns the scale at which the evaluation so far explains the results of the learned part best, from 0.01 to 100,000,000: a
/// golden-section search over its logarithm.
#[must_use]
pub fn fit_scale(samples: &Samples) -> f32 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let part = samples.part(Part::Learned);
    let weights = vec![0.0; samples.inputs()];
    let loss = |logarithm: f64| {
        let labels = Labels::results(libm::exp(logarithm) as f32);
        loss(samples, &part, &labels, &weights, 0.0)
    };
    let (mut low, mut high) = (libm::log(0.01), libm::log(1e8));
    for _ in 0..50 {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if loss(left) < loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    libm::exp((low + high) / 2.0) as f32
}

/// Fits the weights, in log-odds. Reports the evaluation before the fit, and every epoch. The fit ends when `report` returns
/// `false`.
pub fn fit(
    samples: &Samples,
    labels: &Labels,
    options: &FitOptions,
    mut report: impl FnMut(&Epoch) -> bool,
) -> Vec<f32> {
    let (mut learned, held_out) = (samples.part(Part::Learned), samples.part(Part::HeldOut));
    let mut random = Random::new(options.seed);
    let mut adam = Adam::<f32>::new(samples.inputs());
    let mut weights = vec![0.0; samples.inputs()];
    let mut slopes = vec![0.0; samples.inputs()];
    let batch = options.batch.max(1);
    let last_step = (learned.len().div_ceil(batch) as u32 * options.epochs).max(1);
    let state_after = |number: u32, learned: &[usize], weights: &[f32]| Epoch {
        number,
        loss: loss(samples, learned, labels, weights, options.decay),
        explained: explained(samples, learned, labels, weights),
        held_out: explained(samples, &held_out, labels, weights),
    };
    if !report(&state_after(0, &learned, &weights)) {
        return weights;
    }
    for number in 1..=options.epochs {
        random.shuffle(&mut learned);
        for part in learned.chunks(batch) {
            gradient(samples, part, labels, &weights, options.decay, &mut slopes);
            let rate = options.rate * cosine(adam.steps as u32, last_step);
            adam.step(weights.iter_mut().zip(&slopes).map(|(weight, &slope)| (weight, slope, rate)));
        }
        if !report(&state_after(number, &learned, &weights)) {
            break;
        }
    }
    weights
}

/// Returns the factor of the step size after `step` of `all` steps: half a cosine wave from 1 to 0.
pub(crate) fn cosine(step: u32, all: u32) -> f32 {
    (1.0 + libm::cosf(core::f32::consts::PI * (step as f32 / all as f32))) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::samples::Sample;

    /// Returns positions of up to four inputs with known log-odds, and a base of twice their own value.
    fn toy(count: u64, truth: &[f32]) -> Samples {
        let mut random = Random::new(5);
        let mut samples = Samples::new(truth.len());
        for game in 0..count {
            let active: Vec<(usize, i8)> =
                (0..4).map(|_| (random.below(truth.len()), [-1, 1, 2][random.below(3)])).collect();
            let base = random.below(9) as f32 - 4.0;
            let odds = base / 2.0 + active.iter().map(|&(input, value)| f32::from(value) * truth[input]).sum::<f32>();
            let wins = (random.below(1_000_000) as f32) < logistic(odds) * 1e6;
            samples.add(Sample { game, base, score: base, result: f32::from(u8::from(wins)) });
            active.into_iter().for_each(|(input, value)| samples.add_input(input, value));
        }
        samples
    }

    #[test]
    fn gradients_are_those_of_differences() {
        let truth = [0.8, -0.5, 0.0, 0.3, -1.2, 0.6];
        let samples = toy(300, &truth);
        let part = samples.part(Part::Learned);
        let labels = Labels { result_weight: 0.75, scale: 2.0 };
        let weights = [0.2, -0.1, 0.4, 0.0, -0.6, 0.1];
        let mut slopes = [0.0; 6];
        gradient(&samples, &part, &labels, &weights, 0.01, &mut slopes);
        for (place, &slope) in slopes.iter().enumerate() {
            let at = |change: f32| {
                let mut changed = weights;
                changed[place] += change;
                loss(&samples, &part, &labels, &changed, 0.01)
            };
            let difference = (at(0.01) - at(-0.01)) / 0.02;
            assert!((difference - f64::from(slope)).abs() < 1e-4, "{place}: {difference} {slope}");
        }
    }

    #[test]
    fn a_fit_finds_the_weights_that_made_the_results() {
        let truth = [0.8, -0.5, 0.0, 0.3, -1.2, 0.6];
        let samples = toy(40_000, &truth);
        let scale = fit_scale(&samples);
        let options = FitOptions { epochs: 20, batch: 512, rate: 0.02, decay: 0.0, seed: 1 };
        let mut epochs = Vec::new();
        let weights = fit(&samples, &Labels::results(2.0), &options, |epoch| {
            epochs.push(*epoch);
            true
        });
        for (weight, truth) in weights.iter().zip(truth) {
            assert!((weight - truth).abs() < 0.1, "{weights:?}");
        }
        // Without the inputs, the base looks less reliable than it is.
        assert!((2.0..4.0).contains(&scale), "{scale}");
        assert_eq!(epochs.len(), 21);
        let last = epochs[20];
        assert!(last.loss < epochs[0].loss && last.held_out > epochs[0].held_out + 0.1, "{epochs:?}");
    }

    #[test]
    fn a_seed_fixes_the_weights() {
        let samples = toy(2_000, &[0.8, -0.5, 0.1]);
        let weights = |seed| {
            let options = FitOptions { seed, batch: 64, epochs: 2, ..FitOptions::default() };
            fit(&samples, &Labels::results(2.0), &options, |_| true)
        };
        assert_eq!(weights(3), weights(3));
        assert_ne!(weights(3), weights(4));
    }

    #[test]
    fn a_report_can_end_the_fit() {
        let samples = toy(200, &[0.8, -0.5]);
        let mut epochs = 0;
        fit(&samples, &Labels::results(2.0), &FitOptions::default(), |epoch| {
            epochs = epoch.number;
            epoch.number < 2
        });
        assert_eq!(epochs, 2);
    }

    #[test]
    fn decay_pulls_weights_to_zero() {
        let samples = toy(5_000, &[0.8, -0.5, 0.1]);
        let size = |decay| {
            let options = FitOptions { decay, epochs: 5, batch: 256, ..FitOptions::default() };
            fit(&samples, &Labels::results(2.0), &options, |_| true).iter().map(|weight| weight.abs()).sum::<f32>()
        };
        assert!(size(3.0) < 0.5 * size(0.0));
    }

    #[test]
    fn nothing_to_learn_from_leaves_zeros() {
        assert_eq!(fit(&Samples::new(3), &Labels::results(1.0), &FitOptions::default(), |_| true), [0.0; 3]);
    }
}
