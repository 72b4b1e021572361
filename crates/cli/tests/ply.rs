//! The command line for scripts: JSON keys, exit status, one line per error.

use std::io::Write;
#[cfg(any(unix, feature = "web"))]
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{json, keys, ply, text};

#[test]
fn show_has_the_keys_of_the_contract() {
    let shown = json(&["show", "kalah", "--moves", "3 1", "--json"]);
    assert_eq!(keys(&shown), ["game", "key", "legal", "outcome", "position", "rules", "side"]);
    assert_eq!(shown["position"], "<6,1,0,0,5,1,6,6,5,4,4,4,4,4,4> N");
    assert_eq!((&shown["side"], &shown["outcome"]), (&Value::from("north"), &Value::Null));
    assert_eq!(shown["legal"], serde_json::json!(["1", "2", "3", "4", "5", "6"]));
    assert_eq!(shown["key"].as_str().map(str::len), Some(16));

    let over = json(&["show", "kalah", "--position", "<1,3,1,0,0> S", "--json"]);
    assert_eq!(over["outcome"]["winner"], "south");
    assert!(over["outcome"]["reason"].as_str().unwrap().contains("empty"), "{over}");
    let drawn = json(&["show", "khet", "--moves", "h2h3 c7c6 h3h2 c6c7 h2h3 c7c6 h3h2 c6c7", "--json"]);
    assert_eq!(drawn["outcome"]["winner"], Value::Null);
    assert_eq!(drawn["legal"], serde_json::json!([]));
}

#[test]
fn perft_counts_and_divides() {
    let count = json(&["perft", "kalah", "--setup", "3x3", "--depth", "6", "--json"]);
    assert_eq!(keys(&count), ["depth", "finished", "game", "nodes", "position", "rules", "seconds", "side"]);
    assert_eq!(count["nodes"], 280);
    let parts = json(&["perft", "kalah", "--depth", "5", "--divide", "--threads", "2", "--json"]);
    let sum: u64 = parts["divide"].as_array().unwrap().iter().map(|part| part["nodes"].as_u64().unwrap()).sum();
    assert_eq!((sum, &parts["nodes"]), (4_690, &Value::from(4_690)));
    for (game, depth, nodes) in [("khet", "2", 5_920), ("tigers", "3", 2_286), ("cachex", "1", 80)] {
        assert_eq!(json(&["perft", game, "--depth", depth, "--json"])["nodes"], nodes, "{game}");
    }
}

#[test]
fn every_object_says_what_it_is_about() {
    let objects: [&[&str]; 7] = [
        &["show", "cachex"],
        &["perft", "cachex", "--depth", "1"],
        &["analyse", "cachex", "--depth", "1"],
        &["path", "cachex", "--from", "0,0", "--to", "2,2"],
        &["compare", "cachex", "--setup", "3", "--depth", "1"],
        &["trace", "cachex", "--setup", "3", "--depth", "1"],
        &["solve", "cachex", "--mate-in", "1"],
    ];
    for args in objects {
        let object = json(&[args, &["--json"]].concat());
        for key in ["game", "rules", "position", "side"] {
            assert!(object[key].is_string(), "{args:?} lacks {key}: {object}");
        }
    }
    assert_eq!(json(&["compare", "khet", "--depth", "1", "--json"])["evaluation"], "hunting");
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
        command.env_remove("NO_COLOR").env_remove("FORCE_COLOR").envs(variables.iter().copied());
        let output = command.args(["show", "khet"]).args(args).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]), "a pipe is no terminal");
    assert!(coloured(&["--color", "always"], &[]));
    assert!(coloured(&[], &[("FORCE_COLOR", "1")]));
    assert!(!coloured(&[], &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]));
    assert!(coloured(&["--color=always"], &[("NO_COLOR", "1")]));
    assert!(!coloured(&["--color", "never"], &[("FORCE_COLOR", "1")]));
    assert_eq!(ply(&["show", "khet", "--color", "purple"]).status.code(), Some(2));
}

#[test]
fn games_can_be_named_in_capitals_and_listed_alone() {
    assert_eq!(json(&["show", "Kalah", "--json"]), json(&["show", "kalah", "--json"]));
    let khet = json(&["games", "khet", "--json"]);
    assert_eq!((khet["games"].as_array().unwrap().len(), &khet["games"][0]["name"]), (1, &Value::from("khet")));
    let agents: Vec<_> =
        khet["agents"].as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert!(agents.contains(&"khet-userbot") && agents.contains(&"best") && !agents.contains(&"kalaha-turns"));
    let khet = text(&ply(&["games", "khet"]).stdout);
    assert!(khet.contains("\n  khet-heuristicbot\n                the report's:"), "{khet}");
    let all = text(&ply(&["games"]).stdout);
    for (listed, most) in [(&all, 40), (&khet, 60)] {
        assert!(listed.lines().count() <= most && listed.contains("\n  level-2       Beginner ("), "{listed}");
    }
    let keys = text(&ply(&["games", "kalah", "--keys"]).stdout);
    assert!(
        keys.contains("\n  greedy        eval, view, noise, fresh, seed\n") && keys.contains("\n  exit   "),
        "{keys}"
    );
    assert!(!text(&ply(&["games", "khet", "--keys"]).stdout).contains("\n  exit   "), "a key of Kalah");
    assert_eq!(ply(&["games", "chess"]).status.code(), Some(2));
}

