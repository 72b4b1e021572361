//! The games of a generation, or of a match at the end, as data; and how they are played, here or elsewhere.
//!
//! A tuning is a chain of runs of the arena. Each of them is given to a workforce like any match: the threads of this process, or
//! the workforce that [`Workforces`] finds.
//!
//! ```
//! use plyground_arena::{MatchSpec, Workforce, WorkforceError};
//! use plyground_optimize::{VectorPlayer, Workforces};
//!
//! /// Finds no workforce.
//! struct NoWorkers;
//!
//! impl Workforces for NoWorkers {
//!     fn find(&self, spec: MatchSpec, _: &[VectorPlayer]) -> Result<Box<dyn Workforce>, WorkforceError> {
//!         Err(format!("no worker plays the {} pairs of run {}", spec.pairs, spec.run).into())
//!     }
//! }
//! ```

use std::path::Path;

use plyground_arena::{
    Arena, ArenaError, MatchSpec, Participant, Progress, RunEnd, StopFlag, Workforce, WorkforceError,
};
use plyground_play::State;
use thiserror::Error;

/// Makes the player of a vector, under the name that it must have.
pub(crate) type Make<'a> = &'a dyn Fn(String, &[f64]) -> Participant;

/// The name of a player and the vector that it plays by.
pub type VectorPlayer = (String, Vec<f64>);

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
    /// Returns a workforce for a match between vectors, whose spec names no player and no limit.
    ///
    /// # Errors
    /// When there is no workforce for the match.
    fn find(&self, spec: MatchSpec, players: &[VectorPlayer]) -> Result<Box<dyn Workforce>, WorkforceError>;
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
    /// Plays the games of a match that the file does not have.
    pub(crate) fn play(
        &self,
        spec: MatchSpec,
        players: &[VectorPlayer],
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, RefereeError> {
        let openings = spec.openings(self.state)?;
        let participants = players.iter().map(|(name, values)| (self.make)(name.clone(), values)).collect();
        let mut arena = Arena::new(participants, spec, openings)?;
        arena.threads = self.threads.max(1);
        arena.abandon = self.abandon.clone();
        arena.spec.run = arena.run_id();
        let journal = self.file.map(|file| arena.journal(file)).transpose().map_err(ArenaError::from)?;
        let end = match self.workforces {
            Some(workforces) => {
                let workforce = workforces.find(arena.spec.clone(), players).map_err(ArenaError::Elsewhere)?;
                arena.run_by(&*workforce, journal, self.stop, on_game)?
            }
            None => arena.run(journal, self.stop, on_game)?,
        };
        Ok(end)
    }
}
