//! The state of a cluster, for observers.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::link::Link;
use crate::presence::coordinator_status;
use crate::protocol::{self, LogMessage, Priority, from_bytes, shown};
use crate::streams::Streams;

/// The time in which a server has to be reached.
const CONNECT_WITHIN: Duration = Duration::from_secs(2);
/// How long workers have to answer.
const ANSWERS: Duration = Duration::from_millis(400);
/// Workers that are listed at most.
const MOST_WORKERS: usize = 10_000;

/// A worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerOverview {
    /// Its name.
    pub name: String,
    /// How many chunks it plays at a time.
    pub threads: u64,
    /// How many it plays just now.
    pub playing: u64,
    /// Games that it has played since it joined.
    pub games: u64,
    /// The version of its program.
    pub version: String,
    /// The signature of its program.
    pub signature: String,
    /// Nodes a second of each of its threads, by game, as it has measured them when it began.
    #[serde(default)]
    pub speeds: BTreeMap<String, u64>,
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunOverview {
    /// Its name.
    pub run: String,
    /// Its game.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// Which runs go before it.
    pub priority: Priority,
    /// Whether its coordinator answers; without one, workers play what is in the queue.
    pub coordinated: bool,
    /// Games that are there.
    pub done: u64,
    /// All games.
    pub total: u64,
    /// Chunks in the queue or being played.
    pub in_flight: u64,
    /// Chunks that had to be put out again.
    pub retries: u64,
    /// Games that came twice, and were the same.
    pub again: u64,
    /// Chunks that were set aside.
    pub set_aside: u64,
    /// Games a second since the coordinator began.
    pub games_per_second: f64,
    /// Seconds to the end at that speed.
    pub eta: Option<f64>,
}

/// Everything that goes on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Overview {
    /// The server.
    pub server: String,
    /// The runs.
    pub runs: Vec<RunOverview>,
    /// The workers that answer.
    pub workers: Vec<WorkerOverview>,
}

/// A line that was remembered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// When, in UTC.
    pub time: String,
    /// Who said so.
    pub who: String,
    /// About which run.
    pub run: Option<String>,
    /// What.
    pub text: String,
}

/// Asks the server, the coordinators and the workers.
///
/// # Errors
/// When the server cannot be asked.
pub fn overview(link: &Link) -> Result<Overview, ClusterError> {
    ask(link, async |streams| {
        Ok(Overview { server: streams.address.clone(), runs: runs(&streams).await?, workers: workers(&streams).await? })
    })
}

/// Ends a run: chunks that wait are forgotten, those that are played are broken off, and its coordinator ends with what there is.
///
/// # Errors
/// When there is no such run, or the server cannot be asked.
pub fn cancel(link: &Link, run: &str) -> Result<(), ClusterError> {
    let unknown = |streams: &Streams| {
        ClusterError::Input(format!("no run `{run}` on {}: `ply cluster runs` lists them", streams.address))
    };
    ask(link, async |streams| {
        if run.is_empty() || !run.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(unknown(&streams));
        }
        let mut message = streams.run(run).await?.ok_or_else(|| unknown(&streams))?;
        message.is_cancelled = true;
        streams.keep_run(&message).await?;
        streams.cancel_work(message.priority, run).await?;
        if coordinator_status(&streams.client, run).await.is_none() {
            // No coordinator is there to remove it.
            _ = streams.runs.purge().filter(protocol::run(run)).await;
        }
        Ok(())
    })
}

/// The last lines that were remembered, the oldest first.
///
/// # Errors
/// When the server cannot be asked.
pub fn logs(link: &Link, most: u64) -> Result<Vec<LogLine>, ClusterError> {
    ask(link, async |streams| {
        let info = streams.log.get_info().await.map_err(|error| streams.fault(&error))?;
        let (first, last) = (info.state.first_sequence, info.state.last_sequence);
        let mut lines = Vec::new();
        for sequence in first.max((last + 1).saturating_sub(most)).max(1)..=last {
            let Ok(message) = streams.log.get_raw_message(sequence).await else { continue };
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
    let info = streams.runs.info_with_subjects("ply.run.*").await.map_err(|error| streams.fault(&error))?;
    let mut names: Vec<String> = info
        .try_filter_map(async |(subject, _)| Ok(subject.strip_prefix("ply.run.").map(str::to_owned)))
        .try_collect()
        .await
        .map_err(|error| streams.fault(&error))?;
    names.sort();
    let mut runs = Vec::new();
    for run in names {
        let Some(message) = streams.run(&run).await? else { continue };
        let answer = coordinator_status(&streams.client, &run).await;
        let coordinated = answer.is_some();
        let status = answer.unwrap_or_default();
        let games_per_second = if status.seconds > 0.0 { status.done as f64 / status.seconds } else { 0.0 };
        let queued = streams.queued(message.priority, &run).await?;
        runs.push(RunOverview {
            run: shown(&run, 64),
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
    // A client that sends answers without end must not hold up the overview.
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
