//! What the results of games say, and how surely: scores, Elo, sequential tests, ratings.
//!
//! Games are played in pairs, one opening with sides swapped, and the two games of a pair are not independent: an opening
//! that favours a side gives a win and a loss. The unit of evidence is the pair, with five results
//! ([`Pentanomial`]); whoever counts single games claims more than is known. Nothing here is infinite or not a
//! number: where a bound does not exist, the type says so.
//!
//! ```
//! use plyground_arena::statistics::{EloModel, Pentanomial, Sprt};
//!
//! let pairs = Pentanomial::new([10, 20, 30, 25, 15]);
//! assert_eq!(pairs.elo(0.95).to_string(), "+26.1 [-15.1, +68.1]");
//!
//! let sprt = Sprt::new(0.0, 5.0, EloModel::Normalized)?;
//! assert_eq!(format!("{:.3}", sprt.llr(&pairs)), "0.233");
//! # Ok::<(), plyground_arena::statistics::SprtError>(())
//! ```

mod bradley_terry;
mod brownian;
mod connect;
mod distribution;
mod elo;
mod likelihood;
mod logistic;
mod pentanomial;
mod ratings;
mod score;
mod simulate;
mod sprt;

pub use brownian::Brownian;
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use logistic::{LeadFit, fit_lead, loss_of, share_of};
pub use pentanomial::{PairResult, Pentanomial};
pub use ratings::{PairingResults, Rating, RatingError, Ratings};
pub use score::{Interval, Wdl, exact_interval, wilson_interval};
pub use simulate::{ErrorRates, Simulation, simulate};
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtStatus, StoppedEstimate};
