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

mod cost;
mod path;
mod strong;
mod two_distance;

use plyground_cachex::Cachex;
use plyground_game::{Evaluate, Score, Side};

pub use cost::astar::astar_cost;
pub use cost::flood::flood_costs;
pub use cost::{cost_to_win, costs_to_win};
pub use path::{Path, shortest_path};
pub use strong::{FullFeatures, StrongFeatures};
pub use two_distance::two_distance;

use crate::Linear;

/// The evaluation of the strong engine: differences of costs, stones and threats.
pub type Strong = Linear<StrongFeatures>;

/// [`Strong`] with largest groups and two-distance.
pub type Full = Linear<FullFeatures>;

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
