//! Coordinator of a run: publishes chunks, collects results, and delivers their games in the order of arrival.
//!
//! It has no state that cannot be rebuilt. If it is killed, the next coordinator reads the file of records, purges the queue,
//! collects the results that arrived in the meantime, and publishes the missing chunks. A result is acknowledged when its games
//! are stored.

mod intake;
mod pending;
mod repair;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::{HeaderMap, Subscriber};
use futures_util::{FutureExt, StreamExt};
use plyground_arena::{ForgedGames, PendingGames, Record, Taken, Workforce, WorkforceError};
use tokio::time::Instant;

use crate::Notice;
use crate::audit::{Audited, Auditor};
use crate::batches::Batches;
use crate::chunks::{ATTEMPTS, Chunks, Sizes};
use crate::envelope::Identity;
use crate::error::ClusterError;
use crate::link::{Link, runtime};
use crate::overview::WorkerOverview;
use crate::player::Open;
use crate::presence::{CoordinatorStatus, coordinator_status};
use crate::protocol::{self, ChunkRange, Job, Priority, Program, RunMessage, Work};
use crate::queue::Queue;
use crate::standing::{Ledger, Standing};
use crate::streams::Streams;
use crate::waiting::{CONNECT_WITHIN, REPORTED_AFTER, in_time};

pub(crate) use pending::{Item, PendingWork};

/// Duration of a request for results; a stop is noticed after it.
const QUESTION: Duration = Duration::from_millis(400);
/// Interval between two checks for lost chunks.
const LOOK: Duration = Duration::from_secs(2);
/// Maximum number of results per request.
const BATCH: usize = 24;

/// Run on a cluster, as the workforce of a contest.
pub struct ClusterRun {
    pub(crate) link: Link,
    pub(crate) spec: Work,
    pub(crate) priority: Priority,
    pub(crate) open: Open,
    pub(crate) program: Program,
    pub(crate) notice: Notice,
    /// Records of the workers in earlier runs of the command.
    pub(crate) ledger: Ledger,
}

impl fmt::Debug for ClusterRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterRun").field("link", &self.link).field("run", &self.spec.id()).finish_non_exhaustive()
    }
}

impl Workforce for ClusterRun {
    fn play(&self, pending: &PendingGames<'_>, deliver: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
        let pending = PendingWork {
            is_pending: &|game| pending.is_pending(game),
            ahead: pending.ahead(),
            is_stopped: &|| pending.is_stopped(),
            doubt: &|game| pending.doubt(game),
        };
        let played = self.coordinate(&pending, &mut |item| match item {
            Item::Game(record) => deliver(*record),
            Item::Answer { .. } => Taken::More,
        });
        played.map_err(|error| match error {
            ClusterError::Forged { from: Some(from), .. } => ForgedGames { from, problem: error.to_string() }.into(),
            error => error.into(),
        })
    }
}

impl ClusterRun {
    /// Publishes the pending work and collects results until none is pending.
    pub(crate) fn coordinate(
        &self,
        pending: &PendingWork<'_>,
        deliver: &mut dyn FnMut(Item) -> Taken,
    ) -> Result<(), ClusterError> {
        let runtime = runtime()?;
        let done = runtime.block_on(async { Coordinator::begin(self, pending).await?.run(deliver).await });
        runtime.shutdown_timeout(Duration::from_millis(500));
        done
    }
}

/// Reason why a coordinator ends.
enum End {
    /// No more games are needed, or none can arrive.
    Over,
    /// The caller stopped the run.
    Stopped,
    /// A game could not be stored.
    Fault,
}

/// State of a run that is being coordinated.
struct Coordinator<'a> {
    run: &'a ClusterRun,
    pending: &'a PendingWork<'a>,
    streams: Streams,
    collector: PullConsumer,
    chunks: Chunks,
    sizes: Sizes,
    queue: Queue,
    /// Whether the run is published.
    is_open: bool,
    /// Whether a worker of any run has a result that the full store rejects.
    is_full: Arc<AtomicBool>,
    /// Number of consecutive publications that the server rejected.
    refusals: u32,
    /// Prefix that distinguishes the messages of this coordinator from those of earlier ones.
    session: String,
    /// Key pair that signs the messages to workers.
    identity: Identity,
    standing: Standing,
    /// Results that wait for a spot check.
    batches: Batches<intake::Received>,
    auditor: Auditor,
    /// Game that the auditor replays.
    auditing: Option<intake::Auditing>,
    /// Games of which two different versions arrived.
    disputes: Vec<intake::Dispute>,
    /// Whether all waiting results must be checked now.
    is_forced: bool,
    /// Whether the store was ever full. Then results are checked at once.
    is_tight: bool,
    /// Whether no more new games are needed, although some must still be replayed by other workers.
    has_enough: bool,
    /// Roll call of the workers.
    roll: Roll,
    needs_roll_call: bool,
    /// Number of results without a valid signature.
    unsigned: u64,
    /// Chunks that failed often, with the time of their next publication.
    delayed: Vec<(Instant, ChunkRange)>,
    status: Arc<Mutex<CoordinatorStatus>>,
    start: Instant,
    /// Time of the last result.
    last_result: Instant,
    last_look: Instant,
    /// Whether the last look found chunks that no worker has.
    misses: bool,
    /// Number of connections to the server when the collector was created.
    connects: u64,
    /// Whether the server may have lost chunks and results. Then no worker is blamed for the next missing chunks.
    is_forgetful: bool,
    /// Time after the last result at which the absence of further results is reported.
    report_after: Duration,
}

