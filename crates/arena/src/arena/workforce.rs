//! Workforces, which play the games of a run: the threads of this process, or other machines.
//!
//! The pending games of a run are those of its schedule that its file does not contain. A [`Workforce`] plays them in any order
//! and hands over each result. The run orders, records and tests the results in the same way for every workforce. So a run on
//! many machines is decided by the same pair of games as a run on a single thread.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::{fmt, io};

use plyground_play::Player;
use plyground_search::StopFlag;
use thiserror::Error;

use crate::journal::DoubtMark;
use crate::pauses::PauseMeter;
use crate::record::Record;
use crate::spec::MatchSpec;

/// Stack size of a thread that plays games, in bytes. Deep searches need it; the system commits only the pages that are used.
pub const GAME_STACK: usize = 16 << 20;

/// Maximum distance from the first missing game to a game that may be played: with a file, and without one.
const AHEAD: u64 = 1_000_000;
const AHEAD_IN_MEMORY: u64 = 200_000;

/// Reason why games could not be played elsewhere, in one line.
pub type WorkforceError = Box<dyn Error + Send + Sync>;

/// Error of a [`Workforce`] whose delivered games were forged. The run removes them from its file before it ends.
#[derive(Debug, Error)]
#[error("{problem}")]
pub struct ForgedGames {
    /// Number of the first forged game, from 0.
    pub from: u64,
    /// Reason, in one line.
    pub problem: String,
}

/// Response of a run to a game that is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    /// The game is accepted, and more are needed.
    More,
    /// The game is accepted, and no more are needed.
    Enough,
    /// The game could not be recorded, and neither can any later game.
    Fault,
}

/// Player of the games of a run.
///
/// ```
/// use plyground_arena::{Record, Taken, PendingGames, Workforce, WorkforceError};
///
/// /// Gives up at once.
/// #[derive(Debug)]
/// struct NoWorkers;
///
/// impl Workforce for NoWorkers {
///     fn play(&self, pending: &PendingGames<'_>, _: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
///         Err(format!("{} games are too many", pending.games()).into())
///     }
/// }
/// ```
pub trait Workforce: fmt::Debug {
    /// Plays the pending games in any order and hands over each of them to `deliver`. Returns when no games are pending, when
    /// `deliver` returns something other than [`Taken::More`], or when the run is stopped. A game may be handed over twice; the
    /// second is ignored.
    ///
    /// # Errors
    /// When the rest of the games cannot be played.
    fn play(&self, pending: &PendingGames<'_>, deliver: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError>;
}

/// Finds a workforce for each run, such as each generation of a tuning.
pub trait Workforces: fmt::Debug + Send + Sync {
    /// Returns the workforce of a run.
    ///
    /// # Errors
    /// Fails if there is none.
    fn find(&self, spec: MatchSpec) -> Result<Box<dyn Workforce>, WorkforceError>;
}

/// Games of a run that have not been played.
#[derive(Debug)]
pub struct PendingGames<'a> {
    pub(super) run: String,
    pub(super) games: u64,
    /// Number of the first undelivered game.
    pub(super) next: u64,
    /// Numbers of the games that the files contain, in order.
    pub(super) known: Vec<Range<u64>>,
    pub(super) has_file: bool,
    pub(super) doubt_mark: Option<DoubtMark>,
    pub(super) stop: &'a StopFlag,
    pub(super) abandon: StopFlag,
}

impl PendingGames<'_> {
    /// Returns the digest that identifies the run; see [`Arena::run_id`](crate::Arena::run_id).
    #[must_use]
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Returns the number of games of the schedule, including those that are not pending.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of the first pending game, or the number of all games if none is pending.
    #[must_use]
    pub fn first(&self) -> u64 {
        (self.next..self.games).find(|&number| self.is_pending(number)).unwrap_or(self.games)
    }

    /// Reports whether a game is pending.
    #[must_use]
    pub fn is_pending(&self, number: u64) -> bool {
        let after = self.known.partition_point(|numbers| numbers.start <= number);
        let is_known = after > 0 && self.known[after - 1].contains(&number);
        (self.next..self.games).contains(&number) && !is_known
    }

    /// Returns how far beyond the first missing game a game may be played. Such games wait in the file or, without one, in
    /// memory.
    #[must_use]
    pub fn ahead(&self) -> u64 {
        if self.has_file { AHEAD } else { AHEAD_IN_MEMORY }
    }

    /// Marks a delivered game and all later ones as doubted until [`Workforce::play`] returns. If the run is killed before, it
    /// plays them again when it is resumed.
    ///
    /// # Errors
    /// When the mark cannot be written.
    pub fn doubt(&self, game: u64) -> io::Result<()> {
        self.doubt_mark.as_ref().map_or(Ok(()), |mark| mark.set(game))
    }

    /// Reports whether no further game may start.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.abandon.is_stopped()
    }
}

/// Players of one thread, created when they are first needed. Their tables and engines live as long as the seats.
pub struct Seats {
    pub(super) players: HashMap<usize, Box<dyn Player>>,
    /// Digest that identifies the run; see [`Arena::run_id`](crate::Arena::run_id).
    pub(super) run: Option<String>,
    /// Factor of all times.
    pub(super) time_scale: Option<f64>,
    /// Meter of the pauses of this process, which runs on between two games.
    _pauses: Option<Arc<PauseMeter>>,
}

impl Default for Seats {
    fn default() -> Seats {
        Seats { players: HashMap::new(), run: None, time_scale: None, _pauses: PauseMeter::shared() }
    }
}

impl Seats {
    /// Creates seats on a machine where all times are multiplied by this factor. The records of games with time limits contain
    /// it; see [`TIME_SCALES`](crate::TIME_SCALES).
    #[must_use]
    pub fn scaled(time_scale: Option<f64>) -> Seats {
        Seats { time_scale, ..Seats::default() }
    }
}

plyground_game::impl_debug!(Seats { run });
