//! Workers that answer garbage, duplicates, different games, or nothing: scripted against a real server.

#![allow(clippy::unwrap_used)]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "it waits for programs, and says when it was skipped"
)]

mod common;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind, Context};
use common::{Server, queue::queue};
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, ChunkText, Journal, Record, StopFlag, read_records};
use plyground_catalog::{Catalog, CatalogError, Contest, ContestEnd, MatchSpec, RunPlayer};
use plyground_cluster::{Cluster, ClusterError, Envelope, Identity, Link, Notice, Priority, Worker, WorkerEnd};
use serde_json::Value;

fn contest(catalog: &Catalog) -> Contest {
    let kalah = catalog.game("kalah").unwrap();
    let agent = |text| kalah.agent(text).unwrap();
    let spec = MatchSpec { setup: Some("4x3".into()), ..MatchSpec::new(12, 3) };
    Contest { spec, ..Contest::new(vec![agent("pvs:depth=2,table=1"), agent("greedy")]) }
}

/// Plays the contest on the workers of a server.
fn coordinated(server: &Server, notices: &Arc<Mutex<Vec<String>>>) -> Result<ContestEnd, CatalogError> {
    coordinated_with(server, notices, None, &StopFlag::default())
}

/// Plays the contest with a file, until it is stopped.
fn coordinated_with(
    server: &Server,
    notices: &Arc<Mutex<Vec<String>>>,
    file: Option<&Path>,
    stop: &StopFlag,
) -> Result<ContestEnd, CatalogError> {
    let catalog = Catalog::standard();
    let contest = contest(&catalog);
    let game = catalog.game("kalah").unwrap();
    let notices = Arc::clone(notices);
    let notice: Notice = Arc::new(move |line| notices.lock().unwrap().push(line.to_owned()));
    let link = Link::new(&server.address(), None, None).unwrap();
    let spec = game.match_spec(&contest).unwrap();
    let run = Cluster::new(link, catalog.clone(), Priority::High, notice).unwrap().run(spec).unwrap();
    let contest = Contest { workforce: Some(Arc::new(run)), ..contest };
    game.contest(&contest, file, stop, &mut |_| {})
}

fn alone() -> Vec<Record> {
    let catalog = Catalog::standard();
    let game = catalog.game("kalah").unwrap();
    game.contest(&contest(&catalog), None, &StopFlag::default(), &mut |_| {}).unwrap().records
}

fn worker(server: &Server, catalog: Catalog, stop: &StopFlag) -> thread::JoinHandle<Result<WorkerEnd, ClusterError>> {
    let worker = Worker {
        link: Link::new(&server.address(), None, None).unwrap(),
        catalog,
        threads: 1,
        allow_programs: false,
        patience: Duration::from_secs(1),
        stop: stop.clone(),
        abandon: StopFlag::default(),
        notice: Arc::new(|_| {}),
    };
    thread::spawn(move || worker.run())
}

/// Scripted worker.
struct ScriptedWorker {
    context: Context,
    queue: PullConsumer,
    player: Option<RunPlayer>,
    identity: Identity,
    /// Id of the message of the last chunk.
    job: Mutex<String>,
}

impl ScriptedWorker {
    /// Joins as soon as the queue exists.
    async fn join(server: &Server) -> ScriptedWorker {
        let context = jetstream::new(async_nats::connect(server.address()).await.unwrap());
        let queue = queue(&context, "ply.work.high.*", Duration::from_secs(1)).await;
        ScriptedWorker { context, queue, player: None, identity: Identity::draw().unwrap(), job: Mutex::default() }
    }

    /// Takes the next chunk. Returns the message, the run, the first pair and the number of pairs.
    async fn take(&self) -> (jetstream::Message, String, u64, u64) {
        loop {
            let mut messages =
                self.queue.batch().max_messages(1).expires(Duration::from_secs(1)).messages().await.unwrap();
            if let Some(Ok(message)) = messages.next().await {
                let job: Value = serde_json::from_slice(&message.payload).unwrap();
                let number = |key: &str| job[key].as_u64().unwrap();
                *self.job.lock().unwrap() = job["id"].as_str().unwrap().to_owned();
                return (message, job["run"].as_str().unwrap().to_owned(), number("first"), number("pairs"));
            }
        }
    }

