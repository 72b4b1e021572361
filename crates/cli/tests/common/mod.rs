//! Running `ply` as a user does.

#![allow(dead_code, reason = "no program of tests needs all of it")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The command with these arguments, without colours and with nothing to read.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// What it answers.
pub(crate) fn ply(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// What it answers to a text on its standard input.
pub(crate) fn answer(args: &[&str], input: &str) -> Output {
    let mut child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Whoever refuses early does not read it all.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it prints when it has to do its work.
pub(crate) fn told(args: &[&str]) -> String {
    let output = ply(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The one object that it prints.
pub(crate) fn json(args: &[&str]) -> Value {
    let line = told(args);
    assert_eq!(line.trim_end().lines().count(), 1, "{args:?} prints one object: {line}");
    serde_json::from_str(&line).unwrap()
}

/// An empty folder of a test's own.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// What it has written.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
