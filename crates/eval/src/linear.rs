//! The linear form: the sum of weight x feature.
//!
//! Weights count to a hundredth: when all are whole numbers a value is in units of 1, else in hundredths
//! ([`Evaluate::scale`]), so that values are whole numbers and the same on every machine.
//!
//! ```
//! use plyground_eval::{Linear, cachex::SixFeatures};
//! use plyground_cachex::Cachex;
//! use plyground_game::{Evaluate, Position, Side};
//!
//! let evaluation = Linear::<SixFeatures>::default();
//! let start = Cachex::new(&Default::default(), &Default::default());
//! // No stones, no groups, and nine cells to go for both: -2 x 9 + 3 x 9.
//! assert_eq!(evaluation.evaluate(&start, &(), Side::First).value(), 9);
//! ```

use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};

use crate::features::{FeatureInfo, Features};
use crate::tuning::Weights;
use crate::weights::{WeightError, WeightFile, Weighted};

/// Units of 1 when a weight is no whole number.
const HUNDREDTHS: u32 = 100;

/// The sum of weight x feature over a set of features.
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
        let scale = if weights.pairs.iter().all(|(weight, _)| weight.fract() == 0.0) { 1 } else { HUNDREDTHS };
        let mut units = F::Values::default();
        for (unit, (weight, _)) in units.as_mut().iter_mut().zip(&weights.pairs) {
            *unit = (weight * f64::from(scale)).round() as i32;
        }
        Linear { weights, units, scale }
    }

    /// The evaluation with the weights of one of the crate's own files.
    pub(crate) fn shipped(text: &str) -> Linear<F> {
        Linear::new(Weights::shipped(text, F::DEFAULTS, F::Game::NAME, F::NAME, F::INFO))
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
    /// With the shipped default weights.
    fn default() -> Linear<F> {
        Linear::shipped(F::DEFAULTS)
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

    fn explain(&self, pos: &F::Game, side: Side) -> Vec<Term> {
        let values = F::measure(pos, side);
        let parts = F::INFO.iter().zip(&self.weights.pairs).zip(values.as_ref());
        parts
            .map(|((info, &(weight, power)), &value)| {
                let value = f64::from(value);
                Term { name: info.name, value, weight, power, term: weight * value + 0.0 }
            })
            .collect()
    }
}

impl<F: Features> Tunable for Linear<F> {
    fn parameters(&self) -> Vec<Parameter> {
        self.weights.parameters(F::INFO)
    }

    fn values(&self) -> Vec<f64> {
        self.weights.values(F::INFO)
    }

    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
        self.check(values)?;
        let mut weights = self.weights.clone();
        weights.set(F::INFO, values);
        *self = Linear::new(weights);
        Ok(())
    }
}

impl<F: Features> Weighted for Linear<F> {
    const GAME: &'static str = F::Game::NAME;
    const NAME: &'static str = F::NAME;
    const FEATURES: &'static [FeatureInfo] = F::INFO;

    fn from_weights(file: &WeightFile) -> Result<Linear<F>, WeightError> {
        Ok(Linear::new(Weights::read(file, F::DEFAULTS, F::Game::NAME, F::NAME, F::INFO)?))
    }

    fn to_weights(&self) -> WeightFile {
        self.weights.to_file(F::Game::NAME, F::NAME, F::INFO)
    }
}
