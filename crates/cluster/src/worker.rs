//! A worker: takes pieces from the queue, plays them, sends their games.
//!
//! A piece is given up only when the server has its result, so that whatever happens to a worker, somebody plays the piece. While it is
//! played, signs of life come from the game itself; when none has come for a while, the server gives the piece to another worker,
//! and at worst it is played twice.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use async_nats::{Client, HeaderMap};
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, ChunkText, Record, Versions};
use plyground_catalog::Catalog;
use plyground_search::StopFlag;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Notice;
use crate::error::ClusterError;
use crate::link::Link;
use crate::overview::WorkerOverview;
use crate::player::{Event, Open, Opened, Player};
use crate::protocol::{self, FAILURE, Job, MICROSECONDS, PIECE, Priority, Program, ProofResult, THREADS, WORKER, Work};
use crate::signature::signature;
use crate::speed::{Speeds, speeds, time_scale};
use crate::streams::Streams;
use crate::waiting::{ANSWER, has_no_responder, in_time, persist};

/// Bytes of games after which a part of a piece is sent: a message holds a mebibyte where nobody has said otherwise.
const PART: usize = 400_000;
/// The longest pause of a worker that has nothing to do.
const IDLE: Duration = Duration::from_secs(1);

/// A worker.
pub struct Worker {
    /// The server.
    pub link: Link,
    /// The games.
    pub catalog: Catalog,
    /// How many pieces are played at a time.
    pub threads: usize,
    /// After how much silence the server gives a piece to another worker.
    pub patience: Duration,
    /// Raised when no other piece is to be begun.
    pub stop: StopFlag,
    /// Raised when those that are played are to be broken off.
    pub abandon: StopFlag,
    /// Is told what happens.
    pub notice: Notice,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("link", &self.link)
            .field("threads", &self.threads)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerEnd {
    /// Games that were sent.
    pub games: u64,
}

/// What the tasks of a worker share.
struct Shared {
    link: Link,
    catalog: Catalog,
    program: Program,
    speeds: Speeds,
    name: String,
    threads: usize,
    patience: Duration,
    stop: StopFlag,
    abandon: StopFlag,
    notice: Notice,
    /// Runs that are open; their agents are those of the threads.
    runs: Mutex<HashMap<String, Arc<Opened>>>,
    wake: Notify,
    playing: AtomicU64,
    games: AtomicU64,
    is_leaving: AtomicBool,
    /// Why the worker leaves, when it is not for a good reason.
    fault: Mutex<Option<ClusterError>>,
}

impl Worker {
    /// Works until it is stopped.
    ///
    /// # Errors
    /// When the server refuses, or the worker is of another program than a run.
    pub fn run(self) -> Result<WorkerEnd, ClusterError> {
        let signature = signature(&self.catalog)?;
        let speeds = speeds(&self.catalog, self.threads)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(ClusterError::Thread)?;
        let done = runtime.block_on(self.work(signature, speeds));
        runtime.shutdown_timeout(Duration::from_millis(500));
        done
    }

