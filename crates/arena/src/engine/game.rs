//! Game and player behind the text protocol.

use std::ops::ControlFlow;

use plyground_game::{Outcome, Side};
use plyground_play::{Player, State};
use plyground_search::{Job, Limits, StopFlag};

use super::info::info_line;
use super::query::Query;
use crate::opening::parse_game;

/// Game whose positions are sent as text, and the player that chooses its moves.
pub struct EngineGame {
    state: Box<dyn State>,
    /// Game at the position of `startpos`.
    start: Box<dyn State>,
    player: Box<dyn Player>,
    /// Whether the player has loaded what it needs.
    is_prepared: bool,
}

plyground_game::impl_debug!(EngineGame { state });

impl EngineGame {
    /// Creates a game from its start and its player.
    #[must_use]
    pub fn new(start: Box<dyn State>, player: Box<dyn Player>) -> EngineGame {
        EngineGame { state: start.boxed(), start, player, is_prepared: false }
    }

    /// Resets the player for a new game.
    pub(super) fn new_game(&mut self, stop: &StopFlag) {
        self.player.new_game();
        self.is_prepared = false;
        self.prepare(stop);
    }

    /// Lets the player load what it needs, before a clock runs.
    pub(super) fn prepare(&mut self, stop: &StopFlag) {
        if !self.is_prepared {
            self.player.prepare(&*self.state, stop);
            self.is_prepared = true;
        }
    }

    /// Sets the position to search: `startpos` or a position, optionally with `moves`. The word `fen` before a position may be left
    /// out.
    pub(super) fn set_position(&mut self, text: &str) -> Result<(), String> {
        let text = text.strip_prefix("fen ").map_or(text, str::trim_start);
        self.state = parse_game(text, &*self.start).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Searches within the limits of `job` until its stop flag is raised. `info` receives the `info` lines. Returns the best
    /// move; `None` when the game is over.
    pub(super) fn go(&mut self, job: &Job, info: &mut dyn FnMut(String)) -> Result<Option<String>, String> {
        let state = &*self.state;
        let mut reported = None;
        let share = job
            .clocks
            .map_or(Limits::NONE, |clocks| clocks[state.side_to_move().index()].limits(state.plies() as u32 / 2, None));
        let job = Job { limits: job.limits.or(share), ..job.clone() };
        let report = self.player.choose(state, &job, &mut |report| {
            reported = report.best;
            info(info_line(state, report));
            ControlFlow::Continue(())
        });
        let report = report.map_err(|error| error.to_string())?;
        // A partial iteration can find a better move than the last reported one.
        if report.nodes > 0 && report.best != reported {
            info(info_line(state, &report));
        }
        Ok(report.best.and_then(|action| state.line_texts(&[action]).pop()))
    }

    /// Answers a query about the present position.
    pub(super) fn query(&self, what: Query) -> String {
        let (state, outcome) = (&*self.state, self.state.outcome());
        match what {
            Query::FirstToMove => (state.side_to_move() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            }
            .into(),
            Query::Moves => {
                let texts = |action| state.line_texts(&[action]);
                state.legal_actions().into_iter().flat_map(texts).collect::<Vec<_>>().join(" ")
            }
            Query::Position => state.text(),
        }
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::HashEvaluation;
    use plyground_kalah::Kalah;
    use plyground_play::{AgentPlayer, Start};
    use plyground_search::SearchAgent;

    use super::*;

    /// Regression: the engine played moves that no `info` line had reported.
    #[test]
    fn the_move_that_is_played_was_reported_last() {
        let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
        let player = AgentPlayer::<Kalah>::boxed(SearchAgent::pvs(evaluation).table(1));
        let mut engine = EngineGame::new(Start::default().state::<Kalah>().unwrap(), player);
        let mut of_partial_depths = 0;
        for nodes in (100..4_000).step_by(100) {
            engine.new_game(&StopFlag::default());
            let mut lines = Vec::new();
            let best = engine.go(&Job::new(Limits::nodes(nodes)), &mut |line| lines.push(line)).unwrap().unwrap();
            let first = |line: &String| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
            assert_eq!(lines.last().map(first), Some(best), "{nodes} nodes: {lines:?}");
            let depth = |line: &String| line.split(' ').nth(2).unwrap().to_owned();
            of_partial_depths +=
                u32::from(lines.len() > 1 && depth(&lines[lines.len() - 2]) == depth(lines.last().unwrap()));
        }
        assert!(of_partial_depths > 0, "no depth was broken off after it had found a better move");
    }
}
