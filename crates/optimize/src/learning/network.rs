//! The fit of a network of two layers by Adam \[Kingma2015\], and its rounding to whole numbers.
//!
//! The model predicts that the first side scores `logistic(base / scale + lead + value)` points. `value` is that of
//! [`Network`](https://docs.rs/plyground-eval) with real numbers: clipped neurons for each side, which share their weights. The
//! loss is that of [`fit`](super::fit()).
//!
//! A batch is cut into [`PARTS`] parts of a fixed size, whose gradients are added in order. So the same samples and seed give the
//! same weights with any number of threads.

use std::sync::{Mutex, PoisonError};

use plyground_game::random::Random;
use plyground_game::thread_context::on_threads;
use serde::{Deserialize, Serialize};

use super::fit::{Epoch, FitOptions, Labels, cosine, logistic};
use super::samples::{Input, Part, Samples};
use crate::adam::Adam;

/// Number of parts of a batch. Each part has its own gradient.
const PARTS: usize = 2;
/// Number of neurons that are summed in parallel.
const LANES: usize = 8;
/// Fixed-point value of an activation of 1.
const ONE: f32 = 256.0;
/// Largest absolute value of a rounded weight.
const LARGEST: f32 = 32_767.0;

/// The weights of a network as real numbers, in log-odds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetworkWeights {
    inputs: usize,
    hidden: usize,
    /// For each input its rows `own` and `other`, then the bias of each neuron, the output of each neuron, and the lead.
    numbers: Vec<f32>,
}

/// Fits a network. Reports the start and every epoch. The fit ends when `report` returns `false`. Returns the weights of the
/// epoch that explains the held-out part best.
///
/// `hidden` is the number of neurons of a side. The inputs of the samples are those of the network. They have no input for the
/// lead of the first side, which is a separate weight.
///
/// # Panics
/// When the number of neurons is not a positive multiple of 8.
pub fn fit_network(
    samples: &Samples,
    hidden: usize,
    labels: &Labels,
    options: &FitOptions,
    threads: usize,
    mut report: impl FnMut(&Epoch) -> bool,
) -> NetworkWeights {
    assert!(hidden > 0 && hidden.is_multiple_of(LANES), "{hidden} neurons");
    let (mut learned, held_out) = (samples.part(Part::Learned), samples.part(Part::HeldOut));
    let mut random = Random::new(options.seed);
    let mut weights = NetworkWeights::drawn(samples, hidden, &mut random);
    let mut adam = Adam::<f32>::new(weights.numbers.len());
    let mut passes: Vec<Pass> = (0..PARTS).map(|_| Pass::new(&weights)).collect();
    let batch = options.batch.max(1);
    let last_step = (learned.len().div_ceil(batch) as u32 * options.epochs).max(1);
    let end = |weights: &NetworkWeights, number: u32, learned: Tally, decay: f32| Epoch {
        number,
        loss: learned.loss() + f64::from(decay) / 2.0 * weights.squares(),
        explained: learned.explained(),
        held_out: weights.tally(samples, &held_out, labels).explained(),
    };
    let before = weights.tally(samples, &learned, labels);
    if !report(&end(&weights, 0, before, options.decay)) {
        return weights;
    }
    let (mut best, mut most_explained) = (weights.clone(), f64::NEG_INFINITY);
    for number in 1..=options.epochs {
        random.shuffle(&mut learned);
        let mut tally = Tally::default();
        for part in learned.chunks(batch) {
            let pieces: Vec<&[usize]> = part.chunks(part.len().div_ceil(PARTS)).collect();
            let run = |pass: &mut Pass, piece: &[usize]| pass.run(&weights, samples, piece, labels);
            let work = Mutex::new(passes.iter_mut().zip(&pieces));
            let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
            on_threads(threads.min(pieces.len()), &|| {
                while let Some((pass, piece)) = next() {
                    run(pass, piece);
                }
            });
            let (first, others) = passes.split_first_mut().expect("there are parts");
            for other in &mut others[..pieces.len() - 1] {
                for (sum, slope) in first.slopes.iter_mut().zip(&other.slopes) {
                    *sum += slope;
                }
                first.tally.add(&other.tally);
            }
            let share = 1.0 / part.len() as f32;
            for (slope, weight) in first.slopes.iter_mut().zip(&weights.numbers) {
                *slope = share * *slope + options.decay * weight;
            }
            tally.add(&first.tally);
            let rate = options.rate * cosine(adam.steps as u32, last_step);
            let weights = weights.numbers.iter_mut().zip(&first.slopes);
            adam.step(weights.map(|(weight, &slope)| (weight, slope, rate)));
        }
        let epoch = end(&weights, number, tally, options.decay);
        // Of two epochs that explain equally much, the later is chosen.
        if epoch.held_out >= most_explained {
            most_explained = epoch.held_out;
            best.numbers.copy_from_slice(&weights.numbers);
        }
        if !report(&epoch) {
            break;
        }
    }
    best
}

