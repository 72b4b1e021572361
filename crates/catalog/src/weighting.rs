//! An evaluation with the weights of a file, and the features that they weigh.

use plyground_game::Term;
use plyground_play::State;

use crate::evaluation::EvaluationInfo;
use crate::weights::WeightSet;

/// Returns the features of a position for its side to move.
pub type Explain = dyn Fn(&dyn State) -> Vec<Term> + Send + Sync;

/// An evaluation with the weights of a file.
pub struct Weighting {
    /// The evaluation.
    pub info: EvaluationInfo,
    /// Its weights.
    pub weights: Box<dyn WeightSet>,
    /// Its features; `None` if values depend on the path to a position.
    pub explain: Option<Box<Explain>>,
}

plyground_game::impl_debug!(Weighting { info });
