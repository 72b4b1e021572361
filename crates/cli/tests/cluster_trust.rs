//! Trust on a cluster: programs, files, forged messages, connections, sizes.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "it waits for programs")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use common::{ply, text};
use nats::{Cluster, Listener};
use serde_json::Value;

const SHORT: [&str; 8] = ["match", "kalah", "--setup", "3x3", "--second", "random", "--games", "6"];

/// Returns the result of a match on this machine alone.
fn alone(cluster: &Cluster, args: &[&str]) -> String {
    let out = cluster.path("alone.jsonl");
    let output = ply(&[args, &["--out", out.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    fs::read_to_string(out).unwrap()
}

/// A worker starts no program that its user has not allowed. The chunks of such a run fail, and the worker plays the next run.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_worker_starts_no_program_unless_it_may() {
    let cluster = Cluster::new();
    let mut worker = cluster.worker(1);
    let trace = cluster.path("trace");
    let engine = format!("engine:touch {}", trace.display());
    let run = cluster.run(&[&SHORT[..], &["--first", &engine]].concat(), &cluster.path("refused.jsonl"), &[]).output();
    let output_text = text(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{output_text}");
    assert!(
        output_text.contains("expected a worker with `--allow-programs`") && output_text.contains("failed 5 times"),
        "{output_text}"
    );
    assert!(!trace.exists(), "the program was started");
    let out = cluster.path("played.jsonl");
    let args = [&SHORT[..], &["--first", "greedy"]].concat();
    let played = cluster.run(&args, &out, &[]).output();
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(fs::read_to_string(&out).unwrap(), alone(&cluster, &args));
    assert!(worker.0.try_wait().unwrap().is_none(), "the worker has ended");
    worker.kill();

    let _worker = cluster.start(&["worker", "--join", &cluster.address(), "--threads", "1", "--allow-programs"]);
    let engine = format!("engine:{} engine --agent greedy", env!("CARGO_BIN_EXE_ply"));
    let out = cluster.path("allowed.jsonl");
    let run = cluster.run(&[&SHORT[..], &["--first", &engine]].concat(), &out, &[]).output();
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(fs::read_to_string(out).unwrap().lines().count(), 6);
}

/// The spec contains weights and books, so a worker opens no file that the command line names.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn weights_and_books_travel_with_the_run() {
    let cluster = Cluster::new();
    let _worker = cluster.worker(1);
    let (weights, book) = (cluster.path("own.toml"), cluster.path("book"));
    let tuned = cluster.path("tuned");
    let tune = ["tune", "kalah", "--setup", "3x3", "--method", "spsa", "--agent", "pvs:depth=1,eval=strong,table=1"];
    let more = ["--budget", "8", "--final-games", "0", "--out", tuned.to_str().unwrap()];
    let output = ply(&[&tune[..], &more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut found = fs::read_dir(&tuned).unwrap().map(|entry| entry.unwrap().path());
    let found = found.find(|path| path.extension().is_some_and(|end| end == "toml")).unwrap();
    fs::copy(found, &weights).unwrap();
    fs::write(&book, "1 2\n2 3\n").unwrap();
    let player = format!("pvs:depth=2,eval={}", weights.display());
    let args = [&SHORT[..], &["--first", &player, "--book", book.to_str().unwrap()]].concat();
    let (out, expected) = (cluster.path("out.jsonl"), alone(&cluster, &args));
    let run = cluster.run(&args, &out, &[]).output();
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(fs::read_to_string(out).unwrap(), expected);
}

/// Results fit into the server's maximum message. A server whose maximum is too small is refused at the start.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn messages_have_the_size_that_the_server_takes() {
    let with = |bytes: u32| {
        Cluster::with(|folder| {
            let path = folder.join("nats.conf");
            fs::write(&path, format!("max_payload: {bytes}\n")).unwrap();
            vec!["-c".into(), path.display().to_string()]
        })
    };
    let cluster = with(70_000);
    let _worker = cluster.worker(2);
    let out = cluster.path("out.jsonl");
    let args = ["match", "kalah", "--first", "random", "--second", "greedy", "--games", "400"];
    let run = cluster.run(&args, &out, &[]).output();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let found = fs::read_to_string(out).unwrap();
    assert!(found == alone(&cluster, &args) && found.len() > 3 * 70_000, "{} bytes", found.len());

    let cluster = with(30_000);
    for args in [&["worker", "--join"][..], &["match", "kalah", "--first", "random", "--second", "greedy", "--cluster"]]
    {
        let output = ply(&[args, &[cluster.address().as_str()]].concat());
        let output_text = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{output_text}");
        assert!(output_text.contains("expected `max_payload` of 65536 or more"), "{output_text}");
    }
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_connection_that_leaves_the_machine_without_encryption_is_warned_of() {
    let folder = tempfile::TempDir::new().unwrap();
    let token = folder.path().join("token");
    fs::write(&token, "s3cret").unwrap();
    let asked = |server: &str| {
        let args = ["cluster", "status", "--server", server, "--token-file", token.to_str().unwrap()];
        text(&ply(&args).stderr)
    };
    let output_text = asked("nats://192.0.2.1:4222");
    assert!(
        output_text.starts_with("warning: the connection to nats://192.0.2.1:4222 is not encrypted"),
        "{output_text}"
    );
    for server in ["tls://192.0.2.1:4222", "nats://127.0.0.1:1"] {
        let output_text = asked(server);
        assert!(!output_text.contains("warning") && !output_text.contains("s3cret"), "{output_text}");
    }
}

/// Log messages and answers of other clients are escaped on the terminal.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn foreign_messages_control_no_terminal() {
    use std::io::{Read, Write};

    let cluster = Cluster::new();
    // Creates the streams.
    cluster.status();
    let line = "{\"who\":\"\\u001b[31mred\",\"run\":null,\"text\":\"one\\ntwo\\u001b]0;title\\u0007 \u{200b}\u{202e}\u{feff}\u{2028}\"}";
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", cluster.port)).unwrap();
    write!(stream, "CONNECT {{\"verbose\":false}}\r\nPUB ply.log {}\r\n{line}\r\nPING\r\n", line.len()).unwrap();
    let mut answer = [0; 4096];
    while !String::from_utf8_lossy(&answer).contains("PONG") {
        assert!(stream.read(&mut answer).unwrap() > 0);
    }
    let logs = text(&ply(&["cluster", "logs", "--server", &cluster.address()]).stdout);
    assert!(logs.contains("[31mred") && !logs.contains('\u{1b}') && logs.contains("one\u{fffd}two"), "{logs:?}");
    assert!(!logs.contains(|c| plyground_game::notation::is_invisible(c) && c != '\n'), "{logs:?}");
    let logs: Value =
        serde_json::from_slice(&ply(&["cluster", "logs", "--json", "--server", &cluster.address()]).stdout).unwrap();
    assert!(!logs.to_string().contains("\\u001b"), "{logs}");
}

/// A client that subscribes to every subject hides the absence of a coordinator from the server. It is not treated as one: runs
/// start, workers join without an error, chunks without a coordinator leave the queue, and observers see the state.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_client_that_listens_to_everything_is_no_coordinator() {
    for answer in [None, Some("garbage")] {
        let cluster = Cluster::new();
        // Creates the streams.
        cluster.status();
        let mut listener = Listener::connect(&cluster, answer);
        let program = r#"{"plyground":"0.0.1","signature":"0"}"#;
        let spec = r#"{"proof":{"run":"abcd","proof":{"plyground":"0.0.1","game":"kalah","rules":"standard","position":"","plies":1,"table":1,"database":null},"questions":[]}}"#;
        listener.publish("ply.run.abcd", &format!(r#"{{"spec":{spec},"program":{program},"priority":"normal"}}"#));
        let job = format!(r#"{{"run":"abcd","first":0,"pairs":1,"program":{program},"id":"x.0+1.0.0"}}"#);
        listener.publish("ply.work.normal.abcd", &job);

        let _worker = cluster.worker(1);
        let args = [&SHORT[..], &["--first", "greedy"]].concat();
        let out = cluster.path("out.jsonl");
        let run = cluster.run(&args, &out, &[]).output();
        assert!(run.status.success(), "{answer:?}: {}", text(&run.stderr));
        assert_eq!(fs::read_to_string(&out).unwrap(), alone(&cluster, &args), "{answer:?}");

        let start = Instant::now();
        loop {
            let status = cluster.status();
            let run = &status["runs"][0];
            assert_eq!((&run["run"], &run["coordinated"]), (&"abcd".into(), &false.into()), "{answer:?}: {status}");
            if run["in_flight"] == 0 {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{answer:?}: the chunk stays: {status}");
            thread::sleep(Duration::from_millis(100));
        }
        let logs = text(&ply(&["cluster", "logs", "--server", &cluster.address()]).stdout);
        assert!(!logs.contains("expected the same program"), "{answer:?}: {logs}");
    }
}
