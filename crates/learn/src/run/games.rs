//! The games of a step: self-play, the gauntlet and the match, each one run of the arena with a file of its own.

use std::path::PathBuf;

use plyground_arena::{Arena, ArenaError, EndCause, Progress, RunEnd, Schedule, Workforce, WorkforceError};
use plyground_statistics::Sprt;

use super::{Halt, LearningProgress, LearningStage, OnProgress, Purpose, Work};

/// Games between values.
pub(super) struct Match {
    pub(super) stage: LearningStage,
    pub(super) purpose: Purpose,
    pub(super) generation: u64,
    /// The names and values of the players.
    pub(super) players: Vec<(String, Vec<i16>)>,
    /// Whether the first player plays all others, and not everybody everybody else.
    pub(super) is_gauntlet: bool,
    /// Pairs of games of every two that meet.
    pub(super) pairs: u64,
    pub(super) seed: u64,
    pub(super) sprt: Option<Sprt>,
    pub(super) file: PathBuf,
}

/// The games of a step as data: all that a workforce elsewhere needs.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnGames {
    /// What defines them, see [`Arena::run_id`].
    pub run: String,
    /// What they are for.
    pub purpose: Purpose,
    /// The names and values of the players.
    pub players: Vec<(String, Vec<i16>)>,
    /// Whether the first player plays all others, and not everybody everybody else.
    pub is_gauntlet: bool,
    /// Pairs of games of every two that meet.
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

/// Finds a workforce that plays the games of a step elsewhere.
pub trait LearnWorkforces {
    /// Returns a workforce for these games.
    ///
    /// # Errors
    /// When there is no workforce for them.
    fn find(&self, games: &LearnGames) -> Result<Box<dyn Workforce>, WorkforceError>;
}

impl Work<'_> {
    /// Plays the games that the file does not have.
    pub(super) fn play(&self, games: Match, each: OnProgress<'_>) -> Result<RunEnd, Halt> {
        let Match { stage, purpose, generation, players, is_gauntlet, pairs, seed, sprt, file } = games;
        let made = players.iter().map(|(name, values)| (self.run.player)(name.clone(), values, purpose)).collect();
        let schedule = match is_gauntlet {
            true => Schedule::gauntlet(players.len(), pairs),
            false => Schedule::round_robin(players.len(), pairs),
        };
        let mut arena = Arena::new(made, schedule, self.openings(seed)?, seed)?;
        arena.threads = self.options.threads.max(1);
        arena.max_plies = self.options.max_plies;
        arena.sprt = sprt;
        // The records are read from the file.
        arena.keep = 0;
        let journal = arena.journal(&file).map_err(ArenaError::from)?;
        each(&LearningProgress::Step { generation, stage, done: 0, total: schedule.games() });
        let report = &mut |progress: &Progress<'_>| {
            each(&LearningProgress::Step { generation, stage, done: progress.done, total: progress.total });
        };
        let end = match self.run.workforces {
            Some(workforces) => {
                let games = LearnGames {
                    run: arena.run_id(),
                    purpose,
                    players,
                    is_gauntlet,
                    pairs,
                    seed,
                    opening_plies: self.options.opening_plies,
                    max_plies: self.options.max_plies,
                    sprt: sprt.map(|_| self.options.sprt),
                };
                let workforce = workforces.find(&games).map_err(ArenaError::Elsewhere)?;
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
