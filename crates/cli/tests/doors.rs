//! Invalid input of `ply`: files that are not regular, byte order marks, invisible characters, and unreadable limits.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::{command, folder, json, ply, text};

const MATCH: [&str; 10] =
    ["match", "kalah", "--setup", "3x2", "--first", "alphabeta:depth=1", "--second", "random:seed=4", "--games", "2"];

fn done(args: &[&str]) -> String {
    let output = ply(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the single line of a refused command, and its tip.
fn refused(args: &[&str]) -> String {
    let output = ply(args);
    let message = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}: {message}");
    let lines = message.lines().filter(|line| !line.starts_with("  tip: "));
    assert_eq!(lines.count(), 1, "{args:?}: {message}");
    message
}

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A session with an engine whose input stays open.
struct Engine {
    child: std::process::Child,
    input: std::process::ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let mut child =
            command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Engine { child, input, lines }
    }

    /// Returns the lines of an answer, up to the one that begins with `end`.
    fn ask(&mut self, command: &str, end: &str) -> Vec<String> {
        writeln!(self.input, "{command}").unwrap();
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(end)) {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            lines.push(line.unwrap_or_else(|_| panic!("no `{end}` after `{command}`: {lines:?}")));
        }
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Regression: `go movetime -5` searched until `stop`.
#[test]
fn an_engine_answers_whatever_its_limits_are() {
    for args in [
        ["engine", "kalah", "--agent", "best"],
        ["engine", "khet", "--agent", "best"],
        ["engine", "tigers", "--agent", "best"],
        ["engine", "cachex", "--agent", "best"],
        ["engine", "kalah", "--agent", "mcts"],
        ["engine", "kalah", "--agent", "minimax"],
        ["engine", "kalah", "--agent", "alphabeta"],
        ["engine", "cachex", "--agent", "mtdf"],
    ] {
        let mut engine = Engine::start(&args);
        for (go, is_readable) in [
            ("go movetime -5", true),
            ("go movetime 0", true),
            ("go nodes -1", true),
            ("go nodes 0", true),
            ("go nodes 1", true),
            ("go depth -1", true),
            ("go depth 2.0", true),
            ("go depth 0 fixed", true),
            ("go movetime 1.5", true),
            ("go movetime 10ms", false),
            ("go nodes many", false),
            ("go depth", false),
            ("go depht 3", false),
            ("go depth 1 depth 1", false),
            ("go fixed", false),
            ("go \u{feff}movetime 5", false),
        ] {
            engine.ask("position startpos\nquery moves", "response ");
            let lines = engine.ask(go, "bestmove ");
            let mv = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
            let moves = engine.ask("query moves", "response ");
            assert!(moves.last().unwrap().split(' ').any(|legal| legal == mv), "{args:?} {go}: {mv}");
            let reports = lines.iter().filter(|line| line.starts_with("info string")).count();
            assert_eq!(reports == 0, is_readable, "{args:?} {go}: {lines:?}");
        }
    }
}

/// Regression: such a file was truncated.
#[test]
fn only_what_a_proof_has_begun_is_gone_on_with() {
    let folder = folder("doors-proof");
    let (file, part) = (folder.join("value.proof"), folder.join("value.proof.part"));
    let solve = [
        "solve",
        "kalah",
        "--setup",
        "3x2",
        "--rules",
        "empty-capture",
        "--split",
        "2",
        "--table",
        "1",
        "--certificate",
    ];
    let solve = with(&solve, &[file.to_str().unwrap(), "--resume"]);
    for own in ["my only copy", "\u{feff}", " ", "{}"] {
        fs::write(&part, own).unwrap();
        let message = refused(&solve);
        assert!(message.contains("value.proof.part` belongs to another proof"), "{message}");
        assert_eq!(fs::read_to_string(&part).unwrap(), own);
        assert!(!file.exists());
    }
    fs::write(&part, "{\"plyground\":").unwrap();
    done(&solve);
    assert!(file.exists() && !part.exists());
    // A certificate with a mark and other line endings is the same certificate.
    let marked = folder.join("marked.proof");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&marked, format!("\u{feff}{}", whole.replace('\n', "\r\n"))).unwrap();
    done(&["solve", "--verify", marked.to_str().unwrap(), "--table", "1"]);
    let message = done(&["solve", "--verify", marked.to_str().unwrap(), "--table", "1", "--by-rules"]);
    assert!(message.trim_end().ends_with("leaves by solving them again by the rules alone"), "{message}");
}

