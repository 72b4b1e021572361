//! Matches, tournaments and their records, and players on pipes and network connections.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Output, Stdio};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

#[cfg(unix)]
use crate::common::command;
use crate::common::{folder, json, ply, printed, text};

/// Returns the single line of a command that must fail.
fn refused(args: &[&str], status: i32) -> String {
    let output = ply(args);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {line}");
    assert_eq!((line.lines().count(), text(&output.stdout).as_str()), (1, ""), "{args:?}: {line}");
    line
}

const MATCH: [&str; 8] =
    ["match", "kalah", "--setup", "4x3", "--first", "alphabeta:depth=3", "--second", "random:seed=4"];

#[test]
fn a_match_is_the_same_whenever_it_is_played() {
    let folder = folder("same");
    let record = |name: &str| {
        let file = folder.join(name);
        let summary = json(&[&MATCH[..], &["--games", "6", "--json", "--out", file.to_str().unwrap()]].concat());
        (summary, fs::read_to_string(file).unwrap())
    };
    let ((one, records), (other, same)) = (record("one.jsonl"), record("other.jsonl"));
    assert_eq!(records, same, "byte for byte");
    assert_eq!((&one["pairings"], &one["games"]), (&other["pairings"], &Value::from(6)));
    let pairing = &one["pairings"][0];
    let games = ["wins", "draws", "losses"].map(|key| pairing["results"][key].as_u64().unwrap()).iter().sum::<u64>();
    let pairs = pairing["pentanomial"]["counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!((games, pairs), (6, 3));
}

#[test]
fn a_match_goes_on_where_it_was_broken_off() {
    let folder = folder("resume");
    let file = folder.join("games.jsonl");
    let out = ["--json", "--out", file.to_str().unwrap()];
    let whole = json(&[&MATCH[..], &["--games", "8"], &out].concat());
    let written = fs::read_to_string(&file).unwrap();
    // As if it had been killed while writing a game.
    let third = written.match_indices('\n').nth(3).unwrap().0;
    fs::write(&file, &written[..third + 20]).unwrap();
    assert!(refused(&[&MATCH[..], &["--games", "8"], &out].concat(), 2).contains("--resume"));
    let resumed = json(&[&MATCH[..], &["--games", "8"], &out, &["--resume"]].concat());
    assert_eq!(resumed["pairings"], whole["pairings"]);
    let moves = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].clone()).collect()
    };
    assert_eq!(moves(&fs::read_to_string(&file).unwrap()), moves(&written));
}

/// Sends Ctrl-C to a command when its file of games has a line, and returns its output.
#[cfg(unix)]
pub(crate) fn interrupted(args: &[&str], file: &Path) -> Output {
    let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !fs::read_to_string(file).is_ok_and(|text| text.contains('\n')) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_what_it_has() {
    let folder = folder("interrupted");
    let file = folder.join("games.jsonl");
    let args = [&MATCH[..], &["--games", "100000", "--json", "--out", file.to_str().unwrap()]].concat();
    let output = interrupted(&args, &file);
    let printed_text = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{printed_text}");
    let lines: Vec<&str> = printed_text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, "finishing the running game; Ctrl-C again to stop now"), "{printed_text}");
    assert!(lines[1].starts_with("interrupted; the same command with `--resume` continues"), "{printed_text}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(summary["games"], games, "the games played are stored and counted");
    assert!(games < 100_000);
    assert_eq!(summary["completed"], false);
}

