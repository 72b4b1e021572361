//! The games of a generation or of a final match as data, and the workforce that plays them.
//!
//! A tuning is a sequence of arena runs. Each run is passed to a workforce like any match: the threads of this process,
//! or the one that [`FindWorkforce`] finds.

use std::path::Path;

use plyground_arena::{
    Arena, ArenaError, MatchSpec, Participant, Progress, RunEnd, StopFlag, Workforce, WorkforceError,
};
use plyground_play::State;
use thiserror::Error;

/// Creates the player of a vector under a given name.
pub(crate) type Make<'a> = &'a dyn Fn(String, &[f64]) -> Participant;

/// The name of a player and its vector.
pub type VectorPlayer = (String, Vec<f64>);

/// The reason why a league could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// The caller stopped the run. The played games are recorded.
    #[error("stopped")]
    Stopped,
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] plyground_arena::OpeningError),
    /// The games cannot be played or recorded.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// Finds a workforce that plays a match between vectors elsewhere. The spec contains no player and no limit.
pub type FindWorkforce<'a> = &'a dyn Fn(MatchSpec, &[VectorPlayer]) -> Result<Box<dyn Workforce>, WorkforceError>;

/// The workforce of the games and the file that records them.
pub(crate) struct Place<'a> {
    /// The start of all games.
    pub(crate) state: &'a dyn State,
    pub(crate) make: Make<'a>,
    pub(crate) threads: usize,
    pub(crate) workforce: Option<FindWorkforce<'a>>,
    pub(crate) file: Option<&'a Path>,
    pub(crate) stop: &'a StopFlag,
    pub(crate) abandon: &'a StopFlag,
}

impl Place<'_> {
    /// Plays the games of a match that are not in the file.
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
        arena.set_run_id();
        let journal = self.file.map(|file| arena.journal(file)).transpose().map_err(ArenaError::from)?;
        let end = match self.workforce {
            Some(find) => {
                let workforce = find(arena.spec().clone(), players).map_err(ArenaError::Elsewhere)?;
                arena.run_by(&*workforce, journal, self.stop, on_game)?
            }
            None => arena.run(journal, self.stop, on_game)?,
        };
        Ok(end)
    }
}
