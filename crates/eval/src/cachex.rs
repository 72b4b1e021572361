//! Evaluations of Cachex.
//!
//! ```
//! use plyground_cachex::{Cachex, CachexRules};
//! use plyground_eval::cachex::Material;
//! use plyground_game::{Evaluate, Position, Score, Side};
//!
//! let pos = Cachex::parse("5 ...../..rb./.b.r./.r.../..... b 5", &CachexRules::default())?;
//! assert_eq!(Material.evaluate(&pos, &(), Side::First), Score::new(1));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod astar;
mod cost;
mod flood;
mod path;
mod six;
mod strong;
mod two_distance;

use plyground_cachex::Cachex;
use plyground_game::{Evaluate, Position, Score, Side};

pub use astar::astar_cost;
pub use cost::{cost_to_win, costs_to_win};
pub use flood::flood_costs;
pub use path::{Path, shortest_path};
pub use six::{SixFeatures, ThreeDifferences};
pub use strong::{FullFeatures, StrongFeatures};
pub use two_distance::two_distance;

use crate::Linear;
use crate::features::Features;
use crate::list::Listed;

/// The report's evaluation: six features, the opponent's weighed more than the own. Not antisymmetric: it wants a
/// search that values every leaf for the side at the root.
pub type SixFeature = Linear<SixFeatures>;

/// The report's evaluation for one side minus that for the other.
pub type Antisymmetric = Linear<ThreeDifferences>;

/// The evaluation of the strong engine: differences of costs, stones and threats.
pub type Strong = Linear<StrongFeatures>;

/// As [`Strong`], with largest groups and two-distance.
pub type Full = Linear<FullFeatures>;

impl SixFeature {
    /// The weights of the report's opponent in Table III: the two costs alone, features 5 and 6.
    #[must_use]
    pub fn path_only() -> SixFeature {
        Linear::shipped(PATH_ONLY)
    }
}

/// The weight file of [`SixFeature::path_only`].
pub const PATH_ONLY: &str = include_str!("../weights/cachex-path-only.toml");

/// Own stones minus the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material;

impl Evaluate<Cachex> for Material {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Cachex, (): &(), side: Side) -> Score {
        Score::new(pos.stone_count(side) as i32 - pos.stone_count(!side) as i32)
    }
}

/// The evaluations of the game, the strong engine's first.
pub const EVALUATIONS: &[Listed] = &[
    listed(StrongFeatures::NAME, "costs to win, stones, captures threatened", Some(StrongFeatures::DEFAULTS)),
    listed(FullFeatures::NAME, "the same with largest groups and two-distance", Some(FullFeatures::DEFAULTS)),
    listed(SixFeatures::NAME, "the report's six features; not antisymmetric", Some(SixFeatures::DEFAULTS)),
    listed("path-only", "the report's two costs to win alone; not antisymmetric", Some(PATH_ONLY)),
    listed(
        ThreeDifferences::NAME,
        "the six features for one side minus those for the other",
        Some(ThreeDifferences::DEFAULTS),
    ),
    listed("material", "own stones minus the opponent's", None),
];

const fn listed(name: &'static str, about: &'static str, weights: Option<&'static str>) -> Listed {
    Listed { game: Cachex::NAME, name, about, weights }
}
