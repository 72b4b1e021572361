//! Worker: takes chunks from the queue, plays them, and sends their games.
//!
//! A chunk is acknowledged only when the server has stored its result, so another worker plays the chunk if this one dies. The
//! progress of the game triggers heartbeats. After a time without a heartbeat, the server redelivers the chunk to another
//! worker. In the worst case it is played twice.

mod sending;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, Versions};
use plyground_catalog::{Catalog, RunSource};
use plyground_search::StopFlag;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Notice;
use crate::envelope::{self, Identity, is_signed_by};
use crate::error::ClusterError;
use crate::link::{Link, runtime};
use crate::overview::WorkerOverview;
use crate::player::{Event, Open, Opened, Player};
use crate::presence::coordinator_status;
use crate::protocol::{self, Job, LeaveMessage, Priority, Program, RunMessage, Work};
use crate::signature::signature;
use crate::speed::{Speeds, speeds, time_scale};
use crate::streams::Streams;
use crate::waiting::{ANSWER, REPORTED_AFTER, in_time, longer, persist};

use sending::Sending;

/// Time in which a run that cannot be opened is not retried.
const BROKEN: Duration = Duration::from_secs(10);
/// Delay of redelivery of a chunk whose run has sent this worker away.
const LEFT: Duration = Duration::from_secs(1);
/// Maximum number of runs that the worker remembers.
const MOST_RUNS: usize = 200;
/// Maximum pause of an idle worker.
const IDLE: Duration = Duration::from_secs(1);

/// Worker of a cluster.
pub struct Worker {
    /// Server.
    pub link: Link,
    /// Games.
    pub catalog: Catalog,
    /// Number of concurrent chunks.
    pub threads: usize,
    /// Whether runs may start programs (`engine:COMMAND`).
    pub allow_programs: bool,
    /// Time without a heartbeat after which the server redelivers a chunk: the `ack_wait` of its consumer. `ply worker
    /// --patience` sets it.
    pub patience: Duration,
    /// Flag that stops the worker after the running chunks.
    pub stop: StopFlag,
    /// Flag that aborts the running chunks.
    pub abandon: StopFlag,
    /// Callback for messages.
    pub notice: Notice,
}

plyground_game::impl_debug!(Worker { link, threads, patience });

/// Result of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerEnd {
    /// Number of games that were played.
    pub games: u64,
}

/// State that the tasks of a worker share.
struct Shared {
    link: Link,
    catalog: Catalog,
    program: Program,
    speeds: Speeds,
    identity: Identity,
    name: String,
    source: RunSource,
    threads: usize,
    patience: Duration,
    stop: StopFlag,
    abandon: StopFlag,
    notice: Notice,
    /// Open runs. Their agents belong to the threads.
    runs: Mutex<HashMap<String, Arc<Opened>>>,
    /// Runs that cannot be opened, with the time and the reason.
    broken: Mutex<HashMap<String, (Instant, String)>>,
    /// Runs from which a coordinator has sent this worker away, with the public key of the coordinator.
    shunned: Mutex<HashSet<(String, String)>>,
    wake: Notify,
    playing: AtomicU64,
    games: AtomicU64,
}

impl Worker {
    /// Works until the worker is stopped.
    ///
    /// # Errors
    /// When the server rejects the worker. A faulty run never ends a worker.
    pub fn run(self) -> Result<WorkerEnd, ClusterError> {
        let signature = signature(&self.catalog)?;
        let speeds = speeds(&self.catalog, self.threads)?;
        let runtime = runtime()?;
        let done = runtime.block_on(self.work(signature, speeds));
        runtime.shutdown_timeout(Duration::from_millis(500));
        done
    }

