//! Agents that are a search of this workspace with a plan of its own: a depth, and what happens when time runs out.

use std::time::Duration;

use plyground_game::{Game, Position};
use plyground_search::{Agent, AgentError, Each, Job, Limits, MAX_DEPTH, Report};

/// How a report's agent spends its time. Limits that a job brings replace those of the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedPlan {
    /// The depth, searched at once; `None` to go deeper and deeper.
    pub(crate) depth: Option<u32>,
    /// When the search is broken off.
    pub(crate) time: Option<Duration>,
    /// After which no new depth is begun.
    pub(crate) soft_time: Option<Duration>,
    /// After which every node is a leaf.
    pub(crate) exit_time: Option<Duration>,
}

/// The depth of a position, where it is not always the same.
pub(crate) type DepthOf<P> = fn(&P) -> u32;

/// An agent that follows a plan.
pub(crate) struct Planned<P> {
    pub(crate) agent: Box<dyn Agent<P>>,
    pub(crate) plan: FixedPlan,
    pub(crate) depth_of: Option<DepthOf<P>>,
}

impl<P: Position> Agent<P> for Planned<P> {
    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn prepare(&mut self, game: &Game<P>) {
        self.agent.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let given = &job.limits;
        let plan = &self.plan;
        let depth = match self.depth_of {
            Some(depth_of) => Some(depth_of(game.position())),
            None => plan.depth,
        };
        let given_depth = (given.depth < MAX_DEPTH).then_some(given.depth);
        let by_clock = given.time.is_some() || given.nodes.is_some();
        let limits = Limits {
            depth: given_depth.or(depth).unwrap_or(MAX_DEPTH),
            nodes: given.nodes,
            time: given.time.or(if given.nodes.is_none() { plan.time } else { None }),
            // A node limit is for results that repeat themselves: then no clock may interfere.
            soft_time: given.soft_time.or(if by_clock { None } else { plan.soft_time }),
            exit_time: given.exit_time.or(if by_clock { None } else { plan.exit_time }),
            exit_nodes: given.exit_nodes,
            stop: given.stop.clone(),
        };
        let fixed = job.fixed || depth.is_some();
        self.agent.think(game, &Job { limits, fixed, lines: job.lines }, each)
    }
}
