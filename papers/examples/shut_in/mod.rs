//! Shared code of the programs that fit networks of Tigers and Goats: the network in real numbers, Adam on the logistic loss, and
//! samples of positions.

#![allow(dead_code, reason = "each program uses a part of it")]

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use plyground_eval::tigers::ShutInNetwork;
use plyground_game::random::Random;
use plyground_game::{Evaluate, Position as _, Side};
use plyground_optimize::Adam;
use plyground_papers::conversion::points;
use plyground_search::{Agent, Limits, PvsOptions, SearchAgent, Selectivity};
use plyground_solve::tigers::Tables;
use plyground_solve::{Value, Wdl};
use plyground_tigers::{GOATS, PointSet, TIGERS, Tigers, TigersRules};

/// Result of a part of a program.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

const FIRST: usize = ShutInNetwork::FIRST;
const SECOND: usize = ShutInNetwork::SECOND;
/// Number of arrangements per step.
const BATCH: usize = 2_048;
/// Of this many samples, one is held out.
const HELD_OUT: usize = 50;
/// Most plies of a random line.
const MOST_LINE: usize = 8;
/// The largest parameter, and the largest activation.
const MOST: f32 = ShutInNetwork::MOST as f32 / ShutInNetwork::UNIT as f32;

/// An arrangement and the target of its output, from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) pos: Tigers,
    pub(crate) target: f32,
}

/// Function that lists the active inputs of a position, as the evaluation does.
pub(crate) type Inputs = fn(&Tigers, &mut Vec<usize>);

/// A network: the first layer by inputs, the second by its neurons, their biases, the output's weights, and its bias.
#[derive(Clone)]
pub(crate) struct Network {
    inputs: Inputs,
    parameters: Vec<f32>,
    /// Index of the first parameter of the second layer.
    neurons: usize,
}

impl Network {
    /// Returns random parameters for which most neurons are neither closed nor clipped.
    pub(crate) fn random(count: usize, inputs: Inputs, random: &mut Random) -> Network {
        let mut normal = |deviation: f64| {
            let (radius, angle) = (1.0 - random.fraction(), std::f64::consts::TAU * random.fraction());
            (deviation * (-2.0 * radius.ln()).sqrt() * angle.cos()) as f32
        };
        let neurons = count * FIRST;
        let mut parameters = vec![0.0; neurons + SECOND * FIRST + 2 * SECOND + 1];
        let (first, rest) = parameters.split_at_mut(neurons);
        let (second, rest) = rest.split_at_mut(SECOND * FIRST);
        first.fill_with(|| normal(0.1));
        second.fill_with(|| normal((2.0 / FIRST as f64).sqrt()));
        rest[..SECOND].fill(0.3);
        rest[SECOND..2 * SECOND].fill_with(|| normal((2.0 / SECOND as f64).sqrt()));
        Network { inputs, parameters, neurons }
    }

    /// Reads the parameters of an evaluation.
    pub(crate) fn read(bytes: &[u8], count: usize, inputs: Inputs) -> Network {
        let parameters = bytes.iter().map(|&byte| f32::from(byte.cast_signed()) / ShutInNetwork::UNIT as f32).collect();
        Network { inputs, parameters, neurons: count * FIRST }
    }

    fn biases(&self) -> usize {
        self.neurons + SECOND * FIRST
    }

    fn output(&self) -> usize {
        self.biases() + SECOND
    }