impl NetworkWeights {
    /// Returns random weights that leave most neurons between 0 and 1, and an output near 0.
    fn drawn(samples: &Samples, hidden: usize, random: &mut Random) -> NetworkWeights {
        let inputs = samples.inputs();
        let squares: f64 =
            samples.all_active().iter().map(|input| f64::from(input.value) * f64::from(input.value)).sum();
        let active = (squares / samples.len().max(1) as f64).max(1.0) as f32;
        let mut uniform = |width: f32| width * (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        let mut numbers = vec![0.0; 2 * inputs * hidden + 2 * hidden + 1];
        let (rows, rest) = numbers.split_at_mut(2 * inputs * hidden);
        rows.iter_mut().for_each(|weight| *weight = uniform(0.7 / active.sqrt()));
        let (bias, rest) = rest.split_at_mut(hidden);
        bias.iter_mut().for_each(|weight| *weight = 0.5 + uniform(0.3));
        rest[..hidden].iter_mut().for_each(|weight| *weight = uniform(0.3));
        NetworkWeights { inputs, hidden, numbers }
    }

    /// Returns the number of neurons of a side.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    fn row(&self, input: usize) -> &[f32] {
        &self.numbers[2 * self.hidden * input..][..2 * self.hidden]
    }

    fn bias(&self) -> &[f32] {
        &self.numbers[2 * self.hidden * self.inputs..][..self.hidden]
    }

    fn output(&self) -> &[f32] {
        &self.numbers[2 * self.hidden * self.inputs + self.hidden..][..self.hidden]
    }

    fn lead(&self) -> f32 {
        self.numbers[self.numbers.len() - 1]
    }

    fn squares(&self) -> f64 {
        self.numbers.iter().map(|&weight| f64::from(weight) * f64::from(weight)).sum()
    }

    /// Returns the value of active inputs. Writes the neurons of both sides to `sums` before they are clipped.
    fn value(&self, active: &[Input], sums: &mut [f32]) -> f32 {
        let (first, second) = sums.split_at_mut(self.hidden);
        first.copy_from_slice(self.bias());
        second.copy_from_slice(self.bias());
        for &Input { number, value } in active {
            let (own, other) = self.row(number.into()).split_at(self.hidden);
            let (own, other) = if value < 0 { (other, own) } else { (own, other) };
            let times = f32::from(value).abs();
            add(first, own, times);
            add(second, other, times);
        }
        let mut lanes = [0.0_f32; LANES];
        let groups = first.chunks_exact(LANES).zip(second.chunks_exact(LANES)).zip(self.output().chunks_exact(LANES));
        for ((first, second), output) in groups {
            for (lane, ((first, second), weight)) in lanes.iter_mut().zip(first.iter().zip(second).zip(output)) {
                *lane += (first.clamp(0.0, 1.0) - second.clamp(0.0, 1.0)) * weight;
            }
        }
        lanes.iter().sum()
    }

    fn log_odds(&self, samples: &Samples, index: usize, labels: &Labels, sums: &mut [f32]) -> f32 {
        samples.sample(index).base / labels.scale + self.lead() + self.value(samples.active(index), sums)
    }

    /// Returns the loss and the explained variance of the network on these samples.
    fn tally(&self, samples: &Samples, part: &[usize], labels: &Labels) -> Tally {
        let mut sums = vec![0.0; 2 * self.hidden];
        let mut tally = Tally::default();
        for &index in part {
            let odds = self.log_odds(samples, index, labels, &mut sums);
            tally.count(odds, labels.of(samples, index), samples.sample(index).result);
        }
        tally
    }

