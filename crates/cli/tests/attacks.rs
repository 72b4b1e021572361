//! Attacks and accidents: foreign files, concurrent runs, kills, closed pipes, terminal control sequences, changed weights.
//! `docs/guarantees.md` has the promises.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{command, folder, ply, text};
use plyground_arena::read_records;
use serde_json::Value;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn done(args: &[&str]) -> Output {
    let output = ply(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output
}

/// Returns the last line of a command that must fail.
fn refused(args: &[&str], status: i32) -> String {
    let output = ply(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {message}");
    message.lines().last().unwrap_or_default().to_owned()
}

const MATCH: [&str; 10] =
    ["match", "kalah", "--setup", "4x3", "--first", "alphabeta:depth=2", "--second", "random:seed=4", "--games", "4"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[test]
fn files_of_others_are_never_emptied() {
    let folder = folder("foreign");
    let file = folder.join("notes.txt");
    let path = file.to_str().unwrap();
    for own in ["my only copy of something", "{\"name\": 1}", "two\nlines\n"] {
        fs::write(&file, own).unwrap();
        let message = refused(&with(&MATCH, &["--out", path, "--resume"]), 2);
        assert!(message.contains("no record of a game"), "{message}");
        assert_eq!(fs::read_to_string(&file).unwrap(), own);
    }
    // A foreign page, which `--resume` must not replace. It is detected before the games.
    let records = folder.join("games.jsonl");
    let out = ["--out", records.to_str().unwrap(), "--resume", "--html", path];
    fs::write(&file, "<!DOCTYPE html>\nmy page").unwrap();
    let message = refused(&with(&MATCH, &out), 1);
    assert!(message.contains("exists already"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "<!DOCTYPE html>\nmy page");
    assert!(!records.exists(), "nothing was played");
    done(&with(&MATCH, &with(&out, &["--force"])));
    assert!(fs::read_to_string(&file).unwrap().contains("A report of Plyground"));
    // A report of `ply` may be replaced, and no temporary file is left.
    done(&with(&MATCH, &out));
    assert_eq!(names(&folder), ["games.jsonl", "notes.txt"]);
    // Regression: the page replaced the records of the same run.
    let path = records.to_str().unwrap();
    let message = refused(&with(&MATCH, &["--out", path, "--resume", "--html", path, "--force"]), 2);
    assert!(message.contains("is the file of the records"), "{message}");
    let message = refused(&with(&MATCH, &["--html", folder.join("no/page.html").to_str().unwrap()]), 1);
    assert!(message.contains("no/page.html cannot be written: "), "{message}");

    let weights = folder.join("tuned");
    fs::create_dir(&weights).unwrap();
    fs::write(weights.join("weights.toml"), "mine").unwrap();
    let tune = ["tune", "kalah", "--setup", "3x3", "--method", "genetic", "--agent", "alphabeta:depth=1,eval=strong"];
    let message = refused(&with(&tune, &["--generations", "1", "--out", weights.to_str().unwrap()]), 2);
    assert!(message.contains("weights.toml` exists and is not a run"), "{message}");
    assert_eq!(fs::read_to_string(weights.join("weights.toml")).unwrap(), "mine");
}

#[test]
fn a_run_is_not_resumed_with_changed_weights_or_tables() {
    let folder = folder("content");
    let (weights, records) = (folder.join("w.toml"), folder.join("games.jsonl"));
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/weights/kalah-strong.toml")).unwrap();
    fs::write(&weights, &text).unwrap();
    let first = format!("alphabeta:depth=2,eval={}", weights.display());
    let out = ["--games", "2", "--out", records.to_str().unwrap(), "--resume"];
    let play = with(&["match", "kalah", "--setup", "4x3", "--first", &first, "--second", "random"], &out);
    done(&play);
    done(&play);
    // Another number under the same name.
    let line = text.lines().find(|line| line.starts_with("weight")).unwrap();
    fs::write(&weights, text.replacen(line, "weight = 0.125", 1)).unwrap();
    let message = refused(&play, 2);
    assert!(message.contains("contains games of run"), "{message}");

    let tables = folder.join("tables");
    let (tables, records) = (tables.to_str().unwrap(), folder.join("by-tables.jsonl"));
    let solve = ["solve", "kalah", "--setup", "3x1", "--tables", tables, "--database"];
    done(&with(&solve, &["3"]));
    let first = format!("best:depth=2,tables={tables}");
    let out = ["--games", "2", "--out", records.to_str().unwrap(), "--resume"];
    let play = with(&["match", "kalah", "--setup", "3x3", "--first", &first, "--second", "random"], &out);
    done(&play);
    done(&with(&solve, &["5"]));
    let message = refused(&play, 2);
    assert!(message.contains("contains games of run"), "{message}");
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match() {
    let play = ["match", "kalah", "--first", "engine:/no/such/engine", "--second", "random", "--games", "1000"];
    let message = refused(&play, 1);
    assert!(message.contains("game 1: south: could not be started: `/no/such/engine`"), "{message}");
    let play = with(&play[..6], &["--games", "4", "--recover", "--json"]);
    let shown: Value = serde_json::from_slice(&done(&play).stdout).unwrap();
    assert_eq!((&shown["terminations"][0]["termination"], &shown["completed"]), (&"not-started".into(), &true.into()));
}

#[test]
fn folders_of_tables_that_are_not_there_are_said_at_once() {
    let (folder, at) = ("/no/such/tables", "best:depth=1,tables=/no/such/tables");
    for args in [
        &["match", "kalah", "--first", at, "--second", "random", "--games", "2"][..],
        &["analyse", "kalah", "--agent", at],
        &["serve", "--port", "0", "--tables", folder],
    ] {
        assert!(refused(args, 2).contains("no folder `/no/such/tables`"), "{args:?}");
    }
}

/// Regression: the agent played without tables and without a word.
#[test]
fn a_named_folder_without_tables_of_the_game_is_an_error() {
    let folder = folder("other-tables");
    let tables = folder.to_str().unwrap();
    done(&["solve", "cachex", "--setup", "3", "--tables", tables, "--database"]);
    let agent = format!("best:depth=1,tables={tables}");
    for args in [
        &["match", "kalah", "--first", &agent, "--second", "random", "--games", "2"][..],
        &["analyse", "kalah", "--agent", &agent],
        &["analyse", "kalah", "--depth", "1", "--tables", tables],
    ] {
        assert!(refused(args, 2).contains("no tables of kalah in `"), "{args:?}");
    }
    done(&["analyse", "cachex", "--setup", "3", "--agent", &agent]);
}

/// Regression: the agent played on without the table and without a word.
#[test]
fn a_named_table_that_is_damaged_is_an_error() {
    let folder = folder("damaged-tables");
    let tables = folder.to_str().unwrap();
    done(&["solve", "kalah", "--setup", "3x1", "--tables", tables, "--database", "6"]);
    let name = names(&folder).into_iter().find(|name| name.ends_with(".table")).unwrap();
    let (file, agent) = (folder.join(&name), format!("best:depth=2,tables={tables}"));
    let whole = fs::read(&file).unwrap();
    let mut damaged = vec![whole[..whole.len() / 2].to_vec(), whole[..whole.len() - 1].to_vec()];
    for place in (0..8).map(|part| part * (whole.len() - 1) / 7) {
        let mut flipped = whole.clone();
        flipped[place] ^= 0x10;
        damaged.push(flipped);
    }
    let mut zeroed = whole.clone();
    zeroed[whole.len() / 2..].fill(0);
    damaged.push(zeroed);
    for content in damaged {
        fs::write(&file, content).unwrap();
        for args in [
            &["analyse", "kalah", "--setup", "3x1", "--agent", &agent][..],
            &["analyse", "kalah", "--setup", "3x1", "--depth", "2", "--tables", tables],
            &["match", "kalah", "--setup", "3x1", "--first", &agent, "--second", "random", "--games", "2"],
            &[
                "match",
                "kalah",
                "--setup",
                "3x1",
                "--first",
                "random",
                "--second",
                "random",
                "--max-plies",
                "2",
                "--opening-plies",
                "1",
            ],
        ] {
            let by_environment = command(args).env("PLYGROUND_TABLES", tables).output().unwrap();
            let message = text(&by_environment.stderr);
            assert_eq!(by_environment.status.code(), Some(1), "{args:?}: {message}");
            assert!(message.lines().last().unwrap_or_default().contains(&name), "{args:?}: {message}");
            if args.iter().any(|arg| arg.contains(tables)) {
                assert!(refused(args, 1).contains(&name), "{args:?}");
            }
        }
    }
    fs::write(&file, whole).unwrap();
    done(&["analyse", "kalah", "--setup", "3x1", "--agent", &agent]);
}

#[test]
fn devices_and_pipes_are_no_files() {
    if cfg!(unix) {
        for args in [
            &["replay", "/dev/zero"][..],
            &["results", "--file", "/dev/zero"],
            &["analyse", "kalah", "--depth", "1", "--agent", "best:eval=/dev/zero"],
            &["match", "kalah", "--first", "random", "--second", "random", "--book", "/dev/zero"],
        ] {
            assert!(refused(args, 2).contains("a device or a pipe, expected a file"), "{args:?}");
        }
    }
}

#[test]
fn text_from_a_record_does_not_command_the_terminal() {
    let folder = folder("escapes");
    let records = folder.join("games.jsonl");
    done(&with(&MATCH, &["--out", records.to_str().unwrap()]));
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}2J\u{1b}[8m";
    let games = read_records(&records).unwrap().into_iter().map(|mut record| {
        record.agents = record.agents.map(|name| name.replace("random:seed=4", evil));
        record.line() + "\n"
    });
    fs::write(&records, games.collect::<String>()).unwrap();
    let path = records.to_str().unwrap();
    for args in [&["replay", path][..], &["replay", path, "--json"], &["export", path], &["results", "--file", path]] {
        // As on a terminal with colours.
        let output = command(args).env_remove("NO_COLOR").env("FORCE_COLOR", "1").output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        let message = text(&output.stdout);
        for bad in ["\u{1b}]", "\u{7}", "\u{1b}[2J", "\u{9b}", "\u{1b}[8m"] {
            assert!(!message.contains(bad), "{args:?}: {message:?}");
        }
    }
    let replayed = command(&["replay", path]).env_remove("NO_COLOR").env("FORCE_COLOR", "1").output().unwrap();
    assert!(text(&replayed.stdout).contains("\u{1b}[1m"), "our own colours get through");
    let shown: Value = serde_json::from_slice(&done(&["replay", path, "--json"]).stdout).unwrap();
    assert!(shown["agents"][1].as_str().unwrap().contains('\u{9b}'), "JSON keeps what was there");
}

/// Starts `ply engine` for Kalah.
fn engine() -> Child {
    command(&["engine", "kalah"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end of a program, and kills it after a timeout.
fn ends(mut child: Child) -> bool {
    for _ in 0..3_000 {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

#[test]
fn an_engine_leaves_with_whoever_asks_it() {
    // Without a limit, and with limits that are never reached.
    for go in ["go", "go depth 400", "go movetime 3600000"] {
        let mut child = engine();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        // Best play from the start needs no search.
        writeln!(input, "position startpos moves 1 2\n{go}").unwrap();
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).unwrap();
        assert!(line.starts_with("info depth 1"), "{line}");
        // No reader and no writer.
        drop(input);
        assert!(ends(child), "it thinks on after {go}");
    }
    // A reader without a writer: a search that has an end is finished.
    let mut child = engine();
    writeln!(child.stdin.take().unwrap(), "position startpos moves 1 2\ngo depth 6").unwrap();
    let mut message = String::new();
    child.stdout.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("info depth 6 ") && message.lines().last().unwrap().starts_with("bestmove "), "{message}");
    assert!(ends(child));
}

#[test]
fn an_engine_can_be_stopped_after_any_command() {
    let mut child = engine();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    writeln!(input, "position startpos\ngo\ngo\nstop\nquit").unwrap();
    let message: Vec<String> = BufReader::new(output).lines().map(Result::unwrap).collect();
    assert_eq!(message.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{message:?}");
    assert!(ends(child));
    // Sent together: the move has been searched.
    let mut child = engine();
    child.stdin.take().unwrap().write_all(b"position startpos moves 3 1\ngo depth 4\nquit\n").unwrap();
    let mut message = String::new();
    child.stdout.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("info depth 2 ") && message.lines().last().unwrap().starts_with("bestmove "), "{message}");
    assert!(ends(child));
}

#[test]
fn a_solver_that_is_killed_leaves_no_half_table() {
    let folder = folder("killed");
    let tables = folder.to_str().unwrap();
    let solve = ["solve", "kalah", "--setup", "6x1", "--database", "13", "--tables", tables, "--value-only"];
    let mut kills = 0;
    for pause in 0..40_u64 {
        let mut child = command(&solve).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Until a file is being written, and a little later each time.
        while names(&folder).is_empty() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(13 * pause));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let left = names(&folder);
        assert!(left.iter().all(|name| name.starts_with('.') || name == "kalah-6-standard-either.table"), "{left:?}");
    }
    assert!(kills > 0);
    done(&solve);
    assert_eq!(names(&folder), ["kalah-6-standard-either.table"], "what the dead have left is removed");
    done(&["probe", "kalah", "--position", "<6,30,30,1,2,0,0,1,0,1,1,0,2,0,0> S", "--tables", tables]);
}

#[test]
fn two_runs_at_once_do_not_spoil_each_other() {
    let folder = folder("two");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    // Two files with one stem had the same temporary name.
    let (one, other) = (path("a.x"), path("a.y"));
    let (tables, keep) = (path("tables"), ["--value-only", "--table", "1", "--keep"]);
    let solve = ["solve", "kalah", "--setup", "4x3", "--rules", "standard"];
    for _ in 0..5 {
        let children = [&one, &other].map(|keep_in| {
            let args = with(&solve, &with(&keep, &[keep_in, "--tables", &tables]));
            command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        });
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        assert_eq!(names(&folder), ["a.x", "a.y"]);
    }
    // Four processes build one table.
    let children = [(); 4].map(|()| {
        let args = ["solve", "cachex", "--setup", "3", "--tables", &tables];
        command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    });
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(names(&folder.join("tables")), ["cachex-3.table"]);
}
