//! The six features of the report \[Chen2022\], measured exactly, and their antisymmetric form.
//!
//! The report weighs the opponent's features more than the own ones, so the values of the two sides do not add up to 0.
//! A search that negates the value for the side to move therefore computes another function than one that values every
//! leaf for the side at the root. [`Antisymmetric`] is the difference of the two sides' values, for searches that negate.

use plyground_cachex::Cachex;
use plyground_eval::cachex::{astar_cost, costs_to_win};
use plyground_eval::{Bounds, FeatureInfo, Features, Linear, Weighted};
use plyground_game::Side;

/// The report's evaluation: six features, the opponent's weighed more than the own. It is not antisymmetric, so it requires
/// a search that values every leaf for the side at the root.
pub type SixFeature = Linear<SixFeatures>;

/// The report's evaluation for one side minus that for the other.
pub type Antisymmetric = Linear<ThreeDifferences>;

/// The report's evaluation with the costs to win by A\*, as in the report. Its values are those of [`SixFeature`].
pub type SixFeatureByAStar = Linear<SixFeaturesByAStar>;

/// The weight file of [`path_only`].
pub const PATH_ONLY: &str = include_str!("../../weights/cachex-path-only.toml");

/// Returns the evaluation of the report's opponent in Table III, which has only the two costs, features 5 and 6.
#[must_use]
pub fn path_only() -> SixFeature {
    SixFeature::shipped(PATH_ONLY)
}

/// Stones, longest groups and costs to win, separately for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SixFeatures;

/// The same six features, with the costs to win by A\* instead of by flooding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SixFeaturesByAStar;

/// The differences of the six features: own minus the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ThreeDifferences;

/// Number of cells of the largest board.
const CELLS: i32 = 225;
const WEIGHT: Bounds = Bounds::new(-100.0, 100.0, 0.5);

const fn info(name: &'static str, about: &'static str, unit: &'static str) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (0, CELLS), WEIGHT)
}

const fn difference(name: &'static str, about: &'static str, unit: &'static str) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-CELLS, CELLS), WEIGHT)
}

impl Features for SixFeatures {
    type Game = Cachex;
    type Values = [i32; 6];

    const NAME: &'static str = "six-features";
    const INFO: &'static [FeatureInfo] = &[
        info("own_stones", "own stones", "stones"),
        info("opponent_stones", "the opponent's stones", "stones"),
        info("own_longest", "the size of the largest own group", "stones"),
        info("opponent_longest", "the size of the opponent's largest group", "stones"),
        info("own_cost", "the own cost to win, twice the board size where there is no path", "cells"),
        info("opponent_cost", "the opponent's cost to win, twice the board size where there is no path", "cells"),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/cachex-six-features.toml");

    #[inline]
    fn measure(pos: &Cachex, side: Side) -> [i32; 6] {
        measure_with(pos, side, costs_to_win(pos))
    }
}

impl Features for SixFeaturesByAStar {
    type Game = Cachex;
    type Values = [i32; 6];

    const NAME: &'static str = "six-features-astar";
    const INFO: &'static [FeatureInfo] = SixFeatures::INFO;
    const DEFAULTS: &'static str = include_str!("../../weights/cachex-six-features-astar.toml");

    fn measure(pos: &Cachex, side: Side) -> [i32; 6] {
        let blocked = 2 * u32::from(pos.size().get());
        measure_with(pos, side, Side::ALL.map(|side| astar_cost(pos, side).unwrap_or(blocked)))
    }
}

/// Returns the six features with these costs to win.
#[inline]
fn measure_with(pos: &Cachex, side: Side, costs: [u32; 2]) -> [i32; 6] {
    [
        pos.stone_count(side) as i32,
        pos.stone_count(!side) as i32,
        pos.largest_group(side) as i32,
        pos.largest_group(!side) as i32,
        costs[side.index()] as i32,
        costs[(!side).index()] as i32,
    ]
}

impl Features for ThreeDifferences {
    type Game = Cachex;
    type Values = [i32; 3];

    const NAME: &'static str = "antisymmetric";
    const INFO: &'static [FeatureInfo] = &[
        difference("stones", "own stones minus the opponent's", "stones"),
        difference("longest", "the size of the largest own group minus the opponent's", "stones"),
        difference("cost", "the own cost to win minus the opponent's", "cells"),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/cachex-antisymmetric.toml");

    #[inline]
    fn measure(pos: &Cachex, side: Side) -> [i32; 3] {
        let [own_stones, their_stones, own_longest, their_longest, own_cost, their_cost] =
            SixFeatures::measure(pos, side);
        [own_stones - their_stones, own_longest - their_longest, own_cost - their_cost]
    }
}