/// Ctrl-C prints the best move so far.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis_with_what_it_has() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["analyse", "kalah", "--setup", "6x6", "--depth", "200", "--json", "--stream"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert!(last["best"].is_string() && last["completed"] == false, "{last}");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).lines().count()), (Some(130), 1));
}

#[test]
fn faults_are_one_line_with_status_2() {
    let faults: [&[&str]; 41] = [
        &["cluster"],
        &["nonsense"],
        &["show"],
        &["show", "chess"],
        &["show", "kalah", "--setup", "99x1"],
        &["show", "kalah", "--rules", "standard,capture=all"],
        &["show", "kalah", "--position", "<6,0,0,4> S"],
        &["show", "kalah", "--moves", "3 9"],
        &["show", "kalah", "--moves", "1 1 1"],
        &["show", "kalah", "--setup", "6x4", "--position", "<1,0,0,1,1> S"],
        &["show", "kalah", "--colour"],
        &["anaylse", "kalah"],
        &["analyse", "kalah", "--eval", "strong"],
        &["analyse", "kalah", "--agent", "pvs:depth=3", "--eval=strong"],
        &["play", "kalah", "--noise"],
        &["analyse", "kalah", "4x3"],
        &["show", "kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"],
        &["match", "cachex", "5", "--first", "best", "--second", "pvs"],
        &["analyse", "kalah", "3", "1"],
        &["show", "kalah", "--moves", "3", "1", "--json"],
        &["perft", "kalah", "5"],
        &["match", "kalah", "alphabeta", "greedy"],
        &["play", "kalah", "random"],
        &["tournament", "kalah", "best", "pvs", "--eval", "str\u{1b}[31m"],
        &["compare", "kalah", "--depth", "2", "--width", "3"],
        &["perft", "kalah"],
        &["perft", "kalah", "--depth", "-1"],
        &["perft", "kalah", "--depth", "x"],
        &["analyse", "kalah", "--agent", "deepblue"],
        &["analyse", "kalah", "--agent", "alfabeta:depth=3"],
        &["analyse", "kalah", "--agent", "alphabeta,depth=3"],
        &["match", "kalah", "--first", "levl-2", "--second", "level-9"],
        &["analyse", "kalah", "--agent", "alphabeta:deph=3"],
        &["analyse", "kalah", "--agent", "alphabeta:eval=best"],
        &["analyse", "kalah", "--agent", "alphabeta:eval=margn"],
        &["show", "kalha"],
        &["analyse", "kalah", "--time", "soon"],
        &["analyse", "kalah", "--depth", "1000"],
        &["analyse", "kalah", "--fixed"],
        &["show", "a\rb\u{1b}[31m"],
        &["play", "kalah", "--first", "robot"],
    ];
    let mut messages = Vec::new();
    for args in faults {
        let output = ply(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        let message = text(&output.stderr);
        let mut lines = message.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with("error: ")), "{args:?}: {message}");
        assert!(lines.next().is_none_or(|line| line.starts_with("  tip: ")) && lines.next().is_none(), "{message}");
        assert!(!message.replace('\n', "").contains(char::is_control), "{message:?}");
        messages.push(format!("{}\n  {}", args.join(" ").escape_debug(), message.trim_end().replace("\n", "\n  ")));
    }
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_picture_is_written_once() {
    let file = std::env::temp_dir().join(format!("ply-test-{}.svg", std::process::id()));
    let args = ["show", "khet", "--svg", file.to_str().unwrap()];
    assert!(ply(&args).status.success());
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    let again = ply(&args);
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("--force"));
    assert!(ply(&[&args[..], &["--force"]].concat()).status.success());
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn beams_are_drawn_on_request() {
    let beam = |side: &str| ply(&["show", "khet", "--beam", side]);
    assert!(beam("silver").status.success() && beam("silver").stdout != beam("red").stdout);
    assert!(text(&beam("blue").stderr).contains("expected one of `silver`, `red`"));
    assert_eq!(ply(&["show", "kalah", "--beam", "south"]).status.code(), Some(2));
}

/// A closed pipe ends a search that would run for hours; a full disk is an error.
#[test]
fn output_without_a_reader_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["analyse", "kalah", "--setup", "6x6", "--depth", "200", "--json", "--stream"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        for args in [&["completions", "bash"][..], &["show", "kalah"], &["games"]] {
            let output = Command::new(env!("CARGO_BIN_EXE_ply")).args(args).stdout(full.try_clone().unwrap()).output();
            let output = output.unwrap();
            assert_eq!(output.status.code(), Some(1), "{args:?}");
            assert_eq!(text(&output.stderr).lines().count(), 1);
        }
    }
}

