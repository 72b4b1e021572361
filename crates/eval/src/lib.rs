//! Evaluations: what a position is worth before the game is over.
//!
//! An evaluation is mostly a set of named [`Features`] and a form that weighs them: [`Linear`] sums weight x feature,
//! [`Powered`] sums weight x feature^power. Both read and write [weight files](WeightFile), can be tuned, and explain a value
//! feature by feature. What does not fit the forms implements [`Evaluate`](plyground_game::Evaluate) itself.
//!
//! | game | evaluation | what it is |
//! |---|---|---|
//! | any | [`Nothing`](plyground_game::Nothing) | all that counts is how a game ends |
//! | Khet | [`khet::Material`] | pyramids and anubises |
//! | | [`khet::Strong`] | pieces, room, and what the lasers threaten |
//! | | [`khet::Learned`] | the same and piece-square-orientation tables from self-play |
//! | Kalah | [`kalah::StoreDifference`] | own store minus the opponent's, finished games by result or margin |
//! | | [`kalah::Strong`] | stores, seeds at home, extra turns and captures to come |
//! | Tigers | [`tigers::Material`] | goats taken |
//! | | [`tigers::Strong`] | goats, trapped tigers, closed points, sound formations |
//! | Cachex | [`cachex::Material`] | stones |
//! | | [`cachex::Strong`] | costs to win, stones, captures threatened |
//! | | [`cachex::Full`] | the same with groups and two-distance |
//!
//! Every evaluation has equal values for positions that a symmetry of the game maps onto each other, and all of these are
//! antisymmetric: the value for one side is the negative of that for the other. `laws`, behind the feature of that name, checks
//! it in the tests of this crate, of `plyground-reports` (which has the evaluations of the published reports, not all of them
//! antisymmetric) and of a stranger's.
//!
//! ```
//! use plyground_eval::kalah::StoreDifference;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules};
//!
//! let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
//! assert_eq!(StoreDifference::default().evaluate(&pos, &(), Side::Second), Score::new(-1));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod features;
mod linear;
mod powered;
mod vector;
mod weights;

pub mod cachex;
pub mod kalah;
pub mod khet;
#[cfg(feature = "laws")]
pub mod laws;
pub mod tigers;

pub use features::{Bounds, FeatureInfo, Features, Power, signed_power};
pub use linear::Linear;
pub use powered::Powered;
pub use vector::Weights;
pub use weights::{FeatureWeight, VERSION, WeightError, WeightFile, Weighted};
