//! The fit of a generation: one fit for each decay. The held-out games choose between them.
//!
//! The folder stores each fit, so that a resumed run does not repeat it.

use plyground_arena::text_digest;
use serde::{Deserialize, Serialize};

use super::fit::{Epoch, FitOptions, Labels, fit, fit_scale};
use super::log::RecordSource;
use super::network::{NetworkWeights, fit_network};
use super::samples::Samples;
use super::sampling::Sampled;
use super::{Halt, LearningProgress, LearningStage, OnProgress, PLAIN_SCALE, Work};
use crate::folder;

/// Number of steps per epoch, unless batches would be too small or too large.
const STEPS_OF_AN_EPOCH: usize = 64;
/// Number of steps per epoch of a network, whose neurons need more steps.
const STEPS_OF_A_NETWORK: usize = 256;
/// Number of samples of the smallest batch.
const SMALLEST_BATCH: usize = 64;
/// The largest absolute value of a fitted input, before its share is taken.
const LARGEST_VALUE: f32 = 30_000.0;

/// The fit of a generation with what it was fitted to.
#[derive(Serialize, Deserialize)]
pub(super) struct FitOfGames {
    pub(super) fitted: Fitted,
    /// The lead of the base that is worth 73% of the points.
    pub(super) scale: f32,
    pub(super) records: Vec<RecordSource>,
    pub(super) exact: usize,
    pub(super) of_lines: usize,
}

/// Result of a fit.
#[derive(Serialize, Deserialize)]
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
#[derive(Serialize, Deserialize)]
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
    /// Fits the model to the games of all generations up to this one, or reads the fit from the folder.
    pub(super) fn fit(&self, number: u64, each: OnProgress<'_>) -> Result<FitOfGames, Halt> {
        if let Some(fit) = self.stored_fit(number)? {
            return Ok(fit);
        }
        let Sampled { samples, records, exact, of_lines } = self.samples(number, each)?;
        let scale = if samples.has_base() { fit_scale(&samples) } else { PLAIN_SCALE };
        let fitted = self.fit_samples(number, &samples, scale, each)?;
        let fit = FitOfGames { fitted, scale, records, exact, of_lines };
        let text = serde_json::to_string(&fit).expect("plain data can be written") + "\n";
        self.folder.write(&fit_file(number), &text)?;
        Ok(fit)
    }

    /// Reads a fit from the folder; `None` if there is none, it cannot be read, or the games have changed.
    fn stored_fit(&self, number: u64) -> Result<Option<FitOfGames>, Halt> {
        let path = self.folder.path().join(fit_file(number));
        if !path.exists() {
            return Ok(None);
        }
        let Ok(fit) = serde_json::from_str::<FitOfGames>(&folder::read(&path)?) else { return Ok(None) };
        let has_length = fit.fitted.weights.rounded(fit.scale, 0.0).len() == self.run.model.start().len();
        if !has_length || fit.records.len() as u64 != number {
            return Ok(None);
        }
        for (generation, source) in (1..).zip(&fit.records) {
            if text_digest(&folder::read(&self.folder.games_of(generation))?) != source.digest {
                return Ok(None);
            }
        }
        Ok(Some(fit))
    }

    /// Fits the model with each decay and returns the weights that explain the held-out games best.
    fn fit_samples(&self, number: u64, samples: &Samples, scale: f32, each: OnProgress<'_>) -> Result<Fitted, Halt> {
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
                explained[0] = super::fit::explained_by_base(samples, &labels);
            }
            if best.as_ref().is_none_or(|best| explained[1] > best.explained[1]) {
                best = Some(Fitted { weights, decay, loss, explained, positions: samples.len() });
            }
        }
        Ok(best.expect("there is a decay"))
    }
}

/// Returns the path of a generation's fit in the folder.
fn fit_file(number: u64) -> String {
    format!("fits/{number:05}.json")
}
