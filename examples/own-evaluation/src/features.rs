//! An evaluation with weights in a file, which `tune` can improve.

use plyground::eval::{Bounds, FeatureInfo, Features, Linear};
use plyground::kalah::{House, Kalah, Side};

/// The sum of weight x feature.
pub type Home = Linear<HomeFeatures>;

/// Measures stores, seeds at home, and the houses from which a side can move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HomeFeatures;

const WEIGHT: Bounds = Bounds::new(-100.0, 100.0, 2.0);

impl Features for HomeFeatures {
    type Game = Kalah;
    type Values = [i32; 3];

    const NAME: &'static str = "home";
    const INFO: &'static [FeatureInfo] = &[
        FeatureInfo::new("store", "own store minus the opponent's", "seeds", (-1023, 1023), WEIGHT),
        FeatureInfo::new("seeds", "seeds in own houses minus the opponent's", "seeds", (-1023, 1023), WEIGHT),
        FeatureInfo::new("mobility", "own houses with seeds minus the opponent's", "houses", (-12, 12), WEIGHT),
    ];
    const DEFAULTS: &'static str = include_str!("../weights/home.toml");

    fn measure(pos: &Kalah, side: Side) -> [i32; 3] {
        let (own, other) = (count(pos, side), count(pos, !side));
        std::array::from_fn(|feature| own[feature] - other[feature])
    }
}

/// Counts the features of one side.
fn count(pos: &Kalah, side: Side) -> [i32; 3] {
    let houses = (1..=pos.houses()).filter_map(House::new);
    let filled = houses.filter(|&house| pos.seeds(side, house) > 0).count();
    [pos.store(side).into(), pos.seeds_in_houses(side).into(), filled as i32]
}
