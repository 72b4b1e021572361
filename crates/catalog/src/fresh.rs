//! A player that leaves positions which occurred before, if another move is as good.
//!
//! An agent that looks one ply ahead has no reason to prefer a new position to an old one of the same value, and shuffles.

use plyground_play::{Action, OnReport, Player, State};
use plyground_search::{AgentError, Bound, Job, Limits, Line, Report, RootMove, StopFlag, Traced};

/// The player whose repetitions are avoided.
pub(crate) struct Fresh(pub(crate) Box<dyn Player>);

/// Returns whether a move leads to a position that occurred before in the game.
fn is_repetition(state: &dyn State, action: Action) -> bool {
    let mut next = state.boxed();
    next.apply(action).is_ok() && next.occurrences() > 1
}

/// Replaces a move that repeats a position by another one, if its exact value is as high.
fn leave(state: &dyn State, report: &mut Report<Action>) {
    if !report.best.is_some_and(|best| is_repetition(state, best)) {
        return;
    }
    let as_good = |found: &&RootMove<Action>| {
        found.bound == Bound::Exact && found.score >= report.score && !is_repetition(state, found.mv)
    };
    if let Some(RootMove { mv, score, pv, .. }) = report.root_moves.iter().find(as_good).cloned() {
        replace_best(report, Line { mv, score, pv });
    }
}

/// Reports another move, with its line, as the best one.
pub(crate) fn replace_best(report: &mut Report<Action>, other: Line<Action>) {
    (report.best, report.pv) = (Some(other.mv), other.pv.clone());
    if let Some(line) = report.lines.first_mut() {
        *line = other;
    }
}

impl Player for Fresh {
    fn is_limited(&self) -> bool {
        self.0.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.0.is_repeatable(limits)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn prepare(&mut self, state: &dyn State, stop: &StopFlag) {
        self.0.prepare(state, stop);
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }

    fn choose(&mut self, state: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let mut report = self.0.choose(state, job, each)?;
        leave(state, &mut report);
        Ok(report)
    }

    fn trace(&mut self, state: &dyn State, job: &Job, limit: usize) -> Option<Traced<Action>> {
        self.0.trace(state, job, limit)
    }
}
