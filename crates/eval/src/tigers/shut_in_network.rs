//! A network, fitted to the tables of the whole game, for the chance that the goats can shut the tigers in.
//!
//! A win of the goats may take a hundred plies, beyond the horizon of any search. But the arrangements that the goats win look
//! alike, so a small neural network was fitted to exact values. Its inputs are the points of tigers and goats, every pair of a
//! tiger and a goat, the points closed to the tigers, the open goats and the landing points of the tigers. Two layers and an
//! output follow. All numbers are whole, so that a value is the same on every machine.
//!
//! There are two sets of parameters: one fitted to random arrangements, and one to positions near those of games. `cargo run
//! --release -p plyground-papers --example tigers-shut-in -- TABLES` fits the first, and `tigers-placement` the second.

use std::sync::LazyLock;

use plyground_game::{Evaluate, Position as _, Score, Side, Term};
use plyground_tigers::{GOATS, Tigers};

use super::Strong;
use super::network::{self, ARRANGEMENT, MOST_ACTIVE, Network};

/// [`Strong`] plus the chance that the goats can shut the tigers in.
///
/// ```
/// use plyground_eval::tigers::ShutInNetwork;
/// use plyground_game::Position;
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let network = ShutInNetwork::default();
/// let chance = |text: &str| -> Result<i32, Box<dyn std::error::Error>> {
///     Ok(network.chance(&Tigers::parse(text, &TigersRules::default())?).expect("no goat was taken"))
/// };
/// // A draw, and a win of the goats.
/// assert_eq!((chance("T..TT.......G...G..G.GG 10 g")?, chance("GGGTTT...........G...G. 10 g")?), (39, 924));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ShutInNetwork {
    strong: Strong,
    samples: ShutInSamples,
}

/// The positions to which the parameters of a [`ShutInNetwork`] were fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ShutInSamples {
    /// Random arrangements. `best-2` plays by this network.
    #[default]
    Random,
    /// Positions of the placement phase near those of games.
    NearGames,
}

/// Maximum number of captured goats in the training positions.
const TAKEN: usize = 2;
/// Number of phase inputs: one per number of goats outside, number of captured goats and side to move.
const PHASES: usize = (GOATS as usize + 1) * (TAKEN + 1) * 2;
/// The shipped parameters, one byte each, in 64ths, in the order of [`Network::read`].
const RANDOM: &[u8] = include_bytes!("shut_in_network.bin");
const NEAR_GAMES: &[u8] = include_bytes!("placement.bin");

const _: () = assert!(
    RANDOM.len() == ShutInNetwork::PARAMETERS && NEAR_GAMES.len() == ShutInNetwork::PARAMETERS,
    "other parameters: fill the files with zeros, and learn them"
);

static OF_RANDOM: LazyLock<Network> = LazyLock::new(|| Network::read(RANDOM));
static OF_NEAR_GAMES: LazyLock<Network> = LazyLock::new(|| Network::read(NEAR_GAMES));

/// Points of a certain win of the goats. With 1,500 points, as many drawn games were lost as without the term (measured with the
/// regression that the network replaced).
const WORTH: i32 = 4_000;

impl ShutInNetwork {
    /// Number of inputs of the network. An input is active or inactive.
    pub const INPUTS: usize = PHASES + ARRANGEMENT;
    /// Number of neurons in the first layer.
    pub const FIRST: usize = network::FIRST;
    /// Number of neurons in the second layer.
    pub const SECOND: usize = network::SECOND;
    /// Number of parameters: the weights of both layers and of the output, and the biases of the second layer and of the output.
    /// Exactly one phase input is always active, so the first layer needs no biases.
    pub const PARAMETERS: usize = network::parameters(ShutInNetwork::INPUTS);
    /// The whole number that represents 1 in parameters and activations.
    pub const UNIT: i32 = network::UNIT;
    /// The largest absolute value of a parameter, and the largest activation, in units of 1 / [`ShutInNetwork::UNIT`]. The least
    /// activation is 0.
    pub const MOST: i32 = network::MOST;

    /// Visits the active inputs of a position, below [`ShutInNetwork::INPUTS`]. Returns `None` without a visit for positions
    /// outside the training set: with more captured goats, or under other rules. A position and its mirror image have the same
    /// inputs. The book of `plyground-solve` is encoded by these inputs: if they change, the book must be rebuilt.
    #[inline]
    pub fn inputs(pos: &Tigers, mut visit: impl FnMut(usize)) -> Option<()> {
        let (outside, taken) = (usize::from(pos.outside()), usize::from(pos.captured()));
        let all_have_to_be_taken = u32::from(pos.captures_left()) == u32::from(pos.outside()) + pos.goats().len();
        if taken > TAKEN || !all_have_to_be_taken {
            return None;
        }
        visit((outside * (TAKEN + 1) + taken) * 2 + pos.side_to_move().index());
        network::visit_arrangement(pos, PHASES, visit);
        Some(())
    }

    /// Returns the log-odds that the goats can force a win, in units of 1 / [`ShutInNetwork::UNIT`] squared, from -524,256 to
    /// 524,256; `None` outside the training set.
    // Not inlined: the caller may be compiled for size.
    #[must_use]
    pub fn log_odds(&self, pos: &Tigers) -> Option<i32> {
        // Collecting all inputs first leaves the sums in registers.
        let (mut found, mut count) = ([0; MOST_ACTIVE], 0);
        ShutInNetwork::inputs(pos, |input| {
            found[count] = input as u16;
            count += 1;
        })?;
        let network = match self.samples {
            ShutInSamples::Random => &OF_RANDOM,
            ShutInSamples::NearGames => &OF_NEAR_GAMES,
        };
        Some(network.log_odds(&found[..count]))
    }

