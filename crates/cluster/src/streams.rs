//! Streams of the server: runs, chunks to be played, results, and the log.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, CreateStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::stream::{
    Config, ConsumerErrorKind, DiscardPolicy, LastRawMessageErrorKind, RawMessageErrorKind, RetentionPolicy,
    StorageType, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, HeaderMap};
use futures_util::TryStreamExt;

use crate::error::ClusterError;
use crate::link::causes;
use crate::presence::coordinator_status;
use crate::protocol::{self, ChunkRange, Job, MESSAGE_ID, Priority, RunMessage, from_bytes, to_bytes};
use crate::waiting::{ANSWER, in_time};

/// Reserve for headers in a message, in bytes.
const HEADERS: usize = 2048;
/// Minimum size of the server's largest message in bytes. Less is too little for games.
const LEAST_MESSAGE: usize = 64 << 10;
/// Maximum number of lines of the log.
const LOG_LINES: i64 = 10_000;
/// Maximum number of unacknowledged messages of a consumer.
const MOST_PLAYED: i64 = 100_000;
/// Error of a server that has lost the files of a stream. They were removed, or the server has removed them itself: version
/// 2.9.10 sometimes does so when a stream is deleted and recreated at once.
const NO_FILE: &str = "no such file or directory";
/// Errors of a server whose store, or the store of an account, is full.
const STORE_FULL: [&str; 2] = ["insufficient", "limits exceeded"];
/// Time after which a result without a coordinator expires.
const RESULT_AGE: Duration = Duration::from_secs(60 * 24 * 3600);

/// Server with its streams.
#[derive(Clone)]
pub(crate) struct Streams {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) runs: Stream,
    pub(crate) work: Stream,
    pub(crate) results: Stream,
    pub(crate) log: Stream,
    pub(crate) address: String,
}

fn stream(name: &str, subject: &str, retention: RetentionPolicy) -> Config {
    Config {
        name: name.into(),
        subjects: vec![subject.into()],
        retention,
        storage: StorageType::File,
        num_replicas: 1,
        ..Config::default()
    }
}

