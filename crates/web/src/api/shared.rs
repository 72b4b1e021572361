//! Games for two devices: who follows one, and how others come in.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use plyground_search::StopFlag;
use serde_json::{Value, json};

use crate::app::App;
use crate::fault::Fault;
use crate::searches::{Told, told};
use crate::shared::follow;
use crate::token::Token;

/// Tells every change of a game.
pub(crate) async fn watch(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Told, Fault> {
    // A game that is not there is refused instead of told.
    app.page.copy(&name)?;
    let (events, teller) = app.searches.open(StopFlag::default())?;
    tokio::spawn(follow(app, name, teller));
    Ok(told(events))
}

/// What a link for another device begins with; who asks has been let in, and may let others in.
pub(crate) async fn invitation(State(app): State<Arc<App>>) -> Json<Value> {
    let query = app.token.as_ref().map(Token::query).unwrap_or_default();
    Json(json!({ "link": format!("http://{}/{query}", app.outside), "is_for_others": app.token.is_some() }))
}
