//! Sets up a position piece by piece.

use plyground_catalog::{CatalogError, Session, Start};
use plyground_game::Side;
use plyground_scene::Placed;
use serde::Deserialize;
use serde_json::json;

use super::think::present;
use crate::fault::{Fault, in_one_line};
use crate::page::Page;
use crate::request::{Call, Reply};

/// Board that a user has set up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrange {
    pieces: Vec<Placed>,
    /// The side to move, 0 or 1.
    turn: usize,
    numbers: Vec<u32>,
}

impl Arrange {
    /// The position as text.
    fn position(&self, session: &dyn Session) -> Result<String, CatalogError> {
        let turn = if self.turn == 0 { Side::First } else { Side::Second };
        session.arranged(&self.pieces, turn, &self.numbers)
    }
}

/// Returns the pieces of the palette.
pub(super) fn toolbox(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let (game, start) = present(&*page.game_sessions.find(call.name)?);
    Ok(Reply::json(&game.open(&start)?.toolbox()))
}

/// Returns the position of a board that a user has set up, or the reason why no game can begin there. The page asks after every
/// change, so a position that is not legal yet is an answer and no error.
pub(super) fn arrange(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let asked: Arrange = call.body()?;
    let (game, start) = present(&*page.game_sessions.find(call.name)?);
    let arranged = asked.position(&*game.open(&start)?).and_then(|position| {
        let there = Start { position: Some(position.clone()), setup: None, moves: String::new(), ..start };
        let ending = game.state(&there)?.ending();
        Ok(ending.map_or(Ok(position), |ending| Err(format!("The game is over here: {}.", ending.reason))))
    });
    Ok(Reply::json(&match arranged {
        Ok(Ok(position)) => json!({ "position": position, "fault": null }),
        Ok(Err(fault)) => json!({ "position": null, "fault": fault }),
        Err(error) => json!({ "position": null, "fault": in_one_line(&error) }),
    }))
}
