//! What the page can ask.

pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod think;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{AGENTS, AgentKind, AgentSpec, CatalogError, ForGame, GameId, KEYS, Playable};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::limits;
use crate::server::App;

struct Describe;

impl ForGame for Describe {
    type Out = Value;

    fn call<P: Playable>(self) -> Value {
        let evaluations =
            P::evaluations().into_iter().map(|listed| json!({ "name": listed.name, "about": listed.about }));
        json!({
            "name": P::NAME,
            "about": P::ABOUT,
            "sides": P::SIDES,
            "setups": P::setups(),
            "rules": P::rule_sets(),
            "options": P::rule_options(),
            "evaluations": evaluations.collect::<Vec<_>>(),
            "explains": P::EXPLAINS,
        })
    }
}

/// The games and agents that there are.
pub(crate) async fn catalog() -> Response {
    let agents = AGENTS
        .iter()
        .filter(|agent| agent.kind != AgentKind::Engine)
        .map(|agent| json!({ "name": agent.name, "about": agent.about, "game": agent.game, "keys": agent.keys }));
    let keys = KEYS.iter().map(|key| json!({ "key": key.key, "default": key.default, "about": key.about }));
    Json(json!({
        "games": GameId::ALL.map(|game| game.with(Describe)),
        "agents": agents.collect::<Vec<_>>(),
        "keys": keys.collect::<Vec<_>>(),
        "lines": limits::LINES,
    }))
    .into_response()
}

/// What the server does.
pub(crate) async fn status(State(app): State<Arc<App>>) -> Response {
    let (searches, streams) = (app.searches.running(), app.searches.streams());
    Json(json!({ "games": app.rooms.len(), "searches": searches, "streams": streams })).into_response()
}

struct Evaluations;

impl ForGame for Evaluations {
    type Out = Vec<&'static str>;

    fn call<P: Playable>(self) -> Vec<&'static str> {
        P::evaluations().into_iter().map(|listed| listed.name).collect()
    }
}

/// An agent that a page may use: no programs, no files, no more memory and threads than there are.
pub(crate) fn agent(game: GameId, text: &str) -> Result<AgentSpec, Fault> {
    let spec: AgentSpec = text.parse()?;
    if spec.kind == AgentKind::Engine {
        return Err(Fault::bad("`engine` runs programs, which a page may not: expected another agent"));
    }
    if let Some(name) = &spec.eval {
        let known = game.with(Evaluations);
        if !known.contains(&name.as_str()) {
            let names = plyground_game::options::one_of(known);
            return Err(Fault::bad(format!("unknown evaluation for {game}: expected {names}")));
        }
    }
    if spec.info().game.is_some_and(|other| other != game.name()) {
        let here = game.name();
        return Err(
            CatalogError::OtherGame { agent: spec.info().name, game: spec.info().game.unwrap_or(here), here }.into()
        );
    }
    if let Some(table) = spec.table.filter(|&table| table > limits::TABLE) {
        return Err(Fault::bad(format!("{table} MiB of table: expected at most {}", limits::TABLE)));
    }
    let most = limits::threads();
    if let Some(threads) = spec.threads.filter(|&threads| threads as usize > most) {
        return Err(Fault::bad(format!("{threads} threads: expected at most {most} on this machine")));
    }
    Ok(spec)
}

/// A thing to do that may take longer than a request should hold up the others.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Fault::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "the work could not be done"))
}
