//! Regression on game results: finds the weights that best explain the winners, as Texel's tuning does
//! \[Oesterlund2014\].
//!
//! Every position of a recorded game is a sample: its features for the side to move, and that side's result. The
//! winning probability is modelled as logistic in the value, 1 / (1 + exp(-(k x value + b))), where the value is the
//! sum of weight x feature^power. The model is differentiable in weights and powers, and Adam \[Kingma2015\] minimises
//! the mean squared error. The scale k and the offset b (some evaluations are not 0 for even positions) belong to no
//! weight file. The scale is fitted first and then fixed, because otherwise weights and scale could grow together. The
//! offset is fitted with the weights.
//!
//! One game in ten is held out with all of its positions. The error on these positions is the logged fitness, and shows
//! whether the weights generalise to other games. No game is played: the leagues are empty.

use crate::adam::Adam;
use crate::recorded::is_held_out;
use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Suffix of an axis that is the power of a feature.
pub(crate) const POWER: &str = ".power";

/// Positions with their results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    names: Vec<String>,
    /// Distinct values of each feature.
    known: Vec<Vec<f64>>,
    /// Index of each feature's value in `known`, for each sample.
    rows: Vec<u32>,
    results: Vec<f64>,
    held_out: Vec<bool>,
}

impl Samples {
    /// Returns an empty set of samples with these features.
    #[must_use]
    pub fn new(names: Vec<String>) -> Samples {
        Samples { known: vec![Vec::new(); names.len()], names, ..Samples::default() }
    }

    /// Adds a position of a game: its features for the side to move, and that side's result: 1, 1/2 or 0.
    ///
    /// # Panics
    /// Panics if the number of features is wrong.
    pub fn add(&mut self, game: u64, features: &[f64], result: f64) {
        assert_eq!(features.len(), self.names.len(), "one value for each feature");
        for (known, &value) in self.known.iter_mut().zip(features) {
            // Features are small whole numbers, so there are few distinct values.
            let place = known.iter().position(|&other| other.total_cmp(&value).is_eq()).unwrap_or_else(|| {
                known.push(value);
                known.len() - 1
            });
            self.rows.push(place as u32);
        }
        self.results.push(result);
        self.held_out.push(is_held_out(game));
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Returns whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Returns the numbers of training samples and of held-out samples.
    #[must_use]
    pub fn parts(&self) -> [usize; 2] {
        let out = self.held_out.iter().filter(|&&held| held).count();
        [self.len() - out, out]
    }
}

/// Options of the method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegressionOptions {
    /// Number of passes over all samples.
    pub epochs: u32,
    /// Maximum change of a weight per pass, in steps of its axis.
    pub rate: f64,
}

impl Default for RegressionOptions {
    fn default() -> RegressionOptions {
        RegressionOptions { epochs: 200, rate: 0.2 }
    }
}

/// The axes of a feature's weight and power.
#[derive(Clone, Copy, Debug)]
struct Form {
    weight: usize,
    power: Option<usize>,
}

/// The state of the method.
///
/// ```
/// use plyground_optimize::{Axis, Budget, Objective, Regression, RegressionOptions, Samples, Space, Tune, drive, sphere};
///
/// // The side with more pawns wins. The number of trees is irrelevant.
/// let mut samples = Samples::new(vec!["pawns".into(), "trees".into()]);
/// for game in 0..400 {
///     let pawns = game % 9 - 4;
///     samples.add(game as u64, &[f64::from(pawns), f64::from(game % 7)], if pawns > 0 { 1.0 } else { 0.0 });
/// }
/// let axes = vec![Axis::new("pawns", 0.0, 20.0, 1.0, 1.0), Axis::new("trees", -9.0, 20.0, 5.0, 1.0)];
/// let mut tuner = Regression::new(Space::new(axes)?, samples, RegressionOptions::default())?;
/// drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {})?;
/// assert!(tuner.best()[0] > 4.0 * tuner.best()[1].abs(), "{:?}", tuner.best());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regression {
    space: Space,
    samples: Samples,
    forms: Vec<Form>,
    options: RegressionOptions,
    epoch: u32,
    present: Vec<f64>,
    scale: f64,
    offset: f64,
    /// For the weights and the offset.
    adam: Adam<f64>,
    league: Option<League>,
}

/// The errors of a vector and their gradient.
#[derive(Clone, Debug)]
struct Slope {
    /// Mean squared errors of the training samples and of the held-out samples.
    errors: [f64; 2],
    /// Gradient by axis, then by offset.
    gradient: Vec<f64>,
}

