//! Values positions before the game is over.
//!
//! Most evaluations are a weighted sum of named [`Features`].
//! [`Linear`] sums weight x feature, or weight x feature^power.
//! It reads and writes [weight files](WeightFile), can be tuned, and explains a score feature by feature.
//! [`Learned`] adds tables over [`SparseFeatures`] that `ply learn` fits.
//! Other evaluations implement [`Evaluate`](plyground_game::Evaluate) themselves.
//!
//! | game | evaluation | features |
//! |---|---|---|
//! | any | [`Nothing`](plyground_game::Nothing) | none: only the end of a game counts |
//! | Khet | [`khet::Material`] | pyramids and anubises |
//! | | [`khet::Strong`] | pieces, room, and what the lasers threaten |
//! | | [`khet::Learned`] | the same and piece-square-orientation tables from self-play |
//! | | [`khet::Hunting`] | the same and points for the hunt of a side that is well ahead |
//! | Kalah | [`kalah::StoreDifference`] | own store minus the opponent's |
//! | | [`kalah::Strong`] | stores, seeds at home, extra turns and captures to come |
//! | | [`kalah::Learned`] | the same and seeds-by-house tables from self-play |
//! | | [`kalah::Paired`] | the same features, seeds by house and by pair of houses, from exact margins |
//! | Tigers | [`tigers::Material`] | captured goats |
//! | | [`tigers::Strong`] | goats, trapped tigers, closed points, sound formations |
//! | Cachex | [`cachex::Material`] | stones |
//! | | [`cachex::Strong`] | costs to win, stones, captures threatened |
//! | | [`cachex::Full`] | the same with groups and two-distance |
//!
//! All evaluations of this table are antisymmetric: the value for one side is the negative of the value for the other.
//! Positions that a symmetry of the game maps onto each other have equal values.
//! The module `laws`, behind the feature of that name, checks both properties for any evaluation.
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
mod learned;
mod linear;
mod network;
mod vector;
mod weights;
mod with_network;

pub mod cachex;
pub mod kalah;
pub mod khet;
#[cfg(feature = "laws")]
pub mod laws;
pub mod tigers;

pub use features::{Bounds, FeatureInfo, Features, Power, signed_power};
pub use learned::{Learned, SparseFeatures, Tables};
pub use linear::Linear;
pub use network::{Network, NetworkError, NetworkSums};
pub use vector::Weights;
pub use weights::{FeatureWeight, FileTable, TableInfo, VERSION, WeightError, WeightFile, Weighted};
pub use with_network::{FeatureInputs, NetworkInputs, WithNetwork};
