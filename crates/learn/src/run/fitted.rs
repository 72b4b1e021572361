//! The fit of a generation: one fit for each decay. The held-out games choose between them.

use super::{Halt, LearningProgress, LearningStage, OnProgress, Work};
use crate::fit::{Epoch, FitOptions, Labels, fit};
use crate::network::{NetworkWeights, fit_network};
use crate::samples::Samples;

/// Number of steps per epoch, unless batches would be too small or too large.
const STEPS_OF_AN_EPOCH: usize = 64;
/// Number of steps per epoch of a network, whose neurons need more steps.
const STEPS_OF_A_NETWORK: usize = 256;
/// Number of samples of the smallest batch.
const SMALLEST_BATCH: usize = 64;
/// The largest absolute value of a fitted input, before its share is taken.
const LARGEST_VALUE: f32 = 30_000.0;

/// Result of a fit.
pub(super) struct Fitted {
    pub(super) weights: FittedWeights,
    pub(super) decay: f64,
    /// The loss of the learned part: before and after the fit.
    pub(super) loss: [f64; 2],
    /// The explained share of the variance of held-out results: without and with the weights.
    pub(super) explained: [f64; 2],
    pub(super) positions: usize,
}

/// Weights in log-odds.
pub(super) enum FittedWeights {
    /// A value for each input.
    Tables(Vec<f32>),
    /// A network.
    Network(NetworkWeights),
}

impl FittedWeights {
    /// Returns a share of the weights as whole numbers in the unit of the evaluation, of which `scale` are a log-odd.
    pub(super) fn rounded(&self, scale: f32, share: f32) -> Vec<i16> {
        match self {
            FittedWeights::Tables(weights) => {
                let largest = weights.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
                let unit = scale.min(LARGEST_VALUE / largest.max(f32::MIN_POSITIVE));
                weights.iter().map(|weight| (weight * unit * share).round() as i16).collect()
            }
            FittedWeights::Network(weights) => weights.rounded(scale * share),
        }
    }
}

impl Work<'_> {
    /// Fits the model with each decay and returns the weights that explain the held-out games best.
    pub(super) fn fit(&self, number: u64, samples: &Samples, scale: f32, each: OnProgress<'_>) -> Result<Fitted, Halt> {
        let (hidden, chosen) = (self.run.model.hidden(), self.options);
        let labels = Labels { result_weight: chosen.result_weight as f32, scale };
        // A small set of samples needs as many steps as a large one.
        let steps = if hidden.is_some() { STEPS_OF_A_NETWORK } else { STEPS_OF_AN_EPOCH };
        let batch = (samples.len() / steps).clamp(SMALLEST_BATCH, FitOptions::default().batch);
        let mut best: Option<Fitted> = None;
        let total = chosen.decays.len() as u64 * u64::from(chosen.epochs);
        let mut done = 0;
        for &decay in &chosen.decays {
            let (mut loss, mut explained) = ([0.0; 2], [0.0; 2]);
            let report = |epoch: &Epoch| {
                let place = usize::from(epoch.number > 0);
                // A network is reported at the epoch that explains the held-out games best.
                if hidden.is_none() || epoch.number < 2 || epoch.held_out >= explained[place] {
                    (loss[place], explained[place]) = (epoch.loss, epoch.held_out);
                }
                if epoch.number > 0 {
                    done += 1;
                    each(&LearningProgress::Step { generation: number, stage: LearningStage::Fit, done, total });
                }
                self.halted().is_none()
            };
            let options = FitOptions {
                epochs: chosen.epochs,
                batch,
                decay: decay as f32,
                seed: chosen.seed,
                ..FitOptions::default()
            };
            let weights = match hidden {
                Some(hidden) => {
                    FittedWeights::Network(fit_network(samples, hidden, &labels, &options, chosen.threads, report))
                }
                None => {
                    let mut weights = fit(samples, &labels, &options, report);
                    // The last input is the lead of the first side.
                    weights.pop();
                    FittedWeights::Tables(weights)
                }
            };
            if let Some(halt) = self.halted() {
                return Err(halt);
            }
            if hidden.is_some() {
                // A network starts at random, so it is compared with the base alone.
                explained[0] = crate::fit::explained_by_base(samples, &labels);
            }
            if best.as_ref().is_none_or(|best| explained[1] > best.explained[1]) {
                best = Some(Fitted { weights, decay, loss, explained, positions: samples.len() });
            }
        }
        Ok(best.expect("there is a decay"))
    }
}