    /// Plays the chunk as a worker does.
    async fn records(&mut self, run: &str, first: u64, pairs: u64) -> Vec<Record> {
        if self.player.is_none() {
            let runs = self.context.get_stream("PLY_RUNS").await.unwrap();
            let message = runs.get_last_raw_message_by_subject(&format!("ply.run.{run}")).await.unwrap();
            let message: Value = serde_json::from_slice(&message.payload).unwrap();
            let spec: MatchSpec = serde_json::from_value(message["spec"]["games"].clone()).unwrap();
            self.player = Some(Catalog::standard().game("kalah").unwrap().open_run(&spec).unwrap().player());
        }
        let player = self.player.as_mut().unwrap();
        let numbers = ChunkHead::new(run, first, pairs).games();
        numbers.map(|number| player.play(number, &StopFlag::default(), &|_| {}).unwrap()).collect()
    }

    fn name(&self) -> String {
        self.identity.name("scripted")
    }

    async fn answer(&self, run: &str, piece: (u64, u64), failure: bool, payload: Vec<u8>) {
        let envelope = Envelope {
            worker: self.name(),
            job: self.job.lock().unwrap().clone(),
            first: piece.0,
            pairs: piece.1,
            threads: 1,
            micros: 1_000,
            is_failure: failure,
        };
        let headers = envelope.headers(&self.identity, run, &payload);
        let sent = self.context.publish_with_headers(format!("ply.result.{run}"), headers, payload.into()).await;
        sent.unwrap().await.unwrap();
    }
}

fn lines(run: &str, first: u64, records: &[Record]) -> Vec<u8> {
    let mut text = ChunkText::begin(&ChunkHead::new(run, first, records.len() as u64 / 2));
    for record in records {
        text.add(record);
    }
    text.end().into_bytes()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// Coordinator on its own thread.
type Coordinator = thread::JoinHandle<Result<Vec<Record>, String>>;

fn start(server: &Arc<Server>) -> (Coordinator, Arc<Mutex<Vec<String>>>) {
    let notices = Arc::new(Mutex::new(Vec::new()));
    let (server, heard) = (Arc::clone(server), Arc::clone(&notices));
    let coordinator =
        thread::spawn(move || coordinated(&server, &heard).map(|end| end.records).map_err(|error| error.to_string()));
    (coordinator, notices)
}

#[test]
fn garbage_is_refused_and_its_worker_is_sent_away() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut worker = ScriptedWorker::join(&server).await;
        let mut away = worker.context.client().subscribe(format!("ply.leave.{}", worker.name())).await.unwrap();
        for garbage in 0..6 {
            let (message, run, first, pairs) = worker.take().await;
            let mut records = worker.records(&run, first, pairs).await;
            let payload = match garbage {
                0 => vec![0xff; 1000],
                1 => {
                    let whole = lines(&run, first, &records);
                    whole[..whole.len() - 9].to_vec()
                }
                2 => lines("0123456789abcdef", first, &records),
                // The result does not follow from the moves.
                3 => {
                    records[0].result = match records[0].result {
                        plyground_arena::GameResult::First => plyground_arena::GameResult::Second,
                        _ => plyground_arena::GameResult::First,
                    };
                    lines(&run, first, &records)
                }
                // The record is of a different game.
                4 => {
                    records[0].seeds = [1, 2].into();
                    lines(&run, first, &records)
                }
                // The chunk is acknowledged without an answer.
                _ => Vec::new(),
            };
            if !payload.is_empty() {
                worker.answer(&run, (first, pairs), false, payload).await;
            }
            message.ack_with(AckKind::Ack).await.unwrap();
        }
        away.next().await.unwrap();
    });
    let stop = StopFlag::default();
    let worker = worker(&server, Catalog::standard(), &stop);
    assert_eq!(coordinator.join().unwrap().unwrap(), alone());
    stop.stop();
    assert!(worker.join().unwrap().unwrap().games >= 20);
    let notices = notices.lock().unwrap();
    assert!(notices.iter().any(|line| line.contains("is not believed any more")), "{notices:?}");
}

