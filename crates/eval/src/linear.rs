//! The sum of weight x feature, or of weight x feature^power as in the Khet report \[Zagury2016\].
//!
//! Weights have a resolution of one hundredth. If all weights and powers are whole numbers, a value is in units of 1, otherwise in
//! hundredths ([`Evaluate::scale`]). So values are whole numbers and the same on every machine: the resolution hides the last
//! digits of a power, in which machines may differ.
//!
//! "How much better is having four pyramids when compared to two?" With a power below 1, the first pieces count most; with a
//! power above 1, the last pieces count most. Powers preserve the sign ([`signed_power`]).

use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};

use crate::features::{FeatureInfo, Features, signed_power};
use crate::vector::Weights;
use crate::weights::{WeightError, WeightFile, Weighted};

/// Units of 1 if a weight is not a whole number.
const HUNDREDTHS: u32 = 100;

/// The sum of weight x feature over a set of features; with powers, of weight x feature^power.
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
///
/// A feature with a power:
///
/// ```
/// use plyground_eval::{Bounds, FeatureInfo, Features, Linear};
/// use plyground_game::{Evaluate, Position, Side};
/// use plyground_tigers::Tigers;
///
/// /// Goats taken: the first ones count most.
/// #[derive(Clone, Copy, Debug, Default)]
/// struct Taken;
///
/// impl Features for Taken {
///     type Game = Tigers;
///     type Values = [i32; 1];
///
///     const NAME: &'static str = "taken";
///     const INFO: &'static [FeatureInfo] =
///         &[FeatureInfo::new("taken", "goats taken, for the tigers", "goats", (-15, 15), Bounds::new(0.0, 100.0, 5.0))
///             .to_power("taken.power", Bounds::new(0.0, 4.0, 0.2))];
///     const DEFAULTS: &'static str = r#"
///         game = "tigers"
///         evaluation = "taken"
///         version = 1
///         [taken]
///         weight = 10
///         power = 0.5
///     "#;
///
///     fn measure(pos: &Tigers, side: Side) -> [i32; 1] {
///         let taken = i32::from(pos.captured());
///         [if side == Side::Second { taken } else { -taken }]
///     }
/// }
///
/// let pos = Tigers::parse("T..TT.......G.......... 10 t", &Default::default())?;
/// let evaluation = Linear::<Taken>::default();
/// // 10 x 4^0.5, in hundredths; the sign is preserved.
/// assert_eq!(evaluation.evaluate(&pos, &(), Side::Second).value(), 2000);
/// assert_eq!(evaluation.explain(&pos, &(), Side::First)[0].term, -20.0);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<F: Features> {
    weights: Weights,
    /// The weights in units of the scale; with powers, the index in `terms` of the value 0 of each feature.
    units: F::Values,
    /// With powers, the terms of all values in the range of each feature, so that the search computes no power.
    terms: Box<[i32]>,
    scale: u32,
}

impl<F: Features> Linear<F> {
    const HAS_POWERS: bool = has_powers(F::INFO);

    fn new(weights: Weights) -> Linear<F> {
        let scale = if weights.are_whole() { 1 } else { HUNDREDTHS };
        let rounded = |term: f64| (term * f64::from(scale)).round() as i32;
        let (mut units, mut terms) = (F::Values::default(), Vec::new());
        for ((unit, info), &(weight, power)) in units.as_mut().iter_mut().zip(F::INFO).zip(weights.pairs()) {
            if Linear::<F>::HAS_POWERS {
                let (least, most) = info.range;
                *unit = terms.len() as i32 - least;
                terms.extend((least..=most).map(|value| rounded(weight * signed_power(f64::from(value), power))));
            } else {
                *unit = rounded(weight);
            }
        }
        Linear { weights, units, terms: terms.into(), scale }
    }

    /// Returns the term of a feature's value in units of the scale.
    #[inline]
    fn term(&self, unit: i32, value: i32) -> i32 {
        if Linear::<F>::HAS_POWERS { self.terms[(unit + value) as usize] } else { unit * value }
    }
}

const fn has_powers(infos: &[FeatureInfo]) -> bool {
    let mut place = 0;
    while place < infos.len() {
        if infos[place].power.is_some() {
            return true;
        }
        place += 1;
    }
    false
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
        let units = self.units.as_ref().iter().zip(values.as_ref());
        Score::new(units.map(|(&unit, &value)| self.term(unit, value)).sum())
    }

    fn explain(&self, pos: &F::Game, (): &(), side: Side) -> Vec<Term> {
        let values = F::measure(pos, side);
        let units = self.units.as_ref().iter().zip(values.as_ref());
        let parts = F::INFO.iter().zip(self.weights.pairs()).zip(units);
        parts
            .map(|((info, &(weight, power)), (&unit, &value))| {
                let term = f64::from(self.term(unit, value)) / f64::from(self.scale);
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
        assert!(!has_powers(&[]) && !has_powers(&[linear; 3]));
        for infos in [[powered, linear, linear], [linear, powered, linear], [linear, linear, powered]] {
            assert!(has_powers(&infos));
        }
    }
}
