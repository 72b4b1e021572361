//! Players of a session. They use an erased state, so this is compiled once for all games.

use std::fmt;
use std::ops::ControlFlow;

use plyground_game::options::one_of;
use plyground_play::{Player, State};
use plyground_search::{Job, Limits, StopFlag, Traced};

use crate::data::{Analysis, Question};
use crate::error::CatalogError;
use crate::spec::AgentSpec;
use crate::trace::{MOST_NODES, Trace};

/// Creates the player of a spec.
type Make = dyn Fn(&AgentSpec) -> Result<Box<dyn Player>, CatalogError> + Send;

/// One player per requested spec. Players live as long as the session.
pub(crate) struct Players {
    make: Box<Make>,
    made: Vec<(AgentSpec, Box<dyn Player>)>,
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.made.iter().map(|(spec, _)| spec)).finish()
    }
}

impl Players {
    pub(crate) fn new(make: impl Fn(&AgentSpec) -> Result<Box<dyn Player>, CatalogError> + Send + 'static) -> Players {
        Players { make: Box::new(make), made: Vec::new() }
    }

    /// Returns the names of those agents that record a tree.
    fn tracing<'a>(&self, state: &dyn State, specs: &'a [AgentSpec]) -> Vec<&'a str> {
        let records = |spec: &AgentSpec| {
            let player = (self.make)(spec).ok();
            player.is_some_and(|mut player| player.trace(state, &Job::new(Limits::nodes(1)), 1).is_some())
        };
        specs.iter().filter(|spec| records(spec)).map(AgentSpec::name).collect()
    }

    /// Returns the player of a spec. It is created and prepared on first use.
    ///
    /// # Errors
    /// Fails if the player cannot be created.
    pub(crate) fn player(
        &mut self,
        spec: &AgentSpec,
        state: &dyn State,
        stop: &StopFlag,
    ) -> Result<&mut dyn Player, CatalogError> {
        let place = match self.made.iter().position(|(other, _)| other == spec) {
            Some(place) => place,
            None => {
                let mut player = (self.make)(spec)?;
                player.prepare(state, stop);
                self.made.push((spec.clone(), player));
                self.made.len() - 1
            }
        };
        Ok(&mut *self.made[place].1)
    }

    /// Starts a new game.
    pub(crate) fn new_game(&mut self, state: &dyn State) {
        for (_, player) in &mut self.made {
            player.new_game();
            player.prepare(state, &StopFlag::default());
        }
    }

    /// See [`Session::analyse`](crate::Session::analyse).
    pub(crate) fn analyse(
        &mut self,
        state: &dyn State,
        question: &Question,
        spec: &AgentSpec,
        job: &Job,
        default: Limits,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError> {
        let player = self.player(spec, state, &job.stop)?;
        let default = if player.is_limited() { Limits::NONE } else { default };
        let limits = Limits::decide(job.limits, spec.limits(), Limits::NONE, default);
        if job.fixed && limits.depth.is_none() {
            return Err(CatalogError::no_depth());
        }
        let report = player.choose(state, &Job { limits, ..job.clone() }, &mut |report| {
            each(&Analysis::of(state, question, report));
            ControlFlow::Continue(())
        })?;
        Ok(Analysis::of(state, question, &report))
    }

    /// See [`Session::trace`](crate::Session::trace). `others` are the game's agents, for the error of one without a tree.
    pub(crate) fn trace(
        &mut self,
        state: &dyn State,
        question: &Question,
        spec: &AgentSpec,
        job: &Job,
        limit: usize,
        others: impl FnOnce() -> Vec<AgentSpec>,
    ) -> Result<Trace, CatalogError> {
        let player = self.player(spec, state, &job.stop)?;
        let limits = Limits::decide(job.limits, spec.limits(), Limits::NONE, Limits::NONE);
        let has_plan = player.is_limited() && !spec.limits().is_limited();
        if limits.depth.is_none() && limits.nodes.is_none() && !has_plan {
            let expected = "expected a depth, such as `--depth 4`, or a number of nodes, such as `--nodes 500`";
            return Err(CatalogError::Input(format!("a trace has no end: {expected}")));
        }
        let nodes = Some(limits.nodes.unwrap_or(MOST_NODES).min(MOST_NODES));
        // Without a maximum depth, there is no fixed depth to record.
        let fixed = job.fixed && limits.depth.is_some();
        let job = Job { limits: Limits { nodes, ..limits }, fixed, ..job.clone() };
        let Some(Traced { report, trace }) = player.trace(state, &job, limit) else {
            let expected = one_of(self.tracing(state, &others()));
            return Err(CatalogError::Input(format!(
                "agent `{}` records no search tree: expected {expected}",
                spec.name()
            )));
        };
        if trace.total > limit as u64 {
            let is_stopped = !report.completed && report.nodes >= MOST_NODES;
            let found = format!("{}{}", if is_stopped { "more than " } else { "" }, trace.total);
            let expected = "expected a lower depth, fewer nodes or a higher limit";
            return Err(CatalogError::Input(format!("the tree has {found} visits, the limit is {limit}: {expected}")));
        }
        Ok(Trace::of(Analysis::of(state, question, &report), &trace, report.scale, state.sides()))
    }
}
