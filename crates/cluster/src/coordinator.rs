//! The coordinator of a run: puts out chunks, takes results, and hands their games over in whatever order they come.
//!
//! It keeps nothing that it could not do without: killed at any moment, the next one reads the file of records, forgets the queue,
//! takes what was played in the meantime, and puts out what is missing. A result is acknowledged when its games are kept.

mod intake;
mod pending;

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
use crate::chunks::{ATTEMPTS, Blame, Chunks, Sizes};
use crate::envelope::Identity;
use crate::error::ClusterError;
use crate::link::Link;
use crate::overview::WorkerOverview;
use crate::player::Open;
use crate::presence::{CoordinatorStatus, coordinator_status};
use crate::protocol::{self, ChunkRange, Job, Priority, Program, RunMessage, Work};
use crate::queue::Queue;
use crate::standing::{Ledger, Standing};
use crate::streams::Streams;
use crate::waiting::{REPORTED_AFTER, in_time, persist};

pub(crate) use pending::{Item, PendingWork};

/// The time in which a server has to be reached at first.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How long one question for results lasts: so long a stop is not noticed.
const QUESTION: Duration = Duration::from_millis(400);
/// How often the coordinator looks for lost chunks.
const LOOK: Duration = Duration::from_secs(2);
/// Results that are asked for at a time.
const BATCH: usize = 24;

/// A run on a cluster, as the workforce of a contest.
pub struct ClusterRun {
    pub(crate) link: Link,
    pub(crate) spec: Work,
    pub(crate) priority: Priority,
    pub(crate) open: Open,
    pub(crate) program: Program,
    pub(crate) notice: Notice,
    /// What is known of workers from earlier runs of the command.
    pub(crate) ledger: Ledger,
}

impl fmt::Debug for ClusterRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterRun").field("link", &self.link).field("run", &self.spec.id()).finish_non_exhaustive()
    }
}

impl Workforce for ClusterRun {
    fn play(&self, pending: &PendingGames<'_>, give: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
        let pending = PendingWork {
            is_pending: &|game| pending.is_pending(game),
            ahead: pending.ahead(),
            is_stopped: &|| pending.is_stopped(),
            doubt: &|game| pending.doubt(game),
        };
        let played = self.coordinate(&pending, &mut |item| match item {
            Item::Game(record) => give(*record),
            Item::Answer { .. } => Taken::More,
        });
        played.map_err(|error| match error {
            ClusterError::Forged { from: Some(from), .. } => ForgedGames { from, problem: error.to_string() }.into(),
            error => error.into(),
        })
    }
}

impl ClusterRun {
    /// Puts out what is wanted until it is there.
    pub(crate) fn coordinate(
        &self,
        pending: &PendingWork<'_>,
        give: &mut dyn FnMut(Item) -> Taken,
    ) -> Result<(), ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(ClusterError::Thread)?;
        let done = runtime.block_on(async { Coordinator::begin(self, pending).await?.run(give).await });
        runtime.shutdown_timeout(Duration::from_millis(500));
        done
    }
}

/// Why a coordinator ends.
enum End {
    /// No more games are wanted, or can come.
    Over,
    /// The caller has asked to stop.
    Stopped,
    /// Games cannot be kept.
    Fault,
}