    /// Returns the parameters in the format of an evaluation.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let byte = |value: &f32| ((value * ShutInNetwork::UNIT as f32).round() as i8).cast_unsigned();
        self.parameters.iter().map(byte).collect()
    }

    /// Returns the network with parameters rounded as for an evaluation.
    pub(crate) fn rounded(&self) -> Network {
        let unit = ShutInNetwork::UNIT as f32;
        Network {
            parameters: self.parameters.iter().map(|value| (value * unit).round() / unit).collect(),
            ..self.clone()
        }
    }

    /// Returns the output of a position, in log-odds.
    pub(crate) fn log_odds(&self, pos: &Tigers, node: &mut Node) -> f32 {
        node.inputs.clear();
        (self.inputs)(pos, &mut node.inputs);
        node.first = [0.0; FIRST];
        for &input in &node.inputs {
            for (sum, weight) in node.first.iter_mut().zip(&self.parameters[input * FIRST..]) {
                *sum += weight;
            }
        }
        node.first = node.first.map(|sum| sum.clamp(0.0, MOST));
        let (biases, output) = (self.biases(), self.output());
        let mut odds = self.parameters[output + SECOND];
        for (neuron, given) in node.second.iter_mut().enumerate() {
            let weights = &self.parameters[self.neurons + neuron * FIRST..];
            *given = (self.parameters[biases + neuron] + dot(&node.first, weights)).clamp(0.0, MOST);
            odds += self.parameters[output + neuron] * *given;
        }
        odds
    }

    /// Returns the percentage of samples that the network judges wrong with its parameters rounded.
    pub(crate) fn percent_wrong(&self, samples: &[Sample]) -> f64 {
        let (network, mut node) = (self.rounded(), Node::new());
        let wrong = |sample: &&Sample| (network.log_odds(&sample.pos, &mut node) > 0.0) != (sample.target > 0.5);
        100.0 * samples.iter().filter(wrong).count() as f64 / samples.len() as f64
    }

    /// Fits the network to samples by Adam with a step size that falls along half a cosine wave, and reports each epoch.
    pub(crate) fn fit(&mut self, samples: &mut [Sample], epochs: usize, rate: f32, random: &mut Random) {
        let count = self.parameters.len();
        let mut adam = Adam::<f32>::new(count);
        let mut gradients = [vec![0.0; count], vec![0.0; count]];
        let (mut step, steps) = (0, epochs * (samples.len() / BATCH));
        for epoch in 1..=epochs {
            random.shuffle(samples);
            let mut loss = 0.0;
            for batch in samples.chunks_exact(BATCH) {
                let (left, right) = batch.split_at(BATCH / 2);
                let [one, other] = &mut gradients;
                loss += std::thread::scope(|threads| {
                    let of_left = threads.spawn(|| self.gradient(left, one));
                    self.gradient(right, other) + of_left.join().expect("it does not panic")
                });
                step += 1;
                let wave = (std::f32::consts::PI * step as f32 / steps as f32).cos();
                let rate = rate * (0.5 + 0.5 * wave).max(0.005);
                let slopes = one.iter().zip(other.iter()).map(|(one, other)| (one + other) / BATCH as f32);
                adam.step(self.parameters.iter_mut().zip(slopes).map(|(parameter, slope)| (parameter, slope, rate)));
                self.parameters.iter_mut().for_each(|parameter| *parameter = parameter.clamp(-MOST, MOST));
            }
            eprintln!("epoch {epoch} of {epochs}: loss {:.4}", loss / samples.len() as f64);
        }
    }

    /// Writes the slope of the loss over some samples, and returns the loss.
    fn gradient(&self, samples: &[Sample], slope: &mut [f32]) -> f64 {
        slope.fill(0.0);
        let (biases, output) = (self.biases(), self.output());
        let mut node = Node::new();
        let mut loss = 0.0;
        for &Sample { pos, target } in samples {
            let chance = logistic(self.log_odds(&pos, &mut node));
            loss -= f64::from(target * chance.max(1e-9).ln() + (1.0 - target) * (1.0 - chance).max(1e-9).ln());
            let error = chance - target;
            slope[output + SECOND] += error;
            let mut back = [0.0; FIRST];
            for (neuron, &given) in node.second.iter().enumerate() {
                slope[output + neuron] += error * given;
                if given <= 0.0 || given >= MOST {
                    continue;
                }
                let error = error * self.parameters[output + neuron];
                slope[biases + neuron] += error;
                let row = self.neurons + neuron * FIRST;
                let weights = slope[row..row + FIRST].iter_mut().zip(&self.parameters[row..row + FIRST]);
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
}

/// The activations of a network for one position.
pub(crate) struct Node {
    inputs: Vec<usize>,
    first: [f32; FIRST],
    second: [f32; SECOND],
}

impl Node {
    pub(crate) fn new() -> Node {
        Node { inputs: Vec::new(), first: [0.0; FIRST], second: [0.0; SECOND] }
    }
}

pub(crate) fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the dot product. Eight parallel sums let the compiler use vector instructions.
fn dot(left: &[f32; FIRST], right: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}

/// Opens the tables in the folder that the first argument names.
pub(crate) fn open(folder: Option<String>) -> Result<Tables> {
    Ok(Tables::open(Path::new(&folder.ok_or("expected the folder of the tables")?), &TigersRules::default())?)
}

/// Returns the file that the last argument names, by default one of the evaluations.
pub(crate) fn file(named: Option<String>, shipped: &str) -> PathBuf {
    let evaluations = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/eval/src/tigers"));
    named.map_or_else(|| evaluations.join(shipped), PathBuf::from)
}

/// Returns whether the goats win a position with this value.
pub(crate) fn goats_win(pos: &Tigers, value: Value) -> bool {
    value.result() == if pos.side_to_move() == Side::First { Wdl::Win } else { Wdl::Loss }
}

/// Returns random arrangements as samples: for each number of goats outside and each side to move, `drawn` of them by captured
/// goats.
pub(crate) fn draw(
    outside: RangeInclusive<u8>,
    drawn: impl Fn(u8) -> [usize; 3],
    random: &mut Random,
    sample: impl Fn(Tigers) -> Result<Option<Sample>>,
) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for outside in outside {
        eprintln!("drawing arrangements with {outside} goats outside");
        for (taken, drawn) in (0..=GOATS - outside).zip(drawn(outside)) {
            for side in Side::ALL {
                for _ in 0..drawn {
                    let tigers = points(TIGERS, PointSet::EMPTY, random);
                    let goats = points(GOATS - outside - taken, tigers, random);
                    samples.extend(sample(Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default())?)?);
                }
            }
        }
    }
    Ok(samples)
}