    async fn work(self, signature: String, speeds: Speeds) -> Result<WorkerEnd, ClusterError> {
        let is_over = || self.stop.is_stopped();
        let client = self.link.connect_within(Duration::MAX, &self.notice, &is_over).await?;
        let unique =
            client.new_inbox().rsplit('.').next().unwrap_or_default().chars().rev().take(8).collect::<String>();
        let shared = Arc::new(Shared {
            name: format!("{}-{}-{unique}", host(), std::process::id()),
            program: Program { plyground: Versions::present().plyground, signature },
            speeds,
            link: self.link,
            catalog: self.catalog,
            threads: self.threads.max(1),
            patience: self.patience,
            stop: self.stop,
            abandon: self.abandon,
            notice: self.notice,
            runs: Mutex::default(),
            wake: Notify::new(),
            playing: AtomicU64::new(0),
            games: AtomicU64::new(0),
            is_leaving: AtomicBool::new(false),
            fault: Mutex::new(None),
        });
        let streams = shared.join(client).await?;
        let trust =
            if shared.link.has_token() { "" } else { " (without a token, which only a server on this machine takes)" };
        (shared.notice)(&format!("worker {} has joined {}{trust}", shared.name, shared.link.address()));
        streams.remember(&shared.name, None, &format!("joined with {}", shared.program)).await;
        let slots: Vec<_> = (0..shared.threads)
            .map(|number| {
                let player = Player::start(number).map_err(ClusterError::Thread)?;
                Ok(tokio::spawn(slot(Arc::clone(&shared), streams.clone(), player)))
            })
            .collect::<Result<_, ClusterError>>()?;
        for slot in slots {
            // A panic of a task would be a fault of this file; the others go on.
            _ = slot.await;
        }
        streams.remember(&shared.name, None, "left").await;
        _ = in_time(streams.client.flush()).await;
        let fault = shared.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        match fault {
            Some(fault) => Err(fault),
            None => Ok(WorkerEnd { games: shared.games.load(Ordering::Relaxed) }),
        }
    }
}

/// What the machine is called, as far as a subject may hold it.
fn host() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let name: String = told.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "host".into() } else { name }
}

impl Shared {
    fn is_leaving(&self) -> bool {
        self.stop.is_stopped() || self.abandon.is_stopped() || self.is_leaving.load(Ordering::Relaxed)
    }

