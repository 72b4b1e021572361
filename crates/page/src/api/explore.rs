//! The moves of recorded games in the current position, and their exact values where tables have them.

use plyground_arena::Record;
use plyground_catalog::{CatalogError, GameRef, Start};
use plyground_solve::SolveOptions;
use serde_json::{Value, json};

use super::think::searched;
use crate::fault::Fault;
use crate::limits::EXPLORED;
use crate::page::Page;
use crate::request::{Call, Reply};

/// Returns the moves of a position. Exact values come from tables, without a search.
fn explored(game: &GameRef, start: &Start, records: &[Record], options: &SolveOptions) -> Result<Value, CatalogError> {
    let moves = game.explore(start, records)?;
    // Without a solver, or without tables for this position, nothing is known.
    let solution = known_or_damaged(game.solve(start, options, false, &mut |_| {}))?;
    let exact = |mv: &str| {
        let known = solution.as_ref()?.moves.iter().find(|known| known.mv == mv)?;
        Some(json!({ "value": known.value, "plies": known.plies }))
    };
    let listed = moves.iter().map(|explored| {
        json!({
            "move": explored.mv,
            "description": explored.description,
            "games": explored.games,
            "score": explored.score,
            "exact": exact(&explored.mv),
        })
    });
    Ok(json!({ "games": records.len(), "moves": listed.collect::<Value>() }))
}

/// Returns a value if it is known.
///
/// # Errors
/// Returns the error of a damaged table, which is no lack of one.
pub(super) fn known_or_damaged<T>(found: Result<T, CatalogError>) -> Result<Option<T>, CatalogError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_damage() => Err(error),
        Err(_) => Ok(None),
    }
}

/// Returns the recorded moves of the current position.
pub(super) fn explore(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let (game, start) = searched(&*page.game_sessions.find(call.name)?)?;
    let rules = start.rules.as_deref().unwrap_or_default();
    let records = page.recorded.as_ref().map(|recorded| recorded.games_of(game.info().name, rules, EXPLORED));
    let mut options = SolveOptions::default();
    if let Some(tables) = &page.tables {
        options.tables.clone_from(tables);
    }
    Ok(Reply::json(&explored(&game, &start, &records.unwrap_or_default(), &options)?))
}
