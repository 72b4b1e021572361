//! A match or tournament as data: everything that determines its games.
//!
//! The command line fills a [`MatchSpec`], a cluster sends it as JSON, and an [`Arena`](crate::Arena) plays it. It contains the
//! agents with all their settings and weights, so a machine needs nothing else. Tables of exact values are too large: each
//! machine has its own, and the id of a run depends on their content.

use std::time::Duration;

use plyground_play::State;
use plyground_search::{Clock, Limits};
use plyground_statistics::{EloModel, Sprt, SprtError};
use serde::{Deserialize, Serialize};

use crate::limits::TimeControl;
use crate::opening::{OpeningError, Openings};
use crate::record::Versions;
use crate::schedule::{Pairing, Schedule};

/// Version of the format. Readers reject other versions.
pub const SPEC_FORMAT: u32 = 1;

/// Default maximum number of plies of a game; no sensible game is as long.
const MAX_PLIES: usize = 10_000;

/// Match or tournament: its games and everything that determines them.
///
/// ```
/// use plyground_arena::{LimitSpec, MatchSpec, Pairing};
///
/// let spec = MatchSpec { pairing: Pairing::Gauntlet, ..MatchSpec::new(10, 1) };
/// assert_eq!(spec.schedule(4).games(), 60);
/// let text = serde_json::to_string(&spec)?;
/// assert_eq!(serde_json::from_str::<MatchSpec>(&text)?, spec);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// Version of the format, [`SPEC_FORMAT`].
    pub spec: u32,
    /// Id of the run: a digest of what determines its games, which its records contain. Empty until an arena computes it.
    pub run: String,
    /// Version of the program. Players of another version may play differently.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// Set-up; `None` for the default of the game.
    pub setup: Option<String>,
    /// Rules; `None` for the default of the game.
    pub rules: Option<String>,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Choice of the players that meet.
    pub pairing: Pairing,
    /// Number of game pairs of every two players that meet.
    pub pairs: u64,
    /// The openings.
    pub openings: OpeningSpec,
    /// Seed of the openings and of all random draws.
    pub seed: u64,
    /// Limits of a move, which take precedence over those of the agents.
    pub limits: LimitSpec,
    /// Whether an agent that cannot be started loses its games instead of ending the run.
    pub recover: bool,
    /// Number of plies after which a game ends, including the opening; `None` for the default.
    pub max_plies: Option<usize>,
    /// Whether exact tables adjudicate such games. Each machine reads them from the folder in `PLYGROUND_TABLES`.
    pub judged: bool,
    /// Bounds of the sequential test that ends the run, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Probabilities that the test accepts the upper bound if the lower is true, and the lower if the upper is true; `None` for
    /// [`Sprt::ERROR`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt_errors: Option<(f64, f64)>,
    /// Nodes per second of the machine that the time limits are meant for. Other machines scale the limits to their own speed.
    /// The id of a run does not depend on this field, because the measurement varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<u64>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    /// Name; `None` for the agent with its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Agent with its settings.
    pub agent: String,
    /// Text of the weight file.
    pub weights: Option<String>,
}

/// The openings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSpec {
    /// Openings as text, one per line; `None` for random ones.
    pub book: Option<String>,
    /// Minimum and maximum number of moves of a random opening.
    pub plies: (u32, u32),
    /// Number of different openings; `None` for one per game pair.
    pub different: Option<u64>,
}

/// The limits of a move and of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// Maximum depth.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Time of a game and increment per move.
    pub clock: Option<(Duration, Duration)>,
    /// Maximum delay of a move that does not lose on time; `None` for 0.1 s.
    pub grace: Option<Duration>,
}

/// A chunk of a match, as `ply chunk` reads it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkSpec {
    /// Match.
    pub run: MatchSpec,
    /// Number of the first pair.
    pub first: u64,
    /// Number of pairs.
    pub pairs: u64,
}