    async fn work(self, signature: String, speeds: Speeds) -> Result<WorkerEnd, ClusterError> {
        let is_over = || self.stop.is_stopped();
        let client = self.link.connect_within(Duration::MAX, &self.notice, &is_over).await?;
        let identity = Identity::draw()?;
        let shared = Arc::new(Shared {
            name: identity.name(&format!("{}-{}", host(), std::process::id())),
            identity,
            source: RunSource::Network { allow_programs: self.allow_programs },
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
            broken: Mutex::default(),
            shunned: Mutex::default(),
            wake: Notify::new(),
            playing: AtomicU64::new(0),
            games: AtomicU64::new(0),
        });
        let streams = shared.join(client).await?;
        let trust =
            if shared.link.has_token() { "" } else { " (without a token, which only a server on this machine takes)" };
        (shared.notice)(&format!("worker {} has joined {}{trust}", shared.name, shared.link.address()));
        streams.write_log(&shared.name, None, &format!("joined with {}", shared.program)).await;
        let slots: Vec<_> = (0..shared.threads)
            .map(|number| {
                let player = Player::start(number).map_err(ClusterError::Thread)?;
                Ok(tokio::spawn(slot(Arc::clone(&shared), streams.clone(), player)))
            })
            .collect::<Result<_, ClusterError>>()?;
        for slot in slots {
            // A panic of a task would be a bug of this module. The other tasks continue.
            _ = slot.await;
        }
        streams.write_log(&shared.name, None, "left").await;
        _ = in_time(streams.client.flush()).await;
        Ok(WorkerEnd { games: shared.games.load(Ordering::Relaxed) })
    }
}

/// Returns the name of the machine, restricted to characters that a subject may contain.
fn host() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let name: String = host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "host".into() } else { name }
}

impl Shared {
    fn is_leaving(&self) -> bool {
        self.stop.is_stopped() || self.abandon.is_stopped()
    }

    /// Leaves a run to other workers, if the coordinator that has published its chunks has signed the request.
    fn shun(&self, payload: &[u8]) {
        let Some(LeaveMessage { run, key, signature }) = protocol::from_bytes(payload) else { return };
        if !is_signed_by(&key, &signature, &envelope::leave_text(&run, &self.name)) {
            return;
        }
        let mut shunned = self.shunned.lock().unwrap_or_else(PoisonError::into_inner);
        if shunned.len() >= MOST_RUNS {
            shunned.clear();
        }
        if shunned.insert((run.clone(), key)) {
            (self.notice)(&format!(
                "run {} is left to other workers: its coordinator asks for it",
                protocol::shown(&run, 40)
            ));
        }
    }

    fn is_shunned(&self, job: &Job) -> bool {
        let shunned = self.shunned.lock().unwrap_or_else(PoisonError::into_inner);
        shunned.contains(&(job.run.clone(), job.key.clone()))
    }

    /// Records and reports that a run cannot be played here.
    fn note_broken(&self, run: &str, problem: &str) {
        let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        if broken.len() >= MOST_RUNS {
            broken.clear();
        }
        if broken.insert(run.to_owned(), (Instant::now(), problem.to_owned())).is_none() {
            (self.notice)(&protocol::shown(problem, 1_000));
        }
    }

    fn other_program(&self, run: &str, there: &Program) -> ClusterError {
        let (here, expected) = (&self.program, "expected the same program on all machines");
        ClusterError::Failed(format!("this worker is {here}, but run {run} is of {there}: {expected}"))
    }

    /// Joins the cluster. Transient errors of the server are retried.
    async fn join(self: &Arc<Shared>, client: Client) -> Result<Streams, ClusterError> {
        let (mut pause, mut faults) = (Duration::from_millis(200), 0);
        loop {
            let joined = async {
                let streams = Streams::open(client.clone(), self.link.address()).await?;
                self.compare(&streams).await?;
                self.listen(&streams).await?;
                Ok(streams)
            };
            match joined.await {
                Err(error @ (ClusterError::Server { .. } | ClusterError::Full { .. })) if !self.is_leaving() => {
                    faults += 1;
                    if faults == REPORTED_AFTER {
                        (self.notice)(&format!("{error}; trying again"));
                    }
                }
                joined => return joined,
            }
            tokio::time::sleep(pause).await;
            pause = longer(pause);
        }
    }

    /// Reports coordinated runs of another program. They are left to other workers.
    async fn compare(&self, streams: &Streams) -> Result<(), ClusterError> {
        let subjects = streams.subjects(&streams.runs, "ply.run.*").await?;
        for run in subjects.iter().filter_map(|(subject, _)| subject.strip_prefix("ply.run.")) {
            let Some(message) = streams.run(run).await? else { continue };
            if message.program == self.program {
                continue;
            }
            if coordinator_status(&streams.client, run).await.is_some() {
                let problem = self.other_program(run, &message.program).to_string();
                streams.write_log(&self.name, Some(run), &problem).await;
                self.note_broken(run, &problem);
            }
        }
        Ok(())
    }