/// Regression: a device was read without end, and a pipe blocked.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = folder("doors-devices");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in ["/dev/zero", pipe.to_str().unwrap(), folder.to_str().unwrap(), "/no/such/file"] {
        let eval = format!("alphabeta:depth=1,eval={path}");
        for args in [
            with(&MATCH, &["--book", path]),
            vec!["match", "kalah", "--first", &eval, "--second", "random", "--games", "2"],
            vec!["solve", "--verify", path],
            vec!["results", "--file", path],
            vec!["replay", path],
            vec!["export", path],
            vec!["play", "kalah", "--load", path],
            vec!["analyse", "kalah", "--agent", &eval],
        ] {
            let message = refused(&args);
            assert!(message.contains(path), "{args:?}: {message}");
        }
    }
    let records = folder.join("games.jsonl");
    done(&with(&MATCH, &["--out", records.to_str().unwrap()]));
    for path in ["/dev/zero", pipe.to_str().unwrap()] {
        let message = refused(&with(&MATCH, &["--out", path, "--resume"]));
        assert!(message.contains(path), "{message}");
    }
}

fn write(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Regression: a mark was accepted in weights and pasted games, but not in books and records.
#[test]
fn a_byte_order_mark_and_line_ends_are_no_part_of_any_text() {
    let folder = folder("doors-marks");
    let marked = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let book = write(&folder.join("book.txt"), &marked("# two\nstartpos moves 1\n\n2\n"));
    let records = folder.join("games.jsonl");
    done(&with(&MATCH, &["--book", &book, "--out", records.to_str().unwrap()]));
    let plain = done(&["results", "--file", records.to_str().unwrap()]);
    let lines = write(&folder.join("marked.jsonl"), &marked(&fs::read_to_string(&records).unwrap()));
    assert_eq!(done(&["results", "--file", &lines]), plain);
    let game = write(&folder.join("game.txt"), &marked(&done(&["export", records.to_str().unwrap()])));
    done(&["replay", &game]);
    done(&[
        "analyse",
        "kalah",
        "--position",
        "\u{feff}<3,0,0,3,3,3,3,3,3> S\r\n",
        "--rules",
        "\u{feff}kgp\r\n",
        "--depth",
        "1",
    ]);
    let weights =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/weights/kalah-strong.toml")).unwrap();
    let weights = write(&folder.join("w.toml"), &marked(&weights));
    done(&["analyse", "kalah", "--agent", &format!("alphabeta:depth=1,eval={weights}")]);
}

/// Regression: a mark in the middle was printed unescaped, and the message did not name the file.
#[test]
fn messages_name_file_and_line_and_show_what_cannot_be_seen() {
    let folder = folder("doors-messages");
    for (text, seen) in [("startpos moves \u{202e}9", r"`\u{202e}9`"), ("\u{feff}startpos", r"found `\u{feff}`")] {
        let book = write(&folder.join("book.txt"), &format!("startpos\n{text}\n"));
        let message = refused(&with(&MATCH, &["--book", &book]));
        assert!(message.contains(&format!("{book}:2: ")) && message.contains(seen), "{message}");
    }
    let message = refused(&with(&MATCH, &["--book", &write(&folder.join("empty.txt"), "# none\n")]));
    assert!(message.contains("empty.txt: found no opening"), "{message}");
    let records = folder.join("games.jsonl");
    done(&with(&MATCH, &["--out", records.to_str().unwrap()]));
    let twice = fs::read_to_string(&records).unwrap().replace('\n', "\n\u{feff}");
    let path = write(&folder.join("marked.jsonl"), twice.trim_end_matches('\u{feff}'));
    assert!(refused(&["results", "--file", &path]).contains(&format!("{path}:2: ")));
    let weights = write(&folder.join("w.toml"), "game = \"kalah\"\nevalu\u{200b}ation = \"strong\"\n");
    let message = refused(&["analyse", "kalah", "--agent", &format!("alphabeta:depth=1,eval={weights}")]);
    assert!(message.contains(&format!("{weights}:2: ")), "{message}");
    for args in [
        vec!["analyse", "kalah", "--position", "<3,\u{feff}0>"],
        vec!["analyse", "ka\u{200b}lah"],
        vec!["analyse", "kalah", "--agent", "be\u{2060}st"],
        vec!["analyse", "kalah", "--rules", "standard,\u{202e}x=1"],
        vec!["analyse", "kalah", "--moves", "1 \u{1b}[2J2"],
        vec!["analyse", "kalah", "--de\u{feff}pth", "3"],
        vec!["solve", "--verify", "/no/such\u{2066}/file"],
        vec!["replay", "/no/such\u{9b}/file"],
    ] {
        let message = refused(&args);
        assert!(message.contains(r"\u{"), "{args:?}: {message}");
        let is_seen = |line: &str| !line.contains(plyground_game::notation::is_invisible);
        assert!(message.lines().all(is_seen), "{args:?}: {message:?}");
    }
}

#[test]
fn tables_are_made_and_verified_without_a_position() {
    let folder = folder("made-tables");
    let tables = folder.to_str().unwrap();
    let cachex = ["solve", "cachex", "--setup", "3", "--tables", tables];
    assert!(refused(&with(&cachex, &["--verify"])).contains("no table of this board"));
    let made = json(&with(&cachex, &["--database", "--json"]));
    for (key, expected) in [("positions", 19_683), ("draws", 0), ("longest", 11)] {
        assert_eq!(made[key], expected, "{made}");
    }
    let checked = json(&with(&cachex, &["--verify", "--json"]));
    assert!(checked["positions"] == 19_683 && checked["wrong"] == 0, "{checked}");
    let message = done(&with(&cachex, &["--verify", "--sample", "50", "--seed", "3"]));
    assert_eq!(message, "verified: the value of each of 50 positions is that of its best move\n");
    assert!(done(&with(&cachex, &["--database"])).starts_with("19683 positions: "));
    for (args, expected) in [
        (["solve", "kalah", "--database"], "a database of kalah needs a number of seeds"),
        (["solve", "kalah", "--verify"], "tables of kalah are not verified"),
        (["solve", "khet", "--yes"], "no tables of khet hold"),
        (["solve", "--verify", "--json"], "expected `FILE` or `GAME`"),
    ] {
        let message = refused(&args);
        assert!(message.contains(expected), "{message}");
    }
    let message = refused(&["solve", "khet", "--mate-in", "2", "--database"]);
    assert!(message.contains("cannot be used with"), "{message}");
    let message = refused(&["solve", "kalah", "--value-only", "--database"]);
    assert!(message.contains("expected `--database SEEDS`"), "{message}");
    assert!(refused(&["solve", "kalah", "--verify", "--by-rules"]).contains("expected `--verify FILE`"));
    assert!(refused(&["solve", "kalah", "--by-rules"]).contains("--verify"));
    let message = refused(&["solve", "kalah", "--verify", "value.proof"]);
    assert!(message.contains("`--verify FILE` cannot be used with `GAME`"), "{message}");
    let message = refused(&["solve", "kalah", "--database", "-3"]);
    assert!(message.contains("expected a number from 0 to 127"), "{message}");
}

/// A book of the game is found by its name and the rules of the match.
#[test]
fn a_book_of_the_game_is_taken_by_its_name() {
    let folder = folder("doors-named-book");
    let kalah = ["match", "kalah", "--first", "greedy", "--second", "random:seed=4", "--games", "4", "--book"];
    for rules in ["standard", "empty-capture", "tournament"] {
        let records = folder.join(format!("{rules}.jsonl"));
        done(&with(&kalah, &["fair-kalah", "--rules", rules, "--out", records.to_str().unwrap()]));
        let text = fs::read_to_string(&records).unwrap();
        let book = plyground_solve::kalah::fair_starts(&rules.parse().unwrap()).unwrap();
        let starts: Vec<&str> = book.lines().filter(|line| line.starts_with('<')).take(2).collect();
        assert_eq!(starts.len(), 2);
        for start in starts {
            assert_eq!(text.lines().filter(|line| line.contains(start)).count(), 2, "{rules}: {start}");
        }
    }
    for (args, expected) in [
        (with(&kalah, &["fair-kalah", "--rules", "kalaha"]), "book `fair-kalah` has no openings for rules `kalaha`"),
        (with(&kalah, &["fair-kala"]), "expected a file, or `fair-kalah`"),
        (
            with(&["match", "khet", "--first", "greedy", "--second", "random"], &["--book", "fair-kalah"]),
            "cannot read `fair-kalah`",
        ),
        (with(&kalah, &["fair-kalah", "--rules", "none"]), "cannot read rules `none`"),
    ] {
        let message = refused(&args);
        assert!(message.contains(expected), "{message}");
    }
    // A file of the same name is selected by its path.
    let own = write(&folder.join("fair-kalah"), "startpos moves 1\n");
    let records = folder.join("own.jsonl");
    done(&with(&kalah, &[&own, "--out", records.to_str().unwrap()]));
    assert!(fs::read_to_string(&records).unwrap().contains("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"));
    assert!(done(&["games", "kalah"]).contains("books         fair-kalah: "));
    assert_eq!(json(&["games", "kalah", "--json"])["games"][0]["books"][0]["name"], "fair-kalah");
    assert_eq!(json(&["games", "khet", "--json"])["games"][0]["books"], serde_json::json!([]));
}