impl Default for MatchSpec {
    /// Returns one game pair of every two players, with openings of 2 to 6 random moves and seed 0.
    fn default() -> MatchSpec {
        MatchSpec {
            spec: SPEC_FORMAT,
            run: String::new(),
            plyground: Versions::present().plyground,
            game: String::new(),
            setup: None,
            rules: None,
            players: Vec::new(),
            pairing: Pairing::default(),
            pairs: 1,
            openings: OpeningSpec::default(),
            seed: 0,
            limits: LimitSpec::default(),
            recover: false,
            max_plies: None,
            judged: false,
            sprt: None,
            sprt_errors: None,
            reference: None,
        }
    }
}

impl Default for OpeningSpec {
    fn default() -> OpeningSpec {
        OpeningSpec { book: None, plies: (2, 6), different: None }
    }
}

impl MatchSpec {
    /// Creates a round robin with `pairs` game pairs of every two players; with two players, a match.
    #[must_use]
    pub fn new(pairs: u64, seed: u64) -> MatchSpec {
        MatchSpec { pairs, seed, ..MatchSpec::default() }
    }

    /// Returns the schedule of `players` players.
    #[must_use]
    pub const fn schedule(&self, players: usize) -> Schedule {
        Schedule::new(self.pairing, players, self.pairs)
    }

    /// Returns the openings of games with the rules and the position of `start`.
    ///
    /// # Errors
    /// When the book cannot be read, or no undecided opening is found.
    pub fn openings(&self, start: &dyn State) -> Result<Openings, OpeningError> {
        let OpeningSpec { book, plies: (least, most), different } = &self.openings;
        let openings = match book {
            Some(book) => Openings::listed(book, start)?,
            None => Openings::drawn(start, *least..=*most, self.seed)?,
        };
        Ok(match different {
            Some(different) => openings.repeated_after(*different),
            None => openings,
        })
    }

    /// Returns the sequential test.
    ///
    /// # Errors
    /// When the bounds or the error probabilities of the test are invalid.
    pub fn sequential_test(&self) -> Result<Option<Sprt>, SprtError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let (alpha, beta) = self.sprt_errors.unwrap_or((Sprt::ERROR, Sprt::ERROR));
        Sprt::new(elo0, elo1, EloModel::Normalized)?.with_errors(alpha, beta).map(Some)
    }

    /// Returns the maximum number of plies of a game.
    #[must_use]
    pub fn most_plies(&self) -> usize {
        self.max_plies.unwrap_or(MAX_PLIES)
    }

    /// Returns the whole match as one chunk.
    #[must_use]
    pub fn whole(self) -> ChunkSpec {
        let pairs = self.schedule(self.players.len()).games() / 2;
        ChunkSpec { run: self, first: 0, pairs }
    }
}

impl LimitSpec {
    /// Returns the limits of a move's search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, ..Limits::NONE }
    }

    /// Returns the time control of a player with these search limits, and the clock and the grace of the match.
    #[must_use]
    pub fn control(&self, limits: Limits) -> TimeControl {
        let default = TimeControl::from(limits);
        let clock = self.clock.map(|(left, increment)| Clock { left, increment });
        TimeControl { clock, grace: self.grace.unwrap_or(default.grace), ..default }
    }
}

impl From<Limits> for LimitSpec {
    /// Copies depth, nodes and time.
    fn from(limits: Limits) -> LimitSpec {
        LimitSpec { depth: limits.depth, nodes: limits.nodes, time: limits.time, ..LimitSpec::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error probabilities of a test move its bounds.
    #[test]
    fn a_test_has_the_error_probabilities_of_its_spec() {
        let spec = |sprt_errors| MatchSpec { sprt: Some((0.0, 100.0)), sprt_errors, ..MatchSpec::new(60, 5) };
        let bounds = |errors| spec(errors).sequential_test().unwrap().unwrap().llr_bounds();
        assert_eq!(bounds(None), bounds(Some((0.05, 0.05))));
        assert!(bounds(Some((0.01, 0.05))).1 > bounds(None).1);
        assert!(bounds(Some((0.05, 0.01))).0 < bounds(None).0);
        let error = spec(Some((0.7, 0.05))).sequential_test().unwrap_err().to_string();
        assert!(error.starts_with("found an error chance of 0.7"), "{error}");
        assert!(
            !serde_json::to_string(&spec(None)).unwrap().contains("sprt_errors"),
            "specs of before stay as they were"
        );
    }
}
