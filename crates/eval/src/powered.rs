//! The powered form: the sum of weight x feature^power, as in the Khet report \[Zagury2016\].
//!
//! "How much better is having four pyramids when compared to two?" A power below 1 says that the first count most, one
//! above 1 that the last do. Powers keep the sign ([`signed_power`]).
//!
//! Features are small whole numbers, so a table holds weight x value^power for every value that a feature can have: no
//! power is calculated while searching. Values are in hundredths ([`Evaluate::scale`]), or in units of 1 when all weights
//! and powers are whole; so coarse that the last digits of a power, in which machines may differ, do not show.
//!
//! ```
//! use plyground_eval::khet;
//! use plyground_game::{Evaluate, Side};
//! use plyground_khet::Khet;
//!
//! let hand_tuned = khet::Report::hand_tuned();
//! let terms = hand_tuned.explain(&Khet::default(), Side::First);
//! let pyramids = terms.iter().find(|term| term.name == "opponent_pyramids").expect("one of the features");
//! assert_eq!((pyramids.value, pyramids.weight, pyramids.power), (7.0, -4.0, 3.0));
//! assert_eq!(pyramids.term, -4.0 * 343.0);
//! ```

use plyground_game::random::Random;
use plyground_game::{Evaluate, Parameter, Position, Score, Side, Term, Tunable, TuneError};

use crate::features::{FeatureInfo, Features, signed_power};
use crate::tuning::Weights;
use crate::weights::{WeightError, WeightFile, Weighted};

/// The sum of weight x feature^power over a set of features.
#[derive(Clone, PartialEq, Debug)]
pub struct Powered<F: Features> {
    weights: Weights,
    /// For each feature, one after the other, the terms of all values of its range.
    terms: Box<[i32]>,
    /// Where in `terms` the value 0 of each feature would stand.
    zeros: F::Values,
    scale: u32,
}

impl<F: Features> Powered<F> {
    fn new(weights: Weights) -> Powered<F> {
        let is_whole = |&(weight, power): &(f64, f64)| weight.fract() == 0.0 && power.fract() == 0.0;
        let scale = if weights.pairs.iter().all(is_whole) { 1 } else { 100 };
        let mut terms = Vec::new();
        let mut zeros = F::Values::default();
        for ((info, &(weight, power)), zero) in F::INFO.iter().zip(&weights.pairs).zip(zeros.as_mut()) {
            let (least, most) = info.range;
            *zero = terms.len() as i32 - least;
            let term = |value| (weight * signed_power(f64::from(value), power) * f64::from(scale)).round() as i32;
            terms.extend((least..=most).map(term));
        }
        Powered { weights, terms: terms.into(), zeros, scale }
    }

    /// The evaluation with the weights of one of the crate's own files.
    pub(crate) fn shipped(text: &str) -> Powered<F> {
        Powered::new(Weights::shipped(text, F::DEFAULTS, F::Game::NAME, F::NAME, F::INFO))
    }

    /// The report's random vectors: weights uniform below `weight` in size, each with the sign that its bounds allow,
    /// and powers uniform in 0 to `power`, both ends of the kind `0..x`. The report has 100 and 2.
    #[must_use]
    pub fn random(seed: u64, weight: f64, power: f64) -> Powered<F> {
        let mut random = Random::new(seed);
        let mut weights = Weights::shipped(F::DEFAULTS, F::DEFAULTS, F::Game::NAME, F::NAME, F::INFO);
        for (info, pair) in F::INFO.iter().zip(&mut weights.pairs) {
            let sign = if info.weight.max <= 0.0 { -1.0 } else { 1.0 };
            pair.0 = (sign * weight * random.fraction()).clamp(info.weight.min, info.weight.max);
            if let Some(known) = info.power {
                pair.1 = (power * random.fraction()).clamp(known.bounds.min, known.bounds.max);
            }
        }
        Powered::new(weights)
    }
}

impl<F: Features> Default for Powered<F> {
    /// With the shipped default weights.
    fn default() -> Powered<F> {
        Powered::shipped(F::DEFAULTS)
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

    fn explain(&self, pos: &F::Game, side: Side) -> Vec<Term> {
        let values = F::measure(pos, side);
        let parts = F::INFO.iter().zip(&self.weights.pairs).zip(values.as_ref());
        parts
            .map(|((info, &(weight, power)), &value)| {
                let value = f64::from(value);
                Term { name: info.name, value, weight, power, term: weight * signed_power(value, power) + 0.0 }
            })
            .collect()
    }
}

impl<F: Features> Tunable for Powered<F> {
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
        *self = Powered::new(weights);
        Ok(())
    }
}

impl<F: Features> Weighted for Powered<F> {
    const GAME: &'static str = F::Game::NAME;
    const NAME: &'static str = F::NAME;
    const FEATURES: &'static [FeatureInfo] = F::INFO;

    fn from_weights(file: &WeightFile) -> Result<Powered<F>, WeightError> {
        Ok(Powered::new(Weights::read(file, F::DEFAULTS, F::Game::NAME, F::NAME, F::INFO)?))
    }

    fn to_weights(&self) -> WeightFile {
        self.weights.to_file(F::Game::NAME, F::NAME, F::INFO)
    }
}
