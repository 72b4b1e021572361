//! A network for the movement phase that estimates whether, and how soon, the goats shut the tigers in.
//!
//! The network estimates `0.995^plies` for a win of the goats in that many plies and 0 for any other position. So a goat that
//! makes progress gains points. The network was fitted to exact values of positions near those of games. In these games, the
//! goats searched with the network of the previous round, and the tigers defended by the tables of the whole game. `cargo run
//! --release -p plyground-papers --example tigers-blockade -- TABLES` fits such a network.

use std::sync::LazyLock;

use plyground_game::{Evaluate, Position as _, Score, Side, Term};
use plyground_tigers::{GOATS, Tigers};

use super::network::{self, ARRANGEMENT, Logistic, MOST_ACTIVE, Network};
use super::{ShutInNetwork, ShutInSamples, Strong};

/// [`ShutInNetwork`] of positions near games while goats are placed; then [`Strong`] with a small weight, and the network of this
/// module.
///
/// ```
/// use plyground_eval::tigers::Blockade;
/// use plyground_game::Position;
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let rules = TigersRules::default();
/// // Before the movement phase, the network has no estimate.
/// assert_eq!(Blockade::progress(&Tigers::parse("T..TT.......G...G..G.GG 10 g", &rules)?), None);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Blockade {
    strong: Strong,
    shut_in: ShutInNetwork,
}

/// Maximum number of captured goats with which the goats can still win.
const MOST_CAPTURED: usize = 5;
/// Number of phase inputs: one per number of captured goats and side to move.
const PHASES: usize = 2 * (MOST_CAPTURED + 1);

/// The shipped parameters, one byte each, in 64ths.
const SHIPPED: &[u8] = include_bytes!("blockade.bin");

const _: () = assert!(
    SHIPPED.len() == Blockade::PARAMETERS,
    "other parameters: fill the file with zeros, and fit the network again"
);

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(SHIPPED));

/// Points of an immediate win.
const WORTH: i16 = 4_000;
/// Points of an even board for the goats, as in [`Strong`]; a draw has 0 points.
const EVEN: i32 = 1_500;
/// The weight of [`Strong`] in tenths, chosen by games from won positions.
const STRONG_TENTHS: i32 = 3;

static POINTS: LazyLock<Logistic> = LazyLock::new(|| Logistic::new(WORTH));

impl Default for Blockade {
    fn default() -> Blockade {
        Blockade { strong: Strong::default(), shut_in: ShutInNetwork::new(Strong::default(), ShutInSamples::NearGames) }
    }
}

impl Blockade {
    /// Number of inputs of the network. An input is active or inactive.
    pub const INPUTS: usize = PHASES + ARRANGEMENT;
    /// Number of parameters of the network.
    pub const PARAMETERS: usize = network::parameters(Blockade::INPUTS);

    /// Visits the active inputs of a position, below [`Blockade::INPUTS`]. Returns `None` without a visit before the movement
    /// phase, if the goats have too few goats to win, or under other rules.
    #[inline]
    pub fn inputs(pos: &Tigers, mut visit: impl FnMut(usize)) -> Option<()> {
        let captured = usize::from(pos.captured());
        let is_standard = u32::from(pos.captures_left()) + u32::from(pos.captured()) == u32::from(GOATS);
        if pos.outside() > 0 || captured > MOST_CAPTURED || !is_standard {
            return None;
        }
        visit(2 * captured + pos.side_to_move().index());
        network::visit_arrangement(pos, PHASES, visit);
        Some(())
    }

    /// Returns the points of the goats' progress towards shutting the tigers in, from 0 to 4,000; `None` if the network has no
    /// inputs for the position.
    #[must_use]
    pub fn progress(pos: &Tigers) -> Option<i32> {
        Blockade::log_odds(&NETWORK, pos).map(|odds| POINTS.of(odds))
    }

    /// Returns the output of a network with the inputs of this evaluation; `None` if there are none for the position.
    pub(super) fn log_odds(network: &Network, pos: &Tigers) -> Option<i32> {
        let (mut active, mut count) = ([0; MOST_ACTIVE], 0);
        Blockade::inputs(pos, |input| {
            active[count] = input as u16;
            count += 1;
        })?;
        Some(network.log_odds(&active[..count]))
    }

    /// Returns the value for the goats; `None` if the network has no inputs for the position.
    fn value(&self, pos: &Tigers) -> Option<i32> {
        let progress = Blockade::progress(pos)?;
        let strong = self.strong.evaluate(pos, &(), Side::First).value();
        Some(progress + (STRONG_TENTHS * strong + (10 - STRONG_TENTHS) * EVEN) / 10)
    }
}

impl Evaluate<Tigers> for Blockade {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        match self.value(pos) {
            Some(value) => Score::new(value).seen_by(side == Side::First),
            None => self.shut_in.evaluate(pos, &(), side),
        }
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let (Some(progress), Some(value)) = (Blockade::progress(pos), self.value(pos)) else {
            return self.shut_in.explain(pos, &(), side);
        };
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let term = |name, points: i32| {
            let value = sign * f64::from(points);
            Term { name, value, weight: 1.0, power: 1.0, term: value }
        };
        vec![term("formation", value - progress), term("progress", progress)]
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_tigers::{PointSet, TigersRules};

    use super::*;

    fn points(count: usize, taken: PointSet, random: &mut Random) -> PointSet {
        let mut points = PointSet::EMPTY;
        while points.len() < count as u32 {
            let point = PointSet::from_bits(1 << random.below(23));
            if !point.meets(taken) {
                points |= point;
            }
        }
        points
    }

    #[test]
    fn a_position_and_its_image_have_the_same_progress() {
        let (rules, mut random) = (TigersRules::default(), Random::new(3));
        let mut values = std::collections::BTreeSet::new();
        for _ in 0..5_000 {
            let tigers = points(3, PointSet::EMPTY, &mut random);
            let (goats, outside) = (random.below(16), random.below(2) as u8);
            let goats = points(goats, tigers, &mut random);
            let side = Side::ALL[random.below(2)];
            let of = |tigers, goats| Tigers::from_parts(tigers, goats, outside, side, &rules);
            let (Ok(pos), Ok(image)) = (of(tigers, goats), of(tigers.mirrored(), goats.mirrored())) else { continue };
            let progress = Blockade::progress(&pos);
            assert_eq!(progress, Blockade::progress(&image), "{pos}");
            assert_eq!(progress.is_some(), outside == 0 && goats.len() >= 10, "{pos}");
            values.extend(progress);
        }
        assert!(values.len() > 150 && values.first() >= Some(&0) && values.last() <= Some(&WORTH.into()), "{values:?}");
    }

    #[test]
    fn other_rules_and_the_placement_phase_have_the_value_of_the_shut_in_network() {
        let five: TigersRules = "standard,captures_to_win=5".parse().unwrap();
        let taken = Tigers::from_parts(
            PointSet::from_bits(0b111),
            PointSet::from_bits(0b1111_1111_1111 << 8),
            0,
            Side::First,
            &five,
        );
        let placing = Tigers::parse("T..TT.......G...G..G.GG 10 g", &TigersRules::default());
        for pos in [placing.unwrap(), taken.unwrap()] {
            assert_eq!(Blockade::progress(&pos), None, "{pos}");
            let values = Side::ALL.map(|side| Blockade::default().evaluate(&pos, &(), side));
            assert_eq!(values, Side::ALL.map(|side| Blockade::default().shut_in.evaluate(&pos, &(), side)));
        }
    }
}
