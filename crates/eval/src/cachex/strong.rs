//! Features of Cachex: distance to joining the edges, stones, capture threats and the side to move.
//!
//! All features are differences, so the linear forms are antisymmetric. [`Strong`](super::Strong) has only cheap features.
//! [`Full`](super::Full) adds groups and two-distance, which cost about sixty times as much.

use plyground_cachex::Cachex;
use plyground_game::{Position, Side};

use super::cost::costs_to_win;
use super::two_distance::two_distance;
use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

/// The features of [`Full`](super::Full).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FullFeatures;

const CELLS: i32 = 225;

const fn info(name: &'static str, about: &'static str, unit: &'static str, most: i32) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-most, most), Bounds::new(-1000.0, 1000.0, 10.0))
}

const COST: FeatureInfo = info("cost", "the own cost to win minus the opponent's", "cells", CELLS);
const STONES: FeatureInfo = info("stones", "own stones minus the opponent's", "stones", CELLS);
const CAPTURES: FeatureInfo =
    info("captures", "cells where an own stone would take stones, minus the opponent's", "cells", CELLS);
const TO_MOVE: FeatureInfo = info("to_move", "1 to move, -1 when the opponent is", "turns", 1);

impl Features for StrongFeatures {
    type Game = Cachex;
    type Values = [i32; 4];

    const NAME: &'static str = "strong";
    const INFO: &'static [FeatureInfo] = &[COST, STONES, CAPTURES, TO_MOVE];
    const DEFAULTS: &'static str = include_str!("../../weights/cachex-strong.toml");

    // Not inlined: the caller may be compiled for size.
    fn measure(pos: &Cachex, side: Side) -> [i32; 4] {
        let costs = costs_to_win(pos).map(|cost| cost as i32);
        let captures = |side| pos.capture_points(side).count() as i32;
        [
            costs[side.index()] - costs[(!side).index()],
            pos.stone_count(side) as i32 - pos.stone_count(!side) as i32,
            captures(side) - captures(!side),
            if pos.side_to_move() == side { 1 } else { -1 },
        ]
    }
}

impl Features for FullFeatures {
    type Game = Cachex;
    type Values = [i32; 6];

    const NAME: &'static str = "full";
    const INFO: &'static [FeatureInfo] = &[
        COST,
        STONES,
        CAPTURES,
        TO_MOVE,
        info("longest", "the size of the largest own group minus the opponent's", "stones", CELLS),
        info("two_distance", "the own two-distance minus the opponent's", "cells", 30),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/cachex-full.toml");

    fn measure(pos: &Cachex, side: Side) -> [i32; 6] {
        let [cost, stones, captures, to_move] = StrongFeatures::measure(pos, side);
        let difference = |measure: fn(&Cachex, Side) -> u32| measure(pos, side) as i32 - measure(pos, !side) as i32;
        [cost, stones, captures, to_move, difference(Cachex::largest_group), difference(two_distance)]
    }
}