impl<'a> Coordinator<'a> {
    async fn begin(run: &'a ClusterRun, pending: &'a PendingWork<'a>) -> Result<Coordinator<'a>, ClusterError> {
        let id = run.open.id();
        let is_over = || pending.is_stopped();
        let client = run.link.connect_within(CONNECT_WITHIN, &run.notice, &is_over).await?;
        if coordinator_status(&client, id).await.is_some() {
            return Err(ClusterError::Failed(format!(
                "run {id} is coordinated already: expected one coordinator at a time"
            )));
        }
        let streams = Streams::open(client, run.link.address()).await?;
        let connects = streams.connects();
        let status =
            Arc::new(Mutex::new(CoordinatorStatus { total: run.open.games(), ..CoordinatorStatus::default() }));
        answer(&streams, id, &status).await?;
        let is_full = Arc::new(AtomicBool::new(false));
        watch_full_store(&streams, &is_full).await?;
        // Withdraw the chunks of an earlier coordinator. A worker that plays such a chunk continues, and its result is accepted.
        _ = streams.work.purge().filter(protocol::work(run.priority, id)).await;
        let collector = streams.collector(id, true).await?;
        let now = Instant::now();
        let message = streams.message();
        let roll = Roll::begin(&streams).await?;
        let session = streams.client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned();
        Ok(Coordinator {
            run,
            pending,
            chunks: Chunks::new(run.open.games(), pending.ahead, |game| (pending.is_pending)(game)),
            streams,
            collector,
            sizes: Sizes::of_messages(message),
            queue: Queue::default(),
            is_open: false,
            is_full,
            refusals: 0,
            session,
            identity: Identity::draw()?,
            standing: Standing::new(run.ledger.clone()),
            batches: Batches::default(),
            auditor: Auditor::start(run.open.clone())?,
            auditing: None,
            disputes: Vec::new(),
            is_forced: false,
            is_tight: false,
            has_enough: false,
            roll,
            needs_roll_call: false,
            unsigned: 0,
            delayed: Vec::new(),
            status,
            start: now,
            last_result: now,
            last_look: now,
            misses: false,
            connects,
            is_forgetful: false,
            report_after: repair::QUIET,
        })
    }

    /// Coordinates the run until no more games are needed.
    async fn run(mut self, deliver: &mut dyn FnMut(Item) -> Taken) -> Result<(), ClusterError> {
        let done = self.work(deliver).await;
        let done = self.withdraw_doubted(done);
        let id = self.run.open.id();
        // Withdraw the pending chunks. Results that workers have sent stay for the next coordinator, unless none is needed.
        _ = self.streams.cancel_work(self.run.priority, id).await;
        _ = self.streams.runs.purge().filter(protocol::run(id)).await;
        if matches!(done, Ok(End::Over)) {
            _ = self.streams.results.delete_consumer(&format!("run-{id}")).await;
            _ = self.streams.results.purge().filter(protocol::result(id)).await;
        }
        done?;
        let mut set_aside = self.chunks.set_aside();
        let Some((range, problem)) = set_aside.next() else { return Ok(()) };
        let more = set_aside.count();
        let and = if more > 0 { format!(" and {more} other chunks") } else { String::new() };
        let chunks = format!("games {} to {}{and}", 2 * range.first + 1, 2 * (range.first + range.pairs));
        let text = format!("{chunks} of run {id} failed {ATTEMPTS} times and was set aside: {problem}");
        Err(ClusterError::Failed(text))
    }

    async fn work(&mut self, deliver: &mut dyn FnMut(Item) -> Taken) -> Result<End, ClusterError> {
        // Results that arrived after an earlier coordinator ended save their games from being played again.
        let mut catching_up = true;
        loop {
            if self.pending.is_stopped() {
                return Ok(End::Stopped);
            }
            if self.connects != self.streams.connects() {
                self.mend().await?;
            }
            self.is_forced |= catching_up;
            self.check_next();
            let is_checked = self.batches.is_empty() || self.has_enough;
            let is_settled = is_checked && self.auditing.is_none() && self.disputes.is_empty();
            if self.chunks.is_over() && is_settled && !catching_up {
                return Ok(End::Over);
            }
            if !catching_up {
                if self.is_full.swap(false, Ordering::Relaxed) {
                    self.is_tight = true;
                    self.withdraw_chunks().await;
                }
                self.publish_chunks().await?;
                self.look().await?;
                if std::mem::take(&mut self.needs_roll_call) {
                    self.roll.call(&self.streams).await;
                }
            }
            if self.batches.is_full() {
                // The server stores the other results until some are checked.
                if let Some(end) = self.wait_for_check(QUESTION, deliver).await? {
                    return Ok(end);
                }
                continue;
            }
            let question = if catching_up { Duration::from_millis(100) } else { QUESTION };
            let mut count = 0;
            let asked = in_time(self.collector.batch().max_messages(BATCH).expires(question).messages()).await;
            let mut is_broken = !matches!(asked, Some(Ok(_)));
            if let Some(Ok(mut messages)) = asked {
                loop {
                    // A request whose answer was lost with the connection would never end.
                    let message = match self.next_message(&mut messages, question + LOOK).await {
                        Incoming::Message(message) => message,
                        Incoming::Nothing => break,
                        Incoming::Fault => {
                            is_broken = true;
                            break;
                        }
                        Incoming::Audited(audited) => {
                            if let Some(end) = self.settle(audited, deliver).await? {
                                return Ok(end);
                            }
                            continue;
                        }
                    };
                    count += 1;
                    if let Some(end) = self.take(*message, deliver).await? {
                        return Ok(end);
                    }
                    self.check_next();
                    if self.pending.is_stopped() {
                        break;
                    }
                    if !catching_up {
                        self.publish_chunks().await?;
                    }
                }
            }
            if is_broken {
                self.mend().await?;
            } else if count == 0 && is_settled {
                catching_up = false;
            }
            self.publish_status();
        }
    }

    /// Returns the next result, or the outcome of a replay.
    async fn next_message(&mut self, messages: &mut Batch, patience: Duration) -> Incoming {
        tokio::select! {
            Some(audited) = self.auditor.audited.recv() => Incoming::Audited(audited),
            next = tokio::time::timeout(patience, messages.next()) => match next {
                Ok(Some(Ok(message))) => Incoming::Message(Box::new(message)),
                Ok(None) => Incoming::Nothing,
                Ok(Some(Err(_))) | Err(_) => Incoming::Fault,
            },
        }
    }

    async fn acknowledge(&self, message: &Message) {
        // If an acknowledgement is lost, the server redelivers the result, which is harmless.
        _ = in_time(message.ack()).await;
    }

    /// Publishes the run, failed chunks, and new chunks while the queue has capacity. A rejected publication is retried: the
    /// store may be full of results, which only this coordinator removes.
    async fn publish_chunks(&mut self) -> Result<(), ClusterError> {
        let now = Instant::now();
        for (_, chunk) in self.delayed.extract_if(.., |(due, _)| *due <= now) {
            self.queue.wait(chunk);
        }
        self.forget_done();
        let mut any = false;
        if !self.is_open {
            match self.streams.store_run(&self.message()).await {
                Ok(()) => self.is_open = true,
                Err(error @ (ClusterError::Full { .. } | ClusterError::Server { .. })) => {
                    self.note_refusal(&error).await;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        while !self.pending.is_stopped() && self.queue.has_capacity(Instant::now()) {
            if self.queue.is_up_to_date()
                && self.chunks.out() < self.sizes.window()
                && let Some(chunk) = self.chunks.publish(self.sizes.next(self.chunks.rest()))
            {
                self.queue.wait(chunk);
            }
            let Some(chunk) = self.queue.next() else { break };
            match self.publish(chunk).await {
                Ok(place) => {
                    let has_lost_chunks = self.queue.is_ahead_of(place.saturating_sub(1));
                    self.queue.mark_published(chunk, place);
                    if has_lost_chunks {
                        self.publish_again().await;
                        break;
                    }
                }
                Err(error) => {
                    self.note_refusal(&error).await;
                    break;
                }
            }
            self.refusals = 0;
            any = true;
        }
        if any {
            _ = self.streams.client.publish(protocol::WAKE, Vec::new().into()).await;
        }
        Ok(())
    }

    /// Counts a rejected publication, and reports it after several.
    async fn note_refusal(&mut self, error: &ClusterError) {
        self.refusals += 1;
        if self.refusals == REPORTED_AFTER {
            (self.run.notice)(&format!("{error}; trying again"));
        }
        if matches!(error, ClusterError::Full { .. }) && self.refusals.is_multiple_of(REPORTED_AFTER) {
            // An error is harmless, because the publication is retried.
            _ = self.streams.purge_orphans(self.run.open.id()).await;
        }
    }

    /// Removes chunks from the queue that are complete or set aside.
    fn forget_done(&mut self) {
        self.queue.retain(|chunk| self.chunks.is_published(chunk));
    }

    /// Publishes a chunk and returns its sequence number in the queue.
    async fn publish(&self, chunk: ChunkRange) -> Result<u64, ClusterError> {
        let run = self.run.open.id();
        let id = format!("{}.{}", self.job_id(chunk), self.queue.withdrawals());
        let (program, key) = (self.run.program.clone(), self.identity.key().to_owned());
        let job = Job { run: run.into(), first: chunk.first, pairs: chunk.pairs, program, id: id.clone(), key };
        let subject = protocol::work(self.run.priority, run);
        self.streams.store(subject, HeaderMap::new(), &id, protocol::to_bytes(&job)).await
    }

    /// Returns the run as workers fetch it.
    fn message(&self) -> RunMessage {
        RunMessage {
            spec: self.run.spec.clone(),
            program: self.run.program.clone(),
            priority: self.run.priority,
            is_cancelled: false,
            session: self.session.clone(),
        }
    }

    /// Returns the prefix of the message id of this publication of a chunk.
    fn job_id(&self, chunk: ChunkRange) -> String {
        format!("{}.{chunk}.{}", self.session, self.chunks.attempts(chunk.first))
    }

    /// Withdraws chunks from the queue of the server, because the store has no room for a result.
    async fn withdraw_chunks(&mut self) {
        self.forget_done();
        // An error is harmless, because the worker retries.
        let Ok(taken) = self.streams.taken(self.run.priority).await else { return };
        let withdrawn = self.queue.withdraw(taken, Instant::now());
        if withdrawn.is_empty() {
            _ = self.streams.purge_orphans(self.run.open.id()).await;
        }
        for (chunk, place) in withdrawn {
            if self.pending.is_stopped() {
                return;
            }
            match self.streams.withdraw(self.run.open.id(), chunk, place).await {
                Ok(true) => self.queue.wait(chunk),
                Ok(false) => {}
                Err(_) => return,
            }
        }
    }

    /// Updates the status for observers.
    fn publish_status(&self) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.done = self.chunks.received();
        status.in_flight = self.chunks.out() as u64;
        status.seconds = self.start.elapsed().as_secs_f64();
    }
}

/// Next event of a coordinator.
enum Incoming {
    Message(Box<Message>),
    Audited(Audited),
    /// No results are available at present.
    Nothing,
    Fault,
}

/// Roll call, which the present workers answer.
struct Roll {
    inbox: String,
    answers: Subscriber,
    called: Instant,
}

impl Roll {
    async fn begin(streams: &Streams) -> Result<Roll, ClusterError> {
        let inbox = streams.client.new_inbox();
        let answers = streams.client.subscribe(inbox.clone()).await.map_err(|error| streams.fault(&error))?;
        let mut roll = Roll { inbox, answers, called: Instant::now() };
        roll.call(streams).await;
        Ok(roll)
    }

    async fn call(&mut self, streams: &Streams) {
        self.called = Instant::now();
        // A lost call is repeated.
        _ = streams.client.publish_with_reply(protocol::WORKERS, self.inbox.clone(), Vec::new().into()).await;
    }

    /// Records the workers that have answered, without waiting.
    fn note(&mut self, standing: &mut Standing) {
        while let Some(Some(answer)) = self.answers.next().now_or_never() {
            if let Some(worker) = protocol::from_bytes::<WorkerOverview>(&answer.payload) {
                standing.note_present(&worker.name, Instant::now());
            }
        }
    }
}

/// Answers status requests until the connection ends.
async fn answer(streams: &Streams, run: &str, status: &Arc<Mutex<CoordinatorStatus>>) -> Result<(), ClusterError> {
    let asked = streams.client.subscribe(protocol::coordinator(run)).await;
    let mut asked = asked.map_err(|error| streams.fault(&error))?;
    let (client, status) = (streams.client.clone(), Arc::clone(status));
    tokio::spawn(async move {
        while let Some(question) = asked.next().await {
            let text = protocol::to_bytes(&*status.lock().unwrap_or_else(PoisonError::into_inner));
            if let Some(reply) = question.reply {
                _ = client.publish(reply, text.into()).await;
            }
        }
    });
    Ok(())
}

/// Subscribes to reports of rejected results of any run, until the connection ends.
async fn watch_full_store(streams: &Streams, is_full: &Arc<AtomicBool>) -> Result<(), ClusterError> {
    let full = streams.client.subscribe(protocol::STORE_FULL).await;
    let mut full = full.map_err(|error| streams.fault(&error))?;
    let is_full = Arc::clone(is_full);
    tokio::spawn(async move {
        while full.next().await.is_some() {
            is_full.store(true, Ordering::Relaxed);
        }
    });
    Ok(())
}
