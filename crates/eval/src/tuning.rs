//! Weights as plain numbers for optimisers: one implementation for all evaluations that are made from features.

use plyground_game::Parameter;

use crate::features::FeatureInfo;
use crate::weights::{WeightError, WeightFile};

/// Weights and powers that have been checked, and their defaults.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weights {
    /// Weight and power of each feature; the power is 1 where there is none.
    pub(crate) pairs: Vec<(f64, f64)>,
    pub(crate) defaults: Vec<(f64, f64)>,
}

impl Weights {
    /// The weights of `file`, and as defaults those of the text `defaults`.
    pub(crate) fn read(
        file: &WeightFile,
        defaults: &str,
        game: &str,
        name: &str,
        infos: &[FeatureInfo],
    ) -> Result<Weights, WeightError> {
        let defaults = WeightFile::read("defaults", defaults)?.pairs(game, name, infos)?;
        Ok(Weights { pairs: file.pairs(game, name, infos)?, defaults })
    }

    /// The weights of a text that the crate ships, and as defaults those of another such text.
    pub(crate) fn shipped(text: &str, defaults: &str, game: &str, name: &str, infos: &[FeatureInfo]) -> Weights {
        let read = |text| WeightFile::read("shipped", text)?.pairs(game, name, infos);
        let pairs = |text| read(text).expect("every shipped file is read by a test");
        Weights { pairs: pairs(text), defaults: pairs(defaults) }
    }

    /// A file of these weights.
    pub(crate) fn to_file(&self, game: &str, name: &str, infos: &[FeatureInfo]) -> WeightFile {
        WeightFile::of(game, name, infos, &self.pairs, &self.defaults)
    }

    pub(crate) fn parameters(&self, infos: &[FeatureInfo]) -> Vec<Parameter> {
        infos.iter().zip(&self.defaults).flat_map(|(info, &default)| info.parameters(default)).collect()
    }

    pub(crate) fn values(&self, infos: &[FeatureInfo]) -> Vec<f64> {
        let mut values = Vec::new();
        for (info, &(weight, power)) in infos.iter().zip(&self.pairs) {
            values.push(weight);
            values.extend(info.power.map(|_| power));
        }
        values
    }

    /// Takes values that have been checked.
    pub(crate) fn set(&mut self, infos: &[FeatureInfo], values: &[f64]) {
        let mut values = values.iter().copied();
        for (info, pair) in infos.iter().zip(&mut self.pairs) {
            pair.0 = values.next().unwrap_or(pair.0);
            if info.power.is_some() {
                pair.1 = values.next().unwrap_or(pair.1);
            }
        }
    }
}