/// Regression: a match that was itself suspended counted the move of that time as a loss on time.
#[cfg(unix)]
#[test]
fn a_suspended_match_plays_the_game_again() {
    let folder = folder("suspended");
    let file = folder.join("games.jsonl");
    // One game at a time, so that the pause meets exactly one.
    let args = ["match", "kalah", "--first", "pvs", "--second", "pvs", "--time", "20ms", "--concurrency", "1"];
    let more = ["--games", "6", "--grace", "900ms", "--yes", "--json", "--out", file.to_str().unwrap()];
    let child = command(&[&args[..], &more].concat()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    };
    // A pause between two games meets no move, so that there are two, each in the middle of a game.
    for games in [1, 3] {
        while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < games {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(250));
        signal("-STOP");
        thread::sleep(Duration::from_secs(2));
        signal("-CONT");
    }
    let output = child.wait_with_output().unwrap();
    let warning = text(&output.stderr);
    assert!(output.status.success(), "{warning}");
    assert!(warning.contains("suspended while moves were awaited; "), "{warning}");
    assert!(warning.contains("played again"), "{warning}");
    let records = fs::read_to_string(&file).unwrap();
    assert_eq!(records.lines().count(), 6);
    assert!(!records.contains("\"termination\":\"time\""), "{records}");
}

/// The game would take hours, so only the second Ctrl-C ends it.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_a_match_in_the_middle_of_a_game() {
    let folder = folder("twice");
    let file = folder.join("games.jsonl");
    let args = ["match", "kalah", "--first", "best", "--second", "best", "--time", "1000s", "--games", "2"];
    let args = [&args[..], &["--json", "--out", file.to_str().unwrap()]].concat();
    let mut child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !file.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let interrupt = |id: u32| assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    interrupt(child.id());
    let mut message = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(message.next().unwrap().unwrap(), "2 games take about 22 h", "the cost of a long run");
    assert_eq!(message.next().unwrap().unwrap(), "finishing the running game; Ctrl-C again to stop now");
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(message.next().unwrap().unwrap().starts_with("interrupted; the same command with `--resume` continues"));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["games"], &summary["completed"]), (&Value::from(0), &Value::from(false)));
}

#[test]
fn tables_judge_games_that_are_too_long() {
    let folder = folder("tables");
    let (tables, file) = (folder.join("tables"), folder.join("games.jsonl"));
    let tables = tables.to_str().unwrap();
    let solved = ply(&["solve", "kalah", "--setup", "2x2", "--database", "8", "--tables", tables, "--json"]);
    let message = text(&solved.stderr);
    assert!(
        message.contains("the database of up to 8 seeds is stored in")
            && message.contains("; now the position is solved"),
        "{message}"
    );
    let args = ["match", "kalah", "--setup", "2x2", "--first", "random", "--second", "random", "--games", "2"];
    let out = ["--opening-plies", "0", "--max-plies", "1", "--out", file.to_str().unwrap()];
    printed(&[&args[..], &out, &["--tables", tables]].concat());
    let records = fs::read_to_string(&file).unwrap();
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["termination"], "tables", "{record}");
        let position = ["--setup", "2x2", "--moves", record["moves"].as_str().unwrap(), "--tables", tables, "--json"];
        let exact = json(&[&["probe", "kalah"][..], &position].concat());
        let winner = match record["result"].as_str().unwrap() {
            "first" => "south".into(),
            "second" => "north".into(),
            _ => Value::Null,
        };
        assert_eq!(exact["winner"], winner, "{record}");
        let cause = record["cause"].as_str().unwrap();
        assert!(cause.starts_with("1 move has been played; by exact tables it is "), "{cause}");
    }
    // Without tables it is another run, without exact values.
    assert!(refused(&[&args[..], &out, &["--resume"]].concat(), 2).contains("contains games of run"));
    let play = ["play", "kalah", "--setup", "2x2", "--first", "random", "--second", "random", "--max-plies", "1"];
    assert!(printed(&play).contains("a draw: 1 move has been played\n"));
    let judged = printed(&[&play[..], &["--tables", tables]].concat());
    assert!(judged.contains(": 1 move has been played; by exact tables it is "), "{judged}");
}

