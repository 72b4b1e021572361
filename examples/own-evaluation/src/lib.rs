//! Two evaluations for Kalah, written as a crate of yours.
//!
//! `homely.rs` is one function. `features.rs` is a table of features whose weights are in a file, so `tune` can improve them.
//! [`catalog`] adds both to Plyground's games, and [`duel`] plays a match between them.
//!
//! ```
//! use own_evaluation::Homely;
//! use plyground::kalah::{Evaluate, Kalah, KalahRules, Position, Score, Side};
//!
//! let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
//! // South leads by one seed in the store, and North by seven at home.
//! assert_eq!(Homely.evaluate(&pos, &(), Side::First), Score::new(3 - 7));
//! # Ok::<(), plyground::game::notation::ParsePositionError>(())
//! ```

mod catalog;
mod duel;
mod features;
mod homely;

pub use catalog::catalog;
pub use duel::duel;
pub use features::{Home, HomeFeatures};
pub use homely::Homely;
