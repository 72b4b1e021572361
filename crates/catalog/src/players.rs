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
    made: Vec<Made>,
}

/// A player and its spec.
struct Made {
    spec: AgentSpec,
    player: Box<dyn Player>,
    /// Whether it was prepared for the current game. This takes time that only a clock makes worth spending in advance.
    is_prepared: bool,
}

impl Made {
    /// Prepares the player once per game, and only before a clock.
    fn prepare(&mut self, state: &dyn State, limits: Limits, stop: &StopFlag) {
        if limits.is_timed() && !self.is_prepared {
            self.player.prepare(state, stop);
            self.is_prepared = true;
        }
    }
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.made.iter().map(|made| &made.spec)).finish()
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

    /// Creates the player of a spec, unless it exists, and prepares it for this game, unless neither its own limits nor `default`
    /// have a clock.
    ///
    /// # Errors
    /// Fails if the player cannot be created.
    pub(crate) fn prepare(&mut self, state: &dyn State, spec: &AgentSpec, default: Limits) -> Result<(), CatalogError> {
        let made = self.made(spec)?;
        let default = if made.player.is_limited() { Limits::NONE } else { default };
        made.prepare(state, Limits::decide(Limits::NONE, spec.limits(), Limits::NONE, default), &StopFlag::default());
        Ok(())
    }

    fn made(&mut self, spec: &AgentSpec) -> Result<&mut Made, CatalogError> {
        let place = match self.made.iter().position(|made| made.spec == *spec) {
            Some(place) => place,
            None => {
                let player = (self.make)(spec)?;
                self.made.push(Made { spec: spec.clone(), player, is_prepared: false });
                self.made.len() - 1
            }
        };
        Ok(&mut self.made[place])
    }

    /// Starts a new game.
    pub(crate) fn new_game(&mut self) {
        for made in &mut self.made {
            made.player.new_game();
            made.is_prepared = false;
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
        let made = self.made(spec)?;
        let default = if made.player.is_limited() { Limits::NONE } else { default };
        let limits = Limits::decide(job.limits, spec.limits(), Limits::NONE, default);
        if job.fixed && limits.depth.is_none() {
            return Err(CatalogError::no_depth());
        }
        made.prepare(state, limits, &job.stop);
        let report = made.player.choose(state, &Job { limits, ..job.clone() }, &mut |report| {
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
        let player = &mut self.made(spec)?.player;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use plyground_kalah::Kalah;
    use plyground_play::{Action, OnReport, Start};
    use plyground_search::{AgentError, Report};

    use super::*;

    /// A player that counts its preparations.
    struct Prepared(Arc<AtomicU32>);

    impl Player for Prepared {
        fn prepare(&mut self, _: &dyn State, _: &StopFlag) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn choose(&mut self, _: &dyn State, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
            Ok(Report::nothing())
        }
    }

    #[test]
    fn players_prepare_once_a_game_and_only_before_a_clock() {
        let catalog = crate::Catalog::standard();
        let kalah = catalog.game("kalah").unwrap();
        let (spec, state) = (kalah.agent("best").unwrap(), Start::default().state::<Kalah>().unwrap());
        let count = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&count);
        let mut players = Players::new(move |_| Ok(Box::new(Prepared(Arc::clone(&counted)))));
        let analyse = |players: &mut Players, limits| {
            let (rules, position) = (state.rules(), state.text());
            let (game, side, agent, margin_unit) = ("kalah", "south", spec.to_string(), None);
            let (evaluation, unit, lead) = (None, None, None);
            let question = Question { game, rules, position, side, agent, evaluation, unit, lead, margin_unit };
            players.analyse(&*state, &question, &spec, &Job::new(limits), Limits::NONE, &mut |_| {}).unwrap();
            count.load(Ordering::Relaxed)
        };
        let timed = Limits::time(Duration::from_secs(1));
        assert_eq!(analyse(&mut players, Limits::nodes(1)), 0);
        assert_eq!((analyse(&mut players, timed), analyse(&mut players, timed)), (1, 1));
        players.new_game();
        assert_eq!((analyse(&mut players, Limits::nodes(1)), analyse(&mut players, timed)), (1, 2));

        players.new_game();
        players.prepare(&*state, &kalah.agent("best:nodes=5").unwrap(), timed).unwrap();
        assert_eq!(count.load(Ordering::Relaxed), 2);
        players.prepare(&*state, &spec, timed).unwrap();
        assert_eq!(count.load(Ordering::Relaxed), 3);
        assert_eq!(analyse(&mut players, timed), 3);
    }
}
