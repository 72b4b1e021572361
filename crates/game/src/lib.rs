//! The contract between games and everything that plays them.
//!
//! Games know nothing of search, search knows nothing of games; both know this crate. A game implements [`Position`]
//! (and [`Symmetric`] where it has symmetries); evaluations implement [`Evaluate`]; a search is generic
//! over both. Repetition and turn limits, which depend on the way to a position, live in [`History`]; a [`Game`] ties a
//! start, its moves and its history together and can be written as text.
//!
//! The feature `laws` brings the module `laws`, a suite of properties that every game crate runs on itself, the feature `random` the
//! module of that name, the seeded random draws of searches, matches and tests, and `serde` games as data. Rules need none of them.
//!
//! ```
//! use plyground_game::{Score, Side, Window};
//!
//! // A search that lets the same side move again must not flip the window: the one place that decides is here.
//! let window = Window::new(Score::new(-5), Score::new(9));
//! assert_eq!(window.for_child(true), window);
//! assert_eq!(window.for_child(false), Window::new(Score::new(-9), Score::new(5)));
//! assert_eq!(!Side::First, Side::Second);
//! ```

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod evaluate;
mod game;
mod hints;
mod history;
mod history_rules;
mod observe;
mod outcome;
mod position;
mod record;
mod score;
mod side;
mod standard;
mod symmetry;

pub mod diagram;
#[cfg(feature = "laws")]
pub mod laws;
pub mod notation;
pub mod options;
pub mod perft;
#[cfg(feature = "std")]
pub mod perft_suite;
mod playthrough;
#[cfg(feature = "random")]
pub mod random;
#[cfg(feature = "serde")]
pub mod serial;
#[cfg(feature = "std")]
pub mod thread_context;
pub mod zobrist;

pub use evaluate::{Evaluate, HashEvaluation, Nothing, Parameter, Term, Tunable, TuneError};
pub use game::Game;
pub use hints::SearchHints;
pub use history::{History, HistoryEnd};
pub use history_rules::HistoryRules;
pub use observe::Observe;
pub use outcome::{Ending, Outcome};
pub use playthrough::playthrough;
pub use position::{Class, Move, MoveList, Position, Rules};
pub use record::GameRecord;
pub use score::{Score, Window};
pub use side::Side;
pub use standard::{Slot, StandardRules, StandardSetup};
pub use symmetry::Symmetric;
