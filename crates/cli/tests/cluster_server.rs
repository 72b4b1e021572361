//! Servers with encryption, and servers whose store is full.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "it waits for programs")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use common::{ply, text};
use nats::{Cluster, lines, wait_for};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

const MATCH: [&str; 11] =
    ["match", "kalah", "--first", "pvs:table=1", "--second", "alphabeta", "--nodes", "4000", "--games", "40", "--json"];

/// The match on one machine: its output and its records.
struct Alone {
    printed: String,
    records: Vec<u8>,
}

/// It is played once.
static ALONE: LazyLock<Alone> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alone");
    let output = ply(&[&MATCH[..], &["--out", file.to_str().unwrap()]].concat());
    Alone { printed: text(&output.stdout), records: fs::read(file).unwrap() }
});

impl Alone {
    /// Checks that the cluster's result is identical, byte for byte.
    fn is_repeated(&self, output: &Output, records: &Path) {
        assert_eq!(text(&output.stdout), self.printed, "{}", text(&output.stderr));
        assert_eq!(fs::read(records).unwrap(), self.records);
    }
}

/// Creates a certificate authority: its certificate in a file, and its signing key.
fn authority(path: &Path) -> Issuer<'static, KeyPair> {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(path, params.self_signed(&key).unwrap().pem()).unwrap();
    Issuer::new(params, key)
}

/// Starts a server with a certificate of that authority for 127.0.0.1.
fn encrypted() -> Cluster {
    Cluster::with(|folder| {
        let authority = authority(&folder.join("authority"));
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["127.0.0.1".into()]).unwrap();
        fs::write(folder.join("certificate"), params.signed_by(&key, &authority).unwrap().pem()).unwrap();
        fs::write(folder.join("key"), key.serialize_pem()).unwrap();
        let name = |file: &str| folder.join(file).display().to_string();
        vec!["--tls".into(), "--tlscert".into(), name("certificate"), "--tlskey".into(), name("key")]
    })
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn an_encrypted_server_is_joined_by_its_authority_alone() {
    let cluster = encrypted();
    let address = format!("tls://127.0.0.1:{}", cluster.port);
    let (right, wrong, none) = (cluster.path("authority"), cluster.path("wrong"), cluster.path("none"));
    authority(&wrong);
    fs::write(&none, "no certificate").unwrap();
    let [right, wrong, none] = [&right, &wrong, &none].map(|path| path.to_str().unwrap());
    let refused = |args: &[&str], words: &str| {
        let output = ply(args);
        let output_text = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{output_text}");
        assert_eq!(output_text.lines().count(), 1, "{output_text}");
        assert!(output_text.contains(words), "{output_text}");
    };
    for authority in [&["--tls-ca", wrong][..], &[]] {
        refused(&[&["worker", "--join", &address], authority].concat(), "no trusted connection to");
        refused(&[&MATCH[..], &["--cluster", &address], authority].concat(), "expected `--tls-ca`");
        refused(&[&["cluster", "status", "--server", &address], authority].concat(), "no trusted connection to");
    }
    refused(&["worker", "--join", &address, "--tls-ca", none], "certificate");

    let (alone, other) = (&*ALONE, cluster.path("other"));
    let _worker = cluster.start(&["worker", "--join", &address, "--tls-ca", right]);
    let args = ["--cluster", &address, "--tls-ca", right, "--out", other.to_str().unwrap()];
    let run = cluster.start(&[&MATCH[..], &args].concat()).output();
    alone.is_repeated(&run, &other);
}

/// Starts a server whose store has this size. Returns the server, the match without it, and the file of the match on it.
fn with_room(bytes: u32) -> (Cluster, &'static Alone, PathBuf) {
    let cluster = Cluster::with(|folder| {
        let file = folder.join("server.conf");
        make_room(&file, bytes);
        vec!["-c".into(), file.display().to_string()]
    });
    let (alone, records) = (&*ALONE, cluster.path("other"));
    (cluster, alone, records)
}

fn make_room(file: &Path, bytes: u32) {
    fs::write(file, format!("jetstream {{ max_memory_store: 1MB, max_file_store: {bytes} }}\n")).unwrap();
}

/// Stores this many bytes on the server, as a line of the log.
fn fill(cluster: &Cluster, bytes: usize) {
    keep(cluster, "ply.log", bytes);
}

/// Stores a message of this many bytes on the server.
fn keep(cluster: &Cluster, subject: &str, bytes: usize) {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, cluster.port)).unwrap();
    write!(stream, "CONNECT {{\"verbose\":false}}\r\nPUB {subject} {bytes}\r\n{}\r\nPING\r\n", "x".repeat(bytes))
        .unwrap();
    let mut answers = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(answers.any(|line| line == "PONG"), "the server has hung up");
}

#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_full_store_delays_a_run_and_loses_nothing() {
    let (mut cluster, alone, other) = with_room(100_000);
    let mut run = cluster.run(&MATCH[..10], &other, &[]);
    run.notice("no worker has joined");
    cluster.wait_for_chunks(1);
    // It is full before a worker joins, which could otherwise play all games before that.
    fill(&cluster, 200_000);
    let mut worker = cluster.worker(1);
    // A refused publisher reports the error and retries.
    let output_text = worker.notice("trying again");
    assert!(output_text.contains("the server"), "{output_text}");
    assert!(lines(&other) < 40, "the store had room");
    make_room(&cluster.path("server.conf"), 1 << 30);
    cluster.restart_server();
    alone.is_repeated(&run.output(), &other);
}