    /// Returns the network in whole numbers, in the order of a weight file: `own`, `other`, `bias`, `output`, `divisor`.
    ///
    /// `unit` is the value of a log-odd; the output is multiplied with it.
    #[must_use]
    pub fn rounded(&self, unit: f32) -> Vec<i16> {
        let whole = |number: f32| number.round().clamp(-LARGEST, LARGEST) as i16;
        let rows = |place: usize| {
            (0..self.inputs).flat_map(move |input| &self.row(input)[place * self.hidden..][..self.hidden])
        };
        let mut numbers: Vec<i16> =
            rows(0).chain(rows(1)).chain(self.bias()).map(|weight| whole(ONE * weight)).collect();
        let largest =
            self.output().iter().fold(f32::MIN_POSITIVE, |largest, weight| largest.max((unit * weight).abs()));
        // The largest power of two with which all outputs fit into an `i16`.
        let factors = (0..=14).rev().map(|power| (1_i16 << power, f32::from(1_i16 << power) / ONE));
        let (divisor, factor) =
            factors.into_iter().find(|(_, factor)| factor * largest <= LARGEST).unwrap_or((1, 1.0 / ONE));
        numbers.extend(self.output().iter().map(|weight| whole(factor * unit * weight)));
        numbers.push(divisor);
        numbers
    }
}

fn add(sums: &mut [f32], row: &[f32], times: f32) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += times * weight;
        }
    }
}

/// Gradient of a part of a batch, with its scratch buffers.
struct Pass {
    slopes: Vec<f32>,
    sums: Vec<f32>,
    /// The slopes of the neurons' sums.
    errors: Vec<f32>,
    tally: Tally,
}

impl Pass {
    fn new(weights: &NetworkWeights) -> Pass {
        let (sums, errors) = (vec![0.0; 2 * weights.hidden], vec![0.0; 2 * weights.hidden]);
        Pass { slopes: vec![0.0; weights.numbers.len()], sums, errors, tally: Tally::default() }
    }

    /// Writes the sum of the gradients of these samples, without decay.
    fn run(&mut self, weights: &NetworkWeights, samples: &Samples, part: &[usize], labels: &Labels) {
        let hidden = weights.hidden;
        self.slopes.fill(0.0);
        self.tally = Tally::default();
        let (rows, rest) = self.slopes.split_at_mut(2 * hidden * weights.inputs);
        let (bias, rest) = rest.split_at_mut(hidden);
        let (output, lead) = rest.split_at_mut(hidden);
        for &index in part {
            let odds = weights.log_odds(samples, index, labels, &mut self.sums);
            let label = labels.of(samples, index);
            let error = logistic(odds) - label;
            self.tally.count(odds, label, samples.sample(index).result);
            lead[0] += error;
            let (first, second) = self.sums.split_at(hidden);
            let (first_errors, second_errors) = self.errors.split_at_mut(hidden);
            let neurons = first.iter().zip(second).zip(first_errors.iter_mut().zip(second_errors.iter_mut()));
            let slopes = output.iter_mut().zip(bias.iter_mut()).zip(weights.output());
            for (((first, second), (first_error, second_error)), ((output, bias), weight)) in neurons.zip(slopes) {
                *output += error * (first.clamp(0.0, 1.0) - second.clamp(0.0, 1.0));
                let is_open = |sum: f32| f32::from(u8::from(sum > 0.0 && sum < 1.0));
                *first_error = error * weight * is_open(*first);
                *second_error = -error * weight * is_open(*second);
                *bias += *first_error + *second_error;
            }
            for &Input { number, value } in samples.active(index) {
                let row = &mut rows[2 * hidden * usize::from(number)..][..2 * hidden];
                let (own, other) = row.split_at_mut(hidden);
                let (own, other) = if value < 0 { (other, own) } else { (own, other) };
                let times = f32::from(value).abs();
                add(own, first_errors, times);
                add(other, second_errors, times);
            }
        }
    }
}

/// Loss and explained variance, summed over samples.
#[derive(Clone, Copy, Default)]
struct Tally {
    samples: f64,
    entropy: f64,
    results: f64,
    squares: f64,
    /// The squared differences of results and predictions.
    rest: f64,
}

