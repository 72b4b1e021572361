//! All evaluations, by name: what a catalog shows and what weight files there are.
//!
//! ```
//! use plyground_eval::{WeightFile, all};
//!
//! for listed in all().filter(|listed| listed.game == "tigers") {
//!     if let Some(weights) = listed.weights {
//!         let file = WeightFile::read(listed.name, weights)?;
//!         assert_eq!(file.game, "tigers");
//!     }
//! }
//! # Ok::<(), plyground_eval::WeightError>(())
//! ```

use crate::{cachex, kalah, khet, tigers};

/// An evaluation in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The game, as commands spell it.
    pub game: &'static str,
    /// The name that chooses it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its weight file, where it has one. The file says which evaluation reads it: several names can share one form.
    pub weights: Option<&'static str>,
}

/// Every evaluation that this crate has for one game; [`Nothing`](plyground_game::Nothing) serves them all.
pub fn all() -> impl Iterator<Item = Listed> {
    [khet::EVALUATIONS, kalah::EVALUATIONS, tigers::EVALUATIONS, cachex::EVALUATIONS].into_iter().flatten().copied()
}
