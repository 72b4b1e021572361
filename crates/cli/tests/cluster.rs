//! Runs on a cluster: a real server, workers as separate programs, and their failures.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "it waits for programs")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use common::{ply, text};
use nats::{Cluster, PATIENCE, Running, copy, files, lines, result_without_file, wait_for};
use serde_json::{Value, json};

/// A match whose games take long enough to be disturbed.
const MATCH: [&str; 14] = [
    "match",
    "kalah",
    "--setup",
    "6x4",
    "--first",
    "pvs:table=1",
    "--second",
    "alphabeta",
    "--games",
    "40",
    "--nodes",
    "10000",
    "--seed",
    "7",
];

/// Plays a match on this machine alone, and returns its output and its file.
fn alone(args: &[&str], folder: &Path) -> (Value, String) {
    let out = folder.join("alone.jsonl");
    let output = ply(&[args, &["--json", "--out", out.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    (serde_json::from_slice(&output.stdout).unwrap(), fs::read_to_string(out).unwrap())
}

/// The match of most tests, undisturbed on this machine: it is played once.
static ALONE: LazyLock<(Value, String)> = LazyLock::new(|| alone(&MATCH, tempfile::tempdir().unwrap().path()));

/// Checks that a match on a cluster has the same result.
fn assert_same(run: Running, out: &Path, alone: &(Value, String)) {
    let output = run.output();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let message: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(fs::read_to_string(out).unwrap() == alone.1, "the files differ");
    assert_eq!(message, alone.0);
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_match_is_the_same_as_on_one_machine() {
    let cluster = Cluster::new();
    let alone = &*ALONE;
    let _workers = [cluster.worker(1), cluster.worker(2)];
    let out = cluster.path("out.jsonl");
    assert_same(cluster.run(&MATCH, &out, &[]), &out, alone);
    let status = cluster.status();
    assert_eq!(
        (status["runs"].as_array().unwrap().len(), status["workers"].as_array().unwrap().len()),
        (0, 2),
        "{status}"
    );
    // Existing games are not played again.
    let again = cluster.run(&MATCH, &out, &["--resume"]);
    assert_same(again, &out, alone);
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_sequential_test_is_decided_by_the_same_pair() {
    let args = [
        "match",
        "kalah",
        "--first",
        "pvs:depth=4",
        "--second",
        "random",
        "--games",
        "5000",
        "--nodes",
        "500",
        "--sprt",
        "0,100",
    ];
    let cluster = Cluster::new();
    let alone = alone(&args, cluster.folder.path());
    assert!(alone.0["games"].as_u64().unwrap() < 5000);
    let _worker = cluster.worker(2);
    let out = cluster.path("out.jsonl");
    assert_same(cluster.run(&args, &out, &[]), &out, &alone);
    let status = cluster.status();
    assert_eq!(status["runs"], Value::Array(Vec::new()), "the rest is cancelled");
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_tournament_is_the_same_as_on_one_machine() {
    let cluster = Cluster::new();
    let args = ["tournament", "tigers", "greedy", "random", "pvs:depth=2", "--rounds", "2", "--max-plies", "60"];
    let (one, other) = (cluster.path("one"), cluster.path("other"));
    let alone = ply(&[&args[..], &["--json", "--out", one.to_str().unwrap()]].concat());
    let _worker = cluster.worker(2);
    let run = cluster.run(&args, &other, &[]).output();
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(text(&run.stdout), text(&alone.stdout));
    assert_eq!(fs::read(one.join("games.jsonl")).unwrap(), fs::read(other.join("games.jsonl")).unwrap());
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn tunings_are_the_same_as_on_one_machine() {
    let cluster = Cluster::new();
    let _worker = cluster.worker(2);
    let records = cluster.path("samples.jsonl");
    let samples = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "20"];
    assert!(ply(&[&samples[..], &["--out", records.to_str().unwrap()]].concat()).status.success());
    let methods: [(&str, &[&str]); 5] = [
        ("annihill", &["--generations", "2", "--kids", "3"]),
        ("genetic", &["--generations", "2", "--sprt", "0,200"]),
        ("spsa", &["--budget", "24"]),
        ("cmaes", &["--generations", "2", "--kids", "4"]),
        ("regression", &["--generations", "3", "--records", records.to_str().unwrap()]),
    ];
    for (method, more) in methods {
        let args =
            ["tune", "kalah", "--setup", "3x3", "--method", method, "--agent", "pvs:depth=1,eval=strong,table=1"];
        let args = [&args[..], more, &["--final-games", "12", "--seed", "5"]].concat();
        let (one, other) = (cluster.path(&format!("{method}-one")), cluster.path(&format!("{method}-other")));
        let alone = ply(&[&args[..], &["--json", "--out", one.to_str().unwrap()]].concat());
        let run = cluster.run(&args, &other, &[]).output();
        assert_eq!(result_without_file(&run, &other), result_without_file(&alone, &one), "{method}");
        assert_eq!(files(&other), files(&one), "{method}");
    }
    assert_eq!(cluster.status()["runs"], Value::Array(Vec::new()), "nothing is left");
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_killed_tuning_continues() {
    let cluster = Cluster::new();
    let args = ["tune", "kalah", "--method", "spsa", "--agent", "pvs:depth=4,eval=strong,table=1", "--budget", "80"];
    let args = [&args[..], &["--final-games", "20"]].concat();
    let (one, other) = (cluster.path("one"), cluster.path("other"));
    let alone = ply(&[&args[..], &["--json", "--out", one.to_str().unwrap()]].concat());
    let generations = fs::read_to_string(one.join("log.jsonl")).unwrap().lines().count();
    let _worker = cluster.worker(2);
    let mut run = cluster.run(&args, &other, &[]);
    wait_for(&other.join("log.jsonl"), 2);
    run.kill();
    assert!(lines(&other.join("log.jsonl")) < generations, "the tuning was too short to be disturbed");
    let run = cluster.run(&args, &other, &["--resume"]).output();
    assert_eq!(result_without_file(&run, &other), result_without_file(&alone, &one));
    assert_eq!(files(&other), files(&one));
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_run_of_learning_is_the_same_as_on_one_machine() {
    let cluster = Cluster::new();
    let _worker = cluster.worker(2);
    for (model, more) in [("tables", &[][..]), ("network", &["--hidden", "8"])] {
        let args = ["learn", "kalah", "--agent", "best:table=1", "--model", model, "--from-base"];
        let games =
            ["--games", "40", "--nodes", "60", "--share-games", "4", "--shares", "0.5,1", "--match-games", "20"];
        let matches = ["--match-nodes", "40,80", "--sprt=-190,-60", "--generations", "2", "--yes"];
        let args = [&args[..], more, &games, &matches].concat();
        let (one, other) = (cluster.path(&format!("{model}-one")), cluster.path(&format!("{model}-other")));
        let alone = ply(&[&args[..], &["--json", "--out", one.to_str().unwrap()]].concat());
        assert!(alone.status.success(), "{}", text(&alone.stderr));
        let run = cluster.run(&args, &other, &[]).output();
        assert_eq!(result_without_file(&run, &other), result_without_file(&alone, &one), "{model}");
        assert_eq!(files(&other), files(&one), "{model}");
    }
    assert_eq!(cluster.status()["runs"], Value::Array(Vec::new()), "nothing is left");
}

/// Disturbs a match of one worker after a few games, and checks that its result is that of one machine.
fn a_match_survives(disturb: impl FnOnce(&mut Cluster, &mut Running)) {
    let mut cluster = Cluster::new();
    let alone = &*ALONE;
    let mut worker = cluster.worker(2);
    let out = cluster.path("out.jsonl");
    let run = cluster.run(&MATCH, &out, &[]);
    wait_for(&out, 4);
    disturb(&mut cluster, &mut worker);
    assert!(lines(&out) < 40, "the match was too short to be disturbed");
    assert_same(run, &out, alone);
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_killed_worker_delays_only_its_chunk() {
    a_match_survives(|cluster, worker| {
        worker.kill();
        *worker = cluster.worker(1);
    });
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_server_that_is_killed_and_reopened_has_lost_nothing() {
    a_match_survives(|cluster, _| cluster.restart_server());
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_server_that_has_lost_its_store_is_given_the_rest_again() {
    a_match_survives(|cluster, _| {
        cluster.server.kill();
        fs::remove_dir_all(cluster.path("store")).unwrap();
        cluster.restart_server();
    });
}

/// A power cut takes back acknowledged messages, positions of consumers, or both.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_server_that_forgets_is_given_the_rest_again() {
    // Chaos tries all combinations.
    let forgotten: [&[&str]; 3] = [
        &["PLY_RESULTS/msgs"],
        &["PLY_RESULTS/msgs", "PLY_WORK/msgs"],
        &["PLY_RESULTS/obs", "PLY_WORK/obs", "PLY_RUNS/msgs"],
    ];
    for parts in forgotten {
        a_match_survives(|cluster, _| {
            let (now, earlier) = (cluster.path("store"), cluster.path("earlier"));
            copy(&now, &earlier);
            wait_for(&cluster.path("out.jsonl"), 16);
            cluster.restart_server_after(|store| {
                for part in parts {
                    let part = Path::new("jetstream/$G/streams").join(part);
                    fs::remove_dir_all(store.join(&part)).unwrap();
                    copy(&earlier.join(&part), &store.join(&part));
                }
            });
        });
    }
}

/// A consumer that first had another subject has skipped the results of the run.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_collector_that_skips_results_is_recreated() {
    a_match_survives(|cluster, _| {
        let run = cluster.status()["runs"][0]["run"].as_str().unwrap().to_owned();
        let name = format!("run-{run}");
        let deleted = cluster.request(&format!("$JS.API.CONSUMER.DELETE.PLY_RESULTS.{name}"), &json!({}));
        assert!(deleted.contains("\"success\":true"), "{deleted}");
        let config = json!({ "durable_name": name, "filter_subject": "ply.result.none", "ack_policy": "explicit" });
        // The coordinator may be faster.
        let request = json!({ "stream_name": "PLY_RESULTS", "config": config });
        cluster.request(&format!("$JS.API.CONSUMER.DURABLE.CREATE.PLY_RESULTS.{name}"), &request);
    });
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_coordinator_that_is_killed_goes_on() {
    let cluster = Cluster::new();
    let alone = &*ALONE;
    let _worker = cluster.worker(1);
    let out = cluster.path("out.jsonl");
    for games in [2, 12] {
        let mut run = cluster.run(&MATCH, &out, &["--resume"]);
        wait_for(&out, games);
        run.kill();
    }
    assert!(lines(&out) < 40, "the match was too short to be disturbed");
    assert_same(cluster.run(&MATCH, &out, &["--resume"]), &out, alone);
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_run_that_is_cancelled_keeps_what_it_has() {
    let cluster = Cluster::new();
    let alone = &*ALONE;
    let _worker = cluster.worker(1);
    let out = cluster.path("out.jsonl");
    let run = cluster.run(&MATCH, &out, &[]);
    wait_for(&out, 4);
    let status = cluster.status();
    let name = status["runs"][0]["run"].as_str().unwrap().to_owned();
    assert_eq!((&status["runs"][0]["game"], &status["runs"][0]["total"]), (&"kalah".into(), &40.into()));
    let second = ply(&[&MATCH[..], &["--cluster", &cluster.address()]].concat());
    assert_eq!(second.status.code(), Some(1));
    assert!(text(&second.stderr).contains("is coordinated already"), "{}", text(&second.stderr));
    let cancelled = ply(&["cluster", "cancel", &name, "--server", &cluster.address()]);
    assert!(cancelled.status.success(), "{}", text(&cancelled.stderr));
    let output = run.output();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("was cancelled"), "{}", text(&output.stderr));
    let unknown = ply(&["cluster", "cancel", "no>run", "--server", &cluster.address()]);
    assert_eq!(unknown.status.code(), Some(2));
    assert_same(cluster.run(&MATCH, &out, &["--resume"]), &out, alone);
    let logs = text(&ply(&["cluster", "logs", "--server", &cluster.address()]).stdout);
    assert!(logs.contains("joined with version"), "{logs}");
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn who_has_no_token_or_a_wrong_one_stays_outside() {
    let cluster = Cluster::with(|_| vec!["--auth".into(), "s3cret-t0ken".into()]);
    let refused = |args: &[&str], status: i32| {
        let output = ply(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    };
    let (right, wrong) = (cluster.path("right"), cluster.path("wrong"));
    fs::write(&right, "s3cret-t0ken\n").unwrap();
    fs::write(&wrong, "0ther").unwrap();
    let address = cluster.address();
    assert!(refused(&["worker", "--join", &address], 1).contains("refuses the token"));
    let message = refused(&["worker", "--join", &address, "--token-file", wrong.to_str().unwrap()], 1);
    assert!(message.contains("refuses the token") && !message.contains("0ther"), "{message}");
    let message = refused(&[&MATCH[..], &["--cluster", &address, "--token-file", wrong.to_str().unwrap()]].concat(), 1);
    assert!(message.contains("refuses the token"), "{message}");
    assert!(refused(&["worker", "--join", "nats://192.0.2.1:4222"], 2).contains("without a token"));
    assert!(refused(&["worker", "--join", "nats://me:pass@127.0.0.1:1"], 2).contains("expected it in a file"));

    let alone = &*ALONE;
    let token = ["--token-file", right.to_str().unwrap()];
    let _worker = cluster.start(&[&["worker", "--join", &address], &token[..]].concat());
    let out = cluster.path("out.jsonl");
    assert_same(cluster.run(&MATCH, &out, &token), &out, alone);
    assert!(!fs::read_to_string(&out).unwrap().contains("s3cret"));
    let logs = ply(&[&["cluster", "logs", "--server", &address], &token[..]].concat());
    assert!(logs.status.success() && !text(&logs.stdout).contains("s3cret"), "{}", text(&logs.stderr));
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn an_absent_server_and_one_without_storage_are_named() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let address = format!("nats://127.0.0.1:{port}");
    let output = ply(&["cluster", "status", "--server", &address]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains(&format!("cannot reach the server {address}")), "{}", text(&output.stderr));
    let mut plain = Command::new("nats-server");
    plain.args(["-a", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    let _server = Running(plain.spawn().unwrap());
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(start.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(10));
    }
    let output = ply(&["cluster", "status", "--server", &address]);
    assert!(text(&output.stderr).contains("JetStream"), "{}", text(&output.stderr));
}

/// Time limits are scaled to the speed of each worker, and the records contain the factor. A worker that is too slow or too fast
/// plays no game of the run.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn limits_of_time_are_fitted_to_workers() {
    let cluster = Cluster::new();
    let mut worker = cluster.worker(1);
    let start = Instant::now();
    let speed = loop {
        if let Some(speed) = cluster.status()["workers"][0]["speeds"]["kalah"].as_u64() {
            break speed;
        }
        assert!(start.elapsed() < PATIENCE, "no worker has joined");
    };
    // No move is late, even on a busy machine.
    let players = ["match", "kalah", "--first", "pvs:table=1", "--second", "pvs:table=1", "--max-plies", "20"];
    let timed = [&players[..], &["--time", "10ms", "--grace", "10m", "--games", "4", "--reference-nps"]].concat();
    let out = cluster.path("scaled.jsonl");
    let run = cluster.run(&[&timed[..], &[&(3 * speed / 2).to_string()]].concat(), &out, &[]).output();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let games = fs::read_to_string(&out).unwrap();
    let records: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!((&record["time_scale"], &record["limits"][0]), (&1.5.into(), &"time=0.01s".into()));
    }
    let refused = cluster.path("refused.jsonl");
    let run = cluster.run(&[&timed[..], &[&(10 * speed).to_string()]].concat(), &refused, &[]).output();
    let message = text(&run.stderr);
    assert!(
        message.contains("this worker searches") && message.contains("expected between half and twice as many"),
        "{message}"
    );
    assert_eq!(run.status.code(), Some(1));
    assert!(worker.0.try_wait().unwrap().is_none(), "the worker has ended");
}

/// A worker stores nothing on its disk, and its full log does not affect others.
#[cfg(unix)]
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_worker_whose_log_has_no_room_plays_on() {
    let cluster = Cluster::new();
    let few = [&MATCH[..8], &MATCH[10..], &["--games", "10"]].concat();
    let alone = alone(&few, cluster.folder.path());
    let mut worker = Command::new("sh");
    // An ignored signal is inherited: writing then fails as on a full disk.
    worker.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ply"), "worker", "--join"]);
    worker.args([&cluster.address(), "--threads", "1"]);
    let log = fs::File::create(cluster.path("worker.log")).unwrap();
    let _worker = Running(worker.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap());
    let out = cluster.path("out.jsonl");
    assert_same(cluster.run(&few, &out, &[]), &out, &alone);
    assert_eq!(fs::metadata(cluster.path("worker.log")).unwrap().len(), 0);
}

/// The board queries like `ply cluster status`, even while runs, workers and the server fail.
#[cfg(feature = "web")]
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn the_board_shows_what_goes_on() {
    use std::io::{BufRead, BufReader, Read, Write};

    let mut cluster = Cluster::new();
    let mut board = cluster.start(&["serve", "--port", "0", "--cluster", &cluster.address()]);
    let mut line = String::new();
    BufReader::new(board.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().to_owned();
    let shown = || -> (bool, Value) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        write!(stream, "GET /api/cluster HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        (answer.starts_with("HTTP/1.1 200"), serde_json::from_str(body).unwrap())
    };
    let until = |what: &str, is_so: &dyn Fn(bool, &Value) -> bool| {
        let start = Instant::now();
        loop {
            let (is_well, message) = shown();
            if is_so(is_well, &message) {
                return message;
            }
            assert!(start.elapsed() < PATIENCE, "{what} is not shown: {message}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    let none = until("an empty cluster", &|is_well, _| is_well);
    assert_eq!((&none["runs"], &none["workers"]), (&Value::Array(Vec::new()), &Value::Array(Vec::new())));
    let _worker = cluster.worker(2);
    let long = [&MATCH[..], &["--games", "4000"]].concat();
    let run = cluster.run(&[&long[..8], &long[10..]].concat(), &cluster.path("out.jsonl"), &[]);
    let message = until("a run", &|_, message| message["runs"][0]["done"].as_u64().is_some_and(|done| done > 0));
    let shown_run = &message["runs"][0];
    assert_eq!((&shown_run["game"], &shown_run["total"]), (&"kalah".into(), &4000.into()));
    assert_eq!((message["workers"].as_array().unwrap().len(), &message["workers"][0]["threads"]), (1, &2.into()));
    let name = shown_run["run"].as_str().unwrap();
    assert!(ply(&["cluster", "cancel", name, "--server", &cluster.address()]).status.success());
    assert_eq!(run.output().status.code(), Some(1));
    until("the end of the run", &|_, message| message["runs"].as_array().is_some_and(Vec::is_empty));
    cluster.server.kill();
    until("that the server is gone", &|is_well, message| {
        !is_well && message["error"].as_str().is_some_and(|error| error.contains("cannot reach the server"))
    });
}

/// Regression: a run waited without a message.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_match_without_a_worker_reports_that_none_has_joined() {
    let cluster = Cluster::new();
    let few = [&MATCH[..8], &MATCH[10..], &["--games", "4"]].concat();
    let alone = alone(&few, cluster.folder.path());
    let out = cluster.path("out.jsonl");
    let mut run = cluster.run(&few, &out, &[]);
    let notice = run.notice("no worker has joined");
    let address = cluster.address();
    assert!(notice.contains(&address) && notice.contains(&format!("`ply worker --cluster {address}`")), "{notice}");
    let _worker = cluster.worker(1);
    assert_same(run, &out, &alone);
}
