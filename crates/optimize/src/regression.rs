//! Regression on game results: weights that best explain who has won, as Texel's tuning does \[Oesterlund2014\].
//!
//! Every position of a recorded game is a sample: its features for the side to move, and what that side got in the end.
//! The chance to win is taken to be logistic in the value, 1 / (1 + exp(-(k x value + b))), where the value is the sum of
//! weight x feature^power. The form is differentiable in weights and powers, so that Adam \[Kingma2015\] walks down the mean
//! squared error. The scale k and the offset b (some evaluations are not 0 for even positions) are fitted with the rest
//! but belong to no weight file; k is fitted first and then kept, for else weights and scale could grow together.
//!
//! One game of ten is held out, with all of its positions: the error on those is the fitness that is logged, and says whether
//! what was learned holds for other games. No game is played: the league that is asked for is empty.
//!
//! ```
//! use plyground_optimize::{Axis, Budget, Objective, Regression, RegressionOptions, Samples, Space, Tune, drive, sphere};
//!
//! // Who has more pawns wins; the number of trees says nothing.
//! let mut samples = Samples::new(vec!["pawns".into(), "trees".into()]);
//! for game in 0..400 {
//!     let pawns = game % 9 - 4;
//!     samples.add(game as u64, &[f64::from(pawns), f64::from(game % 7)], if pawns > 0 { 1.0 } else { 0.0 });
//! }
//! let axes = vec![Axis::new("pawns", 0.0, 20.0, 1.0, 1.0), Axis::new("trees", -9.0, 20.0, 5.0, 1.0)];
//! let mut tuner = Regression::new(Space::new(axes)?, samples, RegressionOptions::default())?;
//! drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {})?;
//! assert!(tuner.best()[0] > 4.0 * tuner.best()[1].abs(), "{:?}", tuner.best());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use plyground_game::zobrist::mix;

use crate::space::Space;
use crate::tune::{League, OptionError, Results, Tune, Update, check};

/// Games of so many, one is held out.
const HELD_OUT: u64 = 10;
/// What ends the name of an axis that is a feature's power.
const POWER: &str = ".power";

/// Positions with their results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    names: Vec<String>,
    /// For each feature, the values that were met.
    known: Vec<Vec<f64>>,
    /// For each sample, the place of each feature's value among those.
    rows: Vec<u32>,
    results: Vec<f64>,
    held_out: Vec<bool>,
}

impl Samples {
    /// No samples yet of these features.
    #[must_use]
    pub fn new(names: Vec<String>) -> Samples {
        Samples { known: vec![Vec::new(); names.len()], names, ..Samples::default() }
    }

    /// Adds a position of a game: its features for the side to move, and what that side got: 1, 1/2 or 0.
    ///
    /// # Panics
    /// When the number of features is another.
    pub fn add(&mut self, game: u64, features: &[f64], result: f64) {
        assert_eq!(features.len(), self.names.len(), "one value for each feature");
        for (known, &value) in self.known.iter_mut().zip(features) {
            // Features are small whole numbers: few are known, and those of late are met again.
            let place = known.iter().position(|&other| other.total_cmp(&value).is_eq()).unwrap_or_else(|| {
                known.push(value);
                known.len() - 1
            });
            self.rows.push(place as u32);
        }
        self.results.push(result);
        self.held_out.push(mix(game).is_multiple_of(HELD_OUT));
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How many there are to learn from, and held out.
    #[must_use]
    pub fn parts(&self) -> [usize; 2] {
        let out = self.held_out.iter().filter(|&&held| held).count();
        [self.len() - out, out]
    }
}

/// How the error is walked down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegressionOptions {
    /// Passes over all samples.
    pub epochs: u32,
    /// How far a pass moves a weight at most, in steps of its axis.
    pub rate: f64,
}

impl Default for RegressionOptions {
    fn default() -> RegressionOptions {
        RegressionOptions { epochs: 200, rate: 0.2 }
    }
}

/// The axes of a feature: those of its weight and of its power.
#[derive(Clone, Copy, Debug)]
struct Form {
    weight: usize,
    power: Option<usize>,
}

/// The method.
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
    /// Adam's means of the gradient and of its square; the last of each is the offset's.
    moments: [Vec<f64>; 2],
    league: Option<League>,
}

/// Errors of a vector, and where they grow.
#[derive(Clone, Debug)]
struct Slope {
    /// Mean squared error of what is learned from, and of what is held out.
    errors: [f64; 2],
    /// By axis, then by offset.
    gradient: Vec<f64>,
}

