//! Runs `ply` as a user does.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyground_game::random::Random;
use serde_json::Value;

/// Returns the command with these arguments, without colours and input.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Runs it without input.
pub(crate) fn ply(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Runs it with this text on standard input.
pub(crate) fn answer(args: &[&str], input: &str) -> Output {
    let mut child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that fails early does not read all input.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the keys of a JSON object.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Returns standard output of a command that must succeed.
pub(crate) fn printed(args: &[&str]) -> String {
    let output = ply(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the one JSON object that it prints.
pub(crate) fn json(args: &[&str]) -> Value {
    let line = printed(args);
    assert_eq!(line.trim_end().lines().count(), 1, "{args:?} prints one object: {line}");
    serde_json::from_str(&line).unwrap()
}

/// Creates an empty folder for a test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// Starts a command and kills it repeatedly until it ends before the kill. Returns the number of kills.
///
/// A kill comes at a random moment within `spread` milliseconds after a minimum, which grows by `growth(kills)` after each kill:
/// a run must get beyond the steps that it repeats, even on a slow machine.
pub(crate) fn kill_until_it_ends(args: &[&str], random: &mut Random, spread: usize, growth: fn(u64) -> u64) -> u64 {
    let mut least = 5;
    for kills in 0..400 {
        let mut child = command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(least + random.below(spread) as u64));
        if child.try_wait().unwrap().is_some() {
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        least += growth(kills);
    }
    panic!("it never gets to its end");
}

/// Returns output as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