    /// Leaves for a reason.
    fn leave(&self, fault: ClusterError) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        self.is_leaving.store(true, Ordering::Relaxed);
        self.wake.notify_waiters();
    }

    fn other_program(&self, run: &str, there: &Program) -> ClusterError {
        ClusterError::OtherProgram { run: run.into(), here: self.program.to_string(), there: there.to_string() }
    }

    /// Joins, trying again while the server has other troubles than with us.
    async fn join(self: &Arc<Shared>, client: Client) -> Result<Streams, ClusterError> {
        let mut pause = Duration::from_millis(200);
        loop {
            let joined = async {
                let streams = Streams::open(client.clone(), self.link.address()).await?;
                self.compare(&streams).await?;
                self.listen(&streams).await?;
                Ok(streams)
            };
            match joined.await {
                Err(ClusterError::Server { .. } | ClusterError::Full { .. }) if !self.is_leaving() => {}
                joined => return joined,
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(Duration::from_secs(5));
        }
    }

    /// Refuses to join when a run that somebody coordinates is of another program.
    async fn compare(&self, streams: &Streams) -> Result<(), ClusterError> {
        let info = streams.runs.info_with_subjects("ply.run.*").await.map_err(|error| streams.fault(&error))?;
        let subjects: Vec<String> =
            info.filter_map(async |found| found.ok().map(|(subject, _)| subject)).collect().await;
        for run in subjects.iter().filter_map(|subject| subject.strip_prefix("ply.run.")) {
            let Some(message) = streams.run(run).await? else { continue };
            if message.program == self.program {
                continue;
            }
            let asked = streams.client.request(protocol::coordinator(run), Vec::new().into()).await;
            if !asked.is_err_and(|error| has_no_responder(&error)) {
                let fault = self.other_program(run, &message.program);
                streams.remember(&self.name, Some(run), &fault.to_string()).await;
                _ = in_time(streams.client.flush()).await;
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Answers questions, and hears of runs that end, of work, and of being sent away.
    async fn listen(self: &Arc<Shared>, streams: &Streams) -> Result<(), ClusterError> {
        let subscribe =
            async |subject: String| streams.client.subscribe(subject).await.map_err(|error| streams.fault(&error));
        let mut asked = subscribe(protocol::WORKERS.into()).await?;
        let mut ended = subscribe(protocol::stop("*")).await?;
        let mut wake = subscribe(protocol::WAKE.into()).await?;
        let mut away = subscribe(protocol::leave(&self.name)).await?;
        let (shared, client) = (Arc::clone(self), streams.client.clone());
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    Some(question) = asked.next() => {
                        if let Some(reply) = question.reply {
                            _ = client.publish(reply, protocol::to_bytes(&shared.overview()).into()).await;
                        }
                    }
                    Some(message) = ended.next() => {
                        let run = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
                        let opened = shared.runs.lock().unwrap_or_else(PoisonError::into_inner).remove(&run);
                        if let Some(opened) = opened {
                            opened.abandon.stop();
                        }
                    }
                    Some(_) = wake.next() => shared.wake.notify_waiters(),
                    Some(message) = away.next() => {
                        let run = String::from_utf8_lossy(&message.payload).chars().take(40).collect();
                        shared.leave(ClusterError::SentAway { run });
                    }
                    else => break,
                }
            }
        });
        Ok(())
    }

    fn overview(&self) -> WorkerOverview {
        WorkerOverview {
            name: self.name.clone(),
            threads: self.threads as u64,
            playing: self.playing.load(Ordering::Relaxed),
            games: self.games.load(Ordering::Relaxed),
            version: self.program.plyground.clone(),
            signature: self.program.signature.clone(),
            speeds: self.speeds.clone(),
        }
    }

    /// How many times as long the limits of time of a run are here, where it has any.
    fn time_scale(&self, open: &Open, spec: &Work) -> Result<Option<f64>, ClusterError> {
        let (Open::Games(games, _), Work::Games(spec)) = (open, spec) else { return Ok(None) };
        let Some(there) = spec.reference.filter(|_| games.has_time()) else { return Ok(None) };
        let here = self.speeds.get(&spec.game).copied().unwrap_or(0);
        let scale = time_scale(there, here);
        scale.map(Some).ok_or_else(|| ClusterError::OtherSpeed { run: spec.run.clone(), here, there })
    }

    /// A run, opened now or before; `None` when it is over.
    async fn open(&self, streams: &Streams, run: &str) -> Result<Option<Arc<Opened>>, ClusterError> {
        if let Some(opened) = self.runs.lock().unwrap_or_else(PoisonError::into_inner).get(run) {
            return Ok(Some(Arc::clone(opened)));
        }
        let is_over = || self.is_leaving();
        let message = persist(&self.notice, &is_over, || streams.run(run)).await.flatten();
        let Some(message) = message.filter(|message| !message.is_cancelled) else { return Ok(None) };
        let (catalog, spec) = (self.catalog.clone(), message.spec.clone());
        let opened = tokio::task::spawn_blocking(move || Open::new(&catalog, &spec));
        let unplayable = |problem: String| ClusterError::Unplayable { run: run.into(), problem };
        let opened = opened.await.map_err(|error| unplayable(error.to_string()))?;
        let open = opened.map_err(|error| unplayable(error.to_string()))?;
        let time_scale = self.time_scale(&open, &message.spec)?;
        let opened = Arc::new(Opened { open, time_scale, abandon: self.abandon.child() });
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(Arc::clone(runs.entry(run.to_owned()).or_insert(opened))))
    }
}

/// One piece after another.
async fn slot(shared: Arc<Shared>, mut streams: Streams, player: Player) {
    let mut queues: Vec<PullConsumer> = Vec::new();
    let mut idle = Duration::from_millis(20);
    while !shared.is_leaving() {
        if queues.is_empty() {
            let is_over = || shared.is_leaving();
            let client = streams.client.clone();
            let open = || async {
                let streams = Streams::open(client.clone(), shared.link.address()).await?;
                let mut queues = Vec::new();
                for priority in Priority::ALL {
                    queues.push(streams.queue(priority, shared.patience).await?);
                }
                Ok((streams, queues))
            };
            let Some(opened) = persist(&shared.notice, &is_over, open).await else { break };
            (streams, queues) = opened;
        }
        // From before the question on: what is put out right after it must wake us.
        let mut woken = std::pin::pin!(shared.wake.notified());
        woken.as_mut().enable();
        match next(&queues).await {
            Ok(Some(message)) => {
                shared.playing.fetch_add(1, Ordering::Relaxed);
                work_on(&shared, &streams, &player, &message).await;
                shared.playing.fetch_sub(1, Ordering::Relaxed);
                idle = Duration::from_millis(20);
            }
            Ok(None) => {
                _ = tokio::time::timeout(idle, woken).await;
                idle = (2 * idle).min(IDLE);
            }
            Err(()) => {
                tokio::time::sleep(Duration::from_millis(200)).await;
                queues.clear();
            }
        }
    }
}