impl Regression {
    /// Returns the method at the space's start.
    ///
    /// # Errors
    /// Returns an error if samples are missing, or the axes are not the weights and powers of the features.
    pub fn new(space: Space, samples: Samples, options: RegressionOptions) -> Result<Regression, OptionError> {
        OptionError::at_least("epochs", u64::from(options.epochs), 1)?;
        OptionError::between("the rate", options.rate, 1e-9, 1e3)?;
        if samples.parts().contains(&0) {
            return Err(OptionError(format!(
                "found {} positions of recorded games: expected some to learn from and some of other games to check with",
                samples.len()
            )));
        }
        let place = |name: &str| space.axes().iter().position(|axis| axis.name == name);
        let mut forms = Vec::new();
        for name in &samples.names {
            let weight = place(name).ok_or_else(|| {
                OptionError(format!(
                    "`{name}` is a feature but no weight: expected an evaluation that is a sum of weights x features"
                ))
            })?;
            forms.push(Form { weight, power: place(&format!("{name}{POWER}")) });
        }
        let axes = forms.iter().map(|form| 1 + usize::from(form.power.is_some())).sum::<usize>();
        if axes != space.dimensions() {
            return Err(OptionError(format!(
                "{axes} of {} weights belong to features: expected all of them, as the rest cannot be learned from games",
                space.dimensions()
            )));
        }
        let present = space.bounded(&space.start());
        let adam = Adam::<f64>::new(present.len() + 1);
        let mut method = Regression {
            space,
            samples,
            forms,
            options,
            epoch: 0,
            present,
            scale: 1.0,
            offset: 0.0,
            adam,
            league: Some(League::default()),
        };
        method.fit_scale();
        Ok(method)
    }

    /// Sets the scale and offset with which the start explains the results best, by a search over scales. Held-out games do not
    /// count.
    fn fit_scale(&mut self) {
        let Samples { results, held_out, .. } = &self.samples;
        let all = self.values().into_iter().zip(results).zip(held_out);
        let learned: Vec<(f64, f64)> =
            all.filter(|(_, held)| !**held).map(|((value, &result), _)| (value, result)).collect();
        let average =
            |of: &dyn Fn(f64) -> f64| learned.iter().map(|&(value, _)| of(value)).sum::<f64>() / learned.len() as f64;
        let mean = average(&|value| value);
        let spread = average(&|value| (value - mean).powi(2)).sqrt().max(1e-9);
        let error = |scale: f64| -> f64 {
            learned.iter().map(|(value, result)| (result - logistic(scale * (value - mean))).powi(2)).sum()
        };
        // Scales from a nearly flat curve to a near step, in units of the values' spread.
        let sizes = (-16..=16).map(|power| 2_f64.powf(f64::from(power) / 4.0) / spread);
        let scale = sizes.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(1.0 / spread);
        self.scale = scale;
        self.offset = -scale * mean;
    }

    /// Returns the value of every sample with the current weights.
    fn values(&self) -> Vec<f64> {
        let tables = self.tables();
        let width = self.forms.len();
        self.samples
            .rows
            .chunks(width)
            .map(|row| row.iter().zip(&tables).map(|(&place, table)| table[place as usize]).sum())
            .collect()
    }

    fn power(&self, form: Form) -> f64 {
        form.power.map_or(1.0, |axis| self.present[axis])
    }

    /// Returns weight x value^power for every value of each feature.
    fn tables(&self) -> Vec<Vec<f64>> {
        let table = |(form, known): (&Form, &Vec<f64>)| {
            let (weight, power) = (self.present[form.weight], self.power(*form));
            known.iter().map(|&value| weight * raised(value, power)).collect()
        };
        self.forms.iter().zip(&self.samples.known).map(table).collect()
    }

    fn slope(&self) -> Slope {
        let width = self.forms.len();
        // Sum of the slopes for each feature and value.
        let mut slopes: Vec<Vec<f64>> = self.samples.known.iter().map(|known| vec![0.0; known.len()]).collect();
        let (mut sums, mut slope_of_offset) = ([0.0; 2], 0.0);
        for (sample, value) in self.values().iter().enumerate() {
            let chance = logistic(self.scale * value + self.offset);
            let wrong = chance - self.samples.results[sample];
            sums[usize::from(self.samples.held_out[sample])] += wrong * wrong;
            if self.samples.held_out[sample] {
                continue;
            }
            let slope = 2.0 * wrong * chance * (1.0 - chance);
            slope_of_offset += slope;
            let row = &self.samples.rows[sample * width..(sample + 1) * width];
            for (slopes, &place) in slopes.iter_mut().zip(row) {
                slopes[place as usize] += slope * self.scale;
            }
        }
        let [learned, out] = self.samples.parts().map(|samples| samples as f64);
        let mut gradient = vec![0.0; self.present.len() + 1];
        for ((form, known), slopes) in self.forms.iter().zip(&self.samples.known).zip(&slopes) {
            let (weight, power) = (self.present[form.weight], self.power(*form));
            for (&value, slope) in known.iter().zip(slopes) {
                let raised = raised(value, power);
                gradient[form.weight] += slope * raised / learned;
                if let Some(axis) = form.power
                    && value != 0.0
                {
                    gradient[axis] += slope * weight * raised * value.abs().ln() / learned;
                }
            }
        }
        if let Some(last) = gradient.last_mut() {
            *last = slope_of_offset / learned;
        }
        Slope { errors: [sums[0] / learned, sums[1] / out], gradient }
    }

