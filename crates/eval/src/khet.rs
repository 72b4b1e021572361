//! Evaluations of Khet.
//!
//! ```
//! use plyground_eval::khet::Material;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_khet::{Khet, KhetRules, KhetSetup};
//!
//! let start = Khet::new(&KhetSetup::Classic, &KhetRules::default());
//! // Silver's laser destroys its own anubis.
//! let after = start.after(start.read_move("j1-")?);
//! assert_eq!(Material.evaluate(&after, &(), Side::Second), Score::new(2));
//! # Ok::<(), plyground_game::notation::MoveError>(())
//! ```

mod defence;
mod hunting;
mod strong;
mod tables;

use plyground_game::{Evaluate, Score, Side};
use plyground_khet::{Khet, Kind};

pub use defence::pharaoh_defence;
pub use hunting::Hunting;
pub use strong::StrongFeatures;
pub use tables::{PieceSquares, PieceTables};

use crate::Linear;
use crate::learned;

/// The evaluation of the strong engine: differences of pieces, mobility and laser threats.
pub type Strong = Linear<StrongFeatures>;

/// [`Strong`] and [`PieceTables`].
///
/// ```
/// use plyground_eval::khet::Learned;
/// use plyground_game::{Evaluate, Side};
/// use plyground_khet::Khet;
///
/// let (learned, start) = (Learned::default(), Khet::default());
/// let terms = learned.explain(&start, &(), Side::First);
/// assert_eq!(terms.last().map(|term| (term.name, term.term)), Some(("tables", 0.0)));
/// ```
pub type Learned = learned::Learned<Strong, PieceSquares>;

/// Own pieces minus the opponent's: 3 for a pyramid, 2 for an anubis, as in the hand-tuned vector of the report \[Zagury2016\]
/// for own pieces. The other pieces cannot be destroyed, or end the game.
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
