//! `ply puzzles`: its output and its files.
use std::fs;
use std::process::Stdio;

use crate::common::{answer, command, ply, printed, text};
use serde_json::Value;

#[test]
fn puzzles_are_printed_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kalah.jsonl");
    let args = ["puzzles", "kalah", "--count", "2", "--seed", "3", "--out", file.to_str().unwrap()];
    let printed = ply(&[&args[..], &["--json"]].concat());
    assert!(printed.status.success(), "{}", text(&printed.stderr));
    let printed = text(&printed.stdout);
    assert_eq!(fs::read_to_string(&file).unwrap(), printed, "the file holds what is printed");
    let puzzles: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(puzzles.len(), 2);
    for key in ["game", "rules", "position", "side", "goal", "plies", "line"] {
        assert!(puzzles.iter().all(|puzzle| puzzle.get(key).is_some()), "{key}");
    }
    // Nothing is overwritten without `--force`.
    let again = ply(&args);
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("--force"));
    let forced = ply(&[&args[..], &["--force"]].concat());
    assert!(forced.status.success());
    assert!(text(&forced.stdout).contains("to move: one move alone"));
}

/// Regression: all puzzles were lost when the reader of the output had left.
#[test]
fn puzzles_are_saved_when_the_reader_of_the_output_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kalah.jsonl");
    let args = ["puzzles", "kalah", "--count", "2", "--seed", "3", "--out", file.to_str().unwrap(), "--json"];
    let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
}

#[test]
fn what_is_missing_is_said() {
    let none = ply(&["puzzles", "tigers", "--tables", "nowhere"]);
    assert_eq!(none.status.code(), Some(2), "{}", text(&none.stderr));
    assert!(text(&none.stderr).contains("no folder `nowhere`"));
    let empty = tempfile::tempdir().unwrap();
    let none = ply(&["puzzles", "tigers", "--tables", empty.path().to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(1), "{}", text(&none.stderr));
    assert!(text(&none.stderr).contains("ply solve tigers"), "{}", text(&none.stderr));
    let bad = ply(&["puzzles", "chess"]);
    assert_eq!(bad.status.code(), Some(2));
}

/// Regression: they were printed with their solutions.
#[test]
fn puzzles_are_solved_interactively() {
    let line = |game: &str, number: usize| {
        let shipped = plyground_catalog::Catalog::standard().game(game).unwrap().puzzles().unwrap();
        shipped[number].line.clone()
    };
    for game in ["khet", "kalah", "tigers", "cachex"] {
        let (first, second) = (line(game, 0), line(game, 1));
        let moves: String = first.iter().step_by(2).map(|mv| format!("{mv}\n")).collect();
        let wrong: String = if game == "khet" { "zz\n".into() } else { "99\n".into() };
        let input = format!("{wrong}{moves}hint\nsolution\nquit\n");
        let output = answer(&["puzzles", game, "--interactive", "--count", "2"], &input);
        let shown = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(shown.contains("puzzle 1 of 2: ") && shown.contains("solved: "), "{game}: {shown}");
        assert!(
            (shown.contains("one of ") || shown.contains("the move is "))
                && shown.contains(&format!("  {}: ", second[0])),
            "{game}: {shown}"
        );
        assert!(shown.ends_with("solved 1 of 2 puzzles, 1 without a miss\n"), "{game}: {shown}");
    }
    let wrong = answer(&["puzzles", "kalah", "--interactive", "--count", "1"], "1\n4\n5\n6\nquit\n");
    let shown = text(&wrong.stdout);
    assert!(shown.contains("wrong: ") || shown.contains("solved: "), "{shown}");
    let other = answer(&["puzzles", "kalah", "--interactive", "--count", "1", "--seed", "1"], "solution\n");
    assert!(text(&other.stdout).contains(&format!("  {}: ", line("kalah", 1)[0])), "the seed selects the first puzzle");
}

#[test]
fn puzzles_are_listed_on_request_and_in_a_pipe() {
    let args = ["puzzles", "kalah", "--count", "1", "--seed", "3"];
    let listed = printed(&[&args[..], &["--list"]].concat());
    let (puzzles, solutions) = listed.split_once("\nSolutions\n").unwrap();
    assert!(puzzles.starts_with("1. ") && puzzles.contains("North") && puzzles.contains("<6,"), "{listed}");
    assert!(solutions.starts_with("  1. ") && solutions.lines().count() == 1, "{listed}");
    assert_eq!(printed(&args), listed);
    assert_eq!(ply(&[&args[..], &["--list", "--interactive"]].concat()).status.code(), Some(2));
}
