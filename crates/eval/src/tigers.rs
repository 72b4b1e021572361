//! Evaluations of Tigers and Goats.
//!
//! ```
//! use plyground_eval::tigers::Material;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let pos = Tigers::parse("T..TT.......G.......... 10 t", &TigersRules::default())?;
//! assert_eq!(Material.evaluate(&pos, &(), Side::Second), Score::new(4), "four goats are taken");
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod blockade;
mod closing;
mod network;
mod shut_in_network;
mod strong;

pub use blockade::Blockade;
pub use closing::Closing;
pub use shut_in_network::{ShutInNetwork, ShutInSamples};
pub use strong::StrongFeatures;

use plyground_game::{Evaluate, Score, Side};
use plyground_tigers::Tigers;

use crate::Linear;

/// The evaluation of the strong engine: a weighted sum of [`StrongFeatures`].
pub type Strong = Linear<StrongFeatures>;

/// The number of captured goats, positive for the tigers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material;

impl Evaluate<Tigers> for Material {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        Score::new(i32::from(pos.captured())).seen_by(side == Side::Second)
    }
}