    /// Returns the chance that the goats can force a win, in thousandths, from 5 to 995; `None` outside the training set.
    #[must_use]
    pub fn chance(&self, pos: &Tigers) -> Option<i32> {
        let odds = self.log_odds(pos)?;
        // Approximates the logistic function.
        Some(500 + 500 * odds / (odds.abs() + ShutInNetwork::UNIT * ShutInNetwork::UNIT * 19 / 16))
    }

    /// Returns the evaluation that adds the term of the network fitted to these samples.
    #[must_use]
    pub fn new(strong: Strong, samples: ShutInSamples) -> ShutInNetwork {
        ShutInNetwork { strong, samples }
    }

    fn term(&self, pos: &Tigers, side: Side) -> i32 {
        let worth = self.chance(pos).unwrap_or(0) * WORTH / 1000;
        if side == Side::First { worth } else { -worth }
    }
}

impl Evaluate<Tigers> for ShutInNetwork {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        Score::new(self.strong.evaluate(pos, &(), side).value() + self.term(pos, side))
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let (chance, term) = (self.chance(pos).unwrap_or(0), f64::from(self.term(pos, side)));
        let value = f64::from(if side == Side::First { chance } else { -chance });
        terms.push(Term { name: "shut_in", value, weight: f64::from(WORTH) / 1000.0, power: 1.0, term });
        terms
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_tigers::{PointSet, TigersRules};

    use super::*;

    const POINTS: usize = 23;

    fn networks() -> [ShutInNetwork; 2] {
        [ShutInSamples::Random, ShutInSamples::NearGames].map(|samples| ShutInNetwork::new(Strong::default(), samples))
    }

    /// Returns `count` random points that are not in `taken`.
    fn points(count: u32, taken: PointSet, random: &mut Random) -> PointSet {
        let mut points = PointSet::EMPTY;
        while points.len() < count {
            let point = PointSet::from_bits(1 << random.below(POINTS));
            if !point.meets(taken) {
                points |= point;
            }
        }
        points
    }

    /// Tests any number of goats outside or captured.
    #[test]
    fn an_arrangement_and_its_image_are_described_alike() {
        let (rules, mut random) = (TigersRules::default(), Random::new(1));
        let mut most = 0;
        for _ in 0..4_000 {
            let (board, taken) = (random.below(16), random.below(4));
            let Some(outside) = 15usize.checked_sub(board + taken) else { continue };
            let tigers = points(3, PointSet::EMPTY, &mut random);
            let goats = points(board as u32, tigers, &mut random);
            let side = Side::ALL[random.below(2)];
            let of = |tigers, goats| Tigers::from_parts(tigers, goats, outside as u8, side, &rules).unwrap();
            let (pos, image) = (of(tigers, goats), of(tigers.mirrored(), goats.mirrored()));
            let inputs = |pos: &Tigers| {
                let mut inputs = Vec::new();
                ShutInNetwork::inputs(pos, |input| inputs.push(input)).map(|()| inputs)
            };
            assert_eq!(inputs(&pos), inputs(&image), "{pos}");
            for network in networks() {
                assert_eq!(network.log_odds(&pos), network.log_odds(&image));
                assert_eq!(network.chance(&pos).is_some(), taken <= TAKEN);
            }
            most = most.max(inputs(&pos).map_or(0, |inputs| inputs.len()));
        }
        assert!(most > 70 && most <= MOST_ACTIVE, "{most}");
    }

    /// The whole-number network agrees with the real-number network up to rounding.
    #[test]
    fn the_network_is_the_one_that_is_learnt() {
        let rules = TigersRules::default();
        let unit = f64::from(ShutInNetwork::UNIT);
        let most = f64::from(ShutInNetwork::MOST) / unit;
        let neurons = ShutInNetwork::INPUTS * ShutInNetwork::FIRST;
        let biases = neurons + ShutInNetwork::SECOND * ShutInNetwork::FIRST;
        let output = biases + ShutInNetwork::SECOND;
        let texts = ["T..TT.................. 15 g", "T..TT.......G...G..G.GG 10 g", "GGGTTT...........G...G. 10 g"];
        let [random, near_games] = networks();
        let cases = [(random, RANDOM), (near_games, NEAR_GAMES)];
        for ((evaluation, parameters), text) in cases.iter().flat_map(|case| texts.map(|text| (case, text))) {
            let real = |place: usize| f64::from(parameters[place].cast_signed()) / unit;
            let pos = Tigers::parse(text, &rules).unwrap();
            let mut first = [0.0; ShutInNetwork::FIRST];
            ShutInNetwork::inputs(&pos, |input| {
                for (neuron, sum) in first.iter_mut().enumerate() {
                    *sum += real(input * ShutInNetwork::FIRST + neuron);
                }
            });
            let mut odds = real(output + ShutInNetwork::SECOND);
            for neuron in 0..ShutInNetwork::SECOND {
                let of = |(given, sum): (usize, &f64)| {
                    sum.clamp(0.0, most) * real(neurons + neuron * ShutInNetwork::FIRST + given)
                };
                let sum: f64 = real(biases + neuron) + first.iter().enumerate().map(of).sum::<f64>();
                odds += real(output + neuron) * sum.clamp(0.0, most);
            }
            let whole = f64::from(evaluation.log_odds(&pos).unwrap()) / unit / unit;
            assert!((whole - odds).abs() < 0.2, "{text}: {whole} for {odds}");
        }
    }
}
