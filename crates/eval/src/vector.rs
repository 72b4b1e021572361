//! Checked weights: the storage of the built-in evaluation forms, and of user-defined forms.

use plyground_game::Parameter;

use crate::features::FeatureInfo;
use crate::weights::{WeightError, WeightFile, Weighted};

/// The weights and powers of an evaluation, within their bounds, and their defaults.
///
/// A form stores the weights of its features in a [`Weights`] and delegates files, defaults and plain numbers for optimisers to
/// it:
///
/// ```
/// use plyground_eval::{Bounds, FeatureInfo, WeightError, WeightFile, Weighted, Weights};
/// use plyground_game::{Parameter, Tunable, TuneError};
///
/// /// The larger of two weighed features.
/// struct Larger(Weights);
///
/// impl Tunable for Larger {
///     fn parameters(&self) -> Vec<Parameter> {
///         self.0.parameters()
///     }
///     fn values(&self) -> Vec<f64> {
///         self.0.values()
///     }
///     fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
///         self.check(values)?;
///         self.0 = self.0.with(values);
///         Ok(())
///     }
/// }
///
/// impl Weighted for Larger {
///     const GAME: &'static str = "tigers";
///     const NAME: &'static str = "larger";
///     const FEATURES: &'static [FeatureInfo] = &[
///         FeatureInfo::new("goats", "goats outside", "goats", (0, 15), Bounds::new(0.0, 10.0, 1.0)),
///         FeatureInfo::new("steps", "steps of the tigers", "moves", (0, 12), Bounds::new(0.0, 10.0, 1.0)),
///     ];
///     const DEFAULTS: &'static str = r#"
///         game = "tigers"
///         evaluation = "larger"
///         version = 1
///         [goats]
///         weight = 2
///         [steps]
///         weight = 3
///     "#;
///
///     fn from_weights(file: &WeightFile) -> Result<Larger, WeightError> {
///         Weights::read::<Larger>(file).map(Larger)
///     }
///     fn to_weights(&self) -> WeightFile {
///         self.0.to_file()
///     }
/// }
///
/// let mut larger = Larger::shipped(Larger::DEFAULTS);
/// larger.set_values(&[4.0, 3.5])?;
/// assert_eq!(larger.0.pairs(), [(4.0, 1.0), (3.5, 1.0)]);
/// # Ok::<(), TuneError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    game: &'static str,
    evaluation: &'static str,
    features: &'static [FeatureInfo],
    pairs: Vec<(f64, f64)>,
    defaults: Vec<(f64, f64)>,
}

impl Weights {
    /// Reads the weights of a file for `E`.
    ///
    /// # Errors
    /// If the file is for another evaluation, a feature is missing or unknown, or a number is out of its bounds. The same errors
    /// are reported for [`Weighted::DEFAULTS`].
    pub fn read<E: Weighted>(file: &WeightFile) -> Result<Weights, WeightError> {
        let read = |file: &WeightFile| file.pairs(E::GAME, E::NAME, E::FEATURES);
        let defaults = read(&WeightFile::read("defaults", E::DEFAULTS)?)?;
        Ok(Weights { game: E::GAME, evaluation: E::NAME, features: E::FEATURES, pairs: read(file)?, defaults })
    }

    /// Returns the weight and the power of each feature; the power is 1 for a feature without one.
    #[must_use]
    pub fn pairs(&self) -> &[(f64, f64)] {
        &self.pairs
    }

    /// Returns whether all weights and powers are whole numbers, so that the values of whole features are whole.
    #[must_use]
    pub fn are_whole(&self) -> bool {
        self.pairs.iter().all(|(weight, power)| weight.fract() == 0.0 && power.fract() == 0.0)
    }

    /// Returns a weight file with these weights, without provenance.
    #[must_use]
    pub fn to_file(&self) -> WeightFile {
        WeightFile::of(self.game, self.evaluation, self.features, &self.pairs, &self.defaults)
    }

    /// Returns the parameters of [`Tunable::parameters`](plyground_game::Tunable::parameters): for each feature its weight, and
    /// its power if it has one.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        self.features.iter().zip(&self.defaults).flat_map(|(info, &default)| info.parameters(default)).collect()
    }

    /// Returns the values of the parameters.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let mut values = Vec::new();
        for (info, &(weight, power)) in self.features.iter().zip(&self.pairs) {
            values.push(weight);
            values.extend(info.power.map(|_| power));
        }
        values
    }

    /// Returns the weights with other values, which [`Tunable::check`](plyground_game::Tunable::check) has accepted.
    #[must_use]
    pub fn with(&self, values: &[f64]) -> Weights {
        let mut weights = self.clone();
        let mut values = values.iter().copied();
        for (info, pair) in self.features.iter().zip(&mut weights.pairs) {
            pair.0 = values.next().unwrap_or(pair.0);
            if info.power.is_some() {
                pair.1 = values.next().unwrap_or(pair.1);
            }
        }
        weights
    }
}
