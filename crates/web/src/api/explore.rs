//! What recorded games have played in the present position, and the exact value of each move where tables know it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_arena::Record;
use plyground_catalog::{CatalogError, GameRef, Start};
use plyground_solve::SolveOptions;
use serde_json::{Value, json};

use super::blocking;
use super::think::present;
use crate::app::App;
use crate::fault::Fault;
use crate::limits::EXPLORED;

/// The moves of a position; exact values are those that stand in tables, without a search.
fn explored(game: &GameRef, start: &Start, records: &[Record], options: &SolveOptions) -> Result<Value, CatalogError> {
    let moves = game.explore(start, records)?;
    // Without a solver, or without tables for this position, nothing is known.
    let solution = game.solve(start, options, false, &mut |_| {}).ok();
    let exact = |mv: &str| {
        let known = solution.as_ref()?.moves.iter().find(|known| known.mv == mv)?;
        Some(json!({ "value": known.value, "plies": known.plies }))
    };
    let listed = moves.iter().map(|explored| {
        json!({
            "move": explored.mv,
            "told": explored.told,
            "games": explored.games,
            "score": explored.score,
            "exact": exact(&explored.mv),
        })
    });
    Ok(json!({ "games": records.len(), "moves": listed.collect::<Value>() }))
}

/// What was played here.
pub(crate) async fn explore(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Fault> {
    let room = app.rooms.find(&id)?;
    let (game, start) = present(&room);
    let records = app.archive.games_of(game.info().name, start.rules.as_deref().unwrap_or_default(), EXPLORED);
    let mut options = SolveOptions::default();
    if let Some(tables) = &app.tables {
        options.tables.clone_from(tables);
    }
    Ok(Json(blocking(move || explored(&game, &start, &records, &options)).await??))
}