impl Tally {
    fn count(&mut self, odds: f32, label: f32, result: f32) {
        let guess = f64::from(logistic(odds));
        let (odds, label, result) = (f64::from(odds), f64::from(label), f64::from(result));
        self.samples += 1.0;
        self.entropy += odds.max(0.0) - label * odds + libm::log1p(libm::exp(-odds.abs()));
        self.results += result;
        self.squares += result * result;
        self.rest += (result - guess) * (result - guess);
    }

    fn add(&mut self, other: &Tally) {
        self.samples += other.samples;
        self.entropy += other.entropy;
        self.results += other.results;
        self.squares += other.squares;
        self.rest += other.rest;
    }

    fn loss(&self) -> f64 {
        self.entropy / self.samples.max(1.0)
    }

    /// Returns the share of the variance of results that is explained: 0 for the mean, 1 for certainty.
    fn explained(&self) -> f64 {
        let all = self.squares - self.results * self.results / self.samples.max(1.0);
        if all > 0.0 { 1.0 - self.rest / all } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::samples::Sample;

    /// Returns positions of six inputs in which only a pair decides. No sum of values of inputs explains the results.
    fn pairs(count: u64) -> Samples {
        let mut random = Random::new(7);
        let mut samples = Samples::new(6);
        for game in 0..count {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            let inputs: Vec<usize> = (0..4).filter(|_| random.below(2) == 0).collect();
            let is_pair = inputs.contains(&0) == inputs.contains(&1);
            let base = random.below(3) as f32 - 1.0;
            let wins = is_pair == (sign > 0);
            samples.add(Sample { game, base, score: base, result: f32::from(u8::from(wins)) });
            inputs.into_iter().for_each(|input| samples.add_input(input, sign));
            // Otherwise the sign of a position without inputs is unknown.
            samples.add_input(4, sign);
            samples.add_input(5, [1, 2, -3][random.below(3)]);
        }
        samples
    }

    fn loss(weights: &NetworkWeights, samples: &Samples, part: &[usize], labels: &Labels) -> f64 {
        weights.tally(samples, part, labels).loss()
    }

    #[test]
    fn gradients_are_those_of_differences() {
        let samples = pairs(400);
        let part: Vec<usize> = (0..400).collect();
        let labels = Labels { result_weight: 0.75, scale: 2.0 };
        let mut weights = NetworkWeights::drawn(&samples, 8, &mut Random::new(3));
        // Without the lead every slope of an input would stand alone.
        *weights.numbers.last_mut().unwrap() = 0.3;
        let mut pass = Pass::new(&weights);
        pass.run(&weights, &samples, &part, &labels);
        let mut large = 0;
        for place in 0..weights.numbers.len() {
            let slope = f64::from(pass.slopes[place]) / 400.0;
            let at = |change: f32| {
                let mut changed = weights.clone();
                changed.numbers[place] += change;
                loss(&changed, &samples, &part, &labels)
            };
            let difference = (at(0.002) - at(-0.002)) / 0.004;
            // A neuron that crosses a bound within the step adds to the difference.
            assert!((difference - slope).abs() < 1e-3 + 0.02 * slope.abs(), "{place}: {difference} {slope}");
            large += usize::from(slope.abs() > 0.004);
        }
        assert!(large > 20, "{large} slopes are large enough to be wrong");
    }

    #[test]
    fn a_network_learns_what_no_table_can() {
        let samples = pairs(6_000);
        let options = FitOptions { epochs: 30, batch: 128, rate: 0.02, decay: 0.0, seed: 1 };
        let labels = Labels::results(1e6);
        let mut last = None;
        fit_network(&samples, 16, &labels, &options, 1, |epoch| {
            last = Some(*epoch);
            true
        });
        let last = last.unwrap();
        assert!(last.held_out > 0.9 && last.loss < 0.1, "{last:?}");
        let mut table = None;
        super::super::fit(&samples, &labels, &options, |epoch| {
            table = Some(*epoch);
            true
        });
        assert!(table.unwrap().held_out < 0.3, "{table:?}");
    }

    #[test]
    fn a_seed_fixes_the_weights_whatever_the_threads() {
        let samples = pairs(1_000);
        let fit = |seed, threads| {
            let options = FitOptions { epochs: 2, batch: 100, rate: 0.01, decay: 1e-4, seed };
            fit_network(&samples, 8, &Labels::results(2.0), &options, threads, |_| true)
        };
        assert_eq!(fit(3, 1), fit(3, 1));
        assert_eq!(fit(3, 1), fit(3, 2));
        assert_ne!(fit(3, 1), fit(4, 1));
    }

    #[test]
    fn whole_numbers_have_the_value_of_real_ones() {
        let samples = pairs(300);
        let weights = NetworkWeights::drawn(&samples, 8, &mut Random::new(5));
        for unit in [0.5, 100.0, 90_000.0] {
            let network = plyground_eval::Network::new(5, &weights.rounded(unit)).unwrap();
            let mut sums = vec![0.0; 16];
            for index in 0..300 {
                // The last input is the side to move.
                let active: Vec<Input> =
                    samples.active(index).iter().filter(|input| input.number < 5).copied().collect();
                let with_mover: Vec<Input> = active.iter().copied().chain([Input { number: 5, value: 1 }]).collect();
                let exact = unit * weights.value(&with_mover, &mut sums);
                let whole = network.value(plyground_game::Side::First, |sums| {
                    active.iter().for_each(|input| sums.add(input.number.into(), input.value));
                });
                assert!((whole as f32 - exact).abs() < 1.0 + 0.02 * unit, "{unit}: {whole} {exact}");
            }
        }
    }

    /// Returns games whose results are random. The positions of a game are similar.
    fn games_of_chance(games: u64, positions: usize) -> Samples {
        let mut random = Random::new(2);
        let mut samples = Samples::new(300);
        for game in 0..games {
            let result = random.below(2) as f32;
            let common: Vec<usize> = (0..12).map(|_| random.below(300)).collect();
            for _ in 0..positions {
                samples.add(Sample { game, base: 0.0, score: 0.0, result });
                (0..10).for_each(|_| samples.add_input(common[random.below(common.len())], 1));
            }
        }
        samples
    }

    #[test]
    fn the_default_decays_suit_games_of_chance() {
        let samples = games_of_chance(1_000, 10);
        let (labels, held_out) = (Labels::results(1.0), samples.part(Part::HeldOut));
        let defaults = crate::learning::LearningOptions::of_network();
        let explained = defaults.decays.iter().map(|&decay| {
            let options =
                FitOptions { epochs: defaults.epochs, batch: 64, decay: decay as f32, ..FitOptions::default() };
            fit_network(&samples, 8, &labels, &options, 1, |_| true).tally(&samples, &held_out, &labels).explained()
        });
        let explained: Vec<f64> = explained.collect();
        assert!(explained[0] < -0.03, "there is no danger: {explained:?}");
        assert!(explained.iter().any(|&explained| explained > -0.01), "{explained:?}");
    }

    #[test]
    fn the_epoch_that_explains_the_held_out_games_best_counts() {
        // The results are random, so a longer fit explains other games worse.
        let samples = games_of_chance(300, 1);
        let (labels, held_out) = (Labels::results(1.0), samples.part(Part::HeldOut));
        let mut epochs = Vec::new();
        let options = FitOptions { epochs: 20, batch: 30, rate: 0.02, decay: 0.0, seed: 1 };
        let weights = fit_network(&samples, 8, &labels, &options, 1, |epoch| {
            epochs.push(epoch.held_out);
            true
        });
        let most = epochs[1..].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(weights.tally(&samples, &held_out, &labels).explained(), most);
        assert!(epochs[20] < most, "{epochs:?}");
    }

    #[test]
    fn no_samples_and_an_early_end_are_no_fault() {
        let labels = Labels::results(1.0);
        let weights = fit_network(&Samples::new(3), 8, &labels, &FitOptions::default(), 2, |_| true);
        assert_eq!(weights.hidden(), 8);
        let mut epochs = 0;
        fit_network(&pairs(100), 8, &labels, &FitOptions::default(), 1, |epoch| {
            epochs = epoch.number;
            epoch.number < 2
        });
        assert_eq!(epochs, 2);
    }
}
