//! What goes on on a cluster, for the panel that shows it. This crate knows nothing of clusters: whoever starts the server hands in
//! somebody who can be asked.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::api::blocking;
use crate::app::App;
use crate::fault::Fault;

/// How long an answer holds: however many pages watch, the cluster is asked no more often.
const FRESH: Duration = Duration::from_secs(1);

/// What a cluster is doing, as the panel shows it, or in a line why that is not known.
pub type ClusterStatus = Result<Value, String>;

/// Somebody who can be asked what a cluster is doing.
#[derive(Clone)]
pub struct ClusterSource(Arc<dyn Fn() -> ClusterStatus + Send + Sync>);

impl ClusterSource {
    /// Asks by this; it may take a while.
    pub fn new(ask: impl Fn() -> ClusterStatus + Send + Sync + 'static) -> ClusterSource {
        ClusterSource(Arc::new(ask))
    }
}

impl fmt::Debug for ClusterSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterSource").finish_non_exhaustive()
    }
}

/// A cluster that pages watch.
pub(crate) struct Watched {
    source: ClusterSource,
    last: Mutex<Option<(Instant, ClusterStatus)>>,
}

impl Watched {
    pub(crate) fn new(source: ClusterSource) -> Watched {
        Watched { source, last: Mutex::new(None) }
    }

    /// What was said just now, or is said when it is asked again; one asks at a time.
    async fn ask(&self) -> Result<ClusterStatus, Fault> {
        let mut last = self.last.lock().await;
        if let Some((_, status)) = last.as_ref().filter(|(when, _)| when.elapsed() < FRESH) {
            return Ok(status.clone());
        }
        let source = self.source.clone();
        let status = blocking(move || (source.0)()).await?;
        *last = Some((Instant::now(), status.clone()));
        Ok(status)
    }
}

/// Answers the panel.
pub(crate) async fn status(State(app): State<Arc<App>>) -> Result<Response, Fault> {
    let watched = app.cluster.as_ref().ok_or_else(|| Fault::missing("cluster"))?;
    match watched.ask().await? {
        Ok(status) => Ok(Json(status).into_response()),
        Err(problem) => Err(Fault::new(StatusCode::BAD_GATEWAY, problem)),
    }
}
