//! The puzzles of a game.

use plyground_catalog::{CatalogError, GameRef};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::page::Page;
use crate::request::{Call, Reply};

/// The puzzles that come with a game, with their solutions, for the client that solves them.
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
pub(super) fn puzzles(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    Ok(Reply::json(&listed(page.catalog.game(call.name)?)?))
}
