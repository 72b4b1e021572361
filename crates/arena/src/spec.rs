//! A match or tournament as data: everything that its games depend on.
//!
//! The command line fills a [`MatchSpec`], a cluster ships it as JSON, and an [`Arena`](crate::Arena) plays it. It names the
//! agents with all their settings and contains the weights that they play by, so a machine needs nothing else. Tables of exact
//! values are too large for that: each machine has its own, and the name of a run depends on their content.
//!
//! ```
//! use plyground_arena::{LimitSpec, MatchSpec, Pairing};
//!
//! let spec = MatchSpec { pairing: Pairing::Gauntlet, ..MatchSpec::new(10, 1) };
//! assert_eq!(spec.schedule(4).games(), 60);
//! let text = serde_json::to_string(&spec)?;
//! assert_eq!(serde_json::from_str::<MatchSpec>(&text)?, spec);
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::time::Duration;

use plyground_play::State;
use plyground_search::{Clock, Limits};
use plyground_statistics::{EloModel, Sprt, SprtError};
use serde::{Deserialize, Serialize};

use crate::limits::TimeControl;
use crate::opening::{OpeningError, Openings};
use crate::record::Versions;
use crate::schedule::{Pairing, Schedule};

/// The number of the format; readers refuse others.
pub const SPEC_FORMAT: u32 = 1;

/// Plies after which a game ends without another limit; no sensible game is as long.
const MAX_PLIES: usize = 10_000;

/// A match or tournament: its games and everything that they depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// The format, [`SPEC_FORMAT`].
    pub spec: u32,
    /// The name of the run: a digest of what its games depend on, which its records carry. Empty until an arena computes it.
    pub run: String,
    /// The version of the program, whose players may play otherwise in another one.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// The set-up; `None` for the default of the game.
    pub setup: Option<String>,
    /// The rules; `None` for the default of the game.
    pub rules: Option<String>,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Which players meet.
    pub pairing: Pairing,
    /// Game pairs of every two players that meet.
    pub pairs: u64,
    /// The openings.
    pub openings: OpeningSpec,
    /// The seed of openings and of all random choices.
    pub seed: u64,
    /// The limits of a move, which precede those of the agents.
    pub limits: LimitSpec,
    /// Whether an agent that cannot be started loses its games, instead of ending the run.
    pub recover: bool,
    /// Plies after which a game ends, with the opening; `None` for the default of the game.
    pub max_plies: Option<usize>,
    /// Whether tables of exact values decide such games: those of the folder that `PLYGROUND_TABLES` names where they are played.
    pub judged: bool,
    /// The bounds of the sequential test that ends the run, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Nodes per second of the machine that limits of time are meant for; others fit them to their own speed. Two runs that differ
    /// in this alone have the same name, since no machine measures the same twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<u64>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    /// The name; `None` for the agent with its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The agent with its settings.
    pub agent: String,
    /// The text of the weight file that it plays by.
    pub weights: Option<String>,
}

/// The openings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSpec {
    /// Openings as text, one per line, instead of random ones.
    pub book: Option<String>,
    /// The fewest and most moves of a random opening.
    pub plies: (u32, u32),
    /// The number of different openings; `None` for one per game pair.
    pub different: Option<u64>,
}

/// The limits of a move and of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// The last depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// The time of a game and the increment per move.
    pub clock: Option<(Duration, Duration)>,
    /// The delay of a move that does not lose on time; `None` for a tenth of a second.
    pub grace: Option<Duration>,
}

/// A chunk of a match, as `ply chunk` reads it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkSpec {
    /// The match.
    pub run: MatchSpec,
    /// The number of the first pair.
    pub first: u64,
    /// The number of pairs.
    pub pairs: u64,
}

impl Default for MatchSpec {
    /// One game pair of every two players, with openings of 2 to 6 random moves and seed 0.
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
    /// Creates a round robin of so many game pairs of every two players; with two players, a match.
    #[must_use]
    pub fn new(pairs: u64, seed: u64) -> MatchSpec {
        MatchSpec { pairs, seed, ..MatchSpec::default() }
    }

    /// Returns the schedule of so many players.
    #[must_use]
    pub const fn schedule(&self, players: usize) -> Schedule {
        Schedule::new(self.pairing, players, self.pairs)
    }

    /// Returns the openings of games that begin like `start`.
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
    /// When its bounds make no test.
    pub fn sequential_test(&self) -> Result<Option<Sprt>, SprtError> {
        self.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1, EloModel::Normalized)).transpose()
    }

    /// Returns the plies after which a game ends.
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

    /// Returns the control of a player whose searches have these limits, with the clock and the grace of the match.
    #[must_use]
    pub fn control(&self, limits: Limits) -> TimeControl {
        let default = TimeControl::from(limits);
        let clock = self.clock.map(|(left, increment)| Clock { left, increment });
        TimeControl { clock, grace: self.grace.unwrap_or(default.grace), ..default }
    }
}

impl From<Limits> for LimitSpec {
    /// Takes depth, nodes and time.
    fn from(limits: Limits) -> LimitSpec {
        LimitSpec { depth: limits.depth, nodes: limits.nodes, time: limits.time, ..LimitSpec::default() }
    }
}
