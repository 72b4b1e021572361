//! The cost of starting `ply`, in instructions: unlike times, they are the same on a busy machine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

/// Commands, and their maximum in millions of instructions; 60 take less than 20 ms.
const COMMANDS: [(&str, u64); 6] = [
    ("--version", 20),
    ("games", 20),
    ("analyse khet --nodes 1", 60),
    ("analyse kalah --nodes 1", 60),
    ("analyse tigers --nodes 1", 60),
    ("analyse cachex --nodes 1", 60),
];

/// Counts the instructions of a command by callgrind, in millions.
fn millions(command: &str) -> u64 {
    let test = std::env::current_exe().unwrap();
    let ply = test.ancestors().nth(2).unwrap().join("ply");
    assert!(ply.exists(), "{} is missing: expected a build of the whole workspace", ply.display());
    let valgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let output = Command::new("valgrind").args(valgrind).arg(ply).args(command.split(' ')).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{command}: {log}");
    let count = log.lines().find_map(|line| line.split_once("Collected : ")?.1.parse::<u64>().ok());
    count.unwrap().div_ceil(1_000_000)
}

#[test]
#[ignore = "needs valgrind and `ply` of the release profile: `cargo xtask long`"]
fn ply_starts_in_milliseconds() {
    let counts = COMMANDS.map(|(command, most)| (command, millions(command), most));
    assert!(counts.iter().all(|(_, count, most)| count <= most), "millions of instructions and limits: {counts:?}");
}
