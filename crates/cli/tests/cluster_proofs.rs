//! Proofs by subproblems: on one machine, on a cluster, verified, and tampered with.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "it waits for programs")]

mod common;
#[cfg(feature = "cluster")]
#[path = "common/nats.rs"]
mod nats;

use std::fs;
use std::path::Path;

use common::{ply, text};
use tempfile::TempDir;

fn solve<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["solve", "kalah", "--setup", "4x3", "--table", "4", "--database", "4", "--tables", "none"], more].concat()
}

/// Proves a value on this machine, and returns the output.
fn proved(certificate: &Path, more: &[&str]) -> String {
    let output = ply(&[&solve(&["--json", "--certificate", certificate.to_str().unwrap()])[..], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn verify(certificate: &Path, more: &[&str]) -> (Option<i32>, String) {
    let args =
        [&["solve", "--verify", certificate.to_str().unwrap(), "--tables", "none", "--table", "4"], more].concat();
    let output = ply(&args);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = TempDir::new().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    let output_text = proved(&one, &["--threads", "1"]);
    assert_eq!(proved(&other, &["--threads", "3"]), output_text);
    let certificate = fs::read_to_string(&one).unwrap();
    assert_eq!(certificate, fs::read_to_string(&other).unwrap());
    assert!(!folder.path().join("one.part").exists());
    let (status, message) = verify(&one, &[]);
    assert!(status == Some(0) && message.contains("verified: the tree, and the bounds of 20 leaves"), "{message}");
    let (status, message) = verify(&one, &["--sample", "2", "--json"]);
    assert!(status == Some(0) && message.contains(r#""verified":2"#), "{message}");

    // Nothing is overwritten.
    let again = ply(&solve(&["--certificate", one.to_str().unwrap()]));
    assert!(again.status.code() == Some(2) && text(&again.stderr).contains("exists already"));

    let refused = |text: String, words: &str, code: i32| {
        let path = folder.path().join("false");
        fs::write(&path, text).unwrap();
        let (status, message) = verify(&path, &[]);
        assert!(status == Some(code) && message.contains(words), "{words}: {message}");
        assert_eq!(message.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{message}");
    };
    let mut lines: Vec<&str> = certificate.lines().collect();
    let dropped = lines.remove(2);
    refused(lines.join("\n"), "leaves in the certificate, expected", 2);
    let count = lines.len() - 1;
    let head = lines[0].replace(&format!(r#""leaves":{}"#, count + 1), &format!(r#""leaves":{count}"#));
    refused(format!("{head}\n{}\n", lines[1..].join("\n")), "a leaf is missing", 1);
    let bound = if dropped.contains("at_least") { "at_least" } else { "at_most" };
    refused(
        certificate.replacen(dropped, &dropped.replace(&format!(r#""{bound}":"#), &format!(r#""{bound}":1"#)), 1),
        "proves nothing",
        1,
    );
    refused(certificate.replacen(r#""rules":"standard""#, r#""rules":"kalaha""#, 1), "proves nothing", 1);
    refused(certificate.replacen(r#""rules":"standard""#, r#""rules":"chess""#, 1), "the rules of the certificate", 1);
    refused("{}".into(), "line 1 of the certificate", 2);
}

#[test]
fn cached_answers_are_not_requested_again() {
    let folder = TempDir::new().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    proved(&whole, &[]);
    let part = folder.path().join("broken.part");
    fs::write(&part, "{}\n").unwrap();
    let refuse = |more: &[&str], words: &str, status: i32| {
        let output = ply(&[&solve(&["--certificate", broken.to_str().unwrap()])[..], more].concat());
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(status));
    };
    refuse(&[], "expected `--resume`", 2);
    refuse(&["--resume"], "belongs to another proof", 2);
    let (words, status) = if cfg!(feature = "cluster") { ("without a token", 2) } else { ("built without", 1) };
    refuse(&["--resume", "--cluster", "nats://example.org:4222"], words, status);
}

#[cfg(feature = "cluster")]
mod on_a_cluster {
    use super::*;
    use crate::nats::{Cluster, lines, wait_for};

    /// Long enough to be disturbed.
    const LONG: [&str; 9] = ["solve", "kalah", "--setup", "5x3", "--table", "4", "--split", "5", "--json"];

    #[test]
    #[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
    fn a_proof_is_the_same_as_on_one_machine() {
        let cluster = Cluster::new();
        let (one, other) = (cluster.path("one"), cluster.path("other"));
        let alone = proved(&one, &[]);
        let mut killed = cluster.worker(1);
        let _worker = cluster.worker(1);
        let run = cluster.start(&solve(&[
            "--json",
            "--cluster",
            &cluster.address(),
            "--certificate",
            other.to_str().unwrap(),
        ]));
        killed.kill();
        let output = run.output();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), alone);
        assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&other).unwrap());
        let (status, message) = verify(&other, &[]);
        assert_eq!(status, Some(0), "{message}");
        assert!(cluster.status()["runs"].as_array().unwrap().is_empty(), "nothing is left");
    }

    #[test]
    #[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
    fn a_proof_whose_command_is_killed_goes_on() {
        let cluster = Cluster::new();
        let (one, other) = (cluster.path("one"), cluster.path("other"));
        let alone = ply(&[&LONG[..], &["--certificate", one.to_str().unwrap()]].concat());
        assert!(alone.status.success(), "{}", text(&alone.stderr));
        let _worker = cluster.worker(1);
        let address = cluster.address();
        let args = [&LONG[..], &["--cluster", &address, "--certificate", other.to_str().unwrap()]].concat();
        let part = cluster.path("other.part");
        let mut run = cluster.start(&args);
        wait_for(&part, 5);
        run.kill();
        assert!(!other.exists() && lines(&part) >= 5, "the proof was too short to be disturbed");
        let output = cluster.start(&[&args[..], &["--resume"]].concat()).output();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), text(&alone.stdout));
        assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&other).unwrap());
    }

    #[test]
    #[ignore = "minutes, and needs nats-server: `cargo xtask ci`"]
    fn cachex_is_proved_by_its_first_moves() {
        let cluster = Cluster::new();
        let _worker = cluster.worker(2);
        let (one, other) = (cluster.path("one"), cluster.path("other"));
        let address = cluster.address();
        let args = ["solve", "cachex", "--setup", "3", "--split", "1", "--table", "4", "--json", "--certificate"];
        let alone = ply(&[&args[..], &[one.to_str().unwrap()]].concat());
        assert!(alone.status.success(), "{}", text(&alone.stderr));
        let run = cluster.start(&[&args[..], &[other.to_str().unwrap(), "--cluster", &address]].concat()).output();
        assert_eq!(text(&run.stdout), text(&alone.stdout), "{}", text(&run.stderr));
        assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&other).unwrap());
    }
}
