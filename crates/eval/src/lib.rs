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
//! | | [`khet::Report`] | the report's features with its best vector; hand-tuned *P* and random vectors |
//! | | [`khet::ReportExtended`] | the same and the two features that the report dropped |
//! | | [`khet::Strong`] | pieces, room, and what the lasers threaten |
//! | Kalah | [`kalah::StoreDifference`] | own store minus the opponent's, finished games by result or margin |
//! | | [`kalah::AlongLine`] | the capture report's (again + stolen)^2 + score - loss, and its general form |
//! | | [`kalah::Strong`] | stores, seeds at home, extra turns and captures to come |
//! | Tigers | [`tigers::Material`] | goats taken |
//! | | [`tigers::Report`] | the 2013 article's program |
//! | | [`tigers::Strong`] | goats, trapped tigers, closed points, sound formations |
//! | Cachex | [`cachex::Material`] | stones |
//! | | [`cachex::SixFeature`] | the report's six features; its costs alone |
//! | | [`cachex::Antisymmetric`] | the six features for one side minus those for the other |
//! | | [`cachex::Strong`] | costs to win, stones, captures threatened |
//! | | [`cachex::Full`] | the same with groups and two-distance |
//!
//! Every evaluation has equal values for positions that a symmetry of the game maps onto each other. All are antisymmetric
//! (the value for one side is the negative of that for the other) but [`khet::Report`], [`khet::ReportExtended`],
//! [`kalah::AlongLine`] and [`cachex::SixFeature`], whose reports count for the player at the root, and
//! [`tigers::Report`] with a draw that is not 0.
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
mod list;
mod powered;
mod tuning;
mod weights;

pub mod cachex;
pub mod kalah;
pub mod khet;
pub mod tigers;

pub use features::{Bounds, FeatureInfo, Features, Power, signed_power};
pub use linear::Linear;
pub use list::Listed;
pub use powered::Powered;
pub use weights::{FeatureWeight, VERSION, WeightError, WeightFile, Weighted};

/// Every evaluation that this crate has for one game; [`Nothing`](plyground_game::Nothing) serves them all.
///
/// ```
/// use plyground_eval::{WeightFile, all};
///
/// for listed in all().filter(|listed| listed.game == "tigers") {
///     if let Some(weights) = listed.weights {
///         let file = WeightFile::read(listed.name, weights)?;
///         assert_eq!(file.game, "tigers");
///     }
/// }
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
pub fn all() -> impl Iterator<Item = Listed> {
    [khet::EVALUATIONS, kalah::EVALUATIONS, tigers::EVALUATIONS, cachex::EVALUATIONS].into_iter().flatten().copied()
}
