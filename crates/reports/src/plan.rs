//! Agents that combine a search of this workspace with a plan: a depth, and a rule for the end of the time.

use std::time::Duration;

use plyground_game::{Game, Position};
use plyground_search::{Agent, AgentError, Job, Limits, OnDepth, Report, Traced};

/// Function that returns the search depth of a position.
type DepthOf<P> = fn(&P) -> u32;

/// A search that follows a report's plan. The limits of a job override those of the plan, see [`Limits::decide`]. An exit counter
/// of the plan is a fraction of its time. The same fraction applies to another time or to a number of nodes.
pub struct Planned<P> {
    search: Box<dyn Agent<P>>,
    limits: Limits,
    plan: Limits,
    depth_of: Option<DepthOf<P>>,
}

plyground_game::impl_debug!(Planned { limits, plan } for [P] Planned<P>);

impl<P: Position> Planned<P> {
    /// Returns a search with a plan. If the plan has a depth, it is searched directly, without the depths before it.
    #[must_use]
    pub fn new(search: Box<dyn Agent<P>>, plan: Limits) -> Planned<P> {
        Planned { search, limits: Limits::NONE, plan, depth_of: None }
    }

    /// Sets limits that override the plan, as the limits of a job do.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Planned<P> {
        Planned { limits, ..self }
    }

    /// Replaces the plan's depth by one that depends on the position.
    #[must_use]
    pub fn depth_of(self, depth_of: DepthOf<P>) -> Planned<P> {
        Planned { depth_of: Some(depth_of), ..self }
    }

    /// Returns the plan for a position within the given limits.
    fn plan_for(&self, pos: &P, given: Limits) -> Limits {
        let depth = self.depth_of.map_or(self.plan.depth, |depth_of| Some(depth_of(pos)));
        let plan = Limits { depth, ..self.plan };
        let (Some(exit), Some(whole), None) = (plan.exit_time, plan.time, given.exit_time) else { return plan };
        let part_of = |of: u128| u64::try_from(of * exit.as_nanos() / whole.as_nanos().max(1)).unwrap_or(u64::MAX);
        Limits {
            exit_time: given.time.map(|time| Duration::from_nanos(part_of(time.as_nanos()))).or(plan.exit_time),
            exit_nodes: given.nodes.map(|nodes| part_of(nodes.into())),
            ..plan
        }
    }
}

impl<P: Position> Agent<P> for Planned<P> {
    fn is_limited(&self) -> bool {
        true
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.search.is_repeatable(Limits::decide(limits, self.limits, self.plan, Limits::NONE))
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn prepare(&mut self, game: &Game<P>) {
        self.search.prepare(game);
    }

    fn reseed(&mut self, seed: u64) {
        self.search.reseed(seed);
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let plan = self.plan_for(game.position(), job.limits.or(self.limits));
        let limits = Limits::decide(job.limits, self.limits, plan, Limits::NONE);
        let fixed = job.fixed || plan.depth.is_some();
        self.search.think(game, &Job { limits, fixed, ..job.clone() }, each)
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let plan = self.plan_for(game.position(), job.limits.or(self.limits));
        let limits = Limits::decide(job.limits, self.limits, plan, Limits::NONE);
        let fixed = job.fixed || plan.depth.is_some();
        self.search.trace(game, &Job { limits, fixed, ..job.clone() }, limit)
    }
}
