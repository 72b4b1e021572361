//! The state of a cluster, for observers.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::stream::RawMessageErrorKind;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::link::Link;
use crate::presence::coordinator_status;
use crate::protocol::{self, LogMessage, Priority, from_bytes, shown};
use crate::streams::Streams;

/// Time limit of the connection.
const CONNECT_WITHIN: Duration = Duration::from_secs(2);
/// Time limit of the workers' answers.
const ANSWERS: Duration = Duration::from_millis(400);
/// Maximum number of listed workers.
const MOST_WORKERS: usize = 10_000;

/// State of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerOverview {
    /// Name of the worker.
    pub name: String,
    /// Number of concurrent chunks.
    pub threads: u64,
    /// Number of chunks that it plays at present.
    pub playing: u64,
    /// Number of games that it has played since it joined.
    pub games: u64,
    /// Version of its program.
    pub version: String,
    /// Signature of its program.
    pub signature: String,
    /// Nodes per second of each thread by game, measured at the start of the worker.
    #[serde(default)]
    pub speeds: BTreeMap<String, u64>,
}

/// State of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunOverview {
    /// Id of the run.
    pub run: String,
    /// Name of the game.
    pub game: String,
    /// Players.
    pub players: Vec<String>,
    /// Priority among the runs.
    pub priority: Priority,
    /// Whether its coordinator answers. Without one, workers play the chunks in the queue.
    pub coordinated: bool,
    /// Number of received games.
    pub done: u64,
    /// Number of all games.
    pub total: u64,
    /// Number of chunks in the queue or being played.
    pub in_flight: u64,
    /// Number of chunks that were published again.
    pub retries: u64,
    /// Number of duplicate games with equal records.
    pub again: u64,
    /// Number of chunks that were set aside.
    pub set_aside: u64,
    /// Games per second since the start of the coordinator.
    pub games_per_second: f64,
    /// Estimated seconds to the end of the run.
    pub eta: Option<f64>,
}

/// State of a cluster.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Overview {
    /// Address of the server.
    pub server: String,
    /// Runs.
    pub runs: Vec<RunOverview>,
    /// Workers that answer.
    pub workers: Vec<WorkerOverview>,
}

/// Line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// Time in UTC.
    pub time: String,
    /// Name of the sender.
    pub who: String,
    /// Id of the run.
    pub run: Option<String>,
    /// Text.
    pub text: String,
}

/// Requests the state from the server, the coordinators and the workers.
///
/// # Errors
/// When the server cannot be reached.
pub fn overview(link: &Link) -> Result<Overview, ClusterError> {
    ask(link, async |streams| {
        Ok(Overview { server: streams.address.clone(), runs: runs(&streams).await?, workers: workers(&streams).await? })
    })
}

/// Cancels a run. Its pending chunks are withdrawn, running chunks are aborted, and its coordinator ends with the received games.
///
/// # Errors
/// When there is no such run, or the server cannot be reached.
pub fn cancel(link: &Link, run: &str) -> Result<(), ClusterError> {
    let unknown = |streams: &Streams| {
        ClusterError::Input(format!("no run `{run}` on {}: `ply cluster runs` lists them", streams.address))
    };
    ask(link, async |streams| {
        if !protocol::is_run(run) {
            return Err(unknown(&streams));
        }
        let mut message = streams.run(run).await?.ok_or_else(|| unknown(&streams))?;
        message.is_cancelled = true;
        streams.store_run(&message).await?;
        streams.cancel_work(message.priority, run).await?;
        if coordinator_status(&streams.client, run).await.is_none() {
            // No coordinator removes it.
            _ = streams.runs.purge().filter(protocol::run(run)).await;
        }
        Ok(())
    })
}

