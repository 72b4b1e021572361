//! Agents: whatever chooses moves in a game, a search as well as a program at the other end of a pipe.
//!
//! Games, matches and front ends hold agents of one game as `Box<dyn Agent<P>>`: one virtual call a move, nothing below it.
//!
//! ```
//! use plyground_game::Game;
//! use plyground_kalah::Kalah;
//! use plyground_search::{Agent, Job, Limits, RandomAgent};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let mut agent: Box<dyn Agent<Kalah>> = Box::new(RandomAgent::new(7));
//! let report = agent.move_for(&game, &Job::new(Limits::default()))?;
//! assert!(report.best.is_some());
//! # Ok::<(), plyground_search::AgentError>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::random::Random;

use plyground_game::zobrist::mix;
use plyground_game::{Game, Position};
use thiserror::Error;

use crate::job::Job;
use crate::report::Report;
use crate::trace::Traced;

/// Why an agent has no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{cause}: {detail}")]
pub struct AgentError {
    /// What kind of failure.
    pub cause: AgentFailure,
    /// What happened, on one line.
    pub detail: String,
}

/// The kinds of failure of an agent; only programs of others fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum AgentFailure {
    /// It could not be started, or was never ready.
    #[error("could not be started")]
    NotStarted,
    /// It ended.
    #[error("crashed")]
    Crashed,
    /// It did not answer in time.
    #[error("timed out")]
    TimedOut,
    /// It answered what is no move.
    #[error("answered nonsense")]
    Nonsense,
    /// It wrote more than the limit of output.
    #[error("flooded its output")]
    Flooded,
}

/// What an agent calls after every depth; a break stops it.
pub type OnDepth<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>) -> ControlFlow<()>;

/// Something that chooses moves. It may keep what it has learnt from move to move.
pub trait Agent<P: Position>: Send {
    /// Whether it comes to an end by itself when it is asked for a move without a limit.
    fn is_limited(&self) -> bool {
        false
    }

    /// A new game begins: what was learnt from the one before must not change the next, so that a game can be repeated.
    fn new_game(&mut self) {}

    /// Makes ready for a game before a clock runs: what takes time and depends on board and rules alone, such as opening
    /// tables. An agent does without this call, but then its first move may take longer.
    fn prepare(&mut self, _game: &Game<P>) {}

    /// Gives the random choices of the games that follow a seed of their own, before [`Agent::new_game`]. The agent's own
    /// seed stays part of it. An agent without random choices has nothing to do; without this call, all games are alike.
    fn reseed(&mut self, _seed: u64) {}

    /// Thinks about the present position of `game`, and calls `each` after every finished depth. Where the game is over,
    /// the report has no move.
    ///
    /// # Errors
    /// When the agent is a program of its own and fails.
    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError>;

    /// Thinks without reports on the way.
    ///
    /// # Errors
    /// As for [`Agent::think`].
    fn move_for(&mut self, game: &Game<P>, job: &Job) -> Result<Report<P::Move>, AgentError> {
        self.think(game, job, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches as [`Agent::think`] does on one processor, and records the first `limit` visits of its tree; `None` for an agent that
    /// records no tree. Threads that split the root take turns as threads of equal speed; other searches have one thread.
    fn trace(&mut self, _game: &Game<P>, _job: &Job, _limit: usize) -> Option<Traced<P::Move>> {
        None
    }
}

/// A uniformly random legal move.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    seed: u64,
    /// What a match has mixed in for the present game; 0 for nothing.
    game_seed: u64,
    random: Random,
}

impl RandomAgent {
    /// The seed fixes all choices of every game.
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
