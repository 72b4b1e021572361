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
        let report = self.agent.think(&self.game, job, &mut |report| {
            info(info_line(pos, report));
            ControlFlow::Continue(())
        });
        let report = report.map_err(|error| error.to_string())?;
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
