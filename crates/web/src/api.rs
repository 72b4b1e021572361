//! What the page can ask.

pub(crate) mod arrange;
pub(crate) mod compare;
pub(crate) mod explore;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod puzzles;
pub(crate) mod rules;
pub(crate) mod think;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{AgentSpec, Catalog, GameInfo, GameRef, LEVELS, RuleOption, parse_duration};
use plyground_game::options::one_of;
use plyground_search::{Limits, MAX_DEPTH};
use serde_json::{Value, json};

use crate::app::App;
use crate::fault::Fault;
use crate::limits;

/// A game as the page lists it.
fn describe(game: &GameInfo) -> Value {
    let evaluations: Vec<Value> =
        game.evaluations.iter().map(|listed| json!({ "name": listed.name, "about": listed.about })).collect();
    let option = |option: &RuleOption| {
        let values: Vec<&str> = option.values().collect();
        json!({ "key": option.key(), "values": values, "about": option.about })
    };
    let options: Vec<Value> = game.rule_options.iter().map(option).collect();
    let pieces: BTreeMap<&str, &str> = game.piece_words.iter().copied().collect();
    json!({
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "sides": game.sides,
        "setups": game.setups,
        "rules": game.rule_sets,
        "options": options,
        "evaluations": evaluations,
        "has_solver": game.has_solver,
        "has_rules_page": game.rules_page.is_some(),
        "has_puzzles": game.has_puzzles,
        "level_steps": game.level_steps,
        "pieces": pieces,
    })
}

/// The games and agents that there are.
pub(crate) async fn catalog(State(app): State<Arc<App>>) -> Response {
    let agents = app.catalog.agents().into_iter().filter(|agent| !agent.is_command).map(|agent| {
        let keys: Vec<&str> = agent.keys.iter().map(|key| key.name).collect();
        json!({ "name": agent.name, "about": agent.about, "game": agent.game, "keys": keys })
    });
    let keys = app.catalog.keys().into_iter();
    let keys = keys.map(|key| json!({ "key": key.name, "default": key.default, "about": key.about }));
    Json(json!({
        "games": app.catalog.games().iter().map(|game| describe(game.info())).collect::<Vec<_>>(),
        "agents": agents.collect::<Vec<_>>(),
        "keys": keys.collect::<Vec<_>>(),
        "levels": LEVELS.map(|level| json!({ "name": level.name, "about": level.about, "agent": level.spec })),
        "lines": limits::LINES,
    }))
    .into_response()
}

/// What the server does.
pub(crate) async fn status(State(app): State<Arc<App>>) -> Response {
    let (searches, streams) = (app.searches.running(), app.searches.streams());
    let (games, thinkers) = (app.rooms.len(), app.rooms.thinkers());
    Json(json!({ "games": games, "searches": searches, "streams": streams, "thinkers": thinkers })).into_response()
}

/// An agent that a page may use: no programs, no files, no more memory and threads than there are.
pub(crate) fn agent(catalog: &Catalog, game: &GameRef, text: &str) -> Result<AgentSpec, Fault> {
    let spec = catalog.agent(&**game, text)?;
    if spec.info().is_command {
        return Err(Fault::bad(format!(
            "`{}` runs programs, which a page may not: expected another agent",
            spec.name()
        )));
    }
    if spec.tables().is_some() {
        return Err(Fault::bad("`tables` names files, which a page may not: expected an agent without it"));
    }
    if let Some(name) = spec.evaluation() {
        let mut known = game.info().evaluations.iter().map(|info| info.name);
        if !known.clone().any(|other| other == name) {
            let (game, names) = (game.info().name, one_of(&mut known));
            return Err(Fault::bad(format!("unknown evaluation for {game}: expected {names}")));
        }
    }
    if let Some(table) = spec.number("table").filter(|&table| table > limits::TABLE) {
        return Err(Fault::bad(format!("{table} MiB of table: expected at most {}", limits::TABLE)));
    }
    let most = limits::threads();
    if let Some(threads) = spec.number("threads").filter(|&threads| threads > most as u64) {
        return Err(Fault::bad(format!("{threads} threads: expected at most {most} on this machine")));
    }
    Ok(spec)
}

/// Limits of a search as a request names them.
fn limits_of(depth: Option<u32>, nodes: Option<u64>, time: Option<&str>) -> Result<Limits, Fault> {
    if depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
        return Err(Fault::bad(format!("`depth` out of range: expected 1 to {MAX_DEPTH}")));
    }
    let time = time.map(parse_duration).transpose();
    let time = time.map_err(|expected| Fault::bad(format!("`time` is no time: expected {expected}")))?;
    Ok(Limits { depth, nodes, time, ..Limits::NONE })
}

/// A thing to do that may take longer than a request should hold up the others.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "the work could not be done"))
}
