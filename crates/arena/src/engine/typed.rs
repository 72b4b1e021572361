//! A game with an agent, behind the text of the protocol.

use std::ops::ControlFlow;

use plyground_game::{Game, Outcome, Position, Side};
use plyground_search::{Agent, Job};

use super::info::info_line;
use super::server::{EngineGame, Query};
use crate::opening::parse_game;

/// A game whose positions come as text, and the agent that thinks about them.
pub struct TypedEngine<P: Position> {
    setup: P::Setup,
    game: Game<P>,
    agent: Box<dyn Agent<P>>,
}

impl<P: Position> std::fmt::Debug for TypedEngine<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedEngine").field("setup", &self.setup).field("game", &self.game).finish_non_exhaustive()
    }
}

impl<P: Position> TypedEngine<P> {
    /// The start of a game, and who is to think.
    #[must_use]
    pub fn new(setup: P::Setup, rules: &P::Rules, agent: Box<dyn Agent<P>>) -> TypedEngine<P> {
        let game = Game::new(&setup, rules);
        TypedEngine { setup, game, agent }
    }
}

impl<P: Position> EngineGame for TypedEngine<P> {
    fn new_game(&mut self) {
        self.agent.new_game();
        self.agent.prepare(&self.game);
    }

    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let rules = self.game.rules().clone();
        self.game = parse_game(text, &self.setup, &rules).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn go(&mut self, job: &Job, info: &mut dyn FnMut(String)) -> Result<Option<String>, String> {
        let pos = self.game.position();
        let mut reported = None;
        let report = self.agent.think(&self.game, job, &mut |report| {
            reported = report.best;
            info(info_line(pos, report));
            ControlFlow::Continue(())
        });
        let report = report.map_err(|error| error.to_string())?;
        // A depth that was broken off can have found a better move than the last one that was reported.
        if report.nodes > 0 && report.best != reported {
            info(info_line(pos, &report));
        }
        Ok(report.best.map(|mv| pos.move_text(mv)))
    }

    fn query(&self, what: Query) -> Option<String> {
        let (pos, outcome) = (self.game.position(), self.game.ending().map(|ending| ending.outcome));
        Some(match what {
            Query::FirstToMove => (pos.side_to_move() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            }
            .into(),
            Query::Moves if outcome.is_some() => String::new(),
            Query::Moves => pos.legal_moves().iter().map(|&mv| pos.move_text(mv)).collect::<Vec<_>>().join(" "),
            Query::Position => pos.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::HashEvaluation;
    use plyground_kalah::Kalah;
    use plyground_search::{Limits, SearchAgent};

    use super::*;

    /// 18 of 100 moves were none that any line had shown.
    #[test]
    fn the_move_that_is_played_was_told_last() {
        let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
        let agent = Box::new(SearchAgent::pvs(evaluation).table(1));
        let mut engine = TypedEngine::<Kalah>::new(Default::default(), &Default::default(), agent);
        let mut of_broken_off_depths = 0;
        for nodes in (100..4_000).step_by(100) {
            engine.new_game();
            let mut lines = Vec::new();
            let best = engine.go(&Job::new(Limits::nodes(nodes)), &mut |line| lines.push(line)).unwrap().unwrap();
            let first = |line: &String| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
            assert_eq!(lines.last().map(first), Some(best), "{nodes} nodes: {lines:?}");
            let depth = |line: &String| line.split(' ').nth(2).unwrap().to_owned();
            of_broken_off_depths +=
                u32::from(lines.len() > 1 && depth(&lines[lines.len() - 2]) == depth(lines.last().unwrap()));
        }
        assert!(of_broken_off_depths > 0, "no depth was broken off after it had found a better move");
    }
}