/// The next piece of the most urgent queue.
async fn next(queues: &[PullConsumer]) -> Result<Option<Message>, ()> {
    for queue in queues {
        // Without a time to wait: the server would hold back its no.
        let ask = async {
            queue.fetch().max_messages(1).messages().await.map_err(|_| ())?.next().await.transpose().map_err(|_| ())
        };
        if let Some(message) = tokio::time::timeout(ANSWER, ask).await.map_err(|_| ())?? {
            return Ok(Some(message));
        }
    }
    Ok(None)
}

/// What is sent of a piece.
struct Sending<'a> {
    shared: &'a Shared,
    streams: &'a Streams,
    job: &'a Job,
    /// Games that were not sent yet.
    records: Vec<Record>,
    /// Answers to questions.
    answers: Vec<bool>,
    bytes: usize,
    /// When something of the piece was last sent.
    sent: Instant,
}

impl Sending<'_> {
    fn headers(&self, micros: u128) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PIECE, protocol::piece(self.job.first, self.job.pairs));
        headers.insert(WORKER, self.shared.name.as_str());
        headers.insert(THREADS, self.shared.threads.to_string());
        headers.insert(MICROSECONDS, micros.to_string());
        headers
    }

    /// Sends the games so far as a part of the piece. Whether the server has them.
    async fn games(&mut self, run: &Opened, took: Duration) -> bool {
        let first = self.records.first().map_or(0, |record| record.number / 2);
        let head = ChunkHead::new(run.open.id(), first, self.records.len() as u64 / 2);
        let mut text = ChunkText::begin(&head);
        for record in self.records.drain(..) {
            text.add(&record);
        }
        self.bytes = 0;
        self.sent = Instant::now();
        let (payload, id) = (text.end().into_bytes(), format!("{}/{first}/{}", self.job.id, self.shared.name));
        let most = self.streams.client.max_payload();
        if payload.len() + 1024 > most {
            let problem = format!("a result of {} bytes, and the server takes at most {most}", payload.len());
            return self.failure(&problem).await;
        }
        let headers = self.headers(took.as_micros());
        self.keep(run, headers, &id, payload).await
    }

    /// Sends the answers. Whether the server has them.
    async fn answers(&mut self, run: &Opened, took: Duration) -> bool {
        let result = ProofResult {
            run: run.open.id().to_owned(),
            first: self.job.first,
            answers: std::mem::take(&mut self.answers),
        };
        let id = format!("{}/answers/{}", self.job.id, self.shared.name);
        self.keep(run, self.headers(took.as_micros()), &id, protocol::to_bytes(&result)).await
    }

    /// Tells that the piece cannot be played here. Whether the server knows.
    async fn failure(&self, problem: &str) -> bool {
        self.streams.remember(&self.shared.name, Some(&self.job.run), problem).await;
        let mut headers = self.headers(0);
        headers.insert(FAILURE, "1");
        let id = format!("{}/failure/{}", self.job.id, self.shared.name);
        let is_over = || self.shared.is_leaving();
        let send = || self.send(&headers, &id, problem.as_bytes());
        persist(&self.shared.notice, &is_over, send).await.is_some()
    }

    async fn keep(&self, run: &Opened, headers: HeaderMap, id: &str, payload: Vec<u8>) -> bool {
        let is_over = || run.abandon.is_stopped();
        let send = || self.send(&headers, id, &payload);
        persist(&self.shared.notice, &is_over, send).await.is_some()
    }

    /// Sends a result, or asks the coordinators to make room for it.
    async fn send(&self, headers: &HeaderMap, id: &str, payload: &[u8]) -> Result<(), ClusterError> {
        let subject = protocol::result(&self.job.run);
        let kept = self.streams.keep(subject, headers.clone(), id, payload.to_vec()).await;
        if let Err(ClusterError::Full { .. }) = kept {
            _ = self.streams.client.publish(protocol::NO_ROOM, Vec::new().into()).await;
        }
        kept.map(|_| ())
    }
}

