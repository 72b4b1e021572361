//! Defines the interface between games and everything that plays them.
//!
//! The code of a game contains no search, and the code of a search names no game; both depend on this crate.
//! A game implements [`Position`], and [`Symmetric`] if it has symmetries.
//! An evaluation implements [`Evaluate`], and a search is generic over both.
//! [`History`] holds repetitions and turn limits, which depend on the path to a position.
//! A [`Game`] joins a start, its moves and its history, and can be written as text.
//!
//! Three Cargo features are optional, and the rules of a game need none of them.
//! `laws` adds tests for games, `random` a seeded random number generator, and `serde` games as data.
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
//!
//! The guide [Add a game](https://github.com/plyground/plyground/blob/main/docs/guides/add-a-game.md)
//! implements one of your own.

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod debug;
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
pub use position::{Class, GameFacts, Move, MoveList, Position, Rules};
pub use record::{GameRecord, record_tags, split_records};
pub use score::{Score, Window};
pub use side::Side;
pub use standard::{Slot, StandardRules, StandardSetup};
pub use symmetry::Symmetric;
