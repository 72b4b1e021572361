//! Publishes runs that cannot be opened, or that need a permission that the worker does not grant. Each costs only its own
//! chunks, never the worker.

#![allow(clippy::unwrap_used)]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "it waits for programs, and says when it was skipped"
)]

mod common;

use std::path::Path;
use std::thread;
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use common::Server;
use futures_util::StreamExt;
use plyground_arena::StopFlag;
use plyground_catalog::{Catalog, Contest, MatchSpec};
use plyground_cluster::{ClusterError, Link, Worker, WorkerEnd, logs, signature};
use serde_json::{Value, json};

fn worker(server: &Server, allow_programs: bool) -> (thread::JoinHandle<Result<WorkerEnd, ClusterError>>, StopFlag) {
    let stop = StopFlag::default();
    let worker = Worker {
        link: Link::new(&server.address(), None, None).unwrap(),
        catalog: Catalog::standard(),
        threads: 1,
        allow_programs,
        patience: Duration::from_secs(2),
        stop: stop.clone(),
        abandon: StopFlag::default(),
        notice: std::sync::Arc::new(|_| {}),
    };
    (thread::spawn(move || worker.run()), stop)
}

/// Returns the spec of a run of Kalah between two agents.
fn spec(first: &str) -> Value {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let agents = vec![kalah.agent(first).unwrap(), kalah.agent("random").unwrap()];
    let spec = MatchSpec { setup: Some("3x2".into()), pairs: 2, ..MatchSpec::default() };
    let contest = Contest { spec, ..Contest::new(agents) };
    serde_json::to_value(kalah.match_spec(&contest).unwrap()).unwrap()
}

/// Returns the spec with one value changed, by its path in JSON.
fn changed(at: &str, value: Value) -> Value {
    let mut spec = spec("greedy");
    *spec.pointer_mut(at).unwrap() = value;
    spec
}

/// Publishes a run and its first chunk, as any client of the server can.
async fn publish(context: &Context, run: &str, message: Vec<u8>) {
    context.publish(format!("ply.run.{run}"), message.into()).await.unwrap().await.unwrap();
    let job = json!({"run": run, "first": 0, "pairs": 1, "program": program(), "id": format!("{run}.0+1.hand.1.0")});
    let job = serde_json::to_vec(&job).unwrap();
    context.publish(format!("ply.work.high.{run}"), job.into()).await.unwrap().await.unwrap();
    context.client().publish("ply.wake", Vec::new().into()).await.unwrap();
}

fn program() -> Value {
    let version = plyground_arena::Versions::present().plyground;
    json!({"plyground": version, "signature": signature(&Catalog::standard()).unwrap()})
}

fn message(work: &Value) -> Vec<u8> {
    serde_json::to_vec(&json!({"spec": work, "program": program(), "priority": "high", "is_cancelled": false})).unwrap()
}

/// Waits until a worker has answered for a run. Returns whether it reports a failure, and the text.
async fn answer(context: &Context, results: &mut async_nats::Subscriber, run: &str) -> (bool, String) {
    loop {
        let next = tokio::time::timeout(Duration::from_secs(60), results.next()).await;
        let result = next.unwrap_or_else(|_| panic!("no answer for {run}")).unwrap();
        if result.subject.as_str() == format!("ply.result.{run}") {
            let is_failure = result.headers.as_ref().is_some_and(|headers| headers.get("Ply-Failure").is_some());
            let text = String::from_utf8_lossy(&result.payload).into_owned();
            // The run has no coordinator.
            _ = context.get_stream("PLY_RESULTS").await.unwrap().purge().await;
            return (is_failure, text);
        }
    }
}

