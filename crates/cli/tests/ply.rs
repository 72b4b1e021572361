//! The command line as scripts see it: JSON keys, exit status, one line for each fault.

use std::io::Write;
#[cfg(any(unix, feature = "web"))]
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::{answer, json, ply, text};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

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
fn analyse_has_the_keys_of_the_contract() {
    let args = ["analyse", "kalah", "--agent", "alphabeta", "--depth", "6", "--lines", "2", "--json"];
    let analysis = json(&args);
    let expected = [
        "agent",
        "best",
        "completed",
        "depth",
        "evaluation",
        "game",
        "leaves",
        "lines",
        "nodes",
        "nodes_per_second",
        "partial_depth",
        "position",
        "proven",
        "pv",
        "root_moves",
        "rules",
        "score",
        "seconds",
        "seldepth",
        "side",
        "statistics",
        "table",
        "unit",
        "win_probability",
        "winner_in",
    ];
    assert_eq!(keys(&analysis), expected);
    let share = analysis["win_probability"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&share) && (share > 0.5) == (analysis["score"].as_f64().unwrap() > 0.0), "{analysis}");
    let about = ["game", "rules", "side", "agent", "evaluation", "unit"].map(|key| analysis[key].as_str().unwrap());
    assert_eq!(about, ["kalah", "standard", "south", "alphabeta", "store-difference", "seeds"]);
    assert_eq!(analysis["position"], json(&["show", "kalah", "--json"])["position"]);
    assert_eq!(keys(&analysis["table"]), ["fill", "hits", "stores"]);
    assert_eq!(keys(&analysis["lines"][0]), ["move", "pv", "score"]);
    assert_eq!((analysis["lines"].as_array().unwrap().len(), &analysis["completed"]), (2, &Value::from(true)));

    let minimax = json(&["analyse", "kalah", "--agent", "minimax", "--depth", "6", "--json"]);
    assert_eq!((&minimax["best"], &minimax["score"]), (&analysis["best"], &analysis["score"]));
    // A depth makes as many moves as the perft counts up to it: 6, 35, 185, 942, 4,690 and 23,233.
    let sums = [6, 41, 226, 1_168, 5_858, 29_091];
    assert_eq!((&minimax["nodes"], &minimax["leaves"]), (&Value::from(sums.iter().sum::<u64>()), &Value::from(23_233)));
    let fixed = json(&["analyse", "kalah", "--agent", "minimax", "--depth", "6", "--fixed", "--json"]);
    assert_eq!(fixed["nodes"], sums[5]);
}

