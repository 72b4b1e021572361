//! Features: what an evaluation looks at, named, documented and bounded, apart from what it makes of them.
//!
//! A set of features measures a position for one side into a small array. [`Linear`](crate::Linear) and
//! [`Powered`](crate::Powered) turn the array into a value; weight files ([`WeightFile`](crate::WeightFile)), tuning and
//! explanations all go by the table [`Features::INFO`].
//!
//! A set whose measures for the two sides are each other's negatives gives antisymmetric linear evaluations. Sets that
//! measure own and opponent's features apart, as some of the reports do, do not.
//!
//! ```
//! use plyground_eval::{Features, tigers::StrongFeatures};
//! use plyground_game::{Position, Side};
//! use plyground_tigers::Tigers;
//!
//! let start = Tigers::new(&Default::default(), &Default::default());
//! let values = StrongFeatures::measure(&start, Side::Second);
//! let names: Vec<&str> = StrongFeatures::INFO.iter().map(|info| info.name).collect();
//! assert_eq!((names[1], values[1]), ("steps", 6));
//! ```

use std::fmt::Debug;

use plyground_game::{Parameter, Position, Side};

/// A set of features of one game's positions.
///
/// ```
/// use plyground_eval::{Features, tigers::StrongFeatures};
/// use plyground_game::{Position, Side};
/// use plyground_tigers::Tigers;
///
/// let start = Tigers::new(&Default::default(), &Default::default());
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
    /// What is measured, in the order of the values.
    const INFO: &'static [FeatureInfo];
    /// The weight file with the defaults.
    const DEFAULTS: &'static str;

    /// Measures an unfinished position for `side`, whichever side is to move. Each value keeps within its feature's range.
    fn measure(pos: &Self::Game, side: Side) -> Self::Values;
}

/// One feature: what it is and how it may be weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeatureInfo {
    /// Its name in weight files.
    pub name: &'static str,
    /// What is measured.
    pub about: &'static str,
    /// What 1 means.
    pub unit: &'static str,
    /// The least and the greatest value.
    pub range: (i32, i32),
    /// What its weight may be.
    pub weight: Bounds,
    /// What its power may be; `None` where a feature is not raised to a power.
    pub power: Option<Power>,
}

/// The bounds of a number that can be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The smallest allowed value.
    pub min: f64,
    /// The largest allowed value.
    pub max: f64,
    /// A change that is likely to be felt.
    pub step: f64,
}

impl Bounds {
    /// From `min` to `max`, first changed by `step`.
    #[must_use]
    pub const fn new(min: f64, max: f64, step: f64) -> Bounds {
        Bounds { min, max, step }
    }
}

/// A power that can be tuned: its name for tuners, and its bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Power {
    /// The feature's name with `.power` behind it.
    pub name: &'static str,
    /// What the power may be; never below 0.
    pub bounds: Bounds,
}

impl FeatureInfo {
    /// A feature that is not raised to a power.
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

    /// The same feature, raised to a power.
    #[must_use]
    pub const fn to_power(self, name: &'static str, bounds: Bounds) -> FeatureInfo {
        FeatureInfo { power: Some(Power { name, bounds }), ..self }
    }

    /// The numbers to tune, with these defaults: the weight, then the power if there is one.
    pub(crate) fn parameters(&self, default: (f64, f64)) -> impl Iterator<Item = Parameter> {
        let parameter =
            |name, Bounds { min, max, step }, default| Parameter { name, about: self.about, min, max, default, step };
        let weight = parameter(self.name, self.weight, default.0);
        let power = self.power.map(|power| parameter(power.name, power.bounds, default.1));
        std::iter::once(weight).chain(power)
    }
}

/// `value` raised to a power with its sign kept: -(|value|^power) below 0. 0 stays 0 also for the power 0, which is
/// what every smaller power comes close to.
#[must_use]
pub fn signed_power(value: f64, power: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.abs().powf(power).copysign(value) }
}
