//! Games on two devices: followers and invitations.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_search::StopFlag;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::App;
use crate::fault::Fault;
use crate::limits::BEAT;
use crate::searches::{Emitter, EventStream, event_stream};
use crate::token::Token;

/// Streams every change of a game.
pub(crate) async fn watch(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<EventStream, Fault> {
    // An unknown game is an error, not a stream.
    app.page.copy(&name)?;
    let (events, emitter) = app.searches.open(StopFlag::default())?;
    tokio::spawn(follow(app, name, emitter));
    Ok(event_stream(events))
}

/// Streams every change of a game, with keep-alive events, until the listener is gone.
async fn follow(app: Arc<App>, name: String, emitter: Emitter) {
    let mut follower = app.shared.follow(&name);
    loop {
        let here = *follower.changed.borrow_and_update();
        let is_sent = match app.page.copy(&name) {
            Ok(game) => {
                let game: Value = serde_json::from_str(&game).expect("it was written as JSON");
                emitter.tell_slowly("game", &json!({ "game": game, "here": here })).await
            }
            Err(fault) => {
                emitter.tell_slowly("fault", &json!({ "error": fault.message(), "status": fault.status() })).await;
                return;
            }
        };
        if !is_sent {
            return;
        }
        loop {
            let news = tokio::select! {
                () = emitter.closed() => return,
                news = timeout(BEAT, follower.changed.changed()) => news,
            };
            if news.is_ok() {
                break;
            }
            if !emitter.tell_slowly("beat", &json!({ "here": here })).await {
                return;
            }
        }
    }
}

/// Returns the address and token of a link for another device. The requesting client is authorised, so it may invite others.
pub(crate) async fn invitation(State(app): State<Arc<App>>) -> Json<Value> {
    let query = app.token.as_ref().map(Token::query).unwrap_or_default();
    Json(json!({ "link": format!("http://{}/{query}", app.outside), "is_for_others": app.token.is_some() }))
}
