//! Estimates the strength of players from the results of games, with intervals.
//!
//! The crate has scores with intervals, Elo, normalised Elo, the sequential probability ratio test, and Bradley-Terry
//! ratings.
//! Its functions take and return plain numbers; they need no game, file, clock or random number generator.
//!
//! Games are played in pairs: each opening is played twice, with sides swapped.
//! The two games of a pair are not independent, because an opening that favours a side gives a win and a loss.
//! So the unit of evidence is the pair, which has one of five results; [`Pentanomial`] counts them.
//! No result is infinite or NaN: the type of a bound shows where the bound does not exist.
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
//! The interval of a match is computed for its score, from the counts of the five results.
//! The intervals of Elo, normalised Elo and the ratings of two players are its ends on another scale.
//! The method is a tilted-likelihood interval \[Efron1981\].
//! If every pair is lost or won, it is the exact interval of \[Clopper1934\]; with many pairs, it is Student's.
//! The interval contains the true score in 95% of matches from one pair on, also at 0% and 100%.
//! The tests of the crate measure this, and the error rates of sequential tests.

mod bradley_terry;
mod brownian;
mod connect;
#[cfg(test)]
mod coverage_tests;
mod distribution;
#[cfg(test)]
mod draws;
mod elo;
mod groups;
mod interval;
mod likelihood;
mod logistic;
mod pentanomial;
mod ratings;
mod score;
#[cfg(test)]
mod simulate_tests;
mod sprt;
mod tail;

pub use brownian::Brownian;
pub use distribution::student_quantile;
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use groups::interval_of_groups;
pub use interval::{Interval, exact_interval};
pub use logistic::{LeadFit, fit_lead, loss_of, share_of};
pub use pentanomial::{PairResult, Pentanomial};
pub use ratings::{PairingResults, Rating, RatingError, Ratings};
pub use score::Wdl;
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtStatus, StoppedEstimate, brief};