async fn joined(server: &Server) -> (Context, async_nats::Subscriber) {
    let client = async_nats::connect(server.address()).await.unwrap();
    while client.request("ply.workers", Vec::new().into()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let results = client.subscribe("ply.result.*").await.unwrap();
    client.flush().await.unwrap();
    (jetstream::new(client), results)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[test]
fn no_run_ends_a_worker() {
    let Some(server) = Server::start() else { return };
    let (first, stop) = worker(&server, false);
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("s3cret.toml");
    std::fs::write(&secret, "s3cret-content = [").unwrap();
    let (secret, trace) = (secret.to_str().unwrap(), folder.path().join("trace"));
    let forever = json!({"secs": u64::MAX, "nanos": 0});
    let games = |spec: Value| message(&json!({ "games": spec }));
    let proof = |at: &str, value: Value| {
        let version = plyground_arena::Versions::present().plyground;
        let mut proof = json!({"plyground": version, "game": "kalah", "rules": "empty-capture", "position": "2 2 2 0 2 2 2 0 S",
            "plies": 2, "table": 1, "database": null});
        proof[at] = value;
        message(&json!({"proof": {"run": "0", "proof": proof, "questions": []}}))
    };
    // Each run has a part of the reported failure; empty if the worker cannot even read a run of this id.
    let runs: Vec<(Vec<u8>, &str)> = vec![
        (games(changed("/players/0/agent", json!("pvs:eval=/nonexistent"))), "without its content"),
        (games(changed("/players/0/agent", json!(format!("pvs:eval={secret}")))), "without its content"),
        (games(changed("/players/0/agent", json!("pvs:eval=/dev/zero"))), "without its content"),
        (games(changed("/players/0/agent", json!("unknown"))), "found `unknown`"),
        (games(changed("/players/0/agent", json!("pvs:time=99999999999999999999s"))), "at most a year"),
        (games(changed("/players/0/agent", json!("pvs:table=65537"))), "65537"),
        (games(changed("/players/0/agent", json!(format!("engine:touch {}", trace.display())))), "--allow-programs"),
        (games(changed("/players/0/agent", json!("best:tables=/etc"))), "PLYGROUND_TABLES"),
        (games(changed("/players/0/weights", json!("s3cret = "))), "weights"),
        (games(changed("/game", json!("chess"))), "unknown game"),
        (games(changed("/rules", json!("nonsense"))), "rules"),
        (games(changed("/setup", json!("99999999999x9"))), "set-up"),
        (games(changed("/openings/book", json!("1 2 99"))), "opening"),
        (games(changed("/openings/plies", json!([7, 3]))), "openings.plies"),
        (games(changed("/openings/plies", json!([0, u32::MAX]))), "openings.plies"),
        (games(changed("/openings/different", json!(0))), "openings.different"),
        (games(changed("/limits/time", forever.clone())), "at most a year"),
        (games(changed("/limits/clock", json!([forever, forever]))), "at most a year"),
        (games(changed("/limits/grace", forever)), "at most a year"),
        (games(changed("/limits/depth", json!(u32::MAX))), "limits.depth"),
        (games(changed("/limits/depth", json!(0))), "limits.depth"),
        (games(changed("/pairs", json!(u64::MAX))), "pairs"),
        (games(changed("/max_plies", json!(u64::MAX))), "max_plies"),
        (games(changed("/players", json!([]))), "players"),
        (games(changed("/sprt", json!([5.0, 5.0]))), "elo0 below elo1"),
        (games(changed("/spec", json!(99))), "format 99"),
        (games(changed("/plyground", json!("99.0.0"))), "99.0.0"),
        (games(changed("/seed", json!(77))), "would be run"),
        (games(json!({"spec": 1})), "cannot play run"),
        (proof("table", json!(1_u64 << 50)), "another run"),
        (b"no json".to_vec(), "cannot play run"),
        (Vec::new(), "cannot play run"),
    ];
    block_on(async {
        let (context, mut results) = joined(&server).await;
        for (number, (message, expected)) in runs.into_iter().enumerate() {
            // The run is published under the id in its spec, so that its content is checked.
            let found: Option<Value> = serde_json::from_slice(&message).ok();
            let named = found.as_ref().and_then(|run| run.pointer("/spec/games/run")).and_then(Value::as_str);
            let run = named.map_or_else(|| format!("{number:016x}"), str::to_owned);
            publish(&context, &run, message).await;
            let (is_failure, text) = answer(&context, &mut results, &run).await;
            assert!(is_failure && text.contains(expected), "run {number}, expected `{expected}`: {text}");
            assert!(!text.contains("s3cret-content") && text.lines().count() == 1, "{text}");
            assert!(!first.is_finished(), "run {number} has ended the worker: {text}");
            // The worker remembers for a while that the run cannot be opened, until the run ends.
            context.client().publish(format!("ply.stop.{run}"), Vec::new().into()).await.unwrap();
            context.client().flush().await.unwrap();
        }
        assert!(!trace.exists(), "a program was started");
        // A worker that joins later must survive too, and both play valid runs.
        let (later, stop_later) = worker(&server, false);
        let spec = spec("greedy");
        let run = spec["run"].as_str().unwrap().to_owned();
        publish(&context, &run, message(&json!({ "games": spec }))).await;
        let (is_failure, text) = answer(&context, &mut results, &run).await;
        assert!(!is_failure && text.contains("\"chunk\""), "{text}");
        stop.stop();
        stop_later.stop();
        later.join().unwrap().unwrap();
    });
    assert_eq!(first.join().unwrap().unwrap_or(WorkerEnd { games: 0 }).games % 2, 0);
    let link = Link::new(&server.address(), None, None).unwrap();
    let log = format!("{:?}", logs(&link, 1_000).unwrap());
    assert!(log.contains("without its content") && !log.contains("s3cret-content"), "{log}");
}

/// A program is started only if the user of the worker has allowed it.
#[cfg(unix)]
#[test]
fn programs_need_permission() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (allow, name) in [(false, "refused"), (true, "allowed")] {
        let trace = folder.path().join(name);
        let (joined_worker, stop) = worker(&server, allow);
        block_on(async {
            let (context, mut results) = joined(&server).await;
            let spec = spec(&format!("engine:touch {}", trace.display()));
            let run = spec["run"].as_str().unwrap().to_owned();
            publish(&context, &run, message(&json!({ "games": spec }))).await;
            let (is_failure, text) = answer(&context, &mut results, &run).await;
            assert!(is_failure, "{text}");
            assert_eq!(text.contains("--allow-programs"), !allow, "{text}");
        });
        stop.stop();
        joined_worker.join().unwrap().unwrap();
        assert_eq!(Path::exists(&trace), allow, "{name}");
    }
}

/// Workers and coordinators reject a server with too small messages at the start. A smaller limit than usual is respected.
#[test]
fn a_server_with_small_messages_is_refused() {
    let Some(server) = Server::with("max_payload: 20000\n") else { return };
    let (worker, _) = worker(&server, false);
    let error = worker.join().unwrap().unwrap_err().to_string();
    assert!(error.contains("takes messages of at most 20000 bytes: expected `max_payload` of 65536"), "{error}");
}
