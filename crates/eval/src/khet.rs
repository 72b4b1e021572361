//! Evaluations of Khet.
//!
//! ```
//! use plyground_eval::khet::Material;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_khet::{Khet, KhetRules, KhetSetup};
//!
//! let start = Khet::new(&KhetSetup::Classic, &KhetRules::default());
//! // Silver's laser takes its own anubis.
//! let after = start.after(start.read_move("j1-")?);
//! assert_eq!(Material.evaluate(&after, &(), Side::Second), Score::new(2));
//! # Ok::<(), plyground_game::notation::MoveError>(())
//! ```

mod defence;
mod learned;
mod strong;
mod tables;

use plyground_game::{Evaluate, Score, Side};
use plyground_khet::{Khet, Kind};

pub use defence::pharaoh_defence;
pub use learned::Learned;
pub use strong::StrongFeatures;
pub use tables::PieceTables;

use crate::Linear;

/// The evaluation of the strong engine: differences of pieces, room and what the lasers threaten.
pub type Strong = Linear<StrongFeatures>;

/// Own pieces minus the opponent's: 3 for a pyramid, 2 for an anubis, as the hand-tuned vector of the report \[Zagury2016\] has it
/// for own pieces. The others cannot be taken, or end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material;

impl Evaluate<Khet> for Material {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Khet, (): &(), side: Side) -> Score {
        let worth = |side| {
            3 * pos.pieces_of(side, Kind::Pyramid).len() as i32 + 2 * pos.pieces_of(side, Kind::Anubis).len() as i32
        };
        Score::new(worth(side) - worth(!side))
    }
}
