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

use plyground_cachex::Cachex;
use plyground_game::{Evaluate, Score, Side};

/// Own stones minus the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material;

impl Evaluate<Cachex> for Material {
    type Line = ();

    #[inline]
    fn evaluate(&self, pos: &Cachex, (): &(), side: Side) -> Score {
        let stones = |side| pos.stones(side).count() as i32;
        Score::new(stones(side) - stones(!side))
    }
}
