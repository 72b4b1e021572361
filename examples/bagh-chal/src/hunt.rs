//! An evaluation of captures, shut-in tigers, mobility and threatened goats.
//!
//! [`HuntFeatures`] measures the position. `weights/hunt.toml` contains the weight of each feature, and `bagh-chal tune` improves
//! them.

use plyground::eval::{Bounds, FeatureInfo, Features, Linear};
use plyground::game::Side;

use crate::board::Points;
use crate::position::{BaghChal, threatened_goats, trapped_tigers};

/// The sum of weight times feature.
pub type Hunt = Linear<HuntFeatures>;

/// Measures a position for the hunt.
#[derive(Clone, Copy, Debug, Default)]
pub struct HuntFeatures;

const WEIGHT: Bounds = Bounds::new(-1_000.0, 1_000.0, 10.0);

const fn info(name: &'static str, about: &'static str, unit: &'static str) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-40, 40), WEIGHT)
}

/// The points on the edge of the board.
const EDGE: Points = Points(0b11111_10001_10001_10001_11111);

impl Features for HuntFeatures {
    type Game = BaghChal;
    type Values = [i32; 5];

    const NAME: &'static str = "hunt";
    const INFO: &'static [FeatureInfo] = &[
        info("captured", "captured goats", "goats"),
        info("trapped", "tigers without a step or jump", "tigers"),
        info("room", "empty neighbours of the tigers, each counted once", "points"),
        info("threatened", "goats that a tiger can capture", "goats"),
        info("edge", "goats on the edge of the board, where few jumps reach them", "goats"),
    ];
    const DEFAULTS: &'static str = include_str!("../weights/hunt.toml");

    /// Measures with the sign of the tigers, reversed for the goats.
    fn measure(pos: &BaghChal, side: Side) -> [i32; 5] {
        let room = pos.tigers.iter().fold(0, |bits, point| bits | point.neighbours().0) & pos.empty().0;
        let counts = [
            i32::from(pos.captured()),
            trapped_tigers(pos).len() as i32,
            room.count_ones() as i32,
            threatened_goats(pos).len() as i32,
            Points(pos.goats.0 & EDGE.0).len() as i32,
        ];
        counts.map(|count| if side == Side::Second { count } else { -count })
    }
}
