//! The games of a step: self-play, the gauntlet and the match. Each is one run of the arena with its own file.

use std::path::PathBuf;

use plyground_arena::{EndCause, MatchSpec, RunEnd, Workforce, WorkforceError};

use super::{Halt, LearningProgress, LearningStage, OnProgress, Purpose, Work};
use crate::games::{self, Games, VectorPlayer};

/// Games of a step between players with these values.
pub(super) struct Match {
    pub(super) stage: LearningStage,
    pub(super) purpose: Purpose,
    pub(super) generation: u64,
    /// The names and values of the players.
    pub(super) players: Vec<VectorPlayer<i16>>,
    pub(super) spec: MatchSpec,
    pub(super) file: PathBuf,
}

/// Finds a workforce that plays the games of a step elsewhere. The players are names with their values; the match lacks game,
/// players and limits.
pub type FindWorkforce<'a> =
    &'a dyn Fn(MatchSpec, Purpose, &[VectorPlayer<i16>]) -> Result<Box<dyn Workforce>, WorkforceError>;

impl Work<'_> {
    /// Plays the pending games of the file.
    pub(super) fn play(&self, games: Match, each: OnProgress<'_>) -> Result<RunEnd, Halt> {
        let Match { stage, purpose, generation, players, spec, file } = games;
        let player = |name: String, values: &[i16]| (self.run.player)(name, values, purpose);
        let elsewhere = self
            .run
            .workforce
            .map(|find| move |spec: MatchSpec, players: &[VectorPlayer<i16>]| find(spec, purpose, players));
        let games = Games {
            opening_plies: self.options.opening_plies,
            max_plies: self.options.max_plies,
            threads: self.options.threads,
            workforce: elsewhere.as_ref().map(|find| find as games::FindWorkforce<'_, i16>),
            // The records are read from the file.
            keep: 0,
            ..Games::new(&*self.run.start, &player, &self.run.budget)
        };
        let step = |done, total| LearningProgress::Step { generation, stage, done, total };
        each(&step(0, spec.schedule(players.len()).games()));
        let end =
            games.play(spec, &players, Some(&file), &mut |progress| each(&step(progress.done, progress.total)))?;
        if end.cause == EndCause::Stopped {
            return Err(self.halted().unwrap_or(Halt::Budget));
        }
        Ok(end)
    }
}
