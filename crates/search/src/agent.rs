//! Agents: programs that choose moves in a game, such as a search or an engine at the other end of a pipe.
//!
//! Games, matches and front ends store the agents of one game as `Box<dyn Agent<P>>`. The cost is one virtual call per
//! move.

use std::ops::ControlFlow;

use plyground_game::random::Random;

use plyground_game::zobrist::mix;
use plyground_game::{Game, Position};
use thiserror::Error;

use crate::job::Job;
use crate::limits::Limits;
use crate::report::Report;
use crate::trace::Traced;

/// The reason why an agent has no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{cause}: {detail}")]
pub struct AgentError {
    /// Kind of failure.
    pub cause: AgentFailure,
    /// Description of the failure, on one line.
    pub detail: String,
}

/// Kinds of failure of an agent. Only external programs fail, and agents with a file that is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum AgentFailure {
    /// The program could not be started, was never ready, or a file of the agent cannot be used.
    #[error("could not be started")]
    NotStarted,
    /// The program ended.
    #[error("crashed")]
    Crashed,
    /// The program did not answer in time.
    #[error("timed out")]
    TimedOut,
    /// The answer is not a move.
    #[error("answered nonsense")]
    Nonsense,
    /// The output exceeds its limit.
    #[error("flooded its output")]
    Flooded,
}

/// Callback of an agent after each depth. `Break` stops the agent.
pub type OnDepth<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>) -> ControlFlow<()>;

/// A player that chooses moves. An agent may store what it learns between moves.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_search::{Agent, Job, Limits, RandomAgent};
///
/// let game = Game::<Kalah>::default();
/// let mut agent: Box<dyn Agent<Kalah>> = Box::new(RandomAgent::new(7));
/// let report = agent.move_for(&game, &Job::new(Limits::default()))?;
/// assert!(report.best.is_some());
/// # Ok::<(), plyground_search::AgentError>(())
/// ```
pub trait Agent<P: Position>: Send {
    /// Returns whether the agent stops without a limit in the job.
    fn is_limited(&self) -> bool {
        false
    }

    /// Returns whether equal searches within these limits find the same. A clock or several threads can make them differ.
    fn is_repeatable(&self, limits: Limits) -> bool {
        !limits.is_timed()
    }

    /// Starts a new game. State of the previous game must not change the new one, so that every game can be repeated.
    fn new_game(&mut self) {}

    /// Prepares for a game before a clock runs, for example by loading opening tables. The preparation depends only on
    /// board and rules. Without this call, the first move may take longer.
    fn prepare(&mut self, _game: &Game<P>) {}

    /// Seeds the random choices of the following games. A caller calls it before [`Agent::new_game`]. The agent mixes
    /// `seed` with its own seed. Without this call, all games use the same random choices.
    fn reseed(&mut self, _seed: u64) {}

    /// Chooses a move in the current position of `game`, and calls `each` after every finished depth. The report has no
    /// move if the game is over.
    ///
    /// # Errors
    /// Returns an error if the agent is an external program and fails, or a file that it plays by is damaged.
    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError>;

    /// Chooses a move without intermediate reports.
    ///
    /// # Errors
    /// Returns the errors of [`Agent::think`].
    fn move_for(&mut self, game: &Game<P>, job: &Job) -> Result<Report<P::Move>, AgentError> {
        self.think(game, job, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches as [`Agent::think`] does on one processor, and records the first `limit` visits of the tree. Returns
    /// `None` for an agent that records no tree. Threads that split the root take turns as threads of equal speed. All
    /// other searches use one thread.
    fn trace(&mut self, _game: &Game<P>, _job: &Job, _limit: usize) -> Option<Traced<P::Move>> {
        None
    }
}

/// An agent that plays uniformly random legal moves.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    seed: u64,
    /// Seed that a match mixes in for the current game; 0 without one.
    game_seed: u64,
    random: Random,
}

impl RandomAgent {
    /// Returns an agent whose choices in every game follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> RandomAgent {
        RandomAgent { seed, game_seed: 0, random: Random::new(seed) }
    }
}

impl<P: Position> Agent<P> for RandomAgent {
    fn is_limited(&self) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.random = Random::new(self.seed ^ mix(self.game_seed));
    }

    fn reseed(&mut self, seed: u64) {
        self.game_seed = seed;
    }

    fn think(&mut self, game: &Game<P>, _: &Job, _: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let moves = if game.ending().is_some() { Default::default() } else { game.position().legal_moves() };
        let best = if moves.is_empty() { None } else { Some(moves[self.random.below(moves.len())]) };
        Ok(Report::of_move(best))
    }
}
