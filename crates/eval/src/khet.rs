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
mod report;
mod shots;
mod strong;

use plyground_game::{Evaluate, Position, Score, Side};
use plyground_khet::{Khet, Kind};

pub use defence::pharaoh_defence;
pub use report::{ExtendedFeatures, ReportFeatures};
pub use shots::{beam_distance, capture_steps};
pub use strong::StrongFeatures;

use crate::features::Features;
use crate::list::Listed;
use crate::{Linear, Powered};

/// The report's evaluation; the default is the best vector that it publishes. Not antisymmetric.
pub type Report = Powered<ReportFeatures>;

/// The report's evaluation with the two features that it dropped for their cost. Not antisymmetric.
pub type ReportExtended = Powered<ExtendedFeatures>;

/// The evaluation of the strong engine: differences of pieces, room and what the lasers threaten.
pub type Strong = Linear<StrongFeatures>;

/// The weight file of the report's hand-tuned vector *P*.
pub const HAND_TUNED: &str = include_str!("../weights/khet-hand-tuned.toml");

impl Report {
    /// The report's hand-tuned vector *P*.
    #[must_use]
    pub fn hand_tuned() -> Report {
        Powered::shipped(HAND_TUNED)
    }
}

/// Own pieces minus the opponent's: 3 for a pyramid, 2 for an anubis, as the hand-tuned vector *P* of the report has it for
/// own pieces. The others cannot be taken, or end the game.
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

/// The evaluations of the game, the strong engine's first.
pub const EVALUATIONS: &[Listed] = &[
    listed(StrongFeatures::NAME, "pieces, room, and what the two lasers threaten", Some(StrongFeatures::DEFAULTS)),
    listed(
        ReportFeatures::NAME,
        "the report's features with the best vector that it publishes; not antisymmetric",
        Some(ReportFeatures::DEFAULTS),
    ),
    listed("hand-tuned", "the report's features with its hand-tuned vector P; not antisymmetric", Some(HAND_TUNED)),
    listed(
        ExtendedFeatures::NAME,
        "the report's features and the two that it dropped for their cost; not antisymmetric",
        Some(ExtendedFeatures::DEFAULTS),
    ),
    listed("material", "own pyramids and anubises minus the opponent's", None),
];

const fn listed(name: &'static str, about: &'static str, weights: Option<&'static str>) -> Listed {
    Listed { game: Khet::NAME, name, about, weights }
}