/// A run that is being coordinated.
struct Coordinator<'a> {
    run: &'a ClusterRun,
    pending: &'a PendingWork<'a>,
    streams: Streams,
    collector: PullConsumer,
    chunks: Chunks,
    sizes: Sizes,
    queue: Queue,
    /// Whether workers can open the run.
    is_open: bool,
    /// Whether a worker has a result for which the server has no room, of this run or of another.
    is_full: Arc<AtomicBool>,
    /// How often in a row the server did not take one.
    refusals: u32,
    /// Makes the messages of this coordinator others than those of an earlier one.
    session: String,
    /// Signs the messages of this coordinator to workers.
    identity: Identity,
    standing: Standing,
    /// Results that wait until a game of them was played again here.
    batches: Batches<intake::Received>,
    auditor: Auditor,
    /// What the auditor plays.
    auditing: Option<intake::Auditing>,
    /// Games that came in twice and differ.
    disputes: Vec<intake::Dispute>,
    /// Whether all results that wait are to be checked at once.
    is_forced: bool,
    /// Whether the server ever had no room for a result: then none waits for others.
    is_tight: bool,
    /// Whether no more games are wanted, but some are to be played again by others.
    has_enough: bool,
    /// Where workers answer that they are there.
    roll: Roll,
    needs_roll_call: bool,
    /// Results without a valid signature.
    unsigned: u64,
    /// Chunks that failed often, and when they are published again.
    delayed: Vec<(Instant, ChunkRange)>,
    status: Arc<Mutex<CoordinatorStatus>>,
    start: Instant,
    /// When something last came in.
    heard: Instant,
    looked: Instant,
    /// Whether the last look found chunks that no worker has.
    misses: bool,
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
        let status =
            Arc::new(Mutex::new(CoordinatorStatus { total: run.open.games(), ..CoordinatorStatus::default() }));
        answer(&streams, id, &status).await?;
        let is_full = Arc::new(AtomicBool::new(false));
        hear_of_no_room(&streams, &is_full).await?;
        // Withdraw what an earlier coordinator has published. A worker that plays such a chunk continues, and its result is accepted.
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
            heard: now,
            looked: now,
            misses: false,
        })
    }

    /// Until no more games are wanted.
    async fn run(mut self, give: &mut dyn FnMut(Item) -> Taken) -> Result<(), ClusterError> {
        let done = self.work(give).await;
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

    async fn work(&mut self, give: &mut dyn FnMut(Item) -> Taken) -> Result<End, ClusterError> {
        // What was played since an earlier coordinator ended need not be played again.
        let mut catching_up = true;
        loop {
            if self.pending.is_stopped() {
                return Ok(End::Stopped);
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
                    self.make_room().await;
                }
                self.publish_chunks().await?;
                self.look().await?;
                if std::mem::take(&mut self.needs_roll_call) {
                    self.roll.call(&self.streams).await;
                }
            }
            if self.batches.is_full() {
                // The server keeps the rest until some are checked.
                if let Some(end) = self.wait_for_check(QUESTION, give).await? {
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
                    // A question whose answer got lost with its connection would wait for ever.
                    let message = match self.next_message(&mut messages, question + LOOK).await {
                        Heard::Message(message) => message,
                        Heard::Nothing => break,
                        Heard::Fault => {
                            is_broken = true;
                            break;
                        }
                        Heard::Audited(audited) => {
                            if let Some(end) = self.settle(audited, give).await? {
                                return Ok(end);
                            }
                            continue;
                        }
                    };
                    count += 1;
                    if let Some(end) = self.take(*message, give).await? {
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
                self.mend().await;
            } else if count == 0 && is_settled {
                catching_up = false;
            }
            self.publish_status();
        }
    }

    /// The next result, or what came of playing a game again.
    async fn next_message(&mut self, messages: &mut Batch, patience: Duration) -> Heard {
        tokio::select! {
            Some(audited) = self.auditor.audited.recv() => Heard::Audited(audited),
            next = tokio::time::timeout(patience, messages.next()) => match next {
                Ok(Some(Ok(message))) => Heard::Message(Box::new(message)),
                Ok(None) => Heard::Nothing,
                Ok(Some(Err(_))) | Err(_) => Heard::Fault,
            },
        }
    }

    async fn acknowledge(&self, message: &Message) {
        // One that gets lost makes the result come again, which does no harm.
        _ = in_time(message.ack()).await;
    }

    /// Puts out the run, chunks again that failed, and new ones as long as there is room. A server that takes none is asked again later: it may
    /// be full of results, which only this coordinator takes away.
    async fn publish_chunks(&mut self) -> Result<(), ClusterError> {
        let now = Instant::now();
        for (_, chunk) in self.delayed.extract_if(.., |(due, _)| *due <= now) {
            self.queue.wait(chunk);
        }
        self.forget_done();
        let mut any = false;
        if !self.is_open {
            match self.streams.keep_run(&self.run.message()).await {
                Ok(()) => self.is_open = true,
                Err(error @ ClusterError::Full { .. }) => {
                    self.note_refusal(&error).await;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        while !self.pending.is_stopped() && self.queue.has_room(Instant::now()) {
            if self.queue.is_up_to_date()
                && self.chunks.out() < self.sizes.window()
                && let Some(chunk) = self.chunks.publish(self.sizes.next(self.chunks.rest()))
            {
                self.queue.wait(chunk);
            }
            let Some(chunk) = self.queue.next() else { break };
            match self.publish(chunk).await {
                Ok(place) => self.queue.mark_published(chunk, place),
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

    /// The server did not take the run or a chunk, and will be asked again.
    async fn note_refusal(&mut self, error: &ClusterError) {
        self.refusals += 1;
        if self.refusals == REPORTED_AFTER {
            (self.run.notice)(&format!("{error}; trying again"));
        }
        if matches!(error, ClusterError::Full { .. }) && self.refusals.is_multiple_of(REPORTED_AFTER) {
            // A fault is no harm: the server is asked again.
            _ = self.streams.purge_orphans(self.run.open.id()).await;
        }
    }

    /// Forgets in the queue what came in, or was set aside.
    fn forget_done(&mut self) {
        self.queue.keep(|chunk| self.chunks.is_published(chunk));
    }

    /// Publishes a chunk and returns its place in the queue.
    async fn publish(&self, chunk: ChunkRange) -> Result<u64, ClusterError> {
        let run = self.run.open.id();
        let id = format!("{}.{}", self.job_id(chunk), self.queue.withdrawals());
        let (program, key) = (self.run.program.clone(), self.identity.key().to_owned());
        let job = Job { run: run.into(), first: chunk.first, pairs: chunk.pairs, program, id: id.clone(), key };
        let subject = protocol::work(self.run.priority, run);
        self.streams.keep(subject, HeaderMap::new(), &id, protocol::to_bytes(&job)).await
    }

    /// The beginning of what names this time that a chunk is published.
    fn job_id(&self, chunk: ChunkRange) -> String {
        format!("{}.{chunk}.{}", self.session, self.chunks.attempts(chunk.first))
    }

    /// Takes chunks out of the server's queue that leave no room for a result.
    async fn make_room(&mut self) {
        self.forget_done();
        // A fault is no harm: the worker asks again.
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

    /// Looks now and then for published chunks that no worker has, and for the end of a cancelled run.
    async fn look(&mut self) -> Result<(), ClusterError> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        let id = self.run.open.id();
        match self.streams.run(id).await {
            Ok(Some(message)) if message.is_cancelled => {
                return Err(ClusterError::Failed(format!("run {id} was cancelled; what was played is kept")));
            }
            // The server has lost its store, or stores another run there.
            Ok(None) => _ = self.streams.keep_run(&self.run.message()).await,
            Ok(Some(message)) if message != self.run.message() => {
                _ = self.streams.keep_run(&self.run.message()).await;
            }
            _ => {}
        }
        // What is not in the queue is not lost.
        if self.heard.elapsed() < LOOK || self.queue.queued().len() == 0 {
            self.misses = false;
            return Ok(());
        }
        let (Ok(queued), Ok(info)) =
            (self.streams.queued(self.run.priority, id).await, self.collector.get_info().await)
        else {
            return Ok(());
        };
        if queued > 0 {
            // A fault is no harm: the next look comes.
            _ = self.streams.mend_queue(self.run.priority).await;
        }
        // A worker sends its result before it gives up the chunk: whatever is neither here nor there is lost. Twice, since
        // the two questions were not asked at the same moment.
        // Results that wait for a check are not lost.
        let is_missing = queued == 0 && info.num_pending == 0 && info.num_ack_pending <= self.batches.messages();
        if is_missing && std::mem::replace(&mut self.misses, is_missing) {
            for chunk in self.queue.queued().collect::<Vec<_>>() {
                if !self.batches.chunks().any(|waiting| waiting == chunk) {
                    self.fail("the queue", chunk, "given up without a result", Blame::Unknown);
                }
            }
            self.misses = false;
        } else {
            self.misses = is_missing;
        }
        Ok(())
    }

    /// Finds the streams again after the server was away.
    async fn mend(&mut self) {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let run = self.run;
        let open = || async {
            let streams = Streams::open(self.streams.client.clone(), run.link.address()).await?;
            let collector = streams.collector(run.open.id(), false).await?;
            Ok((streams, collector))
        };
        if let Some((streams, collector)) = persist(&run.notice, &|| self.pending.is_stopped(), open).await {
            (self.streams, self.collector) = (streams, collector);
        }
    }

    /// Publishes how far the run is, for clients that ask.
    fn publish_status(&self) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.done = self.chunks.received();
        status.in_flight = self.chunks.out() as u64;
        status.seconds = self.start.elapsed().as_secs_f64();
    }
}

/// What a coordinator hears next.
enum Heard {
    Message(Box<Message>),
    Audited(Audited),
    /// No more results now.
    Nothing,
    Fault,
}

/// The workers that answer to a call of the roll.
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
        // One that gets lost is made again.
        _ = streams.client.publish_with_reply(protocol::WORKERS, self.inbox.clone(), Vec::new().into()).await;
    }

    /// Notes who has answered, without waiting.
    fn note(&mut self, standing: &mut Standing) {
        while let Some(Some(answer)) = self.answers.next().now_or_never() {
            if let Some(worker) = protocol::from_bytes::<WorkerOverview>(&answer.payload) {
                standing.note_present(&worker.name, Instant::now());
            }
        }
    }
}

impl ClusterRun {
    fn message(&self) -> RunMessage {
        RunMessage {
            spec: self.spec.clone(),
            program: self.program.clone(),
            priority: self.priority,
            is_cancelled: false,
        }
    }
}

/// Answers everybody who asks how far a run is, until the connection ends.
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

/// Hears of results, of any run, for which the server has no room, until the connection ends.
async fn hear_of_no_room(streams: &Streams, is_full: &Arc<AtomicBool>) -> Result<(), ClusterError> {
    let full = streams.client.subscribe(protocol::NO_ROOM).await;
    let mut full = full.map_err(|error| streams.fault(&error))?;
    let is_full = Arc::clone(is_full);
    tokio::spawn(async move {
        while full.next().await.is_some() {
            is_full.store(true, Ordering::Relaxed);
        }
    });
    Ok(())
}
