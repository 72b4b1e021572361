//! The games of a generation, a step or a final match, and who plays them.
//!
//! A tuning or a learning run is a sequence of arena runs. Each run is passed to a workforce like any match: the threads of this
//! process, or the one that [`FindWorkforce`] finds.

use std::path::Path;

use plyground_arena::{
    Arena, ArenaError, MatchSpec, OpeningSpec, Participant, Progress, RunEnd, StopFlag, Workforce, WorkforceError,
};
use plyground_play::State;

use crate::error::OptimizeError;

/// The name of a player and its vector.
pub type VectorPlayer<V = f64> = (String, Vec<V>);

/// Creates the player of a vector under a given name.
pub type MakePlayer<'a, V = f64> = &'a dyn Fn(String, &[V]) -> Participant;

/// Finds a workforce that plays a match between vectors elsewhere. The spec contains no player and no limit.
pub type FindWorkforce<'a, V = f64> =
    &'a dyn Fn(MatchSpec, &[VectorPlayer<V>]) -> Result<Box<dyn Workforce>, WorkforceError>;

/// How the games of a run are played.
pub struct Games<'a, V = f64> {
    /// The start of all games.
    pub state: &'a dyn State,
    /// Creates the players.
    pub player: MakePlayer<'a, V>,
    /// Minimum and maximum number of random moves of an opening; 2 to 6 by default.
    pub opening_plies: (u32, u32),
    /// Maximum length of a game in moves, including the opening; 1000 by default. A longer game is a draw.
    pub max_plies: usize,
    /// Number of games played in parallel; 1 by default. Results do not depend on it.
    pub threads: usize,
    /// Finds a workforce that plays the games; the threads of this process by default.
    pub workforce: Option<FindWorkforce<'a, V>>,
    /// Lets running games finish, and no other game starts.
    pub stop: &'a StopFlag,
    /// Aborts the running games, which then do not count.
    pub abandon: StopFlag,
    /// Number of records that are returned; all by default.
    pub keep: usize,
}

plyground_game::impl_debug!(Games { state, opening_plies, max_plies, threads } for [V] Games<'_, V>);

impl<'a, V> Games<'a, V> {
    /// Returns games from the first position of `state`, between players made by `player`.
    pub fn new(state: &'a dyn State, player: MakePlayer<'a, V>, stop: &'a StopFlag) -> Games<'a, V> {
        Games {
            state,
            player,
            opening_plies: (2, 6),
            max_plies: 1_000,
            threads: 1,
            workforce: None,
            stop,
            abandon: StopFlag::default(),
            keep: usize::MAX,
        }
    }

    /// Plays the games of a match that are not in the file.
    pub(crate) fn play(
        &self,
        spec: MatchSpec,
        players: &[VectorPlayer<V>],
        file: Option<&Path>,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, OptimizeError> {
        let openings = OpeningSpec { plies: self.opening_plies, ..OpeningSpec::default() };
        let spec = MatchSpec { openings, max_plies: Some(self.max_plies), ..spec };
        let openings = spec.openings(self.state)?;
        let participants = players.iter().map(|(name, values)| (self.player)(name.clone(), values)).collect();
        let mut arena = Arena::new(participants, spec, openings)?;
        arena.threads = self.threads.max(1);
        arena.abandon = self.abandon.clone();
        arena.keep = self.keep;
        arena.set_run_id();
        let journal = file.map(|file| arena.journal(file)).transpose().map_err(ArenaError::from)?;
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
