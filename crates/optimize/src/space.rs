//! The space of an optimisation: named numbers with bounds, a start, and a step with a likely effect.

use plyground_game::Tunable;

use crate::option_error::OptionError;
use crate::random::Random;

/// One number to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Name in weight files and logs.
    pub name: String,
    /// Minimum allowed value.
    pub min: f64,
    /// Maximum allowed value.
    pub max: f64,
    /// Initial value.
    pub start: f64,
    /// A change with a likely effect: the unit of SPSA and CMA-ES.
    pub step: f64,
    /// Uniform range of random vectors; the bounds by default.
    pub draw: (f64, f64),
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

impl Axis {
    /// Returns an axis with random values from its whole range.
    #[must_use]
    pub fn new(name: &str, min: f64, max: f64, start: f64, step: f64) -> Axis {
        Axis { name: name.into(), min, max, start, step, draw: (min, max), whole: false }
    }

    /// Returns the same axis for whole numbers.
    #[must_use]
    pub fn whole(self) -> Axis {
        Axis { whole: true, ..self }
    }

    /// Returns the nearest allowed value.
    fn within(&self, value: f64) -> f64 {
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.min, self.max)
    }
}

/// All numbers of an optimisation.
///
/// ```
/// use plyground_optimize::{Axis, Space};
///
/// let space = Space::new(vec![Axis::new("pawn", 0.0, 10.0, 1.0, 0.5), Axis::new("queen", 0.0, 20.0, 9.0, 1.0).whole()])?;
/// assert_eq!(space.start(), [1.0, 9.0]);
/// assert_eq!(space.within(&[-3.0, 8.6]), [0.0, 9.0]);
/// # Ok::<(), plyground_optimize::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    axes: Vec<Axis>,
}

impl Space {
    /// Returns a space of these axes.
    ///
    /// # Errors
    /// Returns an error if there is no axis, or the bounds, start or step of an axis are invalid.
    pub fn new(axes: Vec<Axis>) -> Result<Space, OptionError> {
        if axes.is_empty() {
            return Err(OptionError("there is nothing to tune: expected one weight or more".into()));
        }
        for Axis { name, min, max, start, step, draw, whole } in &axes {
            let finite = [min, max, start, step].iter().all(|number| number.is_finite());
            let sane = finite && min <= start && start <= max && *step > 0.0;
            if !sane {
                return Err(OptionError(format!(
                    "`{name}` starts at {start} with step {step} in {min} to {max}: expected a start within the bounds and a step above 0"
                )));
            }
            if !(*min <= draw.0 && draw.0 <= draw.1 && draw.1 <= *max) {
                return Err(OptionError(format!(
                    "`{name}` draws from {} to {}: expected a range within {min} to {max}",
                    draw.0, draw.1
                )));
            }
            if *whole && (min.fract() != 0.0 || max.fract() != 0.0) {
                return Err(OptionError(format!(
                    "`{name}` is whole but has bounds {min} to {max}: expected whole bounds"
                )));
            }
        }
        Ok(Space { axes })
    }

    /// Returns the space of a tunable's parameters. The current values are the start.
    ///
    /// # Errors
    /// Returns the errors of [`Space::new`].
    pub fn of(tunable: &dyn Tunable) -> Result<Space, OptionError> {
        let axes =
            tunable.parameters().into_iter().zip(tunable.values()).map(|(parameter, value)| {
                Axis::new(parameter.name, parameter.min, parameter.max, value, parameter.step)
            });
        Space::new(axes.collect())
    }

    /// Returns the axes, always in the same order.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of axes.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.axes.len()
    }

    /// Returns the initial values, rounded on axes of whole numbers.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.axes.iter().map(|axis| axis.within(axis.start)).collect()
    }

    /// Returns the nearest allowed vector.
    #[must_use]
    pub fn within(&self, values: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(values).map(|(axis, &value)| axis.within(value)).collect()
    }

    /// Returns a vector within the bounds without rounding, for the state of an optimiser.
    pub(crate) fn bounded(&self, values: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(values).map(|(axis, value)| value.clamp(axis.min, axis.max)).collect()
    }

    /// Returns an allowed vector. Whole numbers are rounded up or down at random, so that the mean over many draws is
    /// `values`.
    pub(crate) fn rounded(&self, values: &[f64], random: &mut Random) -> Vec<f64> {
        let round = |(axis, &value): (&Axis, &f64)| {
            axis.within(if axis.whole { random.round(value.clamp(axis.min, axis.max)) } else { value })
        };
        self.axes.iter().zip(values).map(round).collect()
    }

    /// Returns a random vector.
    pub(crate) fn random(&self, random: &mut Random) -> Vec<f64> {
        self.axes.iter().map(|axis| axis.within(random.between(axis.draw.0, axis.draw.1))).collect()
    }

    /// Returns a value that differs by up to `range` times itself, or times the axis's step if that is larger, so that
    /// 0 can change.
    pub(crate) fn shift(&self, axis: usize, value: f64, range: f64, random: &mut Random) -> f64 {
        let axis = &self.axes[axis];
        axis.within(value + range * random.between(-1.0, 1.0) * value.abs().max(axis.step))
    }

    /// Converts a vector to units of the steps.
    pub(crate) fn to_units(&self, values: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(values).map(|(axis, value)| value / axis.step).collect()
    }

    /// Converts a vector from units of the steps.
    pub(crate) fn of_units(&self, units: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(units).map(|(axis, unit)| unit * axis.step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_axes_are_refused() {
        let refused = |axis| Space::new(vec![axis]).unwrap_err().to_string();
        assert!(Space::new(Vec::new()).is_err());
        assert!(refused(Axis::new("a", 0.0, 1.0, 2.0, 0.1)).starts_with("`a` starts at 2 with step 0.1 in 0 to 1"));
        assert!(refused(Axis::new("a", 0.0, 1.0, 1.0, 0.0)).contains("step above 0"));
        assert!(refused(Axis::new("a", 0.0, f64::NAN, 1.0, 1.0)).contains("within the bounds"));
        assert!(refused(Axis { draw: (0.0, 3.0), ..Axis::new("a", 0.0, 2.0, 1.0, 1.0) }).contains("draws from 0 to 3"));
        assert!(refused(Axis::new("a", 0.5, 2.0, 1.0, 1.0).whole()).contains("whole bounds"));
    }

    #[test]
    fn neighbours_keep_within_bounds_and_leave_zero() {
        let space = Space::new(vec![Axis::new("a", -1.0, 1.0, 0.0, 0.5)]).unwrap();
        let mut random = Random::new(2);
        let shifted: Vec<f64> = (0..200).map(|_| space.shift(0, 0.0, 0.8, &mut random)).collect();
        assert!(shifted.iter().all(|value| value.abs() <= 0.4));
        assert!(shifted.iter().any(|value| value.abs() > 0.3));
        assert!((0..200).all(|_| space.shift(0, 1.0, 0.99, &mut random) <= 1.0));
    }
}