#[test]
fn duplicate_results_count_once() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, _) = start(&server);
    block_on(async {
        let mut worker = ScriptedWorker::join(&server).await;
        let mut earlier: Option<(u64, u64, Vec<u8>)> = None;
        let mut games = 0;
        while games < 24 {
            let (message, run, first, pairs) = worker.take().await;
            let records = worker.records(&run, first, pairs).await;
            let payload = lines(&run, first, &records);
            // The result arrives long after that of another worker.
            if let Some((first, pairs, payload)) = earlier.take() {
                worker.answer(&run, (first, pairs), false, payload).await;
            }
            worker.answer(&run, (first, pairs), false, payload.clone()).await;
            games += records.len();
            if games < 24 {
                worker.answer(&run, (first, pairs), false, payload.clone()).await;
            }
            earlier = Some((first, pairs, payload));
            message.ack_with(AckKind::Ack).await.unwrap();
        }
    });
    assert_eq!(coordinator.join().unwrap().unwrap(), alone());
}

/// When two results of a game differ, the coordinator replays the game, and trusts the worker with the matching result.
#[test]
fn two_different_versions_of_a_game_are_replayed() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut honest = ScriptedWorker::join(&server).await;
        let liar = ScriptedWorker::join(&server).await;
        let (_, run, first, pairs) = honest.take().await;
        let mut records = honest.records(&run, first, pairs).await;
        honest.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
        records[1].nodes[0] += 1;
        liar.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
        records[0].nodes[0] += 1;
        liar.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
    let notices = notices.lock().unwrap();
    assert!(notices.iter().any(|line| line.contains("is not believed any more: game ")), "{notices:?}");
}

#[test]
fn a_chunk_that_fails_five_times_is_set_aside() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut worker = ScriptedWorker::join(&server).await;
        let (mut games, mut failures) = (0, 0);
        while games < 22 || failures < 5 {
            let (message, run, first, pairs) = worker.take().await;
            if first == 0 {
                failures += 1;
                worker.answer(&run, (first, pairs), true, b"no such engine".to_vec()).await;
            } else {
                let records = worker.records(&run, first, pairs).await;
                games += records.len();
                worker.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
            }
            message.ack_with(AckKind::Ack).await.unwrap();
        }
        assert_eq!((games, failures), (22, 5));
    });
    let problem = coordinator.join().unwrap().unwrap_err();
    assert!(problem.contains("games 1 to 2 of run"), "{problem}");
    assert!(problem.contains("failed 5 times and was set aside: no such engine"), "{problem}");
    assert!(notices.lock().unwrap().iter().any(|line| line.contains("set aside after 5 attempts")));
}

#[test]
fn a_worker_of_another_program_leaves_the_run_to_others() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, _) = start(&server);
    let catalog = Catalog::empty().with(plyground_catalog::games::kalah());
    let stop = StopFlag::default();
    let other = worker(&server, catalog, &stop);
    let worker = worker(&server, Catalog::standard(), &stop);
    assert_eq!(coordinator.join().unwrap().unwrap(), alone());
    stop.stop();
    assert_eq!(other.join().unwrap().unwrap().games, 0, "it leaves the run to others, and stays");
    assert!(worker.join().unwrap().unwrap().games >= 20);
}

/// A server that was killed can restart its sequence numbers, and its consumer then skips new messages; version 2.9.10 sometimes
/// does so. This test simulates it by a consumer that first has another subject.
#[test]
fn a_consumer_that_skips_its_chunks_is_recreated() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let context = jetstream::new(async_nats::connect(server.address()).await.unwrap());
        queue(&context, "ply.work.high.none", Duration::from_secs(1)).await;
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
}