    /// Subscribes to requests, ends of runs, wake-ups and leave messages.
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
                        shared.broken.lock().unwrap_or_else(PoisonError::into_inner).remove(&run);
                        if let Some(opened) = opened {
                            opened.abandon.stop();
                        }
                    }
                    Some(_) = wake.next() => shared.wake.notify_waiters(),
                    Some(message) = away.next() => shared.shun(&message.payload),
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

    /// Returns the factor of a run's time limits on this machine, if the run has any.
    fn time_scale(&self, open: &Open, spec: &Work) -> Result<Option<f64>, ClusterError> {
        let (Open::Games(games, _), Work::Games(spec)) = (open, spec) else { return Ok(None) };
        let Some(there) = spec.reference.filter(|_| games.has_time()) else { return Ok(None) };
        let here = self.speeds.get(&spec.game).copied().unwrap_or(0);
        let scale = time_scale(there, here);
        scale.map(Some).ok_or_else(|| {
            ClusterError::Failed(format!(
                "this worker searches {here} nodes per second, but the time limits of run {} are for {there}: expected between \
                 half and twice as many",
                spec.run
            ))
        })
    }

    /// Returns an open run, and opens it if necessary; `None` when it is over.
    ///
    /// # Errors
    /// When the run cannot be played here, with the reason.
    async fn open(&self, streams: &Streams, run: &str) -> Result<Option<Arc<Opened>>, String> {
        if let Some(opened) = self.runs.lock().unwrap_or_else(PoisonError::into_inner).get(run) {
            return Ok(Some(Arc::clone(opened)));
        }
        if let Some((since, problem)) = self.broken.lock().unwrap_or_else(PoisonError::into_inner).get(run)
            && since.elapsed() < BROKEN
        {
            return Err(problem.clone());
        }
        let is_over = || self.is_leaving();
        let payload = persist(&self.notice, &is_over, || streams.run_payload(run)).await.flatten();
        let Some(payload) = payload else { return Ok(None) };
        let unplayable =
            |problem: String| ClusterError::Failed(format!("this worker cannot play run {run}: {problem}"));
        let opened = async {
            let message: RunMessage =
                serde_json::from_slice(&payload).map_err(|error| unplayable(error.to_string()))?;
            if message.is_cancelled {
                return Ok(None);
            }
            if message.spec.id() != run {
                return Err(unplayable("another run stands under its name".into()));
            }
            let (catalog, spec, source) = (self.catalog.clone(), message.spec.clone(), self.source);
            // A panic ends only the task.
            let opened = tokio::task::spawn_blocking(move || Open::new(&catalog, &spec, source)).await;
            let opened = opened.map_err(|_| unplayable("the program panicked as it opened the run".into()))?;
            let open = opened.map_err(|error| unplayable(error.to_string()))?;
            let time_scale = self.time_scale(&open, &message.spec)?;
            Ok::<_, ClusterError>(Some(Arc::new(Opened { open, time_scale, abandon: self.abandon.child() })))
        };
        let Some(opened) = opened.await.map_err(|error| error.to_string())? else { return Ok(None) };
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if runs.len() >= MOST_RUNS {
            // Idle runs can be opened again.
            runs.retain(|_, opened| Arc::strong_count(opened) > 1);
        }
        Ok(Some(Arc::clone(runs.entry(run.to_owned()).or_insert(opened))))
    }
}

/// Plays one chunk after another.
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
        // The notification is enabled before the request, so that a chunk that is published right after it wakes the task.
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

/// Returns the next chunk of the most urgent queue.
async fn next(queues: &[PullConsumer]) -> Result<Option<Message>, ()> {
    for queue in queues {
        // Without an expiry, the server reports an empty queue at once.
        let ask = async {
            queue.fetch().max_messages(1).messages().await.map_err(|_| ())?.next().await.transpose().map_err(|_| ())
        };
        if let Some(message) = tokio::time::timeout(ANSWER, ask).await.map_err(|_| ())?? {
            return Ok(Some(message));
        }
    }
    Ok(None)
}

