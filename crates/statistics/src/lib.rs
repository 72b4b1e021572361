//! Computes what the results of games show, and how surely.
//!
//! Scores with intervals, Elo and normalised Elo, the sequential probability ratio test, and Bradley-Terry ratings.
//! Functions take and return plain numbers; they need no game, file, clock or random number generator.
//!
//! Games are played in pairs: one opening with sides swapped.
//! The two games of a pair are not independent, because an opening that favours a side gives a win and a loss.
//! The unit of evidence is the pair, with five results ([`Pentanomial`]).
//! Results are never infinite or NaN: the type shows where a bound does not exist.
//!
//! ```
//! use plyground_statistics::{EloModel, Pentanomial, Sprt};
//!
//! let pairs = Pentanomial::new([10, 20, 30, 25, 15]);
//! assert_eq!(pairs.elo(0.95).to_string(), "+26.1 [-16.1, +68.4]");
//!
//! let sprt = Sprt::new(0.0, 5.0, EloModel::Normalized)?;
//! assert_eq!(format!("{:.3}", sprt.llr(&pairs)), "0.233");
//! # Ok::<(), plyground_statistics::SprtError>(())
//! ```
//!
//! # Intervals
//!
//! A match has one interval, of its score, computed from the five counts.
//! Elo, normalised Elo and the ratings of two players are images of its ends.
//! It is a tilted-likelihood interval \[Efron1981\].
//! It is exact for pairs that are lost or won \[Clopper1934\], and Student's for many pairs.
//! It holds its 95% from one pair on, also at 0% and 100%; [`coverage()`] measures that, and
//! `cargo run --release -p plyground-statistics --example coverage` prints the table of the book.

mod bradley_terry;
mod brownian;
mod connect;
mod coverage;
mod distribution;
#[cfg(test)]
mod draws;
mod elo;
mod interval;
mod likelihood;
mod logistic;
mod pentanomial;
mod ratings;
mod score;
mod simulate;
mod sprt;
mod tail;

pub use brownian::Brownian;
pub use coverage::{Coverage, coverage};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use interval::{Interval, exact_interval};
pub use logistic::{LeadFit, fit_lead, loss_of, share_of};
pub use pentanomial::{PairResult, Pentanomial};
pub use ratings::{PairingResults, Rating, RatingError, Ratings};
pub use score::Wdl;
pub use simulate::{ErrorRates, Simulation, simulate};
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtStatus, StoppedEstimate};
