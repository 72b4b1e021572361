//! Features: the named, documented and bounded measures of a position, separate from the weights of an evaluation.
//!
//! A set of features measures a position for one side into a small array, and [`Linear`](crate::Linear) turns the array into a
//! value. Weight files ([`WeightFile`](crate::WeightFile)), tuning and
//! explanations all use the table [`Features::INFO`].
//!
//! If the measures for the two sides are each other's negatives, the linear evaluations are antisymmetric. Sets that measure own
//! and opponent's features separately, as in some of the reports, are not.

use std::fmt::Debug;

use plyground_game::{Parameter, Position, Side};

/// A set of features of one game's positions.
///
/// ```
/// use plyground_eval::{Features, tigers::StrongFeatures};
/// use plyground_game::Side;
/// use plyground_tigers::Tigers;
///
/// let start = Tigers::default();
/// let values = StrongFeatures::measure(&start, Side::Second);
/// for (info, value) in StrongFeatures::INFO.iter().zip(values) {
///     println!("{}: {value} {}", info.name, info.unit);
/// }
/// assert_eq!((StrongFeatures::INFO[1].name, values[1]), ("steps", 6));
/// ```
pub trait Features: Copy + Debug + Default + Send + Sync + 'static {
    /// The game.
    type Game: Position;
    /// The measures: an array with an element for each entry of [`Features::INFO`].
    type Values: AsRef<[i32]> + AsMut<[i32]> + Copy + Debug + Default + Send + Sync + 'static;

    /// The evaluation's name in weight files and specs.
    const NAME: &'static str;
    /// Descriptions of the features, in the order of the values.
    const INFO: &'static [FeatureInfo];
    /// The text of the weight file with the defaults.
    const DEFAULTS: &'static str;

    /// Measures an unfinished position for `side`, whichever side is to move. Each value is within its feature's range.
    fn measure(pos: &Self::Game, side: Side) -> Self::Values;
}

/// The description of a feature and the bounds of its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeatureInfo {
    /// Name in weight files.
    pub name: &'static str,
    /// Meaning of the value.
    pub about: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    /// Least and greatest value.
    pub range: (i32, i32),
    /// Bounds of the weight.
    pub weight: Bounds,
    /// Bounds of the power; `None` for a feature without a power.
    pub power: Option<Power>,
}

/// The bounds of a number that can be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The smallest allowed value.
    pub min: f64,
    /// The largest allowed value.
    pub max: f64,
    /// Initial step of a tuner, large enough to change the play.
    pub step: f64,
}

impl Bounds {
    /// Creates bounds from `min` to `max` with an initial step.
    #[must_use]
    pub const fn new(min: f64, max: f64, step: f64) -> Bounds {
        Bounds { min, max, step }
    }
}

/// The name and the bounds of a power that can be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Power {
    /// The feature's name followed by `.power`.
    pub name: &'static str,
    /// Bounds of the power; never below 0.
    pub bounds: Bounds,
}

impl FeatureInfo {
    /// Creates a feature without a power.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        unit: &'static str,
        range: (i32, i32),
        weight: Bounds,
    ) -> FeatureInfo {
        FeatureInfo { name, about, unit, range, weight, power: None }
    }

    /// Returns the feature with a power.
    #[must_use]
    pub const fn to_power(self, name: &'static str, bounds: Bounds) -> FeatureInfo {
        FeatureInfo { power: Some(Power { name, bounds }), ..self }
    }

    /// Returns the tunable parameters with these defaults: the weight, then the power if there is one.
    pub(crate) fn parameters(&self, default: (f64, f64)) -> impl Iterator<Item = Parameter> {
        let parameter =
            |name, Bounds { min, max, step }, default| Parameter { name, about: self.about, min, max, default, step };
        let weight = parameter(self.name, self.weight, default.0);
        let power = self.power.map(|power| parameter(power.name, power.bounds, default.1));
        std::iter::once(weight).chain(power)
    }
}

/// Raises the absolute value to a power and restores the sign: below 0, the result is -(|value|^power). The result for 0 is 0,
/// even with the power 0: this is the limit for small powers.
#[must_use]
pub fn signed_power(value: f64, power: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.abs().powf(power).copysign(value) }
}