/// Lets a worker play the rest, and compares all games with those of a contest without a server.
fn a_worker_finishes_the_run(server: &Server, coordinator: Coordinator, notices: &Mutex<Vec<String>>) {
    let stop = StopFlag::default();
    let worker = worker(server, Catalog::standard(), &stop);
    let begin = Instant::now();
    while !coordinator.is_finished() {
        assert!(begin.elapsed() < Duration::from_secs(300), "it does not end: {notices:?}");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(coordinator.join().unwrap().unwrap(), alone());
    stop.stop();
    worker.join().unwrap().unwrap();
}

/// A server that has lost the files of a stream works until it closes them, some ten seconds later. Then it rejects every
/// message.
#[test]
fn streams_with_lost_files_are_recreated() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async { ScriptedWorker::join(&server).await.take().await });
    let files = ["PLY_WORK", "PLY_RESULTS"].map(|stream| server.messages(stream));
    for files in &files {
        std::fs::remove_dir_all(files).unwrap();
    }
    thread::sleep(Duration::from_secs(13));
    a_worker_finishes_the_run(&server, coordinator, &notices);
    // The server may not notice the loss within that time. If it rejected a message, the streams must exist again.
    let refused = notices.lock().unwrap().iter().any(|text| text.contains("again"));
    assert!(!refused || files.iter().all(|files| files.exists()), "{notices:?}");
}

/// Coordinators and workers recreate the streams that a server has lost. Any of them must be able to do it, because all may wait
/// for it.
#[test]
fn a_deleted_queue_is_recreated() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut worker = ScriptedWorker::join(&server).await;
        let (_, run, first, pairs) = worker.take().await;
        worker.context.delete_stream("PLY_WORK").await.unwrap();
        let records = worker.records(&run, first, pairs).await;
        worker.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
        let made = tokio::time::timeout(Duration::from_secs(60), ScriptedWorker::join(&server)).await;
        assert!(made.is_ok(), "the queue is not made again: {notices:?}");
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
}

/// Forged games are rejected before any of them is accepted, because the first result of a worker is checked alone.
#[test]
fn a_worker_that_lies_is_caught_before_any_of_its_games_counts() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut liar = ScriptedWorker::join(&server).await;
        let mut away = liar.context.client().subscribe(format!("ply.leave.{}", liar.name())).await.unwrap();
        let (message, run, first, pairs) = liar.take().await;
        // The games are possible by the rules and the limits, but the agents do not play them.
        let mut records = liar.records(&run, first, pairs).await;
        for record in &mut records {
            record.nodes[0] += 1;
        }
        liar.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
        message.ack_with(AckKind::Ack).await.unwrap();
        away.next().await.unwrap();
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
    let notices = notices.lock().unwrap();
    assert!(notices.iter().any(|line| line.contains("is not believed any more: game ")), "{notices:?}");
}

