//! The games of a generation, or of a match at the end, as data; and how they are played, here or elsewhere.
//!
//! A tuning is a chain of runs of the arena. Each of them is given to a workforce like any match: the threads of this process, or
//! the workforce that [`Workforces`] finds, which needs no more than these [`Games`] to play the same.
//!
//! ```
//! use plyground_arena::{Workforce, WorkforceError};
//! use plyground_optimize::{Games, Workforces};
//!
//! /// Finds no workforce.
//! struct NoWorkers;
//!
//! impl Workforces for NoWorkers {
//!     fn find(&self, games: &Games) -> Result<Box<dyn Workforce>, WorkforceError> {
//!         Err(format!("no worker plays the {} pairs of run {}", games.pairs, games.run).into())
//!     }
//! }
//! ```

use std::path::Path;

use plyground_arena::{
    Arena, ArenaError, Contender, Openings, Progress, RunEnd, Schedule, StopFlag, Workforce, WorkforceError,
};
use plyground_play::State;
use plyground_statistics::Sprt;
use thiserror::Error;

/// Makes the player of a vector, under the name that it must have.
pub(crate) type Make<'a> = &'a dyn Fn(String, &[f64]) -> Contender;

/// Games between vectors: everybody meets everybody.
#[derive(Clone, PartialEq, Debug)]
pub struct Games {
    /// What defines them, see [`Arena::run_id`].
    pub run: String,
    /// The names and vectors of the players.
    pub players: Vec<(String, Vec<f64>)>,
    /// Pairs of games of every two.
    pub pairs: u64,
    /// Fixes openings and all random choices.
    pub seed: u64,
    /// The fewest and most random moves of an opening.
    pub opening_plies: (u32, u32),
    /// Longer games are drawn.
    pub max_plies: usize,
    /// Bounds of the sequential test that ends them early.
    pub sprt: Option<(f64, f64)>,
}

/// Why a league could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// The caller has asked to stop; the played games are recorded.
    #[error("stopped")]
    Stopped,
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] plyground_arena::OpeningError),
    /// The games cannot be played or kept.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// Finds a workforce that plays games elsewhere.
pub trait Workforces {
    /// Returns a workforce for these games.
    ///
    /// # Errors
    /// When there is no workforce for them.
    fn find(&self, games: &Games) -> Result<Box<dyn Workforce>, WorkforceError>;
}

/// Where games are played, and where they are kept.
pub(crate) struct Place<'a> {
    /// The start of all games.
    pub(crate) state: &'a dyn State,
    pub(crate) make: Make<'a>,
    pub(crate) threads: usize,
    pub(crate) workforces: Option<&'a dyn Workforces>,
    pub(crate) file: Option<&'a Path>,
    pub(crate) stop: &'a StopFlag,
    pub(crate) abandon: &'a StopFlag,
}

impl Place<'_> {
    /// Plays what the file does not hold yet.
    pub(crate) fn play(
        &self,
        mut games: Games,
        sprt: Option<&Sprt>,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, RefereeError> {
        let (least, most) = games.opening_plies;
        let openings = Openings::drawn(self.state, least..=most, games.seed)?;
        let players = games.players.iter().map(|(name, values)| (self.make)(name.clone(), values)).collect();
        let schedule = Schedule::round_robin(games.players.len(), games.pairs);
        let mut arena = Arena::new(players, schedule, openings, games.seed)?;
        arena.threads = self.threads.max(1);
        arena.max_plies = games.max_plies;
        arena.sprt = sprt.cloned();
        arena.abandon = self.abandon.clone();
        games.run = arena.run_id();
        let journal = self.file.map(|file| arena.journal(file)).transpose().map_err(ArenaError::from)?;
        let end = match self.workforces {
            Some(workforces) => {
                let workforce = workforces.find(&games).map_err(ArenaError::Elsewhere)?;
                arena.run_by(&*workforce, journal, self.stop, on_game)?
            }
            None => arena.run(journal, self.stop, on_game)?,
        };
        Ok(end)
    }
}