/// Shuffles samples, and takes those away that are held out.
pub(crate) fn hold_out(samples: &mut Vec<Sample>, random: &mut Random) -> Vec<Sample> {
    random.shuffle(samples);
    samples.split_off(samples.len() - samples.len() / HELD_OUT)
}

/// Returns an agent that searches with an evaluation.
pub(crate) fn agent<E: Evaluate<Tigers> + Clone + Send + 'static>(evaluation: E, nodes: u64) -> Box<dyn Agent<Tigers>> {
    let options =
        PvsOptions { selectivity: Selectivity { null_move: false, ..Selectivity::ALL }, ..PvsOptions::default() };
    let search = SearchAgent::pvs(evaluation).options(options).limits(Limits::nodes(nodes));
    Box::new(search.table(1).deeper_answers())
}

/// Visits the positions of a line until `visit` returns false. Its moves are random, or in half of the lines mostly the best by
/// the next evaluation.
pub(crate) fn line(
    player: &impl Evaluate<Tigers, Path = ()>,
    mut pos: Tigers,
    random: &mut Random,
    mut visit: impl FnMut(Tigers) -> Result<bool>,
) -> Result<()> {
    let is_greedy = random.below(2) == 0;
    for _ in 0..=random.below(MOST_LINE) {
        let (moves, side) = (pos.legal_moves(), pos.side_to_move());
        let best = moves.iter().max_by_key(|&&mv| player.evaluate(&pos.after(mv), &(), side).value());
        let greedy = best.filter(|_| is_greedy && random.below(4) > 0);
        pos = pos.after(greedy.copied().unwrap_or_else(|| moves[random.below(moves.len())]));
        if !visit(pos)? {
            break;
        }
    }
    Ok(())
}
