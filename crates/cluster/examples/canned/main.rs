//! Measures the cost of a coordinator: games per second through one server, memory, processor time, messages and bytes. The
//! workers have no engines. They send games of random moves, the first 200,000 of which are played before the clock starts. They
//! run in another process, so that only the coordinator is measured. Needs `nats-server -js` on port 4222 of this machine, or its
//! address as the first argument. The further arguments are the number of workers, the number of games, and a file for the
//! records; by default the records are not stored.
//!
//! ```text
//! cargo run --release -p plyground-cluster --example canned -- nats://127.0.0.1:4222 100 100000 games.jsonl
//! ```

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement prints")]

mod queue;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::jetstream;
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, ChunkText, Record, StopFlag};
use plyground_catalog::{Catalog, Contest, GameRef, MatchSpec, OpenRun};
use plyground_cluster::{Cluster, Envelope, Identity, Link, Priority};
use serde_json::Value;
use tokio::time::Instant;

/// Number of games that are played before the clock starts.
const BEFORE: u64 = 200_000;

/// Parses a numeric argument.
fn number(arguments: &[String], at: usize, usual: u64) -> u64 {
    arguments.get(at).map_or(usual, |text| text.parse().unwrap())
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_child = arguments.first().is_some_and(|word| word == "workers");
    if is_child {
        arguments.remove(0);
    }
    let address = arguments.first().map_or("nats://127.0.0.1:4222", String::as_str);
    let (workers, games) = (number(&arguments, 1, 100), number(&arguments, 2, 50_000) / 2 * 2);
    let catalog = Catalog::standard();
    let kalah = GameRef::clone(catalog.game("kalah").unwrap());
    let agent = |text| kalah.agent(text).unwrap();
    let contest =
        Contest { spec: MatchSpec::new(games / 2, 0), ..Contest::new(vec![agent("random"), agent("random:seed=1")]) };
    if is_child {
        let run = kalah.open_run(&kalah.match_spec(&contest).unwrap()).unwrap();
        return play(address, workers, &run);
    }

    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["workers", address, &workers.to_string(), &games.to_string()]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    let link = Link::new(address, None, None).unwrap();
    let run = Cluster::new(link, catalog.clone(), Priority::High, Arc::new(|line| println!("{line}"))).unwrap();
    let run = run.run(kalah.match_spec(&contest).unwrap()).unwrap();
    let contest = Contest { workforce: Some(Arc::new(run)), keep: 0, ..contest };
    let (before, cpu) = (memory("VmRSS:"), processor());
    let start = Instant::now();
    let end = kalah.contest(&contest, arguments.get(3).map(Path::new), &StopFlag::default(), &mut |progress| {
        if progress.done.is_multiple_of(100_000) {
            println!("{} games: {:.1} MB at most", progress.done, memory("VmHWM:"));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(end.unwrap().summary.games, games);
    println!("{workers} workers, {games} games in {seconds:.2} s: {:.0} games a second", games as f64 / seconds);
    println!("the coordinator: {before:.1} MB before, {:.1} MB at most", memory("VmHWM:"));
    println!("its processor time: {:.3} s a thousand games", (processor() - cpu) / (games as f64 / 1_000.0));
    drop(child.stdin.take());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    print!("{rest}");
    child.wait().unwrap();
}

/// Returns a memory figure of this process in MB, if the system provides it.
fn memory(what: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    line.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0 / 1e6
}

/// Returns the processor time of this process in seconds, if the system provides it.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<f64>().ok());
    // A tick is 10 ms.
    ticks.sum::<f64>() / 100.0
}

/// State that all workers share.
struct Shared {
    run: Arc<OpenRun>,
    records: Vec<Record>,
    messages: AtomicU64,
    bytes: AtomicU64,
}

/// Runs the workers until the coordinator ends.
fn play(address: &str, workers: u64, run: &Arc<OpenRun>) {
    let mut player = run.player();
    let records = (0..run.games().min(BEFORE)).map(|game| player.play(game, &StopFlag::default(), &|_| {}).unwrap());
    let shared = Arc::new(Shared {
        run: Arc::clone(run),
        records: records.collect(),
        messages: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
    });
    println!("{} games were played beforehand", shared.records.len());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    for worker in 0..workers {
        runtime.spawn(canned(address.to_owned(), worker, Arc::clone(&shared)));
    }
    // The coordinator closes the pipe when it ends.
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    let (messages, bytes) = (shared.messages.load(Ordering::Relaxed), shared.bytes.load(Ordering::Relaxed));
    println!(
        "{messages} pieces of {:.0} games: {:.0} bytes a game",
        run.games() as f64 / messages as f64,
        bytes as f64 / run.games() as f64
    );
    std::process::exit(0);
}

/// Returns the lines of a chunk.
fn chunk_text(shared: &Shared, head: &ChunkHead) -> String {
    let mut text = ChunkText::begin(head);
    let mut player = shared.run.player();
    for number in head.games() {
        match shared.records.get(number as usize) {
            Some(record) => text.add(record),
            None => text.add(&player.play(number, &StopFlag::default(), &|_| {}).unwrap()),
        }
    }
    text.end()
}

/// Runs a worker that sends prepared games, or plays random ones.
async fn canned(address: String, number: u64, shared: Arc<Shared>) {
    let context = jetstream::new(async_nats::connect(address).await.unwrap());
    let identity = Identity::draw().unwrap();
    let queue = queue::queue(&context, "ply.work.high.*", Duration::from_secs(30)).await;
    loop {
        let Ok(mut messages) = queue.batch().max_messages(1).expires(Duration::from_secs(1)).messages().await else {
            continue;
        };
        let Some(Ok(message)) = messages.next().await else { continue };
        let job: Value = serde_json::from_slice(&message.payload).unwrap();
        let number_of = |key: &str| job[key].as_u64().unwrap();
        let (first, pairs) = (number_of("first"), number_of("pairs"));
        let head = ChunkHead::new(job["run"].as_str().unwrap(), first, pairs);
        let envelope = Envelope {
            worker: identity.name(&format!("canned-{number}")),
            job: job["id"].as_str().unwrap().to_owned(),
            first,
            pairs,
            threads: 1,
            // Time of an engine with some hundred nodes per move.
            micros: pairs * 4_000,
            is_failure: false,
        };
        let run = head.run.clone();
        let (subject, of) = (format!("ply.result.{}", head.run), Arc::clone(&shared));
        let text = tokio::task::spawn_blocking(move || chunk_text(&of, &head)).await.unwrap();
        let headers = envelope.headers(&identity, &run, text.as_bytes());
        shared.messages.fetch_add(1, Ordering::Relaxed);
        shared.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        let sent = context.publish_with_headers(subject, headers, text.into()).await;
        if let Ok(kept) = sent
            && kept.await.is_ok()
        {
            _ = message.ack().await;
        }
    }
}