#[test]
fn analyse_streams_a_line_for_each_depth() {
    let output = ply(&["analyse", "kalah", "--depth", "4", "--json", "--stream"]);
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let depths: Vec<u64> = lines.iter().map(|line| line["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 4]);
}

#[test]
fn analyse_answers_in_words_too() {
    let output = ply(&["analyse", "kalah", "--setup", "3x3", "--depth", "5", "--fixed"]);
    let words = text(&output.stdout);
    assert!(words.contains("best move") && words.contains("South sows") && words.contains("all moves"), "{words}");
    let over = ply(&["analyse", "kalah", "--position", "<1,3,1,0,0> S"]);
    assert!(text(&over.stdout).contains("the game is over"));
}

#[test]
fn results_are_told_in_whole_words() {
    let told = |args: &[&str]| text(&ply(args).stdout);
    let drawn = told(&["analyse", "kalah", "--setup", "1x1", "--agent", "minimax"]);
    assert!(drawn.contains("best move 1: a draw, proven: both sides can do no better"), "{drawn}");
    let won = told(&["analyse", "kalah", "--position", "<3,8,4,0,0,1,2,0,0> S", "--depth", "3"]);
    assert!(won.contains("south wins in 1 ply\n"), "{won}");
    let ahead = told(&["analyse", "kalah", "--depth", "1", "--agent", "alphabeta"]);
    assert!(ahead.contains("best move 3: south is ahead by 1 seed (57 %), looking 1 ply ahead\n"), "{ahead}");
    let herd = "GGGG.T.GG.T...G.T...... 5 t";
    let herd = told(&["analyse", "tigers", "--position", herd, "--depth", "2", "--agent", "pvs:eval=strong"]);
    assert!(herd.contains("goats are ahead by ") && herd.contains(" %), looking 2 plies ahead\n"), "{herd}");
    let one = told(&["perft", "kalah", "--depth", "1"]);
    assert!(one.starts_with("6 sequences of 1 ply ("), "{one}");
    let none = told(&["solve", "khet", "--mate-in", "1"]);
    assert!(none.starts_with("no forced win of silver within 1 move\n"), "{none}");
    let explained = told(&["analyse", "kalah", "--depth", "2", "--explain"]);
    assert!(explained.contains("the value of this position for south, by the evaluation `strong`\n"), "{explained}");
    let report = ["analyse", "kalah", "--agent", "kalah-exit-counter", "--explain"];
    let explained = told(&report);
    assert!(
        explained.contains("the value of this position for south, by the evaluation `along-line`\n"),
        "{explained}"
    );
    let explained = json(&[&report[..], &["--json"]].concat());
    assert_eq!(explained["explained_by"], explained["evaluation"]);
    let terms = explained["end_features"].as_array().unwrap().iter().map(|feature| feature["term"].as_f64().unwrap());
    assert_eq!(terms.sum::<f64>(), explained["score"].as_f64().unwrap());
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
    assert_eq!(json(&["compare", "khet", "--depth", "1", "--json"])["evaluation"], "learned");
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
    let listed = text(&ply(&["games"]).stdout);
    assert!(listed.contains("\n  khet-heuristicbot\n                the report's:"), "{listed}");
    assert_eq!(ply(&["games", "chess"]).status.code(), Some(2));
}

/// Ctrl-C gives the best move so far.
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
    let faults: [&[&str]; 22] = [
        &[],
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
        &["perft", "kalah"],
        &["perft", "kalah", "--depth", "-1"],
        &["perft", "kalah", "--depth", "x"],
        &["analyse", "kalah", "--agent", "deepblue"],
        &["analyse", "kalah", "--agent", "alphabeta:deph=3"],
        &["analyse", "kalah", "--agent", "alphabeta:eval=best"],
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
        assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
        assert!(!message.trim_end().contains(char::is_control), "{message:?}");
        messages.push(format!("{}\n  {}", args.join(" ").escape_debug(), message.trim_end()));
    }
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_game_is_played_saved_and_taken_up_again() {
    let folder = std::env::temp_dir().join(format!("ply-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let file = file.to_str().unwrap();
    let input = format!("3\nmoves\nundo\n9\n3\n1\nsave {file}\nsave {file}\nquit\n");
    let output = answer(&["play", "kalah", "--setup", "3x3", "--second", "alphabeta:depth=3"], &input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout).replace(folder.to_str().unwrap(), "FOLDER"));
    let saved = std::fs::read_to_string(file).unwrap();
    insta::assert_snapshot!(saved);
    let output = answer(&["play", "kalah", "--load", file, "--second", "alphabeta:depth=3"], "quit\n");
    assert!(output.status.success() && text(&output.stdout).contains("to move"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_human_may_resign_and_take_it_back() {
    let folder = std::env::temp_dir().join(format!("ply-resign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let input = format!("resign\nundo\n3\nresign\nsave {}\nquit\n", file.to_str().unwrap());
    let output = answer(&["play", "kalah", "--setup", "3x3", "--second", "human"], &input);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(told.contains("north wins: south resigns\n") && told.contains("the game goes on\n"), "{told}");
    assert!(told.contains("south wins: north resigns\nthe game: 3\n"), "{told}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[Cause \"north resigns\"]\n[Result \"south\"]"), "{saved}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_go_nowhere_end() {
    let args = ["play", "khet", "--first", "random:seed=1", "--second", "random:seed=2", "--max-plies", "5"];
    let told = text(&ply(&args).stdout);
    assert!(told.contains("a draw: 5 moves have been played\n"), "{told}");
    for (game, plies) in [("khet", 400), ("tigers", 400)] {
        assert_eq!(json(&["games", game, "--json"])["games"][0]["max_plies"], plies);
    }
}

/// The command that is said goes on with the game.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["play", "kalah", "--setup", "3x3", "--second", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It stays open: only Ctrl-C ends the game.
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"3\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // The prompt has no end of line; it comes after the board.
    let mut told = Vec::new();
    while !told.ends_with(b"north> ") {
        let mut byte = [0];
        std::io::Read::read_exact(&mut out, &mut byte).unwrap();
        told.push(byte[0]);
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let expected = "stopped; this goes on with the game: ply play kalah --rules standard --position \
                    '<3,0,0,3,3,3,3,3,3> S' --moves 3 --first human --second human\n";
    assert_eq!(said, expected);
}

#[test]
fn agents_play_each_other_to_the_end() {
    for game in ["kalah", "cachex"] {
        let args = [
            "play",
            game,
            "--setup",
            if game == "kalah" { "3x3" } else { "3" },
            "--first",
            "random",
            "--second",
            "greedy",
            "--seed",
            "5",
        ];
        let output = ply(&args);
        let told = text(&output.stdout);
        assert!(output.status.success() && (told.contains(" wins: ") || told.contains("a draw")), "{told}");
        assert_eq!(told, text(&ply(&args).stdout), "the same seed plays the same game");
    }
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

/// Somebody who has read enough ends a search that would run for hours; a full disk is told.
#[test]
fn output_that_nobody_takes_ends_the_program() {
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

#[test]
fn strange_bytes_do_not_end_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["play", "kalah"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n3\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && text(&output.stdout).contains("South sows 4 seeds"));
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

#[cfg(feature = "web")]
#[test]
fn serve_says_where_the_board_is_and_serves_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ply"))
        .args(["serve", "--port", "0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    BufRead::read_line(&mut output, &mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/').to_owned();
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    std::io::Read::read_to_string(&mut stream, &mut page).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Plyground</title>"), "{page}");
}