/// A coordinator that cannot publish a chunk still takes results; chunks that leave no room for a result are withdrawn.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_server_with_little_room_is_enough() {
    // Less than a result and all published chunks. With many threads, the chunks alone need more.
    for (bytes, threads) in [(6_000, 2), (6_000, 8), (3_000, 4)] {
        let (cluster, alone, other) = with_room(bytes);
        let _worker = cluster.worker(threads);
        alone.is_repeated(&cluster.run(&MATCH[..10], &other, &[]).output(), &other);
    }
}

/// Messages of an earlier coordinator fill the store. Its results are acknowledged before anything is published.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_run_is_resumed_where_its_own_results_fill_the_store() {
    let (cluster, alone, other) = with_room(6_000);
    // Without a worker, its first chunks are in the queue when it is killed, and their results do not fit together.
    let mut run = cluster.run(&MATCH[..10], &other, &[]);
    run.notice("no worker has joined");
    cluster.wait_for_chunks(6);
    run.kill();
    let mut worker = cluster.worker(4);
    worker.notice("has no room");
    alone.is_repeated(&cluster.run(&MATCH[..10], &other, &["--resume"]).output(), &other);
}

/// Chunks are also withdrawn for the results of another run.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn two_runs_share_little_room() {
    let (cluster, alone, other) = with_room(6_000);
    let _worker = cluster.worker(8);
    let low = cluster.run(&MATCH[..10], &other, &["--priority", "low"]);
    wait_for(&other, 2);
    let high = cluster.path("high");
    let output = cluster.run(&MATCH[..10], &high, &["--seed", "2", "--priority", "high"]).output();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(lines(&high), ALONE.records.iter().filter(|&&byte| byte == b'\n').count());
    alone.is_repeated(&low.output(), &other);
}

/// A result of an ended or abandoned run does not block other runs.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn results_that_no_coordinator_takes_make_room() {
    let (cluster, alone, other) = with_room(6_000);
    let mut worker = cluster.worker(2);
    worker.notice("has joined");
    keep(&cluster, "ply.result.0123456789abcdef", 4_500);
    alone.is_repeated(&cluster.run(&MATCH[..10], &other, &[]).output(), &other);
}

/// A run that starts while the store is full waits for space.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_run_waits_for_room() {
    let (mut cluster, alone, other) = with_room(100_000);
    let mut worker = cluster.worker(1);
    worker.notice("has joined");
    fill(&cluster, 200_000);
    let mut run = cluster.run(&MATCH[..10], &other, &[]);
    let output_text = run.notice("trying again");
    assert!(output_text.contains("has no room"), "{output_text}");
    make_room(&cluster.path("server.conf"), 1 << 30);
    cluster.restart_server();
    alone.is_repeated(&run.output(), &other);
}

/// A chunk that the server does not store was not delivered, which is not a failure.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_piece_that_is_refused_is_not_lost() {
    let (mut cluster, alone, other) = with_room(100_000);
    let mut worker = cluster.worker(1);
    worker.notice("has joined");
    // Space for the run, but not for another chunk.
    fill(&cluster, 99_300);
    let mut run = cluster.run(&MATCH[..10], &other, &[]);
    run.notice("trying again");
    // Long enough for the coordinator to check twice for lost chunks.
    thread::sleep(Duration::from_secs(6));
    let status = cluster.status();
    assert_eq!((&status["runs"][0]["done"], &status["runs"][0]["retries"]), (&0.into(), &0.into()), "{status}");
    make_room(&cluster.path("server.conf"), 1 << 30);
    cluster.restart_server();
    alone.is_repeated(&run.output(), &other);
}

/// A run without permission for a subject reports the reason, and continues when the account has it.
#[test]
#[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
fn a_missing_permission_is_reported() {
    for (denied, reports_run) in [("ply.work.>", true), ("$JS.API.STREAM.>", false)] {
        let configure = |file: &Path, permissions: &str| {
            let user = format!("{{ user: ply, password: ply{permissions} }}");
            let account = format!("accounts {{ PLY {{ jetstream: enabled, users: [ {user} ] }} }}\n");
            fs::write(file, account + "no_auth_user: ply\n").unwrap();
        };
        let mut cluster = Cluster::with(|folder| {
            let file = folder.join("server.conf");
            configure(&file, &format!(", permissions: {{ publish: {{ deny: [{denied:?}] }} }}"));
            vec!["-c".into(), file.display().to_string()]
        });
        let (alone, other) = (&*ALONE, cluster.path("other"));
        let mut worker = cluster.worker(1);
        if !reports_run {
            let notice = worker.notice("ermissions");
            assert!(notice.contains("reports: ") && notice.contains("a run needs the subjects"), "{notice}");
        }
        let mut run = reports_run.then(|| cluster.run(&MATCH[..10], &other, &[]));
        if let Some(run) = &mut run {
            let notice = run.notice("ermissions");
            assert!(notice.contains("ply.work."), "{notice}");
        }
        configure(&cluster.path("server.conf"), "");
        cluster.restart_server();
        let run = run.unwrap_or_else(|| cluster.run(&MATCH[..10], &other, &[]));
        alone.is_repeated(&run.output(), &other);
    }
}
