//! Monte-Carlo tree search as an agent.

use std::ops::ControlFlow;

use plyground_game::{Game, Position};

use crate::agent::{Agent, AgentError, OnDepth};
use crate::deepening::run;
use crate::job::Job;
use crate::limits::Limits;
use crate::mcts::Mcts;
use crate::report::Report;
use crate::trace::Traced;

/// A Monte-Carlo tree search with limits. It reuses the subtree of the current position when the game has continued.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_search::{Agent, Job, Limits, Mcts, MctsAgent, MctsOptions};
///
/// let mut agent = MctsAgent::new(Mcts::<Kalah>::new(MctsOptions::default(), 7)).limits(Limits::nodes(5_000));
/// let game = Game::default();
/// let report = agent.move_for(&game, &Job::default())?;
/// assert!(report.best.is_some() && report.nodes <= 5_000);
/// # Ok::<(), plyground_search::AgentError>(())
/// ```
pub struct MctsAgent<P: Position> {
    search: Mcts<P>,
    limits: Limits,
    reuses_tree: bool,
    /// The game whose current position is the root of the tree.
    last: Option<Game<P>>,
}

plyground_game::impl_debug!(MctsAgent { search, limits, reuses_tree } for [P: Position] MctsAgent<P>);

impl<P: Position> MctsAgent<P> {
    /// Returns an agent without limits that reuses its tree.
    #[must_use]
    pub fn new(search: Mcts<P>) -> MctsAgent<P> {
        MctsAgent { search, limits: Limits::NONE, reuses_tree: true, last: None }
    }

    /// Sets the agent's own limits. Each limit of a job takes precedence over the agent's limit of the same kind.
    #[must_use]
    pub fn limits(self, limits: Limits) -> MctsAgent<P> {
        MctsAgent { limits, ..self }
    }

    /// Sets whether a search starts with the subtree that the moves played since the last search lead to.
    #[must_use]
    pub fn reusing_tree(self, reuses_tree: bool) -> MctsAgent<P> {
        MctsAgent { reuses_tree, ..self }
    }

    /// Returns the moves played since the last search. Returns `None` for another game, or if no move was played.
    fn moves_since<'a>(&self, game: &'a Game<P>) -> Option<&'a [P::Move]> {
        let last = self.last.as_ref().filter(|last| last.start() == game.start() && last.rules() == game.rules())?;
        game.moves().strip_prefix(last.moves()).filter(|line| !line.is_empty())
    }
}

impl<P: Position> Agent<P> for MctsAgent<P> {
    fn is_limited(&self) -> bool {
        self.limits.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        !limits.or(self.limits).is_timed()
    }

    fn reseed(&mut self, seed: u64) {
        self.search.reseed(seed);
    }

    fn new_game(&mut self) {
        self.last = None;
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        if self.reuses_tree
            && let Some(line) = self.moves_since(game)
        {
            self.search.advance(line);
        }
        self.search.set_lines(job.lines);
        let limits = job.limits.or(self.limits);
        let report = run(&mut self.search, game, &Job { limits, ..job.clone() }, each);
        self.last = self.reuses_tree.then(|| game.clone());
        Ok(report)
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        // A reused tree would add simulations that this search does not count.
        self.last = None;
        let report = self.think(game, job, &mut |_| ControlFlow::Continue(())).ok()?;
        Some(Traced { trace: self.search.trace(game.position(), limit), report })
    }
}
