//! The games of a step: self-play, the gauntlet and the match. Each is one run of the arena with its own file.

use std::path::PathBuf;

use plyground_arena::{
    Arena, ArenaError, EndCause, MatchSpec, OpeningSpec, Progress, RunEnd, Workforce, WorkforceError,
};

use super::{Halt, LearningProgress, LearningStage, OnProgress, Purpose, Work};

/// Games of a step between players with these values.
pub(super) struct Match {
    pub(super) stage: LearningStage,
    pub(super) purpose: Purpose,
    pub(super) generation: u64,
    /// The names and values of the players.
    pub(super) players: Vec<(String, Vec<i16>)>,
    pub(super) spec: MatchSpec,
    pub(super) file: PathBuf,
}

/// Finds a workforce that plays the games of a step elsewhere. The players are names with their values; the match lacks game,
/// players and limits.
pub type FindWorkforce<'a> =
    &'a dyn Fn(MatchSpec, Purpose, &[(String, Vec<i16>)]) -> Result<Box<dyn Workforce>, WorkforceError>;

impl Work<'_> {
    /// Plays the pending games of the file.
    pub(super) fn play(&self, games: Match, each: OnProgress<'_>) -> Result<RunEnd, Halt> {
        let Match { stage, purpose, generation, players, spec, file } = games;
        let made = players.iter().map(|(name, values)| (self.run.player)(name.clone(), values, purpose)).collect();
        let openings = OpeningSpec { plies: self.options.opening_plies, ..OpeningSpec::default() };
        let spec = MatchSpec { openings, max_plies: Some(self.options.max_plies), ..spec };
        let openings = spec.openings(&*self.run.start)?;
        let mut arena = Arena::new(made, spec, openings)?;
        arena.threads = self.options.threads.max(1);
        // The records are read from the file.
        arena.keep = 0;
        arena.set_run_id();
        let journal = arena.journal(&file).map_err(ArenaError::from)?;
        each(&LearningProgress::Step { generation, stage, done: 0, total: arena.schedule().games() });
        let report = &mut |progress: &Progress<'_>| {
            each(&LearningProgress::Step { generation, stage, done: progress.done, total: progress.total });
        };
        let end = match self.run.workforce {
            Some(find) => {
                let workforce = find(arena.spec().clone(), purpose, &players).map_err(ArenaError::Elsewhere)?;
                arena.run_by(&*workforce, Some(journal), &self.run.budget, report)?
            }
            None => arena.run(Some(journal), &self.run.budget, report)?,
        };
        if end.cause == EndCause::Stopped {
            return Err(self.halted().unwrap_or(Halt::Budget));
        }
        Ok(end)
    }
}
