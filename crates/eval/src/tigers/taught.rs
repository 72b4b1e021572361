//! What the tables of the whole game taught: how likely it is that the goats can shut the tigers in.
//!
//! Goats that may win do so a hundred plies later, when no search sees it; but the arrangements of which they win look alike.
//! A small neural network, fitted to exact values, has found how. Its inputs are where tigers and goats stand, every tiger with every
//! goat, what is closed to the tigers, which goats are open and where tigers could land; behind them are two layers and an output. All
//! its numbers are whole, so that a value is the same on every machine. Its parameters are made again by
//! `cargo run --release -p plyground-experiments --example tigers-taught -- TABLES`.
//!
//! ```
//! use plyground_eval::tigers::Taught;
//! use plyground_game::Position;
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let chance = |text: &str| -> Result<i32, Box<dyn std::error::Error>> {
//!     Ok(Taught::chance(&Tigers::parse(text, &TigersRules::default())?).expect("no goat was taken"))
//! };
//! // A draw, and a win of the goats.
//! assert_eq!((chance("T..TT.......G...G..G.GG 10 g")?, chance("GGGTTT...........G...G. 10 g")?), (39, 924));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::LazyLock;

use plyground_game::{Evaluate, Position as _, Score, Side, Term};
use plyground_tigers::{GOATS, PointSet, Tigers};

use super::Strong;

/// [`Strong`], and for the goats the chance that they can shut the tigers in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Taught {
    strong: Strong,
}

const POINTS: usize = 23;
/// Most goats taken that anything was learnt of.
const TAKEN: usize = 2;
/// By goats outside, goats taken and the side to move.
const PHASES: usize = (GOATS as usize + 1) * (TAKEN + 1) * 2;
// Behind the phases, where the inputs of each kind begin. Each kind has one for each point, but the pairs: for each two.
/// A tiger stands there.
const TIGERS_AT: usize = PHASES;
/// A goat stands there.
const GOATS_AT: usize = TIGERS_AT + POINTS;
/// A tiger stands on the first point, a goat on the second.
const PAIRS_AT: usize = GOATS_AT + POINTS;
/// The point is closed to tigers.
const CLOSED_AT: usize = PAIRS_AT + POINTS * POINTS;
/// The goat there is open.
const OPEN_AT: usize = CLOSED_AT + POINTS;
/// A tiger could land there with a jump.
const LANDING_AT: usize = OPEN_AT + POINTS;

/// The most inputs of a position: the phase, three tigers, each with up to 15 goats, these goats, and for each point at most one of
/// the last three kinds, because a closed point is free and out of reach, one to land on free and in reach, an open goat's taken.
const MOST_INPUTS: usize = 1 + 3 + 3 * 15 + 15 + POINTS;

/// One byte each, in 64ths: the first layer by inputs, the second by its neurons, their biases, the output's weights, its bias.
const SHIPPED: &[u8] = include_bytes!("taught.bin");

const _: () =
    assert!(SHIPPED.len() == Taught::PARAMETERS, "other parameters: fill the file with zeros, and learn them");

/// What a certain win of the goats is worth to them, in points; with 1,500 as many drawn games were lost as without (by the
/// regression that the network has replaced).
const WORTH: i32 = 4_000;

impl Taught {
    /// Inputs of the network: each is there or not.
    pub const INPUTS: usize = LANDING_AT + POINTS;
    /// Neurons of the first layer.
    pub const FIRST: usize = 64;
    /// Neurons of the second layer.
    pub const SECOND: usize = 32;
    /// Weights of both layers and of the output, and the biases of the second layer and of the output. The phase is an input that
    /// is always there once, so that the first layer needs none.
    pub const PARAMETERS: usize =
        Taught::INPUTS * Taught::FIRST + Taught::SECOND * Taught::FIRST + 2 * Taught::SECOND + 1;
    /// So many parts make 1: parameters, and what neurons give, are whole numbers of such parts.
    pub const UNIT: i32 = 64;
    /// The largest parameter of either sign, and the most that a neuron gives, of which the least is 0, in parts of [`Taught::UNIT`].
    pub const MOST: i32 = 127;