/// Returns the last lines of the log, the oldest first.
///
/// # Errors
/// When the server cannot be reached.
pub fn logs(link: &Link, most: u64) -> Result<Vec<LogLine>, ClusterError> {
    ask(link, async |streams| {
        let info = streams.log.get_info().await.map_err(|error| streams.fault(&error))?;
        let (first, last) = (info.state.first_sequence, info.state.last_sequence);
        let mut lines = Vec::new();
        for sequence in first.max((last + 1).saturating_sub(most)).max(1)..=last {
            let message = match streams.log.get_raw_message(sequence).await {
                Ok(message) => message,
                // The stream drops its oldest lines.
                Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => continue,
                Err(error) => return Err(streams.fault(&error)),
            };
            if let Some(LogMessage { who, run, text }) = from_bytes(&message.payload) {
                let (who, run, text) = (shown(&who, 100), run.map(|run| shown(&run, 64)), shown(&text, 1_000));
                lines.push(LogLine { time: message.time.to_string(), who, run, text });
            }
        }
        Ok(lines)
    })
}

fn ask<T, F: AsyncFnOnce(Streams) -> Result<T, ClusterError>>(link: &Link, ask: F) -> Result<T, ClusterError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ClusterError::Thread)?;
    runtime.block_on(async {
        let quiet: crate::Notice = std::sync::Arc::new(|_| {});
        let client = link.connect_within(CONNECT_WITHIN, &quiet, &|| false).await?;
        ask(Streams::open(client, link.address()).await?).await
    })
}

async fn runs(streams: &Streams) -> Result<Vec<RunOverview>, ClusterError> {
    let mut subjects = streams.subjects(&streams.runs, "ply.run.*").await?;
    subjects.sort();
    let mut runs = Vec::new();
    for run in subjects.iter().filter_map(|(subject, _)| subject.strip_prefix("ply.run.")) {
        let Some(message) = streams.run(run).await? else { continue };
        let answer = coordinator_status(&streams.client, run).await;
        let coordinated = answer.is_some();
        let status = answer.unwrap_or_default();
        let games_per_second = if status.seconds > 0.0 { status.done as f64 / status.seconds } else { 0.0 };
        let queued = streams.queued(message.priority, run).await?;
        runs.push(RunOverview {
            run: shown(run, 64),
            game: shown(message.spec.game(), 40),
            players: message.spec.players().iter().map(|player| shown(player, 200)).collect(),
            priority: message.priority,
            coordinated,
            done: status.done,
            total: status.total,
            in_flight: if coordinated { status.in_flight } else { queued },
            retries: status.retries,
            again: status.again,
            set_aside: status.set_aside,
            games_per_second,
            eta: (games_per_second > 0.0).then(|| status.total.saturating_sub(status.done) as f64 / games_per_second),
        });
    }
    runs.sort_by_key(|run| run.priority);
    Ok(runs)
}

async fn workers(streams: &Streams) -> Result<Vec<WorkerOverview>, ClusterError> {
    let inbox = streams.client.new_inbox();
    let mut answers = streams.client.subscribe(inbox.clone()).await.map_err(|error| streams.fault(&error))?;
    let asked = streams.client.publish_with_reply(protocol::WORKERS, inbox, Vec::new().into()).await;
    asked.map_err(|error| streams.fault(&error))?;
    let mut workers = Vec::new();
    let end = tokio::time::Instant::now() + ANSWERS;
    // A client that answers without end must not block the overview.
    while workers.len() < MOST_WORKERS
        && tokio::time::Instant::now() < end
        && let Ok(Some(answer)) = tokio::time::timeout_at(end, answers.next()).await
    {
        workers.extend(from_bytes::<WorkerOverview>(&answer.payload).map(|worker| WorkerOverview {
            name: shown(&worker.name, 100),
            version: shown(&worker.version, 40),
            signature: shown(&worker.signature, 40),
            speeds: worker.speeds.into_iter().map(|(game, speed)| (shown(&game, 40), speed)).collect(),
            ..worker
        }));
    }
    workers.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(workers)
}