    /// Returns the present rate. It decreases towards 0, so that the method converges.
    fn rate(&self) -> f64 {
        self.options.rate * (1.0 - f64::from(self.epoch) / f64::from(self.options.epochs))
    }

    /// Applies Adam's step, in units of the axes' steps.
    fn walk(&mut self, gradient: &[f64]) {
        let rate = self.rate();
        let steps = self.space.axes().iter().map(|axis| axis.step).chain([0.1]);
        let weights = self.present.iter_mut().chain([&mut self.offset]).zip(gradient).zip(steps);
        self.adam.step(weights.map(|((weight, slope), step)| (weight, slope * step, rate * step)));
        self.present = self.space.bounded(&self.present);
    }
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Raises a value to a power and preserves its sign, as evaluations do. 0 stays 0.
fn raised(value: f64, power: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.abs().powf(power).copysign(value) }
}

impl Tune for Regression {
    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    /// Processes one pass over the samples. The fitness is 1 minus the error of the held-out samples. The range is the
    /// size of a step.
    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        let slope = self.slope();
        let centre = self.present.clone();
        let range = self.rate();
        self.walk(&slope.gradient);
        self.epoch += 1;
        if self.epoch >= self.options.epochs {
            self.league = None;
        }
        Update { fitness: 1.0 - slope.errors[1], range, centre }
    }

    fn best(&self) -> Vec<f64> {
        self.space.within(&self.present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::space::Axis;

    fn made_up() -> Regression {
        let mut random = Random::new(4);
        let mut samples = Samples::new(vec!["a".into(), "b".into()]);
        for game in 0..30_000 {
            let (a, b) = ((random.between(0.0, 8.0)).floor(), (random.between(-3.0, 4.0)).floor());
            let value = 2.0 * a.powf(1.5) - 20.0 + 5.0 * b;
            samples.add(game, &[a, b], f64::from(u8::from(random.chance(logistic(value / 8.0)))));
        }
        let axes = vec![
            Axis::new("a", 0.0, 10.0, 4.0, 0.5),
            Axis::new("a.power", 0.0, 4.0, 1.0, 0.1),
            Axis::new("b", -10.0, 10.0, 1.0, 0.5),
        ];
        Regression::new(Space::new(axes).unwrap(), samples, RegressionOptions { epochs: 400, rate: 0.3 }).unwrap()
    }

    #[test]
    fn the_gradient_is_that_of_the_error() {
        let mut method = made_up();
        let gradient = method.slope().gradient;
        for (place, gradient) in gradient.into_iter().enumerate() {
            let error = |method: &mut Regression, change: f64| {
                let number = if place == 3 { &mut method.offset } else { &mut method.present[place] };
                *number += change;
                let error = method.slope().errors[0];
                let number = if place == 3 { &mut method.offset } else { &mut method.present[place] };
                *number -= change;
                error
            };
            let slope = (error(&mut method, 1e-5) - error(&mut method, -1e-5)) / 2e-5;
            assert!((slope - gradient).abs() < 1e-6, "{place}: {slope} {gradient}");
        }
    }

    #[test]
    fn weights_and_powers_are_found_again() {
        let mut method = made_up();
        let before = method.slope().errors[1];
        while method.ask().is_some() {
            method.update(&Results::new(0));
        }
        let best = method.best();
        let after = method.slope().errors[1];
        assert!(after < before, "{after} {before}");
        // The scale is arbitrary: only the shape and the ratio of the terms are determined by the games.
        assert!((best[1] - 1.5).abs() < 0.2, "{best:?}");
        let ratio = best[0] * 6_f64.powf(best[1]) / best[2];
        assert!((ratio / (2.0 * 6_f64.powf(1.5) / 5.0) - 1.0).abs() < 0.15, "{best:?} {ratio}");
    }

    #[test]
    fn invalid_samples_are_refused() {
        let space = || Space::new(vec![Axis::new("a", 0.0, 1.0, 0.5, 0.1)]).unwrap();
        let refused =
            |samples| Regression::new(space(), samples, RegressionOptions::default()).unwrap_err().to_string();
        assert!(refused(Samples::new(vec!["a".into()])).starts_with("found 0 positions"));
        let mut other = Samples::new(vec!["b".into()]);
        (0..100).for_each(|game| other.add(game, &[1.0], 1.0));
        assert!(refused(other).starts_with("`b` is a feature but no weight"));
    }
}
