//! Learns the parameters of `plyground_eval::tigers::Taught` from the tables of the whole game: `tigers-taught TABLES [FILE]`.
//! The tables come from `ply solve tigers --tables TABLES`; the file is that of the program where none is named.
//! Make the book again afterwards (`tigers-book`): it is coded by these parameters.
//!
//! Drawn arrangements with their exact values, and Adam on the logistic loss; some ten minutes on two cores, and 2 GB.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;

use plyground_eval::tigers::Taught;
use plyground_game::Side;
use plyground_game::random::Random;
use plyground_solve::Wdl;
use plyground_solve::tigers::Tables;
use plyground_tigers::{GOATS, PointSet, Tigers, TigersRules};

/// Arrangements drawn for each number of goats outside and each side to move, by how many goats were taken: the more, the surer is
/// the draw.
const DRAWN: [usize; 3] = [600_000, 400_000, 200_000];
/// With that many outside twice as many: there games are decided.
const EARLY: RangeInclusive<u8> = 7..=10;
/// Of every so many arrangements one is kept to measure what was learnt.
const KEPT: usize = 50;
const EPOCHS: usize = 10;
/// Arrangements of one step.
const BATCH: usize = 2_048;
/// Of the first step; then down to nearly 0 along half a wave.
const RATE: f32 = 0.002;

const FIRST: usize = Taught::FIRST;
const SECOND: usize = Taught::SECOND;
/// Where the second layer, its biases and the output begin among the parameters.
const NEURONS: usize = Taught::INPUTS * FIRST;
const BIASES: usize = NEURONS + SECOND * FIRST;
const OUTPUT: usize = BIASES + SECOND;
/// The largest parameter, and the most that a neuron gives.
const MOST: f32 = Taught::MOST as f32 / Taught::UNIT as f32;

/// A drawn arrangement.
#[derive(Clone, Copy)]
struct Sample {
    pos: Tigers,
    goats_win: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/src/tigers/taught.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let mut random = Random::new(0);
    let mut samples = draw(&tables, &mut random)?;
    shuffle(&mut samples, &mut random);
    let kept = samples.split_off(samples.len() - samples.len() / KEPT);
    let parameters = learn(samples, &mut random);
    let bytes = parameters.iter().map(|value| (value * Taught::UNIT as f32).round() as i8);
    // What is measured is what is written.
    let rounded: Vec<f32> = bytes.clone().map(|byte| f32::from(byte) / Taught::UNIT as f32).collect();
    std::fs::write(&file, bytes.map(i8::cast_unsigned).collect::<Vec<u8>>())?;
    let mut node = Node::new();
    let wrong = kept.iter().filter(|sample| (node.log_odds(&rounded, &sample.pos) > 0.0) != sample.goats_win).count();
    let wins = kept.iter().filter(|sample| sample.goats_win).count();
    let percent = |count: usize| 100.0 * count as f64 / kept.len() as f64;
    println!("{file}: goats win {:.1}% of {} arrangements drawn apart", percent(wins), kept.len());
    println!("{:.1}% of them are judged wrong", percent(wrong));
    Ok(())
}

/// Drawn arrangements with their values.
fn draw(tables: &Tables, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let rules = TigersRules::default();
    let mut samples = Vec::new();
    for outside in 0..=GOATS {
        eprintln!("drawing arrangements with {outside} goats outside");
        for (taken, drawn) in (0..=GOATS - outside).zip(DRAWN) {
            for side in Side::ALL {
                for _ in 0..drawn * if EARLY.contains(&outside) { 2 } else { 1 } {
                    let tigers = points(3, PointSet::EMPTY, random);
                    let goats = points((GOATS - outside - taken).into(), tigers, random);
                    let pos = Tigers::from_parts(tigers, goats, outside, side, &rules)?;
                    let Some(value) = tables.probe(&pos)? else { continue };
                    let goats_win = value.result() == if side == Side::First { Wdl::Win } else { Wdl::Loss };
                    samples.push(Sample { pos, goats_win });
                }
            }
        }
    }
    Ok(samples)
}

/// So many points that are not taken yet.
fn points(count: u32, taken: PointSet, random: &mut Random) -> PointSet {
    let mut points = PointSet::EMPTY;
    while points.len() < count {
        let point = PointSet::from_bits(1 << random.below(23));
        if !point.meets(taken) {
            points |= point;
        }
    }
    points
}

fn shuffle(samples: &mut [Sample], random: &mut Random) {
    for last in (1..samples.len()).rev() {
        samples.swap(last, random.below(last + 1));
    }
}

