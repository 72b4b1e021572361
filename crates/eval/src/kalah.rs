//! Evaluations of Kalah.
//!
//! ```
//! use plyground_eval::kalah::{Finish, StoreDifference};
//! use plyground_game::{Evaluate, Outcome, Position, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules};
//!
//! let end = Kalah::parse("<3,6,12,0,0,0,0,0,0> S", &KalahRules::default())?;
//! let outcome = end.outcome().expect("no seeds left");
//! let by_margin = StoreDifference { finish: Finish::Margin };
//! assert_eq!(by_margin.finished(&end, &(), outcome, Side::Second, 7), Score::new(6));
//! assert_eq!(StoreDifference::default().finished(&end, &(), outcome, Side::Second, 7), Score::win_in(7));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod along_line;
mod store_difference;
mod strong;

pub use along_line::{ALONG_LINE, AlongLine, Tally};
pub use store_difference::{Finish, StoreDifference};
pub use strong::StrongFeatures;

use plyground_game::Position;
use plyground_kalah::Kalah;

use crate::features::Features;
use crate::list::Listed;
use crate::{Linear, Weighted};

/// The evaluation of the strong engine: differences of stores, seeds at home, and chances.
pub type Strong = Linear<StrongFeatures>;

/// The evaluations of the game, the strong engine's first.
pub const EVALUATIONS: &[Listed] = &[
    listed(
        StrongFeatures::NAME,
        "stores, seeds at home, extra turns and captures to come",
        Some(StrongFeatures::DEFAULTS),
    ),
    listed("store-difference", "own store minus the opponent's, in seeds", None),
    listed("margin", "the same, and finished games by their final difference", None),
    listed(
        AlongLine::NAME,
        "the capture report's (again + stolen)^2 + score - loss since the root; not antisymmetric",
        Some(ALONG_LINE),
    ),
];

const fn listed(name: &'static str, about: &'static str, weights: Option<&'static str>) -> Listed {
    Listed { game: Kalah::NAME, name, about, weights }
}
