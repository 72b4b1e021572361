//! Requests the status of a run from its coordinator.

use std::time::Duration;

use async_nats::{Client, StatusCode};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use crate::protocol::{self, from_bytes};

/// Time limit of the answer. The server reports at once if no client is subscribed, but a client that subscribes to every subject
/// hides that.
const ANSWER: Duration = Duration::from_secs(2);

/// Answer of a coordinator.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CoordinatorStatus {
    pub(crate) done: u64,
    pub(crate) total: u64,
    pub(crate) in_flight: u64,
    pub(crate) retries: u64,
    pub(crate) again: u64,
    pub(crate) set_aside: u64,
    pub(crate) seconds: f64,
}

/// Returns the status of a run, or `None` if no coordinator answers.
///
/// Only a valid status proves that there is a coordinator. Silence and other replies come from other clients.
pub(crate) async fn coordinator_status(client: &Client, run: &str) -> Option<CoordinatorStatus> {
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.ok()?;
    client.publish_with_reply(protocol::coordinator(run), inbox, Vec::new().into()).await.ok()?;
    let end = Instant::now() + ANSWER;
    // A client that replies without end must not block the run.
    while Instant::now() < end {
        let answer = timeout_at(end, answers.next()).await.ok()??;
        if answer.status == Some(StatusCode::NO_RESPONDERS) {
            return None;
        }
        if let Some(status) = from_bytes(&answer.payload) {
            return Some(status);
        }
    }
    None
}