#[test]
fn a_tournament_leaves_records_that_can_be_read_and_asked() {
    let folder = folder("tournament");
    let out = folder.join("run");
    let page = folder.join("page.html");
    let summary = printed(&[
        "tournament",
        "cachex",
        "--setup",
        "4",
        "random",
        "greedy",
        "beam:width=2,depth=2",
        "--rounds",
        "2",
        "--out",
        out.to_str().unwrap(),
        "--html",
        page.to_str().unwrap(),
    ]);
    for name in ["random", "greedy", "beam:"] {
        assert!(summary.contains(name), "{summary}");
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<svg") && !page.contains("http://") && !page.contains("src="), "one self-contained page");
    assert_eq!((page.matches("<figure>").count(), page.matches("class=\"piece ").count() > 8), (4, true), "boards");
    let games = out.join("games.jsonl");
    let games = games.to_str().unwrap();
    assert_eq!(fs::read_to_string(games).unwrap().lines().count(), 12, "three pairings, two pairs of games each");
    assert!(printed(&["replay", games, "--game", "2"]).lines().count() > 5);
    assert!(printed(&["export", games]).matches("[").count() >= 12);
    // `ply replay` also reads the output of `ply export`.
    let text = out.join("games.txt");
    fs::write(&text, printed(&["export", games])).unwrap();
    let text = text.to_str().unwrap();
    let replayed = printed(&["replay", text, "--game", "2"]);
    assert!(replayed.contains(" against ") && replayed.lines().count() > 5, "{replayed}");
    assert!(refused(&["replay", text, "--game", "13"], 2).contains("12"));
    assert!(refused(&["replay", text, "--json"], 2).contains("file of records"));
    let answer = json(&["results", "--file", games, "--json"]);
    let total: u64 = answer["rows"].as_array().unwrap().iter().map(|row| row[2].as_u64().unwrap()).sum();
    assert_eq!((&answer["columns"][2], total), (&"games".into(), 24), "each game counts for both players");
    assert!(answer["rows"][0][8].as_f64() < answer["rows"][0][9].as_f64(), "an interval: {answer}");
    assert!(printed(&["results", "--file", games]).lines().next().unwrap().contains("95% interval"));
    assert!(refused(&["replay", games, "--game", "13"], 2).contains("12"));
}

#[test]
fn bad_contests_are_refused_in_one_line() {
    assert!(refused(&["match", "kalah", "--first", "random", "--second", "deepblue"], 2).contains("deepblue"));
    assert!(refused(&["match", "kalah", "--first", "random", "--second", "khet-userbot"], 2).contains("khet"));
    let bounds = ["match", "kalah", "--first", "random", "--second", "greedy", "--sprt", "5,0"];
    assert!(refused(&bounds, 2).contains("0,5"));
    assert!(refused(&["tournament", "kalah", "random"], 2).contains("2 or more"));
    assert!(refused(&["replay", "nowhere.jsonl"], 2).contains("nowhere.jsonl"));
}

#[test]
fn an_engine_plays_a_match_against_itself() {
    let engine = format!("engine:{} engine --agent alphabeta:depth=2", env!("CARGO_BIN_EXE_ply"));
    let args = ["match", "cachex", "--setup", "4", "--first", &engine, "--second", "random"];
    let summary = json(&[&args[..], &["--games", "2", "--json"]].concat());
    assert_eq!(summary["games"], 2);
    for ending in summary["terminations"].as_array().unwrap() {
        assert_eq!(ending["termination"], "rules", "{summary}");
    }
}

#[test]
fn an_engine_is_checked_before_it_plays() {
    let engine = format!("engine:{} engine", env!("CARGO_BIN_EXE_ply"));
    let checked = text(&ply(&["engine", "kalah", "--rules", "empty-capture", "--check", &engine]).stdout);
    assert_eq!(checked.lines().count(), 9, "{checked}");
    assert!(checked.lines().all(|line| line.starts_with("ok      ")), "{checked}");
    // It answers every line by the same line.
    let echo = ply(&["engine", "kalah", "--check", "cat"]);
    assert_eq!(echo.status.code(), Some(1));
    let found = text(&echo.stdout);
    assert!(found.starts_with("fault   starts and is ready: ") && found.lines().count() == 1, "{found}");
    assert!(refused(&["engine", "kalah", "--check", "'cat"], 2).contains("expected another '"));
    assert!(refused(&["engine", "--check", "cat"], 2).contains("GAME"));
}

#[test]
fn kgp_plays_on_a_server() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap().to_string();
    let agent =
        thread::spawn(move || json(&["kgp", &address, "--agent", "alphabeta:depth=4", "--name", "me", "--json"]));
    let (mut line, _) = server.accept().unwrap();
    line.write_all(b"kgp 1 0 0\r\n2 init\r\n4 state <3,0,0,3,3,3,3,3,3>\r\n").unwrap();
    let mut heard = Vec::new();
    for message in BufReader::new(line.try_clone().unwrap()).lines() {
        heard.push(message.unwrap());
        if heard.last().unwrap() == "@4 yield" {
            break;
        }
    }
    line.write_all(b"6 goodbye\r\n").unwrap();
    let end = agent.join().unwrap();
    assert_eq!((&end["answered"], &end["goodbye"]), (&Value::from(1), &Value::from(true)));
    let about = ["game", "rules", "agent", "name"].map(|key| end[key].as_str().unwrap());
    assert_eq!(about, ["kalah", "kgp", "alphabeta:depth=4", "me"]);
    assert!(
        heard.contains(&"set info:name \"me\"".to_owned()) && heard.contains(&"mode freeplay".to_owned()),
        "{heard:?}"
    );
    let best = json(&[
        "analyse",
        "kalah",
        "--rules",
        "kgp",
        "--position",
        "<3,0,0,3,3,3,3,3,3> S",
        "--agent",
        "alphabeta",
        "--depth",
        "4",
        "--json",
    ]);
    let last = heard.iter().rev().find(|message| message.contains("move")).unwrap();
    assert_eq!(last, &format!("@4 move {}", best["best"].as_str().unwrap()));
}