/// Regression: a log on a full disk made a run panic at its next notice, and every error ended with status 101.
#[test]
fn a_full_log_changes_no_exit_status() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let contest = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "2"];
    let crowded = [&contest[..], &["--time", "1s", "--concurrency", "99"]].concat();
    let cases: [(&[&str], i32); 5] = [
        (&["show", "chess"], 2),
        (&["show", "kalah", "--setup", "0x0"], 2),
        (&["results", "--file", "/nonexistent"], 2),
        (&["show", "kalah", "--svg", "/nonexistent/board.svg"], 1),
        (&crowded, 0),
    ];
    for (args, status) in cases {
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
            command.args(args).stdin(Stdio::null());
            command
        };
        let plain = command().output().unwrap();
        assert_eq!(plain.status.code(), Some(status), "{args:?}: {}", text(&plain.stderr));
        assert!(!plain.stderr.is_empty(), "{args:?} writes no line that can fail");
        let output = command().stderr(full.try_clone().unwrap()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(status), plain.stdout), "{args:?}");
    }
}

#[test]
fn games_lists_everything_that_specs_may_name() {
    let games = json(&["games", "--json"]);
    assert_eq!(keys(&games), ["agents", "games", "keys", "levels"]);
    for agent in games["agents"].as_array().unwrap() {
        let name = agent["name"].as_str().unwrap();
        if name == "engine" {
            continue;
        }
        let game = agent["game"].as_str().unwrap_or("kalah");
        let analysis = json(&["analyse", game, "--agent", name, "--depth", "2", "--json"]);
        assert!(analysis["best"].is_string(), "{name}");
    }
}

#[cfg(feature = "web")]
#[test]
fn serve_names_what_is_wrong_with_a_port() {
    for port in ["70000", "-1", "http", ""] {
        let output = ply(&["serve", "--port", port]);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.trim_end().lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains("expected a port from 0 to 65535"), "{error}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = ply(&["serve", "--port", &port]);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.trim_end().lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains(&format!("port {port} is in use")) && error.contains("--port 0"), "{error}");
    let missing = ply(&["replay", "no-such-file.jsonl", "--web", "--port", &port]);
    assert!(!missing.status.success() && text(&missing.stderr).contains("no-such-file"));
}

/// Starts `ply serve`; returns its process and its address.
#[cfg(feature = "web")]
fn serve(args: &[&str]) -> (std::process::Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
    command.args(["serve", "--port", "0"]).args(args);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    BufRead::read_line(&mut output, &mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/').to_owned();
    (child, address)
}

/// Sends a request to a server and returns the answer with its head.
#[cfg(feature = "web")]
fn ask(address: &str, request: &str, body: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let head = format!("{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json");
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
    answer
}

#[cfg(feature = "web")]
#[test]
fn serve_says_where_the_board_is_and_serves_it() {
    for host in [&[][..], &["--host", "localhost"]] {
        let (mut child, address) = serve(host);
        let page = ask(&address, "GET /", "");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Plyground</title>"), "{page}");
    }
}

/// Regression: the board compared with the first evaluation of the game, and the command with that of `best`.
#[cfg(feature = "web")]
#[test]
fn the_board_compares_as_the_command_does() {
    let (mut child, address) = serve(&[]);
    let compared = |game: &str| -> Vec<Value> {
        let created = ask(&address, "POST /api/games", &serde_json::json!({ "game": game }).to_string());
        let created: Value = serde_json::from_str(created.split_once("\r\n\r\n").unwrap().1).unwrap();
        let id = created["id"].as_str().unwrap();
        let events = ask(&address, &format!("GET /api/games/{id}/compare?depth=3"), "");
        let data = events.lines().filter_map(|line| line.strip_prefix("data: "));
        data.map(|data| serde_json::from_str::<Value>(data).unwrap()).filter(|row| row["found"].is_object()).collect()
    };
    let rows = ["khet", "kalah", "tigers", "cachex"].map(|game| (game, compared(game)));
    child.kill().unwrap();
    child.wait().unwrap();
    for (game, rows) in rows {
        let table = json(&["compare", game, "--depth", "3", "--json"]);
        let expected = table["rows"].as_array().unwrap();
        assert_eq!((rows.len(), expected.len()), (9, 9), "{game}");
        for (row, expected) in rows.iter().zip(expected) {
            let found = &row["found"]["analysis"];
            assert_eq!((&row["agent"], &found["evaluation"]), (&expected["algorithm"], &table["evaluation"]), "{game}");
            for key in ["nodes", "leaves", "score", "best", "pv", "depth"] {
                assert_eq!(found[key], expected[key], "{game}: {key} of {}", row["agent"]);
            }
        }
    }
}