/// The accepted games of a worker that is honest at first and forges later are replayed by other workers.
#[test]
fn earlier_games_of_a_caught_worker_are_replayed() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    block_on(async {
        let mut liar = ScriptedWorker::join(&server).await;
        for lies in [false, true] {
            let (message, run, first, pairs) = liar.take().await;
            let mut records = liar.records(&run, first, pairs).await;
            for record in records.iter_mut().filter(|_| lies) {
                record.nodes[0] += 1;
            }
            liar.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
            message.ack_with(AckKind::Ack).await.unwrap();
        }
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
    let notices = notices.lock().unwrap();
    assert!(notices.iter().any(|line| line.contains("others play again what came from it")), "{notices:?}");
}

/// Regression: a run that was stopped before the games of a caught worker were replayed left them in its file, and `--resume`
/// accepted them.
#[test]
fn doubted_games_are_removed_from_the_file_of_a_stopped_run() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let scratch = tempfile::tempdir().unwrap();
    let (file, stop, notices) =
        (scratch.path().join("games.jsonl"), StopFlag::default(), Arc::new(Mutex::new(Vec::new())));
    let run = {
        let (server, file, stop, notices) = (Arc::clone(&server), file.clone(), stop.clone(), Arc::clone(&notices));
        thread::spawn(move || {
            coordinated_with(&server, &notices, Some(&file), &stop).map_err(|error| error.to_string())
        })
    };
    let is_caught = || notices.lock().unwrap().iter().any(|line: &String| line.contains("others play again"));
    block_on(async {
        let mut liar = ScriptedWorker::join(&server).await;
        let (mut lies, end) = (false, Instant::now() + Duration::from_secs(60));
        while !is_caught() {
            assert!(Instant::now() < end, "{:?}", notices.lock().unwrap());
            // The liar takes all chunks, so that only its results are missing.
            let taken = tokio::time::timeout(Duration::from_secs(2), liar.take()).await;
            let Ok((message, run, first, pairs)) = taken else { continue };
            let mut records = liar.records(&run, first, pairs).await;
            for record in records.iter_mut().filter(|_| lies) {
                record.nodes[0] += 1;
            }
            liar.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
            message.ack_with(AckKind::Ack).await.unwrap();
            lies = true;
        }
    });
    let records = read_records(&file).unwrap();
    assert!(!records.is_empty());
    // These are the files that a killed coordinator leaves.
    let killed = scratch.path().join("killed.jsonl");
    std::fs::copy(&file, &killed).unwrap();
    std::fs::copy(scratch.path().join("games.jsonl.doubted"), scratch.path().join("killed.jsonl.doubted")).unwrap();
    assert_eq!(Journal::open(&killed, &records[0].run).unwrap().written().count(), 0);
    stop.stop();
    let error = run.join().unwrap().unwrap_err();
    assert!(error.contains("sent forged games") && error.contains("game 1 and all after it"), "{error}");
    assert_eq!(read_records(&file).unwrap(), []);
    assert!(!scratch.path().join("games.jsonl.doubted").exists());
}

/// Regression: rejected messages counted as progress, so that a lost chunk was not detected while others arrived.
#[test]
fn refused_messages_do_not_hide_a_lost_chunk() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    let (address, subject) = block_on(async {
        let worker = ScriptedWorker::join(&server).await;
        let (message, run, ..) = worker.take().await;
        message.ack_with(AckKind::Ack).await.unwrap();
        (server.address(), format!("ply.result.{run}"))
    });
    let is_over = StopFlag::default();
    let sender = thread::spawn({
        let is_over = is_over.clone();
        move || {
            block_on(async {
                let client = async_nats::connect(address).await.unwrap();
                while !is_over.is_stopped() {
                    client.publish(subject.clone(), "unsigned".into()).await.unwrap();
                    client.flush().await.unwrap();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            });
        }
    });
    a_worker_finishes_the_run(&server, coordinator, &notices);
    is_over.stop();
    sender.join().unwrap();
}

