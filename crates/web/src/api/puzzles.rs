//! The puzzles of a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_catalog::{CatalogError, GameRef};
use serde_json::{Value, json};

use crate::app::App;
use crate::fault::Fault;

/// The puzzles that come with a game, with their solutions: whoever asks is the one who solves them.
fn listed(game: &GameRef) -> Result<Value, CatalogError> {
    let puzzles = game.puzzles()?;
    let listed = puzzles.iter().map(|puzzle| {
        json!({
            "rules": puzzle.rules,
            "position": puzzle.position,
            "side": game.info().sides.iter().position(|side| *side == puzzle.side),
            "task": puzzle.task(),
            "line": puzzle.line,
        })
    });
    Ok(listed.collect())
}

/// The puzzles of a game.
pub(crate) async fn puzzles(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Json<Value>, Fault> {
    Ok(Json(listed(app.catalog.game(&name)?)?))
}
