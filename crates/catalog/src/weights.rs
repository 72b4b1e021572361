//! Weights with the type of their evaluation erased, for tuning.

use plyground_eval::{WeightFile, Weighted};
use plyground_game::{Parameter, TuneError};

/// The weights of an evaluation.
pub trait WeightSet: Send + Sync {
    /// Returns the parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns their values in the same order.
    fn values(&self) -> Vec<f64>;

    /// Returns a weight file with other values.
    ///
    /// # Errors
    /// Fails if the number of values is wrong, or one is out of bounds.
    fn with(&self, values: &[f64]) -> Result<WeightFile, TuneError>;
}

/// Weights of an evaluation of this type.
pub(crate) struct TypedWeights<E>(pub(crate) E);

impl<E: Weighted + Clone + Send + Sync> WeightSet for TypedWeights<E> {
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
