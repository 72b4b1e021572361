//! Putting up a position piece by piece.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_catalog::{CatalogError, Session};
use plyground_game::Side;
use plyground_scene::{Placed, Toolbox};
use serde::Deserialize;
use serde_json::{Value, json};

use super::think::present;
use crate::app::App;
use crate::fault::{Body, Fault};

/// A board as somebody has put it up.
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

/// What can be put onto the board.
pub(crate) async fn toolbox(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Toolbox>, Fault> {
    let (game, start) = present(&*app.rooms.find(&id)?);
    Ok(Json(game.open(&start)?.toolbox()))
}

/// The position of a board that was put up, if the rules take it.
pub(crate) async fn arrange(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<Arrange>,
) -> Result<Json<Value>, Fault> {
    let (game, start) = present(&*app.rooms.find(&id)?);
    Ok(Json(json!({ "position": asked.position(&*game.open(&start)?)? })))
}