impl Streams {
    /// Opens the streams, and creates those that are missing.
    pub(crate) async fn open(client: Client, address: &str) -> Result<Streams, ClusterError> {
        let found = client.max_payload();
        if found < LEAST_MESSAGE {
            let expected = format!("expected `max_payload` of {LEAST_MESSAGE} or more");
            let text = format!("the server {address} takes messages of at most {found} bytes: {expected}");
            return Err(ClusterError::Failed(text));
        }
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWER);
        let make = async |config: Config| {
            let address = || address.to_owned();
            context.get_or_create_stream(config).await.map_err(|error| match error.kind() {
                CreateStreamErrorKind::JetStreamUnavailable => ClusterError::NoStore { address: address() },
                _ if causes(&error).contains("not enabled") || causes(&error).contains("no responders") => {
                    ClusterError::NoStore { address: address() }
                }
                _ => ClusterError::Server { address: address(), problem: causes(&error) },
            })
        };
        let queue = RetentionPolicy::WorkQueue;
        let last = Config { max_messages_per_subject: 1, ..stream("PLY_RUNS", "ply.run.*", RetentionPolicy::Limits) };
        let runs = make(last).await?;
        let work = make(stream("PLY_WORK", "ply.work.*.*", queue)).await?;
        // A result that no coordinator needs expires.
        let results = make(Config { max_age: RESULT_AGE, ..stream("PLY_RESULTS", "ply.result.*", queue) }).await?;
        let lines = Config {
            max_messages: LOG_LINES,
            discard: DiscardPolicy::Old,
            ..stream("PLY_LOG", protocol::LOG, RetentionPolicy::Limits)
        };
        let log = make(lines).await?;
        Ok(Streams { client, context, runs, work, results, log, address: address.to_owned() })
    }

    pub(crate) fn fault(&self, error: &dyn std::error::Error) -> ClusterError {
        let (address, problem) = (self.address.clone(), causes(error));
        if STORE_FULL.iter().any(|words| problem.contains(words)) {
            ClusterError::Full { address, problem }
        } else {
            ClusterError::Server { address, problem }
        }
    }

    /// Returns the consumer of the chunks of a priority, which all workers share. A chunk without a heartbeat for `patience` is
    /// redelivered.
    pub(crate) async fn queue(&self, priority: Priority, patience: Duration) -> Result<PullConsumer, ClusterError> {
        let config = pull::Config {
            durable_name: Some(priority.name().into()),
            filter_subject: protocol::work(priority, "*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: patience,
            max_ack_pending: MOST_PLAYED,
            ..pull::Config::default()
        };
        self.work.create_consumer(config).await.map_err(|error| self.fault(&error))
    }

    /// Recreates the consumer of a priority if it does not deliver chunks of its queue.
    ///
    /// A server that was killed can lose the last messages of a stream and restart its sequence numbers. The position of the
    /// consumer is then beyond new chunks, and version 2.9.10 skips them; version 2.15 moves the consumer to the end of the stream,
    /// and skips the stored ones. `oldest` is a queued chunk of a run with its sequence number.
    pub(crate) async fn mend_queue(
        &self,
        priority: Priority,
        run: &str,
        oldest: Option<(ChunkRange, u64)>,
    ) -> Result<(), ClusterError> {
        let Some(info) = self.queue_info(priority).await? else { return Ok(()) };
        // No chunk is being played, so a new consumer costs nothing. One that has delivered nothing is new.
        let is_idle = info.num_ack_pending == 0 && (info.num_pending == 0 || info.delivered.consumer_sequence > 0);
        let is_ahead = info.delivered.stream_sequence > self.last_sequence(&self.work).await?;
        // A chunk leaves the queue when it is acknowledged, so an older one in the queue was skipped.
        let is_skipped = match oldest {
            Some((chunk, place)) if place <= info.ack_floor.stream_sequence => {
                self.has_chunk(run, chunk, place).await?
            }
            _ => false,
        };
        if is_idle || is_ahead || is_skipped {
            let patience = info.config.ack_wait;
            self.delete_consumer(&self.work, priority.name()).await?;
            self.queue(priority, patience).await?;
        }
        Ok(())
    }

    /// Returns the consumer of the results of a run. `is_new` recreates it, so that it delivers all stored results again.
    pub(crate) async fn collector(&self, run: &str, is_new: bool) -> Result<PullConsumer, ClusterError> {
        let name = format!("run-{run}");
        if is_new {
            self.delete_consumer(&self.results, &name).await?;
        }
        let config = pull::Config {
            durable_name: Some(name),
            filter_subject: protocol::result(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ANSWER,
            max_ack_pending: MOST_PLAYED,
            ..pull::Config::default()
        };
        self.results.create_consumer(config).await.map_err(|error| self.fault(&error))
    }

    /// Deletes a consumer, if it exists.
    async fn delete_consumer(&self, stream: &Stream, name: &str) -> Result<(), ClusterError> {
        match stream.delete_consumer(name).await {
            Ok(_) => Ok(()),
            Err(error) => match error.kind() {
                ConsumerErrorKind::JetStream(error) if error.error_code() == ErrorCode::CONSUMER_NOT_FOUND => Ok(()),
                _ => Err(self.fault(&error)),
            },
        }
    }

    /// Returns the last sequence number of a stream. It decreases only if the server has lost messages.
    pub(crate) async fn last_sequence(&self, stream: &Stream) -> Result<u64, ClusterError> {
        let info = stream.get_info().await.map_err(|error| self.fault(&error))?;
        Ok(info.state.last_sequence)
    }

    /// Returns the maximum payload in bytes, excluding the headers.
    pub(crate) fn message(&self) -> usize {
        self.client.max_payload().saturating_sub(HEADERS)
    }

    /// Returns a run; `None` if there is no run with this id, or it cannot be read.
    pub(crate) async fn run(&self, run: &str) -> Result<Option<RunMessage>, ClusterError> {
        Ok(self.run_payload(run).await?.and_then(|payload| from_bytes(&payload)))
    }

    /// Returns the payload of a run; `None` if there is none.
    pub(crate) async fn run_payload(&self, run: &str) -> Result<Option<Vec<u8>>, ClusterError> {
        match self.runs.get_last_raw_message_by_subject(&protocol::run(run)).await {
            Ok(message) => Ok(Some(message.payload.to_vec())),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// Publishes a message with acknowledgement, and returns its sequence number. The server drops a second message with the same
    /// `id`.
    ///
    /// If the server has lost its store or the files of a stream, the streams are recreated first. Otherwise the coordinator and
    /// all workers might wait here.
    pub(crate) async fn store(
        &self,
        subject: String,
        mut headers: HeaderMap,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<u64, ClusterError> {
        headers.insert(MESSAGE_ID, id);
        let send = async || {
            let sent =
                self.context.publish_with_headers(subject.clone(), headers.clone(), payload.clone().into()).await;
            sent?.await.map(|ack| ack.sequence)
        };
        let send_or_recreate = async {
            match send().await {
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                    Streams::open(self.client.clone(), &self.address).await?;
                    send().await
                }
                Err(error) if causes(&error).contains(NO_FILE) => {
                    self.recreate(&subject).await?;
                    send().await
                }
                sent => sent,
            }
            .map_err(|error| self.fault(&error))
        };
        let late = || ClusterError::Server { address: self.address.clone(), problem: "no answer".into() };
        in_time(send_or_recreate).await.unwrap_or_else(|| Err(late()))
    }

    /// Stores or updates a run.
    pub(crate) async fn store_run(&self, message: &RunMessage) -> Result<(), ClusterError> {
        let payload = to_bytes(message);
        let (bytes, most) = (payload.len(), self.message());
        if bytes > most {
            let sizes = format!("the run has {bytes} bytes as a spec, and the server takes at most {most}");
            return Err(ClusterError::Input(format!("{sizes}: expected a smaller book of openings")));
        }
        let id = self.client.new_inbox();
        self.store(protocol::run(message.spec.id()), HeaderMap::new(), &id, payload).await.map(|_| ())
    }

    /// Writes a line to the log. A lost line is harmless.
    pub(crate) async fn write_log(&self, who: &str, run: Option<&str>, text: &str) {
        let line = protocol::LogMessage { who: who.into(), run: run.map(str::to_owned), text: text.into() };
        _ = self.client.publish(protocol::LOG, to_bytes(&line).into()).await;
    }

    /// Returns the number of chunks of a run that wait or are being played.
    pub(crate) async fn queued(&self, priority: Priority, run: &str) -> Result<u64, ClusterError> {
        let subjects = self.subjects(&self.work, &protocol::work(priority, run)).await?;
        Ok(subjects.iter().map(|&(_, count)| count as u64).sum())
    }

    /// Withdraws the chunk with this sequence number. Returns whether it was there. A removal without an answer counts as done,
    /// because playing a chunk twice is harmless.
    pub(crate) async fn withdraw(&self, run: &str, chunk: ChunkRange, place: u64) -> Result<bool, ClusterError> {
        let is_it = self.has_chunk(run, chunk, place).await?;
        if is_it {
            _ = self.work.delete_message(place).await;
        }
        Ok(is_it)
    }

    /// Reports whether the chunk has this sequence number. After a loss of the store or a crash, the server may have another
    /// message there, even of another run.
    async fn has_chunk(&self, run: &str, chunk: ChunkRange, place: u64) -> Result<bool, ClusterError> {
        let payload = self.queued_payload(place).await?;
        let job = payload.and_then(|payload| from_bytes::<Job>(&payload));
        Ok(job.is_some_and(|job| job.run == run && job.chunk() == chunk))
    }

    /// Returns the payload of the message of the queue with this sequence number; `None` if there is none.
    pub(crate) async fn queued_payload(&self, place: u64) -> Result<Option<Vec<u8>>, ClusterError> {
        match self.work.get_raw_message(place).await {
            Ok(message) => Ok(Some(message.payload.to_vec())),
            Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// Returns the subjects of a stream that match a pattern, with the number of their messages.
    pub(crate) async fn subjects(&self, stream: &Stream, pattern: &str) -> Result<Vec<(String, usize)>, ClusterError> {
        let info = stream.info_with_subjects(pattern).await.map_err(|error| self.fault(&error))?;
        info.try_collect().await.map_err(|error| self.fault(&error))
    }

    /// Returns the number of connections so far. After a new one, the server may have been restarted, and may have lost messages
    /// that it had acknowledged.
    pub(crate) fn connects(&self) -> u64 {
        self.client.statistics().connects.load(Ordering::Relaxed)
    }

    /// Deletes the results of other runs than `own` that have no coordinator. When such a run is resumed, it plays its games
    /// again.
    pub(crate) async fn purge_orphans(&self, own: &str) -> Result<(), ClusterError> {
        for (subject, _) in self.subjects(&self.results, &protocol::result("*")).await? {
            let Some(run) = subject.rsplit('.').next().filter(|&run| run != own) else { continue };
            if coordinator_status(&self.client, run).await.is_none() {
                self.results.purge().filter(&subject).await.map_err(|error| self.fault(&error))?;
                let text = format!("its results made room for run {own}: no coordinator takes them");
                self.write_log("store", Some(run), &text).await;
            }
        }
        Ok(())
    }

    /// Returns the sequence number up to which workers have taken the chunks of a priority.
    pub(crate) async fn taken(&self, priority: Priority) -> Result<u64, ClusterError> {
        let info = self.queue_info(priority).await?;
        Ok(info.map_or(0, |info| info.delivered.stream_sequence))
    }

    /// Returns the state of the consumer of a priority; `None` without workers, which create it.
    async fn queue_info(&self, priority: Priority) -> Result<Option<consumer::Info>, ClusterError> {
        match self.work.consumer_info(priority.name()).await {
            Ok(info) => Ok(Some(info)),
            Err(error) => match error.kind() {
                ConsumerInfoErrorKind::NotFound => Ok(None),
                _ => Err(self.fault(&error)),
            },
        }
    }

    /// Recreates the stream of a subject whose files are lost. Its messages are lost too, so chunks are published again.
    async fn recreate(&self, subject: &str) -> Result<(), ClusterError> {
        let name = self.context.stream_by_subject(subject).await.map_err(|error| self.fault(&error))?;
        self.context.delete_stream(&name).await.map_err(|error| self.fault(&error))?;
        Streams::open(self.client.clone(), &self.address).await?;
        self.write_log("store", None, &format!("the server had lost the files of {name}; the stream was recreated"))
            .await;
        Ok(())
    }

    /// Withdraws the chunks of a run that no worker has taken, and notifies the workers that have taken some.
    pub(crate) async fn cancel_work(&self, priority: Priority, run: &str) -> Result<(), ClusterError> {
        let purged = self.work.purge().filter(protocol::work(priority, run)).await;
        _ = self.client.publish(protocol::stop(run), Vec::new().into()).await;
        _ = in_time(self.client.flush()).await;
        purged.map(|_| ()).map_err(|error| self.fault(&error))
    }
}