impl Regression {
    /// A walk from the space's start.
    ///
    /// # Errors
    /// When there is nothing to learn from, or the axes are not the features' weights and powers.
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
        let moments = [vec![0.0; present.len() + 1], vec![0.0; present.len() + 1]];
        let mut method = Regression {
            space,
            samples,
            forms,
            options,
            epoch: 0,
            present,
            scale: 1.0,
            offset: 0.0,
            moments,
            league: Some(League::default()),
        };
        method.fit_scale();
        Ok(method)
    }

    /// The scale and offset with which the start explains the results best: a coarse search over sizes, then a fine one.
    fn fit_scale(&mut self) {
        let values = self.values();
        let spread = {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt().max(1e-9)
        };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let error = |scale: f64| -> f64 {
            let one = |(value, result): (&f64, &f64)| (result - logistic(scale * (value - mean))).powi(2);
            values.iter().zip(&self.samples.results).map(one).sum()
        };
        // From nearly flat to nearly a step, in units of the values' spread.
        let sizes = (-16..=16).map(|power| 2_f64.powf(f64::from(power) / 4.0) / spread);
        let scale = sizes.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(1.0 / spread);
        self.scale = scale;
        self.offset = -scale * mean;
    }

    /// The value of every sample with the present weights.
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

    /// For each feature, weight x value^power for every value that was met.
    fn tables(&self) -> Vec<Vec<f64>> {
        let table = |(form, known): (&Form, &Vec<f64>)| {
            let (weight, power) = (self.present[form.weight], self.power(*form));
            known.iter().map(|&value| weight * raised(value, power)).collect()
        };
        self.forms.iter().zip(&self.samples.known).map(table).collect()
    }

    fn slope(&self) -> Slope {
        let width = self.forms.len();
        // By feature and value: the sum of all slopes that a change of that term has.
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

    /// Adam's step, in units of the axes' steps.
    fn walk(&mut self, gradient: &[f64]) {
        const BETAS: [f64; 2] = [0.9, 0.999];
        let time = self.epoch as i32 + 1;
        // Smaller towards the end, so that the walk settles.
        let rate = self.options.rate * (1.0 - f64::from(self.epoch) / f64::from(self.options.epochs));
        let offset = self.present.len();
        for (place, gradient) in gradient.iter().enumerate() {
            let step = if place == offset { 0.1 } else { self.space.axes()[place].step };
            let slope = gradient * step;
            let [mean, square] = &mut self.moments;
            mean[place] = BETAS[0] * mean[place] + (1.0 - BETAS[0]) * slope;
            square[place] = BETAS[1] * square[place] + (1.0 - BETAS[1]) * slope * slope;
            let (mean, square) =
                (mean[place] / (1.0 - BETAS[0].powi(time)), square[place] / (1.0 - BETAS[1].powi(time)));
            let change = rate * step * mean / (square.sqrt() + 1e-12);
            if place == offset { self.offset -= change } else { self.present[place] -= change }
        }
        self.present = self.space.bounded(&self.present);
    }
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// A value raised to a power with its sign kept, as evaluations do it: 0 stays 0.
fn raised(value: f64, power: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.abs().powf(power).copysign(value) }
}

impl Tune for Regression {
    fn space(&self) -> &Space {
        &self.space
    }

    fn ask(&self) -> Option<&League> {
        self.league.as_ref()
    }

    /// A pass over the samples. The fitness is 1 less the error on what is held out; the range is the size of a step.
    fn update(&mut self, results: &Results) -> Update {
        check(self.ask(), results);
        let slope = self.slope();
        let centre = self.present.clone();
        let range = self.options.rate * (1.0 - f64::from(self.epoch) / f64::from(self.options.epochs));
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
        // The scale is free: the shape and the ratio of the terms are what the games show.
        assert!((best[1] - 1.5).abs() < 0.2, "{best:?}");
        let ratio = best[0] * 6_f64.powf(best[1]) / best[2];
        assert!((ratio / (2.0 * 6_f64.powf(1.5) / 5.0) - 1.0).abs() < 0.15, "{best:?} {ratio}");
    }

    #[test]
    fn strange_samples_are_refused() {
        let space = || Space::new(vec![Axis::new("a", 0.0, 1.0, 0.5, 0.1)]).unwrap();
        let refused =
            |samples| Regression::new(space(), samples, RegressionOptions::default()).unwrap_err().to_string();
        assert!(refused(Samples::new(vec!["a".into()])).starts_with("found 0 positions"));
        let mut other = Samples::new(vec!["b".into()]);
        (0..100).for_each(|game| other.add(game, &[1.0], 1.0));
        assert!(refused(other).starts_with("`b` is a feature but no weight"));
    }
}
