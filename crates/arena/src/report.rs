//! What a run has shown: as data, as text, and as one page with plots.
//!
//! All three are made from the same numbers, and those from the records alone: a report can be made again at any time.
//!
//! ```
//! use plyground_arena::Summary;
//!
//! let summary = Summary::of(&[], None);
//! assert_eq!(summary.games, 0);
//! assert!(summary.html().starts_with("<!DOCTYPE html>"));
//! ```

mod evidence;
mod html;
mod plot;
mod sprt;
mod summary;
mod text;

pub use html::Figure;
pub use sprt::{SprtReport, SprtSummary};
pub use summary::{PairingSummary, PlayerSummary, ScorePoint, SideSummary, Summary, TerminationCount};
