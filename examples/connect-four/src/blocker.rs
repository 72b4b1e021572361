//! A player that looks at two plies and no further: something to beat, and an example of an agent that is no search.

use plyground::game::{Class, Game, Position};
use plyground::search::{Agent, AgentError, Job, OnDepth, Report};

use crate::position::{Column, ConnectFour};

/// Wins when it can, else stops the other side from winning when it can, else plays as near to the middle as it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocker;

impl Blocker {
    /// The larger, the better.
    fn value(pos: &ConnectFour, mv: Column) -> (bool, bool, i32) {
        let after = pos.after(mv);
        // The moves that win are the noisy ones.
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
