//! Games for two devices: who follows one, and how others come in.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_search::StopFlag;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::App;
use crate::fault::Fault;
use crate::limits::BEAT;
use crate::searches::{Teller, Told, told};
use crate::token::Token;

/// Tells every change of a game.
pub(crate) async fn watch(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Told, Fault> {
    // A game that is not there is refused instead of told.
    app.page.copy(&name)?;
    let (events, teller) = app.searches.open(StopFlag::default())?;
    tokio::spawn(follow(app, name, teller));
    Ok(told(events))
}

/// Tells every change of a game, and between them that the connection stands, until the listener is gone.
async fn follow(app: Arc<App>, name: String, teller: Teller) {
    let mut follower = app.shared.follow(&name);
    loop {
        let here = *follower.changed.borrow_and_update();
        let told = match app.page.copy(&name) {
            Ok(game) => {
                let game: Value = serde_json::from_str(&game).expect("it was written as JSON");
                teller.tell_slowly("game", &json!({ "game": game, "here": here })).await
            }
            Err(fault) => {
                teller.tell_slowly("fault", &json!({ "error": fault.message(), "status": fault.status() })).await;
                return;
            }
        };
        if !told {
            return;
        }
        loop {
            let news = tokio::select! {
                () = teller.closed() => return,
                news = timeout(BEAT, follower.changed.changed()) => news,
            };
            if news.is_ok() {
                break;
            }
            if !teller.tell_slowly("beat", &json!({ "here": here })).await {
                return;
            }
        }
    }
}

/// What a link for another device begins with; who asks has been let in, and may let others in.
pub(crate) async fn invitation(State(app): State<Arc<App>>) -> Json<Value> {
    let query = app.token.as_ref().map(Token::query).unwrap_or_default();
    Json(json!({ "link": format!("http://{}/{query}", app.outside), "is_for_others": app.token.is_some() }))
}
