//! The limits of every number of a run: the command line reads its options by them, and a spec from elsewhere is held to them.
//!
//! ```
//! use plyground_catalog::bounds;
//!
//! assert!(bounds::within("depth", 500, 1..=u64::from(bounds::DEPTH)).is_ok());
//! let error = bounds::within("depth", 501, 1..=u64::from(bounds::DEPTH)).unwrap_err();
//! assert_eq!(error.to_string(), "cannot read the run: `depth` is 501: expected a number from 1 to 500");
//! ```

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::duration::LONGEST_TIME;
use crate::error::CatalogError;

/// The last depth.
pub const DEPTH: u32 = plyground_search::MAX_DEPTH;
/// Games of a match.
pub const GAMES: u32 = 10_000_000;
/// Pairs of games of every two participants.
pub const ROUNDS: u32 = 1_000_000;
/// Different openings.
pub const OPENINGS: u32 = 1_000_000;
/// Random moves of an opening.
pub const OPENING_PLIES: u32 = 100;
/// Plies of a game.
pub const PLIES: u32 = 1_000_000;
/// Nodes per second of the machine that limits of time refer to.
pub const SPEED: u32 = 4_000_000_000;
/// MiB of a transposition table.
pub const TABLE: u32 = 65_536;
/// Plies between the position of a proof and its subproblems.
pub const SPLIT: u32 = plyground_solve::proof::MOST_PLIES;
/// Seeds of an endgame database.
pub const DATABASE: u32 = 127;

/// Games of a run in all: more do not fit into the memory of a coordinator.
pub(crate) const ALL_GAMES: u64 = 1_000_000_000;
/// Participants of a run.
pub(crate) const PLAYERS: u64 = 10_000;
/// Bytes of a book of openings, which the command line reads as a file of at most this size.
pub(crate) const BOOK: u64 = 64 << 20;
/// Bytes of a weight file.
pub(crate) const WEIGHTS: u64 = 1 << 20;
/// Bytes of a position, a set-up, rules or the text of an agent.
pub(crate) const TEXT: u64 = 1 << 16;

/// Accepts a number within its limits.
///
/// # Errors
/// When it is outside.
pub fn within(what: &'static str, found: u64, limits: RangeInclusive<u64>) -> Result<(), CatalogError> {
    if limits.contains(&found) {
        return Ok(());
    }
    Err(outside(what, found, format!("a number from {} to {}", limits.start(), limits.end())))
}

fn outside(what: &'static str, found: impl Display, expected: String) -> CatalogError {
    CatalogError::RunBounds { what, found: found.to_string(), expected }
}

/// Accepts a time of at most a year.
pub(crate) fn time(what: &'static str, found: Option<Duration>) -> Result<(), CatalogError> {
    match found {
        Some(found) if found > LONGEST_TIME => {
            Err(outside(what, format!("{} s", found.as_secs()), "a time of at most a year".into()))
        }
        _ => Ok(()),
    }
}

/// Accepts a text of at most so many bytes.
pub(crate) fn text(what: &'static str, found: Option<&str>, most: u64) -> Result<(), CatalogError> {
    match found.map_or(0, |text| text.len() as u64) {
        bytes if bytes > most => Err(outside(what, format!("{bytes} bytes"), format!("at most {most} bytes"))),
        _ => Ok(()),
    }
}
