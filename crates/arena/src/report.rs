//! Reports of a run: as data, as text, and as one HTML page with plots.
//!
//! All three are made from the same numbers, which follow from the records alone. So a report can be rebuilt at any time.
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

pub use html::{Figure, html_page};
pub use plot::escape as escape_html;
pub use sprt::{SprtReport, SprtSummary};
pub use summary::{FirstFault, PairingSummary, PlayerSummary, ScorePoint, SideSummary, Summary, TerminationCount};
