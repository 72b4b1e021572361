//! What the tables of the whole game taught: how likely it is that the goats can shut the tigers in.
//!
//! Goats that may win do so a hundred plies later, when no search sees it; but the arrangements of which they win look alike.
//! A small neural network, fitted to exact values, has found how. Its inputs are where tigers and goats stand, every tiger with every
//! goat, what is closed to the tigers, which goats are open and where tigers could land; behind them are two layers and an output. All
//! its numbers are whole, so that a value is the same on every machine. Its parameters are made again by
//! `cargo run --release -p plyground-experiments --example tigers-shut-in -- TABLES`.
//!
//! ```
//! use plyground_eval::tigers::ShutInNetwork;
//! use plyground_game::Position;
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let chance = |text: &str| -> Result<i32, Box<dyn std::error::Error>> {
//!     Ok(ShutInNetwork::chance(&Tigers::parse(text, &TigersRules::default())?).expect("no goat was taken"))
//! };
//! // A draw, and a win of the goats.
//! assert_eq!((chance("T..TT.......G...G..G.GG 10 g")?, chance("GGGTTT...........G...G. 10 g")?), (39, 924));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::LazyLock;

use plyground_game::{Evaluate, Position as _, Score, Side, Term};
use plyground_tigers::{GOATS, Tigers};

use super::Strong;
use super::network::{self, ARRANGEMENT, MOST_ACTIVE, Network};

/// [`Strong`], and for the goats the chance that they can shut the tigers in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ShutInNetwork {
    strong: Strong,
}

/// Most goats taken that anything was learnt of.
const TAKEN: usize = 2;
/// By goats outside, goats taken and the side to move.
const PHASES: usize = (GOATS as usize + 1) * (TAKEN + 1) * 2;
/// One byte each, in 64ths: the first layer by inputs, the second by its neurons, their biases, the output's weights, its bias.
const SHIPPED: &[u8] = include_bytes!("shut_in_network.bin");

const _: () =
    assert!(SHIPPED.len() == ShutInNetwork::PARAMETERS, "other parameters: fill the file with zeros, and learn them");

/// What a certain win of the goats is worth to them, in points; with 1,500 as many drawn games were lost as without (by the
/// regression that the network has replaced).
const WORTH: i32 = 4_000;

impl ShutInNetwork {
    /// Inputs of the network: each is there or not.
    pub const INPUTS: usize = PHASES + ARRANGEMENT;
    /// Neurons of the first layer.
    pub const FIRST: usize = network::FIRST;
    /// Neurons of the second layer.
    pub const SECOND: usize = network::SECOND;
    /// Weights of both layers and of the output, and the biases of the second layer and of the output. The phase is an input that
    /// is always there once, so that the first layer needs none.
    pub const PARAMETERS: usize = network::parameters(ShutInNetwork::INPUTS);
    /// So many parts make 1: parameters, and what neurons give, are whole numbers of such parts.
    pub const UNIT: i32 = network::UNIT;
    /// The largest parameter of either sign, and the most that a neuron gives, of which the least is 0, in parts of [`ShutInNetwork::UNIT`].
    pub const MOST: i32 = network::MOST;

    /// Visits the inputs that a position has, below [`ShutInNetwork::INPUTS`]; `None`, and no visit, where nothing was learnt: with more
    /// goats taken, or by other rules. A position and its mirror image have the same.
    /// The book of `plyground-solve` is coded by them: with others it has to be made again.
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

    /// The logarithm of the odds that the goats can force a win, in parts of [`ShutInNetwork::UNIT`] squared, from -524,256 to 524,256;
    /// `None` where nothing was learnt.
    // Not inlined: who inlines it may be compiled for size.
    #[must_use]
    pub fn log_odds(pos: &Tigers) -> Option<i32> {
        // All inputs at first: then the sums stay in registers.
        let (mut found, mut count) = ([0; MOST_ACTIVE], 0);
        ShutInNetwork::inputs(pos, |input| {
            found[count] = input as u16;
            count += 1;
        })?;
        Some(NETWORK.log_odds(&found[..count]))
    }

    /// The chance that the goats can force a win, in thousandths, from 5 to 995; `None` where nothing was learnt.
    #[must_use]
    pub fn chance(pos: &Tigers) -> Option<i32> {
        let odds = ShutInNetwork::log_odds(pos)?;
        // Near the logistic function.
        Some(500 + 500 * odds / (odds.abs() + ShutInNetwork::UNIT * ShutInNetwork::UNIT * 19 / 16))
    }

    /// Returns the evaluation that adds the network's term to these weights.
    #[must_use]
    pub fn new(strong: Strong) -> ShutInNetwork {
        ShutInNetwork { strong }
    }

    fn term(pos: &Tigers, side: Side) -> i32 {
        let worth = ShutInNetwork::chance(pos).unwrap_or(0) * WORTH / 1000;
        if side == Side::First { worth } else { -worth }
    }
}

impl Evaluate<Tigers> for ShutInNetwork {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        Score::new(self.strong.evaluate(pos, &(), side).value() + ShutInNetwork::term(pos, side))
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let (chance, term) = (ShutInNetwork::chance(pos).unwrap_or(0), f64::from(ShutInNetwork::term(pos, side)));
        let value = f64::from(if side == Side::First { chance } else { -chance });
        terms.push(Term { name: "shut_in", value, weight: f64::from(WORTH) / 1000.0, power: 1.0, term });
        terms
    }
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(SHIPPED));

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_tigers::{PointSet, TigersRules};

    use super::*;

    const POINTS: usize = 23;

    /// So many points that are not taken yet.
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

    /// Of any number of goats, outside or taken.
    #[test]
    fn an_arrangement_and_its_image_are_told_alike() {
        let (rules, mut random) = (TigersRules::default(), Random::new(1));
        let mut most = 0;
        for _ in 0..20_000 {
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
            assert_eq!(
                (ShutInNetwork::log_odds(&pos), ShutInNetwork::chance(&pos).is_some()),
                (ShutInNetwork::log_odds(&image), taken <= TAKEN)
            );
            most = most.max(inputs(&pos).map_or(0, |inputs| inputs.len()));
        }
        assert!(most > 70 && most <= MOST_ACTIVE, "{most}");
    }

    /// The whole numbers are those of the real ones, but for what is rounded.
    #[test]
    fn the_network_is_the_one_that_is_learnt() {
        let rules = TigersRules::default();
        let unit = f64::from(ShutInNetwork::UNIT);
        let real = |place: usize| f64::from(SHIPPED[place].cast_signed()) / unit;
        let most = f64::from(ShutInNetwork::MOST) / unit;
        let neurons = ShutInNetwork::INPUTS * ShutInNetwork::FIRST;
        let biases = neurons + ShutInNetwork::SECOND * ShutInNetwork::FIRST;
        let output = biases + ShutInNetwork::SECOND;
        for text in ["T..TT.................. 15 g", "T..TT.......G...G..G.GG 10 g", "GGGTTT...........G...G. 10 g"] {
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
            let whole = f64::from(ShutInNetwork::log_odds(&pos).unwrap()) / unit / unit;
            assert!((whole - odds).abs() < 0.2, "{text}: {whole} for {odds}");
        }
    }
}
