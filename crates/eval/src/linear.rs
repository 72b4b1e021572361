//! The linear form: the sum of weight x feature.
//!
//! Weights have a resolution of one hundredth. If all weights are whole numbers, a value is in units of 1, otherwise in
//! hundredths ([`Evaluate::scale`]). So values are whole numbers and the same on every machine.

use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};

use crate::features::{FeatureInfo, Features};
use crate::vector::Weights;
use crate::weights::{WeightError, WeightFile, Weighted};

/// Units of 1 if a weight is not a whole number.
const HUNDREDTHS: u32 = 100;

/// The sum of weight x feature over a set of features.
///
/// ```
/// use plyground_eval::{Linear, tigers::StrongFeatures};
/// use plyground_game::{Evaluate, Side};
/// use plyground_tigers::Tigers;
///
/// let evaluation = Linear::<StrongFeatures>::default();
/// let start = Tigers::default();
/// // Six steps of the tigers for 20 each, the goats outside, and the constant for an even board.
/// let terms = evaluation.explain(&start, &(), Side::Second);
/// assert_eq!((terms[1].name, terms[1].term), ("steps", 120.0));
/// let sum: f64 = terms.iter().map(|term| term.term).sum();
/// assert_eq!(f64::from(evaluation.evaluate(&start, &(), Side::Second).value()), sum);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<F: Features> {
    weights: Weights,
    /// The weights in units of the scale.
    units: F::Values,
    scale: u32,
}

impl<F: Features> Linear<F> {
    fn new(weights: Weights) -> Linear<F> {
        const { assert!(no_powers(F::INFO), "features with powers want `Powered`") };
        let scale = if weights.are_whole() { 1 } else { HUNDREDTHS };
        let mut units = F::Values::default();
        for (unit, (weight, _)) in units.as_mut().iter_mut().zip(weights.pairs()) {
            *unit = (weight * f64::from(scale)).round() as i32;
        }
        Linear { weights, units, scale }
    }
}

const fn no_powers(infos: &[FeatureInfo]) -> bool {
    let mut place = 0;
    while place < infos.len() {
        if infos[place].power.is_some() {
            return false;
        }
        place += 1;
    }
    true
}

impl<F: Features> Default for Linear<F> {
    /// Returns the evaluation with the shipped default weights.
    fn default() -> Linear<F> {
        <Linear<F> as Weighted>::shipped(F::DEFAULTS)
    }
}

impl<F: Features> Evaluate<F::Game> for Linear<F> {
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        self.scale
    }

    #[inline]
    fn evaluate(&self, pos: &F::Game, (): &(), side: Side) -> Score {
        let values = F::measure(pos, side);
        Score::new(self.units.as_ref().iter().zip(values.as_ref()).map(|(unit, value)| unit * value).sum())
    }

    fn explain(&self, pos: &F::Game, (): &(), side: Side) -> Vec<Term> {
        let values = F::measure(pos, side);
        let units = self.units.as_ref().iter().zip(values.as_ref());
        let parts = F::INFO.iter().zip(self.weights.pairs()).zip(units);
        parts
            .map(|((info, &(weight, power)), (unit, &value))| {
                let term = f64::from(unit * value) / f64::from(self.scale);
                Term { name: info.name, value: value.into(), weight, power, term }
            })
            .collect()
    }
}

impl<F: Features> Tunable for Linear<F> {
    fn parameters(&self) -> Vec<Parameter> {
        self.weights.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.weights.values()
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        self.check(values)?;
        *self = Linear::new(self.weights.with(values));
        Ok(())
    }
}

impl<F: Features> Weighted for Linear<F> {
    const GAME: &'static str = F::Game::NAME;
    const NAME: &'static str = F::NAME;
    const FEATURES: &'static [FeatureInfo] = F::INFO;
    const DEFAULTS: &'static str = F::DEFAULTS;

    fn from_weights(file: &WeightFile) -> Result<Linear<F>, WeightError> {
        Weights::read::<Self>(file).map(Linear::new)
    }

    fn to_weights(&self) -> WeightFile {
        self.weights.to_file()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Bounds;

    #[test]
    fn powers_are_found_wherever_they_stand() {
        let bounds = Bounds::new(0.0, 4.0, 0.2);
        let linear = FeatureInfo::new("taken", "goats taken", "goats", (0, 15), bounds);
        let powered = linear.to_power("taken.power", bounds);
        assert!(no_powers(&[]) && no_powers(&[linear; 3]));
        for infos in [[powered, linear, linear], [linear, powered, linear], [linear, linear, powered]] {
            assert!(!no_powers(&infos));
        }
    }
}