/// Plays a piece, and gives it up when the server has all of its games.
async fn work_on(shared: &Shared, streams: &Streams, player: &Player, message: &Message) {
    let Some(job) = protocol::from_bytes::<Job>(&message.payload) else {
        streams.remember(&shared.name, None, "found in the queue what is no piece of a run").await;
        _ = message.ack_with(AckKind::Term).await;
        return;
    };
    if job.program != shared.program {
        let fault = shared.other_program(&job.run, &job.program);
        streams.remember(&shared.name, Some(&job.run), &fault.to_string()).await;
        _ = message.ack_with(AckKind::Nak(None)).await;
        shared.leave(fault);
        return;
    }
    let mut sending = Sending {
        shared,
        streams,
        job: &job,
        records: Vec::new(),
        answers: Vec::new(),
        bytes: 0,
        sent: Instant::now(),
    };
    let head = ChunkHead::new(&job.run, job.first, job.pairs);
    let run = match shared.open(streams, &job.run).await {
        Ok(Some(run)) if head.games().end <= run.open.games() => run,
        Ok(Some(_)) => return give_up(message, sending.failure("games that the run does not have").await).await,
        // Nobody wants it any more, unless it is this worker that has no time.
        Ok(None) => return give_up(message, !shared.is_leaving()).await,
        // Whoever coordinates it has opened it; so it is this machine that is another.
        Err(fault) => {
            streams.remember(&shared.name, Some(&job.run), &fault.to_string()).await;
            shared.leave(fault);
            return give_up(message, false).await;
        }
    };
    let mut events = player.play(Arc::clone(&run), head.games(), shared.patience / 6);
    let (mut alive, mut looks) = (Instant::now(), 0);
    let mut sign = async |message: &Message| {
        if alive.elapsed() >= shared.patience / 6 {
            alive = Instant::now();
            _ = in_time(message.ack_with(AckKind::Progress)).await;
        }
    };
    loop {
        // What makes no moves lives as long as it looks whether it is to stop.
        let Ok(event) = tokio::time::timeout(shared.patience / 6, events.happens.recv()).await else {
            let now = events.looks.load(Ordering::Relaxed);
            if std::mem::replace(&mut looks, now) != now {
                sign(message).await;
            }
            continue;
        };
        match event {
            Some(Event::Answer(answer)) => {
                sign(message).await;
                sending.answers.push(answer);
            }
            Some(Event::Alive) => sign(message).await,
            Some(Event::Game(record)) => {
                sign(message).await;
                sending.bytes += record.moves.len() + 24 * record.nodes.len() + 600;
                sending.records.push(*record);
                shared.games.fetch_add(1, Ordering::Relaxed);
                let is_whole = sending.records.len().is_multiple_of(2);
                if is_whole && sending.bytes > PART {
                    let took = sending.sent.elapsed();
                    if !sending.games(&run, took).await {
                        return give_up(message, run.abandon.is_stopped() && !shared.is_leaving()).await;
                    }
                }
            }
            Some(Event::Done(took)) => {
                let took = took.min(sending.sent.elapsed());
                let is_kept = match run.open {
                    Open::Games(..) => sending.records.is_empty() || sending.games(&run, took).await,
                    Open::Proof(..) => sending.answers(&run, took).await,
                };
                return give_up(message, is_kept || !shared.is_leaving()).await;
            }
            // The run is over; or else the worker ends, and another one gets the piece.
            Some(Event::Abandoned) => return give_up(message, !shared.is_leaving()).await,
            Some(Event::Failed(problem)) => return give_up(message, sending.failure(&problem).await).await,
            None => return give_up(message, sending.failure("the thread that plays has ended").await).await,
        }
    }
}

/// Gives a piece up: for good, or for another worker.
async fn give_up(message: &Message, is_done: bool) {
    // One that gets lost makes the piece come again.
    _ = in_time(message.ack_with(if is_done { AckKind::Ack } else { AckKind::Nak(None) })).await;
}