/// Failures, garbage and games in the name of a worker are ignored unless that worker has signed them.
#[test]
fn a_worker_cannot_be_impersonated() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let (coordinator, notices) = start(&server);
    let stop = StopFlag::default();
    let mut own = None;
    block_on(async {
        let mut victim = ScriptedWorker::join(&server).await;
        let thief = ScriptedWorker::join(&server).await;
        let mut away = victim.context.client().subscribe(format!("ply.leave.{}", victim.name())).await.unwrap();
        let (message, run, first, pairs) = victim.take().await;
        *thief.job.lock().unwrap() = victim.job.lock().unwrap().clone();
        for attempt in 0..8 {
            let envelope = Envelope {
                worker: victim.name(),
                job: victim.job.lock().unwrap().clone(),
                first,
                pairs,
                threads: 1,
                micros: 1,
                is_failure: attempt % 2 == 0,
            };
            let payload = format!("forged {attempt}").into_bytes();
            let mut headers = envelope.headers(&thief.identity, &run, &payload);
            if attempt > 5 {
                // An earlier version sends no signature.
                headers = async_nats::HeaderMap::new();
                headers.insert("Ply-Piece", format!("{first}+{pairs}"));
                headers.insert("Ply-Worker", victim.name());
                headers.insert("Ply-Failure", "1");
            }
            let sent = thief.context.publish_with_headers(format!("ply.result.{run}"), headers, payload.into()).await;
            sent.unwrap().await.unwrap();
        }
        let records = victim.records(&run, first, pairs).await;
        victim.answer(&run, (first, pairs), false, lines(&run, first, &records)).await;
        message.ack_with(AckKind::Ack).await.unwrap();
        own.replace(worker(&server, Catalog::standard(), &stop));
        let sent_away = tokio::time::timeout(Duration::from_secs(3), away.next()).await;
        assert!(sent_away.is_err(), "the victim was sent away");
    });
    assert_eq!(coordinator.join().unwrap().unwrap(), alone(), "{notices:?}");
    stop.stop();
    own.unwrap().join().unwrap().unwrap();
    let notices = notices.lock().unwrap();
    assert!(notices.iter().any(|line| line.contains("has not signed")), "{notices:?}");
    assert!(!notices.iter().any(|line| line.contains("set aside") || line.contains("not believed")), "{notices:?}");
}

/// A leave message applies only to the chunks of the coordinator that has signed it.
#[test]
fn only_the_coordinator_of_a_run_can_send_a_worker_away() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let stop = StopFlag::default();
    let worker = worker(&server, Catalog::standard(), &stop);
    let (coordinator, notices) = block_on(async {
        let client = async_nats::connect(server.address()).await.unwrap();
        let mut results = client.subscribe("ply.result.*").await.unwrap();
        client.flush().await.unwrap();
        let begun = start(&server);
        let result = results.next().await.unwrap();
        let name = result.headers.as_ref().unwrap().get("Ply-Worker").unwrap().to_string();
        let run = result.subject.rsplit('.').next().unwrap().to_owned();
        let key = Identity::draw().unwrap();
        for payload in
            [run.clone(), format!(r#"{{"run":"{run}","key":"{}","signature":"{}"}}"#, key.key(), "0".repeat(128))]
        {
            client.publish(format!("ply.leave.{name}"), payload.into()).await.unwrap();
        }
        client.flush().await.unwrap();
        begun
    });
    assert_eq!(coordinator.join().unwrap().unwrap(), alone(), "{notices:?}");
    stop.stop();
    assert_eq!(worker.join().unwrap().unwrap().games, 24);
}

/// A chunk that fails at one worker repeatedly is not set aside while other workers can play it.
#[test]
fn a_worker_that_always_fails_sets_no_chunk_aside_while_others_play() {
    let Some(server) = Server::start().map(Arc::new) else { return };
    let stop = StopFlag::default();
    let able = worker(&server, Catalog::standard(), &stop);
    // Waits until the worker answers.
    block_on(async {
        let client = async_nats::connect(server.address()).await.unwrap();
        while client.request("ply.workers", Vec::new().into()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let (coordinator, notices) = start(&server);
    block_on(async {
        let worker = ScriptedWorker::join(&server).await;
        for _ in 0..12 {
            let Ok((message, run, first, pairs)) = tokio::time::timeout(Duration::from_secs(2), worker.take()).await
            else {
                break;
            };
            worker.answer(&run, (first, pairs), true, b"no such engine".to_vec()).await;
            message.ack_with(AckKind::Ack).await.unwrap();
        }
    });
    assert_eq!(coordinator.join().unwrap().unwrap(), alone(), "{notices:?}");
    stop.stop();
    able.join().unwrap().unwrap();
    assert!(!notices.lock().unwrap().iter().any(|line| line.contains("set aside")), "{notices:?}");
}
