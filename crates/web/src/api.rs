//! Requests over HTTP: those of `plyground-page`, and matches.

pub(crate) mod cluster;
pub(crate) mod matches;
pub(crate) mod shared;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use plyground_page::{Method, Reply};
use serde_json::json;
use tokio::time::timeout;

use crate::app::App;
use crate::fault::Fault;
use crate::limits::BODY_TIME;

/// Passes a request to the page and returns its reply: a text, or the events of a search.
pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    request: Request,
) -> Result<Response, Fault> {
    // Without a body, as everywhere, it is another way to ask.
    let name = if request.method() == "HEAD" { "GET" } else { request.method().as_str() };
    let no_method = || Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know that method");
    let method = Method::named(name).ok_or_else(no_method)?;
    let query = request.uri().query().unwrap_or_default().to_owned();
    let is_json = is_json(request.headers());
    let body = timeout(BODY_TIME, Bytes::from_request(request, &app)).await;
    let body = body.map_err(|_| Fault::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?;
    let body = body.map_err(|error| Fault::new(error.status(), error.body_text()))?;
    // Pages of other sites can send text, but cannot declare it as JSON.
    if method == Method::Post && !is_json {
        let message = "the body is not declared as JSON: expected `Content-Type: application/json`";
        return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let asked = Arc::clone(&app);
    let reply = blocking(move || {
        let reply = asked.page.ask(&plyground_page::Request { method, path: &path, query: &query, body: &body })?;
        if method != Method::Get {
            asked.shared.changed(&path);
        }
        Ok::<Reply, Fault>(reply)
    });
    match reply.await?? {
        Reply::Text { kind, text } => Ok(([(CONTENT_TYPE, kind)], text).into_response()),
        Reply::Search(search) => Ok(app.searches.stream(search)?.into_response()),
    }
}

/// Reports whether a body is declared as JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Returns the activity of the server.
pub(crate) async fn status(State(app): State<Arc<App>>) -> Response {
    let (searches, streams) = (app.searches.running(), app.searches.streams());
    let (games, search_sessions) = (app.page.games(), app.page.search_sessions());
    Json(json!({
        "games": games,
        "searches": searches,
        "streams": streams,
        "search_sessions": search_sessions,
        "accept_failures": app.accept_failures.count(),
    }))
    .into_response()
}

/// Runs blocking work on another thread, so that other requests do not wait.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "the work could not be done"))
}