    /// Visits the inputs that a position has, below [`Taught::INPUTS`]; `None`, and no visit, where nothing was learnt: with more
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
        let sets = [pos.tigers(), pos.goats(), pos.closed_points(), pos.open_goats(), pos.landing_points()];
        let mirrored = [pos.tigers().mirrored(), pos.goats().mirrored()];
        // Of a position and its image the one with the lower numbers is looked at.
        let is_mirrored = mirrored.map(PointSet::bits) < [sets[0].bits(), sets[1].bits()];
        let [tigers, goats, closed, open, landing] = if is_mirrored { sets.map(PointSet::mirrored) } else { sets };
        for tiger in tigers {
            visit(TIGERS_AT + tiger.index());
            goats.into_iter().for_each(|goat| visit(PAIRS_AT + tiger.index() * POINTS + goat.index()));
        }
        for (first, set) in [(GOATS_AT, goats), (CLOSED_AT, closed), (OPEN_AT, open), (LANDING_AT, landing)] {
            set.into_iter().for_each(|point| visit(first + point.index()));
        }
        Some(())
    }

    /// The logarithm of the odds that the goats can force a win, in parts of [`Taught::UNIT`] squared, from -524,256 to 524,256;
    /// `None` where nothing was learnt.
    // Not inlined: who inlines it may be compiled for size.
    #[must_use]
    pub fn log_odds(pos: &Tigers) -> Option<i32> {
        let Learnt { inputs, neurons, biases, output, bias } = &*LEARNT;
        // All inputs at first: then the sums stay in registers.
        let (mut found, mut count) = ([0; MOST_INPUTS], 0);
        Taught::inputs(pos, |input| {
            found[count] = input as u16;
            count += 1;
        })?;
        let mut sums = [0; Taught::FIRST];
        for &input in &found[..count] {
            for (sum, weight) in sums.iter_mut().zip(&inputs[usize::from(input)]) {
                *sum += weight;
            }
        }
        let mut second = *biases;
        // Most neurons of the first layer give nothing.
        for (&given, weights) in sums.iter().zip(neurons).filter(|&(&given, _)| given > 0) {
            let given = i32::from(given).min(Taught::MOST);
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum += given * weight;
            }
        }
        let mut odds = bias * Taught::UNIT;
        for (sum, weight) in second.iter().zip(output) {
            // To the nearest part.
            odds += weight * ((sum + Taught::UNIT / 2) / Taught::UNIT).clamp(0, Taught::MOST);
        }
        Some(odds)
    }

    /// The chance that the goats can force a win, in thousandths, from 5 to 995; `None` where nothing was learnt.
    #[must_use]
    pub fn chance(pos: &Tigers) -> Option<i32> {
        let odds = Taught::log_odds(pos)?;
        // Near the logistic function.
        Some(500 + 500 * odds / (odds.abs() + Taught::UNIT * Taught::UNIT * 19 / 16))
    }

    /// Returns the evaluation that adds the network's term to these weights.
    #[must_use]
    pub fn new(strong: Strong) -> Taught {
        Taught { strong }
    }

    fn term(pos: &Tigers, side: Side) -> i32 {
        let worth = Taught::chance(pos).unwrap_or(0) * WORTH / 1000;
        if side == Side::First { worth } else { -worth }
    }
}

impl Evaluate<Tigers> for Taught {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        Score::new(self.strong.evaluate(pos, &(), side).value() + Taught::term(pos, side))
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let (chance, term) = (Taught::chance(pos).unwrap_or(0), f64::from(Taught::term(pos, side)));
        let value = f64::from(if side == Side::First { chance } else { -chance });
        terms.push(Term { name: "shut_in", value, weight: f64::from(WORTH) / 1000.0, power: 1.0, term });
        terms
    }
}

/// What was learnt, as it is looked up: bytes would have to be widened again and again.
struct Learnt {
    /// The weights of each input for the neurons of the first layer.
    inputs: Box<[[i16; Taught::FIRST]]>,
    /// The weights of each neuron of the first layer for those of the second, and their biases in parts of [`Taught::UNIT`] squared.
    neurons: [[i32; Taught::SECOND]; Taught::FIRST],
    biases: [i32; Taught::SECOND],
    /// The output's weights for the second layer, and its bias.
    output: [i32; Taught::SECOND],
    bias: i32,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let mut parameters = SHIPPED.iter().map(|&byte| byte.cast_signed());
    let mut next = || parameters.next().expect("its length is checked above");
    let inputs = (0..Taught::INPUTS).map(|_| std::array::from_fn(|_| next().into())).collect();
    let mut neurons = [[0; Taught::SECOND]; Taught::FIRST];
    for neuron in 0..Taught::SECOND {
        for weights in &mut neurons {
            weights[neuron] = next().into();
        }
    }
    let biases = std::array::from_fn(|_| i32::from(next()) * Taught::UNIT);
    let output = std::array::from_fn(|_| next().into());
    Learnt { inputs, neurons, biases, output, bias: next().into() }
});

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_tigers::TigersRules;

    use super::*;

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
                Taught::inputs(pos, |input| inputs.push(input)).map(|()| inputs)
            };
            assert_eq!(inputs(&pos), inputs(&image), "{pos}");
            assert_eq!(
                (Taught::log_odds(&pos), Taught::chance(&pos).is_some()),
                (Taught::log_odds(&image), taken <= TAKEN)
            );
            most = most.max(inputs(&pos).map_or(0, |inputs| inputs.len()));
        }
        assert!(most > 70 && most <= MOST_INPUTS, "{most}");
    }

    /// The whole numbers are those of the real ones, but for what is rounded.
    #[test]
    fn the_network_is_the_one_that_is_learnt() {
        let rules = TigersRules::default();
        let unit = f64::from(Taught::UNIT);
        let real = |place: usize| f64::from(SHIPPED[place].cast_signed()) / unit;
        let most = f64::from(Taught::MOST) / unit;
        let neurons = Taught::INPUTS * Taught::FIRST;
        let biases = neurons + Taught::SECOND * Taught::FIRST;
        let output = biases + Taught::SECOND;
        for text in ["T..TT.................. 15 g", "T..TT.......G...G..G.GG 10 g", "GGGTTT...........G...G. 10 g"] {
            let pos = Tigers::parse(text, &rules).unwrap();
            let mut first = [0.0; Taught::FIRST];
            Taught::inputs(&pos, |input| {
                for (neuron, sum) in first.iter_mut().enumerate() {
                    *sum += real(input * Taught::FIRST + neuron);
                }
            });
            let mut odds = real(output + Taught::SECOND);
            for neuron in 0..Taught::SECOND {
                let of =
                    |(given, sum): (usize, &f64)| sum.clamp(0.0, most) * real(neurons + neuron * Taught::FIRST + given);
                let sum: f64 = real(biases + neuron) + first.iter().enumerate().map(of).sum::<f64>();
                odds += real(output + neuron) * sum.clamp(0.0, most);
            }
            let whole = f64::from(Taught::log_odds(&pos).unwrap()) / unit / unit;
            assert!((whole - odds).abs() < 0.2, "{text}: {whole} for {odds}");
        }
    }
}
