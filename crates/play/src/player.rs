//! A player without the type of its game: a search, an external engine, or user-defined code.

use std::ops::ControlFlow;

use plyground_game::{Game, Move, Position};
use plyground_search::{Agent, AgentError, AgentFailure, Job, Limits, Report, StopFlag, Traced};

use crate::state::{Action, State};

/// Callback of a player after each depth. `Break` stops the search.
pub type OnReport<'a> = &'a mut dyn FnMut(&Report<Action>) -> ControlFlow<()>;

/// A player that chooses moves. It may store what it learns between moves.
///
/// ```
/// use plyground_kalah::Kalah;
/// use plyground_play::{AgentPlayer, Player, Start};
/// use plyground_search::RandomAgent;
/// use plyground_tigers::Tigers;
///
/// let mut player = AgentPlayer::<Kalah>::boxed(RandomAgent::new(7));
/// let kalah = Start::default().state::<Kalah>()?;
/// assert!(player.move_for(&*kalah, &Default::default())?.best.is_some());
///
/// let tigers = Start::default().state::<Tigers>()?;
/// let error = player.move_for(&*tigers, &Default::default()).unwrap_err();
/// assert_eq!(error.to_string(), "could not be started: a player of kalah was asked for a move of tigers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// Returns whether the player stops without a limit in the job.
    fn is_limited(&self) -> bool {
        false
    }

    /// Returns whether equal searches within these limits find the same. A clock or several threads can make them differ.
    fn is_repeatable(&self, limits: Limits) -> bool {
        !limits.is_timed()
    }

    /// Starts a new game. State of the previous game must not change the new one.
    fn new_game(&mut self) {}

    /// Prepares for a game before a clock runs. Waiting for an external program ends when `stop` is raised.
    fn prepare(&mut self, _state: &dyn State, _stop: &StopFlag) {}

    /// Seeds the random choices of the following games. A caller calls it before [`Player::new_game`].
    fn reseed(&mut self, _seed: u64) {}

    /// Chooses a move within the limits of `job`, and calls `each` after every finished depth. The report has no move
    /// if the game is over.
    ///
    /// # Errors
    /// Returns an error if the player is an external program or user-defined code and fails.
    fn choose(&mut self, state: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError>;

    /// Chooses a move without intermediate reports.
    ///
    /// # Errors
    /// Returns the errors of [`Player::choose`].
    fn move_for(&mut self, state: &dyn State, job: &Job) -> Result<Report<Action>, AgentError> {
        self.choose(state, job, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches with one thread and records the first `limit` visits of the tree. Returns `None` for a player that
    /// records no tree.
    fn trace(&mut self, _state: &dyn State, _job: &Job, _limit: usize) -> Option<Traced<Action>> {
        None
    }
}

/// A typed agent as a player.
pub struct AgentPlayer<P: Position>(Box<dyn Agent<P>>);

impl<P: Position> AgentPlayer<P> {
    /// Hides the type of an agent's game.
    #[must_use]
    pub fn new(agent: Box<dyn Agent<P>>) -> AgentPlayer<P> {
        AgentPlayer(agent)
    }

    /// Hides the type of an agent and of its game.
    #[must_use]
    pub fn boxed(agent: impl Agent<P> + 'static) -> Box<dyn Player> {
        Box::new(AgentPlayer(Box::new(agent)))
    }
}

impl<P: Position> std::fmt::Debug for AgentPlayer<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AgentPlayer({})", P::NAME)
    }
}

/// Returns the typed game of a state.
fn typed<P: Position>(state: &dyn State) -> Result<&Game<P>, AgentError> {
    state.typed().ok_or_else(|| AgentError {
        cause: AgentFailure::NotStarted,
        detail: format!("a player of {} was asked for a move of {}", P::NAME, state.name()),
    })
}

impl<P: Position> Player for AgentPlayer<P> {
    fn is_limited(&self) -> bool {
        self.0.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.0.is_repeatable(limits)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn prepare(&mut self, state: &dyn State, _: &StopFlag) {
        if let Some(game) = state.typed() {
            self.0.prepare(game);
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }

    fn choose(&mut self, state: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let report = self.0.think(typed(state)?, job, &mut |report| each(&report.map(|mv| mv.index())))?;
        Ok(report.map(|mv| mv.index()))
    }

    /// Skips the conversion of intermediate reports.
    fn move_for(&mut self, state: &dyn State, job: &Job) -> Result<Report<Action>, AgentError> {
        Ok(self.0.move_for(typed(state)?, job)?.map(|mv| mv.index()))
    }

    fn trace(&mut self, state: &dyn State, job: &Job, limit: usize) -> Option<Traced<Action>> {
        let Traced { report, trace } = self.0.trace(state.typed::<P>()?, job, limit)?;
        Some(Traced { report: report.map(|mv| mv.index()), trace })
    }
}
