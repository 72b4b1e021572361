//! Limits of every number of a run. The command line parses its options by them, and a spec from another machine is checked
//! against them.
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

use plyground_arena::{LONGEST_TIME, MatchSpec};

use crate::error::CatalogError;

/// Maximum depth.
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
/// Nodes per second of the reference machine for time limits.
pub const SPEED: u32 = 4_000_000_000;
/// MiB of a transposition table.
pub const TABLE: u32 = 65_536;
/// Plies between the position of a proof and its subproblems.
pub const SPLIT: u32 = plyground_solve::proof::MOST_PLIES;
/// Seeds of an endgame database.
pub const DATABASE: u32 = 127;

/// Games of a run in total: more do not fit into the memory of a coordinator.
pub(crate) const ALL_GAMES: u64 = 1_000_000_000;
/// Participants of a run.
pub(crate) const PLAYERS: u64 = 10_000;
/// Bytes of an opening book, which is also the limit of a file on the command line.
pub(crate) const BOOK: u64 = 64 << 20;
/// Bytes of a weight file.
pub(crate) const WEIGHTS: u64 = crate::evaluations::LARGEST;
/// Bytes of a position, a set-up, rules or an agent spec.
pub(crate) const TEXT: u64 = 1 << 16;

/// Checks that a number is within its limits.
///
/// # Errors
/// Fails if it is outside.
pub fn within(what: &'static str, found: u64, limits: RangeInclusive<u64>) -> Result<(), CatalogError> {
    if limits.contains(&found) {
        return Ok(());
    }
    Err(outside(what, found, &format!("a number from {} to {}", limits.start(), limits.end())))
}

fn outside(what: &'static str, found: impl Display, expected: &str) -> CatalogError {
    CatalogError::Input(format!("cannot read the run: `{what}` is {found}: expected {expected}"))
}

/// Checks that a time is at most a year.
pub(crate) fn time(what: &'static str, found: Option<Duration>) -> Result<(), CatalogError> {
    match found {
        Some(found) if found > LONGEST_TIME => {
            Err(outside(what, format!("{} s", found.as_secs()), "a time of at most a year"))
        }
        _ => Ok(()),
    }
}

/// Checks that a text has at most `most` bytes.
pub(crate) fn text(what: &'static str, found: Option<&str>, most: u64) -> Result<(), CatalogError> {
    match found.map_or(0, |text| text.len() as u64) {
        bytes if bytes > most => Err(outside(what, format!("{bytes} bytes"), &format!("at most {most} bytes"))),
        _ => Ok(()),
    }
}

/// Checks that the numbers and texts of a match are within the limits of the command line.
///
/// # Errors
/// Fails if one is outside.
pub(crate) fn check_spec(spec: &MatchSpec) -> Result<(), CatalogError> {
    let players = spec.players.len() as u64;
    within("players", players, 2..=PLAYERS)?;
    within("pairs", spec.pairs, 1..=u64::from(GAMES.div_ceil(2).max(ROUNDS)))?;
    // No schedule has more than `pairs` games per ordered pair of participants.
    within("games", players * (players - 1) * spec.pairs, 2..=ALL_GAMES)?;
    let (least, most) = spec.openings.plies;
    within("openings.plies", most.into(), 0..=OPENING_PLIES.into())?;
    within("openings.plies", least.into(), 0..=most.into())?;
    within("openings.different", spec.openings.different.unwrap_or(1), 1..=OPENINGS.into())?;
    within("limits.depth", spec.limits.depth.unwrap_or(1).into(), 1..=DEPTH.into())?;
    within("max_plies", spec.max_plies.unwrap_or(1) as u64, 1..=PLIES.into())?;
    within("reference", spec.reference.unwrap_or(1), 1..=SPEED.into())?;
    time("limits.time", spec.limits.time)?;
    time("limits.grace", spec.limits.grace)?;
    time("limits.clock", spec.limits.clock.map(|(left, _)| left))?;
    time("limits.clock", spec.limits.clock.map(|(_, increment)| increment))?;
    text("setup", spec.setup.as_deref(), TEXT)?;
    text("rules", spec.rules.as_deref(), TEXT)?;
    text("openings.book", spec.openings.book.as_deref(), BOOK)?;
    for player in &spec.players {
        text("players.agent", Some(&player.agent), TEXT)?;
        text("players.name", player.name.as_deref(), TEXT)?;
        text("players.weights", player.weights.as_deref(), WEIGHTS)?;
    }
    Ok(())
}
