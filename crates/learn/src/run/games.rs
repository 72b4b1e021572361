//! The games of a step: self-play, the gauntlet and the match, each one run of the arena with a file of its own.

use std::path::PathBuf;

use plyground_arena::{Arena, ArenaError, EndCause, MatchSpec, OpeningSpec, RunEnd};

use super::{Halt, LearningProgress, LearningStage, OnProgress, Purpose, Work};

/// Games between values.
pub(super) struct Match {
    pub(super) stage: LearningStage,
    pub(super) purpose: Purpose,
    pub(super) generation: u64,
    /// The names and values of the players.
    pub(super) players: Vec<(String, Vec<i16>)>,
    pub(super) spec: MatchSpec,
    pub(super) file: PathBuf,
}

impl Work<'_> {
    /// Plays the games that the file does not have.
    pub(super) fn play(&self, games: Match, each: OnProgress<'_>) -> Result<RunEnd, Halt> {
        let Match { stage, purpose, generation, players, spec, file } = games;
        let players = players.into_iter().map(|(name, values)| (self.run.player)(name, &values, purpose)).collect();
        let openings = OpeningSpec { plies: self.options.opening_plies, ..OpeningSpec::default() };
        let spec = MatchSpec { openings, max_plies: Some(self.options.max_plies), ..spec };
        let openings = spec.openings(&*self.run.start)?;
        let mut arena = Arena::new(players, spec, openings)?;
        arena.threads = self.options.threads.max(1);
        // The records are read from the file.
        arena.keep = 0;
        let journal = arena.journal(&file).map_err(ArenaError::from)?;
        each(&LearningProgress::Step { generation, stage, done: 0, total: arena.schedule().games() });
        let end = arena.run(Some(journal), &self.run.budget, &mut |progress| {
            each(&LearningProgress::Step { generation, stage, done: progress.done, total: progress.total });
        })?;
        if end.cause == EndCause::Stopped {
            return Err(self.halted().unwrap_or(Halt::Budget));
        }
        Ok(end)
    }
}