/// Plays a chunk, and acknowledges it when the server has stored all of its games.
async fn work_on(shared: &Shared, streams: &Streams, player: &Player, message: &Message) {
    let connects = streams.connects();
    let ack = play(shared, streams, player, message).await;
    // A server that was restarted may have lost the chunk, and have another one under its number.
    if connects != streams.connects() {
        let Ok(place) = message.info().map(|info| info.stream_sequence) else { return };
        let found = in_time(streams.queued_payload(place)).await;
        if !matches!(found, Some(Ok(Some(payload))) if payload == message.payload) {
            return;
        }
    }
    // If the acknowledgement is lost, the server redelivers the chunk.
    _ = in_time(message.ack_with(ack)).await;
}

/// Plays a chunk and sends its games. Returns the answer to the queue.
async fn play(shared: &Shared, streams: &Streams, player: &Player, message: &Message) -> AckKind {
    let Some(job) = protocol::from_bytes::<Job>(&message.payload) else {
        streams.write_log(&shared.name, None, "the queue has a message that is not a chunk of a run").await;
        return AckKind::Term;
    };
    if !protocol::is_run(&job.run) {
        streams.write_log(&shared.name, None, "the queue has a chunk of a run without an id").await;
        return AckKind::Term;
    }
    if shared.is_shunned(&job) {
        return AckKind::Nak(Some(LEFT));
    }
    if job.program != shared.program {
        let problem = shared.other_program(&job.run, &job.program).to_string();
        shared.note_broken(&job.run, &problem);
        // Workers of that program play it, if a coordinator waits for it. A slow coordinator publishes it again.
        let has_coordinator = coordinator_status(&streams.client, &job.run).await.is_some();
        return if has_coordinator { AckKind::Nak(Some(LEFT)) } else { AckKind::Term };
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
        Ok(Some(_)) => return ack(sending.failure("games that the run does not have").await),
        Ok(None) if shared.is_leaving() => return ack(false),
        // The server has lost the run, and its coordinator publishes it again.
        Ok(None) if coordinator_status(&streams.client, &job.run).await.is_some() => return AckKind::Nak(Some(LEFT)),
        // The run is over.
        Ok(None) => return ack(true),
        // The failure is charged to the chunk, and never ends the worker.
        Err(problem) => {
            shared.note_broken(&job.run, &problem);
            return ack(sending.failure(&problem).await);
        }
    };
    let mut events = player.play(Arc::clone(&run), head.games(), shared.patience / 6);
    let (mut alive, mut looks) = (Instant::now(), 0);
    let mut heartbeat = async |message: &Message| {
        if alive.elapsed() >= shared.patience / 6 {
            alive = Instant::now();
            _ = in_time(message.ack_with(AckKind::Progress)).await;
        }
    };
    loop {
        // A search that makes no moves is alive as long as it checks its stop flag.
        let Ok(event) = tokio::time::timeout(shared.patience / 6, events.happens.recv()).await else {
            let now = events.looks.load(Ordering::Relaxed);
            if std::mem::replace(&mut looks, now) != now {
                heartbeat(message).await;
            }
            continue;
        };
        match event {
            Some(Event::Answer(answer)) => {
                heartbeat(message).await;
                sending.answers.push(answer);
            }
            Some(Event::Alive) => heartbeat(message).await,
            Some(Event::Game(record)) => {
                heartbeat(message).await;
                sending.bytes += record.moves.len() + 24 * record.nodes.len() + 600;
                sending.records.push(*record);
                shared.games.fetch_add(1, Ordering::Relaxed);
                let is_whole = sending.records.len().is_multiple_of(2);
                if is_whole && sending.bytes > sending.part() {
                    let took = sending.sent.elapsed();
                    if !sending.games(&run, took).await {
                        return ack(run.abandon.is_stopped() && !shared.is_leaving());
                    }
                }
            }
            Some(Event::Done(took)) => {
                let took = took.min(sending.sent.elapsed());
                let is_stored = match run.open {
                    Open::Games(..) => sending.records.is_empty() || sending.games(&run, took).await,
                    Open::Proof(..) => sending.answers(&run, took).await,
                };
                return ack(is_stored || !shared.is_leaving());
            }
            // The run is over, or the worker is leaving and another one gets the chunk.
            Some(Event::Abandoned) => return ack(!shared.is_leaving()),
            Some(Event::Failed(problem)) => return ack(sending.failure(&problem).await),
            None => return ack(sending.failure("the thread that plays has ended").await),
        }
    }
}

/// Returns the answer that acknowledges a chunk, or returns it for redelivery.
fn ack(is_done: bool) -> AckKind {
    if is_done { AckKind::Ack } else { AckKind::Nak(None) }
}
