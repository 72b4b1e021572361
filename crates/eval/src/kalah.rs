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

mod by_margin;
mod house_pairs;
mod house_tables;
mod other_sizes;
mod store_difference;
mod strong;

pub use by_margin::ByMargin;
pub use house_pairs::{HousePairs, PairTables};
pub use house_tables::{HouseSeeds, HouseTables};
pub use other_sizes::OtherSizes;
pub use store_difference::{Finish, StoreDifference};
pub use strong::StrongFeatures;

use crate::Linear;
use crate::learned;

/// The evaluation of the strong engine: differences of stores, seeds at home, and chances.
pub type Strong = Linear<StrongFeatures>;

/// [`Strong`] and [`HouseTables`].
///
/// ```
/// use plyground_eval::kalah::Learned;
/// use plyground_game::{Evaluate, Side};
/// use plyground_kalah::Kalah;
///
/// let (learned, start) = (Learned::default(), Kalah::default());
/// let terms = learned.explain(&start, &(), Side::First);
/// assert_eq!(terms.last().map(|term| term.name), Some("tables"));
/// let value = learned.evaluate(&start, &(), Side::First);
/// assert_eq!(learned.evaluate(&start, &(), Side::Second).value(), -value.value());
/// ```
pub type Learned = learned::Learned<Strong, HouseSeeds>;

/// [`PairTables`], fitted to exact margins on boards of six houses per side, and [`Strong`] on others.
pub type Paired = learned::Learned<OtherSizes, HousePairs>;
