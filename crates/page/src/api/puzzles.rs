//! The puzzles of a game.

use plyground_catalog::{CatalogError, GameRef};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::page::Page;
use crate::request::{Call, Reply};

/// The Elo ratings of the easiest and the hardest puzzle of a game.
///
/// Nodes order the puzzles of a game, but how many a hard one takes depends on the game: ratings are spread evenly.
const RATINGS: (usize, usize) = (800, 2_000);

/// The puzzles that come with a game, with their solutions, for the client that solves them.
fn listed(game: &GameRef) -> Result<Value, CatalogError> {
    let puzzles = game.puzzles()?;
    let last = puzzles.len().saturating_sub(1).max(1);
    let listed = puzzles.iter().enumerate().map(|(index, puzzle)| {
        json!({
            "rules": puzzle.rules,
            "position": puzzle.position,
            "side": game.info().sides.iter().position(|side| *side == puzzle.side),
            "task": puzzle.task(),
            "line": puzzle.line,
            "nodes": puzzle.nodes,
            "rating": RATINGS.0 + (RATINGS.1 - RATINGS.0) * index / last,
        })
    });
    Ok(listed.collect())
}

/// The puzzles of a game.
pub(super) fn puzzles(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    Ok(Reply::json(&listed(page.catalog.game(call.name)?)?))
}
