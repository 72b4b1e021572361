//! Answers the panel that shows a cluster.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::fault::Fault;

/// Returns the activity of the cluster.
pub(crate) async fn status(State(app): State<Arc<App>>) -> Result<Response, Fault> {
    let watched = app.cluster.as_ref().ok_or_else(|| Fault::missing("cluster"))?;
    match watched.ask().await {
        Ok(status) => Ok(Json(status).into_response()),
        Err(problem) => Err(Fault::new(StatusCode::BAD_GATEWAY, problem)),
    }
}
