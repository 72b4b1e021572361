//! Learns tables or a network of an evaluation from recorded games of self-play.
//!
//! [`LearningRun`] is the whole loop: self-play, samples, fit, and matches that decide whether the result is better.
//!
//! Each position becomes a sample: its active inputs, its static evaluation, the search score, and the game's result.
//! A logistic model adds the weights of the active inputs to the static evaluation.
//! The optimiser Adam \[Kingma2015\] fits the weights from a seed and with any number of threads alike, so the same
//! records give the same weights on every machine.
//!
//! [`visit_game`] replays a record and drops positions of the random opening.
//! [`PositionFilter::Quiet`] also drops those with a proven score, and those after which a noisy move was played.
//! A run can also take positions of principal variations, and label positions with the results of [`ExactTables`].
//! One of [`HELD_OUT`] game pairs is not used for the fit, but to test it.
//!
//! ```
//! use plyground_learn::{FitOptions, Labels, Sample, Samples, fit};
//!
//! let mut samples = Samples::new(2);
//! for game in 0..400 {
//!     // Positions with input 0 are won, those with input 1 are lost.
//!     let has_first = game % 2 == 0;
//!     samples.add(Sample { game, base: 0.0, score: 0.0, result: if has_first { 1.0 } else { 0.0 } });
//!     samples.add_input(usize::from(!has_first), 1);
//! }
//! let options = FitOptions { epochs: 200, ..FitOptions::default() };
//! let weights = fit(&samples, &Labels::results(1.0), &options, |_| true);
//! assert!(weights[0] > 0.5 && weights[1] < -0.5);
//! ```

mod fit;
mod network;
mod records;
mod run;
mod samples;

pub use fit::{Epoch, FitOptions, Labels, fit, fit_scale};
pub use network::{NetworkWeights, fit_network};
pub use records::{LearnError, PositionFilter, PositionLabel, visit_game};
pub use run::{
    ExactTables, ExportedSamples, FindWorkforce, LearnedGeneration, LearningError, LearningOptions, LearningProgress,
    LearningResult, LearningRun, LearningStage, MakePlayer, MatchResult, Model, Purpose, RecordSource, ShareScore,
};
pub use samples::{HELD_OUT, Part, Sample, Samples};
