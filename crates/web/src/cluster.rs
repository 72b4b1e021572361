//! Activity of a cluster, for its panel. This crate does not know clusters: the caller that starts the server passes
//! a source of answers.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Minimum interval between requests to the cluster, for any number of watching pages.
const FRESH: Duration = Duration::from_secs(1);

/// Activity of a cluster as the panel shows it, or the reason why it is unknown.
pub type ClusterStatus = Result<Value, String>;

/// Reports the activity of a cluster.
#[derive(Clone)]
pub struct ClusterSource(Arc<dyn Fn() -> ClusterStatus + Send + Sync>);

impl ClusterSource {
    /// Asks by this; it may take a while.
    pub fn new(ask: impl Fn() -> ClusterStatus + Send + Sync + 'static) -> ClusterSource {
        ClusterSource(Arc::new(ask))
    }
}

plyground_game::impl_debug!(ClusterSource {});

/// A cluster that pages watch.
pub(crate) struct Watched {
    source: ClusterSource,
    last: Mutex<Option<(Instant, ClusterStatus)>>,
}

impl Watched {
    pub(crate) fn new(source: ClusterSource) -> Watched {
        Watched { source, last: Mutex::new(None) }
    }

    /// The last answer and its time; one request refreshes it at a time.
    pub(crate) async fn ask(&self) -> ClusterStatus {
        let mut last = self.last.lock().await;
        if let Some((_, status)) = last.as_ref().filter(|(when, _)| when.elapsed() < FRESH) {
            return status.clone();
        }
        let source = self.source.clone();
        let asked = tokio::task::spawn_blocking(move || (source.0)()).await;
        let status = asked.unwrap_or_else(|_| Err("the cluster could not be asked".into()));
        *last = Some((Instant::now(), status.clone()));
        status
    }
}
