//! A player that looks two plies ahead: a weak opponent, and an example of an agent that is not a search.

use plyground::game::{Class, Game, Position};
use plyground::search::{Agent, AgentError, Job, OnDepth, Report};

use crate::position::{Column, ConnectFour};

/// Wins if it can, else blocks a win of the other side if it can, else plays as near to the middle as possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocker;

impl Blocker {
    /// Returns the value of a move; larger is better.
    fn value(pos: &ConnectFour, mv: Column) -> (bool, bool, i32) {
        let after = pos.after(mv);
        // Winning moves are noisy.
        let loses = after.visit_moves(Class::Noisy, |_| std::ops::ControlFlow::Break(())).is_break();
        let middle = pos.board.columns as i32 - 1;
        (pos.wins(mv), !loses, -(2 * mv.number() as i32 - middle).abs())
    }
}

impl Agent<ConnectFour> for Blocker {
    fn is_limited(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        game: &Game<ConnectFour>,
        _: &Job,
        _: OnDepth<'_, ConnectFour>,
    ) -> Result<Report<Column>, AgentError> {
        let pos = game.position();
        Ok(Report::of_move(pos.legal_moves().into_iter().max_by_key(|&mv| Blocker::value(pos, mv))))
    }
}