#[test]
fn kgp_says_what_is_wrong_with_a_server() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap().to_string();
    let agent = {
        let address = address.clone();
        thread::spawn(move || refused(&["kgp", &address], 1))
    };
    let (mut line, _) = server.accept().unwrap();
    line.write_all(b"HTTP/1.1 400 Bad Request\r\n").unwrap();
    assert!(agent.join().unwrap().contains("expected `kgp 1 0 0`"));
    drop((line, server));
    assert!(refused(&["kgp", &address], 1).contains("cannot connect"));
    assert!(refused(&["kgp", &address, "--agent", "khet-userbot"], 2).contains("khet"));
}

/// Regression: `--games 3` played four games without a word.
#[test]
fn a_number_of_games_that_is_not_even_is_reported() {
    let played = |games: &str| {
        let output =
            ply(&["match", "kalah", "--setup", "3x3", "--first", "random", "--second", "greedy", "--games", games]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(", 4 games\n"), "{}", text(&output.stdout));
        text(&output.stderr)
    };
    assert_eq!(played("3"), "note: games are played in pairs: `--games 3` plays 4 games\n");
    assert_eq!(played("4"), "");
}

/// A wrong probability is refused before anything is written.
#[test]
fn error_probabilities_of_a_match_are_checked() {
    let out = folder("match-errors").join("games.jsonl");
    let path = out.to_str().unwrap();
    let args = ["match", "kalah", "--first", "greedy", "--second", "random", "--out", path, "--alpha", "0.7"];
    assert!(refused(&[&args[..], &["--sprt", "0,10"]].concat(), 2).contains("error chance of 0.7"));
    assert!(refused(&args, 2).contains("--sprt"));
    assert!(!out.exists());
}

/// Regression: the match ended undecided, as was certain from its beginning.
#[test]
fn a_test_that_no_result_can_decide_is_announced() {
    let warns = |games: &str| {
        let args = ["match", "kalah", "--setup", "1x1", "--first", "greedy", "--second", "random", "--sprt", "0,200"];
        text(&ply(&[&args[..], &["--games", games]].concat()).stderr).contains("games cannot decide this test")
    };
    assert_eq!([warns("2"), warns("200")], [true, false]);
}
