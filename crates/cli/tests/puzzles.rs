//! `ply puzzles`: what it prints and keeps.
use std::fs;

use crate::common::{self, ply};
use serde_json::Value;

#[test]
fn puzzles_are_printed_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kalah.jsonl");
    let args = ["puzzles", "kalah", "--count", "2", "--seed", "3", "--out", file.to_str().unwrap()];
    let printed = ply(&[&args[..], &["--json"]].concat());
    assert!(printed.status.success(), "{}", common::text(&printed.stderr));
    let printed = common::text(&printed.stdout);
    assert_eq!(fs::read_to_string(&file).unwrap(), printed, "the file holds what is printed");
    let puzzles: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(puzzles.len(), 2);
    for key in ["game", "rules", "position", "side", "goal", "plies", "line"] {
        assert!(puzzles.iter().all(|puzzle| puzzle.get(key).is_some()), "{key}");
    }
    // Nothing is overwritten unasked.
    let again = ply(&args);
    assert_eq!(again.status.code(), Some(1));
    assert!(common::text(&again.stderr).contains("--force"));
    let forced = ply(&[&args[..], &["--force"]].concat());
    assert!(forced.status.success());
    assert!(common::text(&forced.stdout).contains("to move: one move alone"));
}

#[test]
fn what_is_missing_is_said() {
    let none = ply(&["puzzles", "tigers", "--tables", "nowhere"]);
    assert_eq!(none.status.code(), Some(1), "{}", common::text(&none.stderr));
    assert!(common::text(&none.stderr).contains("nowhere"));
    let bad = ply(&["puzzles", "chess"]);
    assert_eq!(bad.status.code(), Some(2));
}
