//! Who plays the games of a run: the threads of this process, or other machines.
//!
//! A run wants the games of its schedule that its file does not hold yet. A [`Workforce`] plays them in whatever order and
//! hands over each; putting them in order, keeping and testing them is the run's business, and the same for all. So a
//! run over many machines is decided by the same pair of games as one on a single thread.
//!
//! ```
//! use plyground_arena::{Record, Taken, PendingGames, Workforce, WorkforceError};
//!
//! /// Gives up at once.
//! struct NoWorkers;
//!
//! impl Workforce for NoWorkers {
//!     fn play(&self, pending: &PendingGames<'_>, _: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
//!         Err(format!("{} games are too many", pending.games()).into())
//!     }
//! }
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::ops::Range;

use plyground_play::Player;
use plyground_search::StopFlag;
use thiserror::Error;

use crate::journal::DoubtMark;
use crate::record::Record;

/// For searches that go deep; only what is used is ever touched.
pub const GAME_STACK: usize = 16 << 20;

/// Games that may be played beyond the first that is missing, with a file and without.
const AHEAD: u64 = 1_000_000;
const AHEAD_IN_MEMORY: u64 = 200_000;

/// Why games could not be played elsewhere, in one line.
pub type WorkforceError = Box<dyn Error + Send + Sync>;

/// The error of a [`Workforce`] whose delivered games were forged. The run takes them out of its file before it ends.
#[derive(Debug, Error)]
#[error("{problem}")]
pub struct ForgedGames {
    /// The number of the first forged game, from 0.
    pub from: u64,
    /// The reason, in one line.
    pub problem: String,
}

/// What becomes of a game that is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    /// It is kept, and there are more to come.
    More,
    /// It is kept, and no more are wanted.
    Enough,
    /// It could not be kept, nor can any other.
    Fault,
}

/// Who plays the games of a run.
pub trait Workforce {
    /// Plays the games that are wanted, in any order, and hands over each of them; ends when there are no more, when `give` takes
    /// no more, or when the run is stopped. A game may be handed over twice; the second is not looked at.
    ///
    /// # Errors
    /// When the rest of the games cannot be played.
    fn play(&self, pending: &PendingGames<'_>, give: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError>;
}

/// The games of a run that are to be played.
#[derive(Debug)]
pub struct PendingGames<'a> {
    pub(super) run: String,
    pub(super) games: u64,
    /// All before it are there.
    pub(super) next: u64,
    /// Those that are in the files, in order.
    pub(super) known: Vec<Range<u64>>,
    pub(super) has_file: bool,
    pub(super) doubt_mark: Option<DoubtMark>,
    pub(super) stop: &'a StopFlag,
    pub(super) abandon: StopFlag,
}

impl PendingGames<'_> {
    /// What defines the run, see [`Arena::run_id`](crate::Arena::run_id).
    #[must_use]
    pub fn run(&self) -> &str {
        &self.run
    }

    /// All games of the schedule, those that are not wanted included.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of the first game that is wanted, or that of all games.
    #[must_use]
    pub fn first(&self) -> u64 {
        (self.next..self.games).find(|&number| self.is_pending(number)).unwrap_or(self.games)
    }

    /// Whether a game is wanted.
    #[must_use]
    pub fn is_pending(&self, number: u64) -> bool {
        let after = self.known.partition_point(|numbers| numbers.start <= number);
        let is_known = after > 0 && self.known[after - 1].contains(&number);
        (self.next..self.games).contains(&number) && !is_known
    }

    /// How many games may be played beyond the first that is missing: they wait in the file, or else in memory.
    #[must_use]
    pub fn ahead(&self) -> u64 {
        if self.has_file { AHEAD } else { AHEAD_IN_MEMORY }
    }

    /// Marks a handed-over game and all after it as doubted, until [`Workforce::play`] returns: a run that is killed before plays them
    /// again when it is resumed.
    ///
    /// # Errors
    /// When the mark cannot be written.
    pub fn doubt(&self, game: u64) -> io::Result<()> {
        self.doubt_mark.as_ref().map_or(Ok(()), |mark| mark.set(game))
    }

    /// Whether no other game is to be begun.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.abandon.is_stopped()
    }
}

/// The players of one thread, made when they are first needed: tables and engines live as long as it does.
#[derive(Default)]
pub struct Seats {
    pub(super) players: HashMap<usize, Box<dyn Player>>,
    /// What defines the run, see [`Arena::run_id`](crate::Arena::run_id).
    pub(super) run: Option<String>,
    /// How many times as long all times are.
    pub(super) time_scale: Option<f64>,
}

impl Seats {
    /// Seats on a machine where all times are so many times as long, which the records of games with limits of time then say; see
    /// [`TIME_SCALES`](crate::TIME_SCALES).
    #[must_use]
    pub fn scaled(time_scale: Option<f64>) -> Seats {
        Seats { time_scale, ..Seats::default() }
    }
}

plyground_game::impl_debug!(Seats { run });
