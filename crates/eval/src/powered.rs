//! The powered form: the sum of weight x feature^power, as in the Khet report \[Zagury2016\].
//!
//! "How much better is having four pyramids when compared to two?" With a power below 1, the first pieces count most; with a
//! power above 1, the last pieces count most. Powers preserve the sign ([`signed_power`]).
//!
//! Features are small whole numbers, so a table stores weight x value^power for every value of a feature: the search computes no
//! power. Values are in hundredths ([`Evaluate::scale`]), or in units of 1 if all weights and powers are whole. This resolution
//! hides the last digits of a power, in which machines may differ.

use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};

use crate::features::{FeatureInfo, Features, signed_power};
use crate::vector::Weights;
use crate::weights::{WeightError, WeightFile, Weighted};

/// The sum of weight x feature^power over a set of features.
///
/// ```
/// use plyground_eval::{Bounds, FeatureInfo, Features, Powered};
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
/// let evaluation = Powered::<Taken>::default();
/// // 10 x 4^0.5, in hundredths; the sign is preserved.
/// assert_eq!(evaluation.evaluate(&pos, &(), Side::Second).value(), 2000);
/// assert_eq!(evaluation.explain(&pos, &(), Side::First)[0].term, -20.0);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Powered<F: Features> {
    weights: Weights,
    /// The terms of all values in the range of each feature, feature by feature.
    terms: Box<[i32]>,
    /// The index in `terms` of the value 0 of each feature.
    zeros: F::Values,
    scale: u32,
}

impl<F: Features> Powered<F> {
    fn new(weights: Weights) -> Powered<F> {
        let scale = if weights.are_whole() { 1 } else { 100 };
        let mut terms = Vec::new();
        let mut zeros = F::Values::default();
        for ((info, &(weight, power)), zero) in F::INFO.iter().zip(weights.pairs()).zip(zeros.as_mut()) {
            let (least, most) = info.range;
            *zero = terms.len() as i32 - least;
            let term = |value| (weight * signed_power(f64::from(value), power) * f64::from(scale)).round() as i32;
            terms.extend((least..=most).map(term));
        }
        Powered { weights, terms: terms.into(), zeros, scale }
    }
}

impl<F: Features> Default for Powered<F> {
    /// Returns the evaluation with the shipped default weights.
    fn default() -> Powered<F> {
        <Powered<F> as Weighted>::shipped(F::DEFAULTS)
    }
}

impl<F: Features> Evaluate<F::Game> for Powered<F> {
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        self.scale
    }

    #[inline]
    fn evaluate(&self, pos: &F::Game, (): &(), side: Side) -> Score {
        let values = F::measure(pos, side);
        let places = self.zeros.as_ref().iter().zip(values.as_ref());
        Score::new(places.map(|(zero, value)| self.terms[(zero + value) as usize]).sum())
    }

    fn explain(&self, pos: &F::Game, (): &(), side: Side) -> Vec<Term> {
        let values = F::measure(pos, side);
        let places = self.zeros.as_ref().iter().zip(values.as_ref());
        let parts = F::INFO.iter().zip(self.weights.pairs()).zip(places);
        parts
            .map(|((info, &(weight, power)), (zero, &value))| {
                let term = f64::from(self.terms[(zero + value) as usize]) / f64::from(self.scale);
                Term { name: info.name, value: value.into(), weight, power, term }
            })
            .collect()
    }
}

impl<F: Features> Tunable for Powered<F> {
    fn parameters(&self) -> Vec<Parameter> {
        self.weights.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.weights.values()
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        self.check(values)?;
        *self = Powered::new(self.weights.with(values));
        Ok(())
    }
}

impl<F: Features> Weighted for Powered<F> {
    const GAME: &'static str = F::Game::NAME;
    const NAME: &'static str = F::NAME;
    const FEATURES: &'static [FeatureInfo] = F::INFO;
    const DEFAULTS: &'static str = F::DEFAULTS;

    fn from_weights(file: &WeightFile) -> Result<Powered<F>, WeightError> {
        Weights::read::<Self>(file).map(Powered::new)
    }

    fn to_weights(&self) -> WeightFile {
        self.weights.to_file()
    }
}
