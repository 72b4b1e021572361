//! Weights without the type of their evaluation: what a tuner changes and writes.

use plyground_eval::{WeightFile, Weighted};
use plyground_game::{Parameter, TuneError};

/// The weights of an evaluation.
pub trait WeightSet: Send + Sync {
    /// The parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Their values, in the same order.
    fn values(&self) -> Vec<f64>;

    /// The same evaluation with other values, as a file.
    ///
    /// # Errors
    /// When there are too many or too few values, or one is out of its bounds.
    fn with(&self, values: &[f64]) -> Result<WeightFile, TuneError>;
}

/// The weights of an evaluation of this type.
pub(crate) struct Held<E>(pub(crate) E);

impl<E: Weighted + Clone + Send + Sync> WeightSet for Held<E> {
    fn parameters(&self) -> Vec<Parameter> {
        self.0.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.0.values()
    }

    fn with(&self, values: &[f64]) -> Result<WeightFile, TuneError> {
        let mut evaluation = self.0.clone();
        evaluation.set_values(values)?;
        Ok(evaluation.to_weights())
    }
}
