//! Matches: start, follow and open records.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use plyground_arena::JournalError;
use plyground_catalog::{CatalogError, Contest};
use plyground_page::{agent, limits_of, memory_of};
use plyground_search::StopFlag;
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::blocking;
use crate::app::App;
use crate::archive::{Listed, Shown};
use crate::fault::{Body, Fault};
use crate::limits::{GAMES, RECORDS_TIME};
use crate::searches::{EventStream, event_stream};

/// A match to play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    game: String,
    setup: Option<String>,
    rules: Option<String>,
    agents: Vec<String>,
    games: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    seed: Option<u64>,
}

/// All matches.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<Listed>> {
    Json(app.archive.list())
}

/// Starts a match or a round robin.
pub(crate) async fn start(State(app): State<Arc<App>>, Body(new): Body<NewMatch>) -> Result<Response, Fault> {
    let game = app.page.catalog().game(&new.game)?;
    if !(2..=8).contains(&new.agents.len()) {
        return Err(Fault::bad(format!("{} agents: expected 2 to 8", new.agents.len())));
    }
    let agents = new.agents.iter().map(|text| agent(app.page.catalog(), game, text)).collect::<Result<Vec<_>, _>>()?;
    let meetings = (agents.len() * (agents.len() - 1) / 2) as u64;
    let pairs = new.games.div_ceil(2);
    if pairs == 0 || new.games.saturating_mul(meetings) > GAMES {
        return Err(Fault::bad(format!("{} games: expected 2 to {} of every two agents", new.games, GAMES / meetings)));
    }
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let mut contest = Contest::new(agents);
    contest.spec.pairs = pairs;
    contest.spec.setup = given(new.setup);
    contest.spec.rules = given(new.rules);
    contest.spec.limits = limits_of(new.depth, new.nodes, given(new.time).as_deref())?.into();
    contest.spec.seed = new.seed.unwrap_or(0);
    let memory =
        app.page.memory().take(contest.agents.iter().map(memory_of).sum()).ok_or_else(|| Fault::busy("tables"))?;
    let id = app.archive.start(&app.searches, memory, game, contest)?;
    Ok(Json(json!({ "id": id })).into_response())
}

/// Takes in a file of records, one JSON object a line.
pub(crate) async fn import(State(app): State<Arc<App>>, request: Request) -> Result<Response, Fault> {
    // Taken before the body is read: what waits is not in memory.
    let _place = app.imports.try_acquire().map_err(|_| Fault::busy("files"))?;
    let text = timeout(RECORDS_TIME, String::from_request(request, &app)).await;
    let text = text.map_err(|_| Fault::new(StatusCode::REQUEST_TIMEOUT, "the file did not arrive in time"))?;
    let text = text.map_err(|error| Fault::new(error.status(), error.body_text()))?;
    let (size, checking) = (text.len(), Arc::clone(&app));
    let records = blocking(move || {
        // A torn last line is no record here: a file that arrives is whole.
        match checking.page.catalog().records_of_text(FilePath::new("the file"), (text + "\n").as_bytes()) {
            Err(CatalogError::Journal(
                JournalError::Damaged { line, problem, .. } | JournalError::Refused { line, problem, .. },
            )) => Err(Fault::bad(format!("line {line}: {problem}"))),
            read => Ok(read?),
        }
    })
    .await??;
    if records.is_empty() {
        return Err(Fault::bad("no games: expected a file of records, one JSON object a line"));
    }
    let id = app.archive.add(&format!("{} games from a file", records.len()), size, records)?;
    Ok(Json(json!({ "id": id })).into_response())
}

/// Which games of a match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    from: Option<usize>,
    /// Whether the match goes on for a while without a follower.
    keep: Option<bool>,
}

/// A match with its crosstable and a hundred of its games.
pub(crate) async fn view(State(app): State<Arc<App>>, Path(id): Path<u64>, uri: Uri) -> Result<Json<Shown>, Fault> {
    let asked = Query::<Page>::try_from_uri(&uri);
    let asked = asked.map_err(|error| Fault::new(error.status(), error.body_text().replace('\n', " ")))?;
    let found = app.archive.find(id)?;
    if asked.keep == Some(true) {
        found.keep();
    }
    blocking(move || found.shown(id, asked.from.unwrap_or(0), 100)).await.map(Json)
}

/// Stops a match; its games stay.
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<Response, Fault> {
    app.archive.find(id)?.stop();
    Ok(Json(json!({})).into_response())
}

/// Streams the events of a match.
pub(crate) async fn follow(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<EventStream, Fault> {
    let found = app.archive.find(id)?;
    let (events, emitter) = app.searches.open(StopFlag::default())?;
    tokio::spawn(found.follow(id, emitter));
    Ok(event_stream(events))
}