/// The parameters that make the samples likely, by Adam.
fn learn(mut samples: Vec<Sample>, random: &mut Random) -> Vec<f32> {
    let mut parameters = start(random);
    let (mut mean, mut square) = (vec![0.0; Taught::PARAMETERS], vec![0.0; Taught::PARAMETERS]);
    let mut gradients = [vec![0.0; Taught::PARAMETERS], vec![0.0; Taught::PARAMETERS]];
    let (mut step, steps) = (0, EPOCHS * (samples.len() / BATCH));
    for epoch in 1..=EPOCHS {
        shuffle(&mut samples, random);
        let mut loss = 0.0;
        for batch in samples.chunks_exact(BATCH) {
            let (left, right) = batch.split_at(BATCH / 2);
            let [one, other] = &mut gradients;
            loss += std::thread::scope(|threads| {
                let of_left = threads.spawn(|| gradient(&parameters, left, one));
                gradient(&parameters, right, other) + of_left.join().expect("it does not panic")
            });
            step += 1;
            let wave = (std::f32::consts::PI * step as f32 / steps as f32).cos();
            let rate = RATE * (0.5 + 0.5 * wave).max(0.005);
            let (of_mean, of_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for (place, parameter) in parameters.iter_mut().enumerate() {
                let slope = (one[place] + other[place]) / BATCH as f32;
                mean[place] = 0.9 * mean[place] + 0.1 * slope;
                square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                let change = mean[place] / of_mean / ((square[place] / of_square).sqrt() + 1e-8);
                *parameter = (*parameter - rate * change).clamp(-MOST, MOST);
            }
        }
        eprintln!("epoch {epoch} of {EPOCHS}: loss {:.4}", loss / samples.len() as f64);
    }
    parameters
}

/// Drawn parameters, so that most neurons give something between nothing and the most.
fn start(random: &mut Random) -> Vec<f32> {
    let mut normal = |deviation: f64| {
        let (radius, angle) = (1.0 - random.fraction(), std::f64::consts::TAU * random.fraction());
        (deviation * (-2.0 * radius.ln()).sqrt() * angle.cos()) as f32
    };
    let mut parameters = vec![0.0; Taught::PARAMETERS];
    parameters[..NEURONS].fill_with(|| normal(0.1));
    parameters[NEURONS..BIASES].fill_with(|| normal((2.0 / FIRST as f64).sqrt()));
    parameters[BIASES..OUTPUT].fill(0.3);
    parameters[OUTPUT..OUTPUT + SECOND].fill_with(|| normal((2.0 / SECOND as f64).sqrt()));
    parameters
}

/// What the network finds on its way through one arrangement.
struct Node {
    inputs: Vec<usize>,
    first: [f32; FIRST],
    second: [f32; SECOND],
}

impl Node {
    fn new() -> Node {
        Node { inputs: Vec::new(), first: [0.0; FIRST], second: [0.0; SECOND] }
    }

    /// The logarithm of the odds that the goats win, as `Taught::log_odds` has it in whole numbers.
    fn log_odds(&mut self, parameters: &[f32], pos: &Tigers) -> f32 {
        self.inputs.clear();
        Taught::inputs(pos, |input| self.inputs.push(input)).expect("only such arrangements are drawn");
        self.first = [0.0; FIRST];
        for &input in &self.inputs {
            for (sum, weight) in self.first.iter_mut().zip(&parameters[input * FIRST..]) {
                *sum += weight;
            }
        }
        self.first = self.first.map(|sum| sum.clamp(0.0, MOST));
        let mut odds = parameters[OUTPUT + SECOND];
        for (neuron, given) in self.second.iter_mut().enumerate() {
            let weights = &parameters[NEURONS + neuron * FIRST..];
            *given = (parameters[BIASES + neuron] + dot(&self.first, weights)).clamp(0.0, MOST);
            odds += parameters[OUTPUT + neuron] * *given;
        }
        odds
    }
}

/// Eight sums side by side, which a compiler can make one instruction of.
fn dot(left: &[f32; FIRST], right: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}

/// The slope of the loss over some samples, and the loss.
fn gradient(parameters: &[f32], samples: &[Sample], slope: &mut [f32]) -> f64 {
    slope.fill(0.0);
    let mut node = Node::new();
    let mut loss = 0.0;
    for sample in samples {
        let chance = 1.0 / (1.0 + (-node.log_odds(parameters, &sample.pos)).exp());
        loss -= f64::from(if sample.goats_win { chance } else { 1.0 - chance }.max(1e-9)).ln();
        let error = chance - f32::from(u8::from(sample.goats_win));
        slope[OUTPUT + SECOND] += error;
        let mut back = [0.0; FIRST];
        for (neuron, &given) in node.second.iter().enumerate() {
            slope[OUTPUT + neuron] += error * given;
            if given <= 0.0 || given >= MOST {
                continue;
            }
            let error = error * parameters[OUTPUT + neuron];
            slope[BIASES + neuron] += error;
            let row = NEURONS + neuron * FIRST;
            let weights = slope[row..row + FIRST].iter_mut().zip(&parameters[row..row + FIRST]);
            for ((slope, weight), (back, &given)) in weights.zip(back.iter_mut().zip(&node.first)) {
                *slope += error * given;
                *back += error * weight;
            }
        }
        for (back, &given) in back.iter_mut().zip(&node.first) {
            if given <= 0.0 || given >= MOST {
                *back = 0.0;
            }
        }
        for &input in &node.inputs {
            for (slope, back) in slope[input * FIRST..].iter_mut().zip(&back) {
                *slope += back;
            }
        }
    }
    loss
}
