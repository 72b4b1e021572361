//! A match that is killed repeatedly loses no finished game, repeats none, and ends with the same report.

#![allow(clippy::unwrap_used)]

mod common;

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::{Scratch, example};
use plyground_arena::read_records;

const PAIRS: &str = "12";

fn command(file: &std::path::Path, threads: &str) -> Command {
    let mut command = Command::new(example("kill_me"));
    command.arg(file).args([PAIRS, threads]);
    command
}

#[test]
fn a_killed_match_is_resumed_without_loss() {
    let scratch = Scratch::new();
    let whole = scratch.file("whole.jsonl");
    let output = command(&whole, "1").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (expected, report) = (std::fs::read(&whole).unwrap(), output.stdout);
    assert!(String::from_utf8_lossy(&report).starts_with("Complete ["));

    let file = scratch.file("killed.jsonl");
    let lines = || std::fs::read(&file).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    let mut kills = 0;
    let output = loop {
        let before = lines();
        let mut child = command(&file, "2").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The process is killed after some progress, a little later each time, so that it dies both while it writes and while it
        // plays.
        while lines() == before && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(7 * kills % 30));
        if child.try_wait().unwrap().is_some() {
            // The run has ended. It is started a last time for the report.
            break command(&file, "2").output().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if let Ok(text) = std::fs::read(&file) {
            let whole_lines = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            assert_eq!(text[..whole_lines], expected[..whole_lines], "after kill {kills}");
        }
        assert!(kills < 200, "it never gets to its end");
    };
    assert!(kills >= 3, "killed only {kills} times");
    assert_eq!(std::fs::read(&file).unwrap(), expected);
    assert_eq!(output.stdout, report);
    assert_eq!(read_records(&file).unwrap().len(), 24);
}
