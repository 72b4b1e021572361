//! The help, names of options and agents, and the end of the output.

use crate::common::{answer, json, ply, printed, text};

/// Regression: it was an error with status 2.
#[test]
fn ply_alone_prints_the_help() {
    for args in [&[][..], &["--color", "never"]] {
        let output = ply(args);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{args:?}");
        assert_eq!(text(&output.stdout), printed(&["--help"]));
    }
    let help = printed(&["help"]);
    for heading in ["Play:", "Analyse positions:", "Compare agents:", "Commands of one game:", "Engines and clusters:"]
    {
        assert!(help.contains(&format!("\n{heading}\n")), "{help}");
    }
    let output = ply(&["cluster"]);
    assert_eq!((output.status.code(), text(&output.stderr).lines().count()), (Some(2), 1));
}

#[test]
fn former_names_of_options_are_hidden_aliases() {
    for args in [
        &["worker", "--join", "nats://127.0.0.1:1", "--threads", "2"][..],
        &["cluster", "status", "--server", "nats://127.0.0.1:1"],
        &["match", "kalah", "--first", "random", "--second", "random", "--threads", "2"],
        &["tournament", "kalah", "random", "greedy", "--threads", "2"],
        &["tune", "kalah", "--threads", "2"],
        &["learn", "kalah", "--out", "learned", "--threads", "2"],
    ] {
        let help = printed(&[args, &["--help"]].concat());
        assert!(!help.contains("--join") && !help.contains("--server") && !help.contains("--threads"), "{help}");
    }
    for command in ["match", "tournament", "tune", "worker"] {
        assert!(printed(&[command, "--help"]).contains("--concurrency <N>"), "{command}");
    }
    for command in ["match", "tournament", "tune", "solve", "worker", "serve"] {
        assert!(printed(&[command, "--help"]).contains("--cluster <ADDRESS>"), "{command}");
    }
    assert!(printed(&["cluster", "runs", "--help"]).contains("--cluster <ADDRESS>"));
}

#[test]
fn levels_are_agents_everywhere() {
    let analysis = json(&["analyse", "kalah", "--agent", "level-3", "--json"]);
    assert_eq!((&analysis["agent"], analysis["best"].is_string()), (&"best-2:nodes=100".into(), true));
    let played = json(&["match", "khet", "--first", "level-1", "--second", "level-2", "--games", "2", "--json"]);
    let names: Vec<&str> =
        played["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"random") && names.contains(&"greedy:fresh=on"), "{played}");
    let tournament = ["tournament", "kalah", "level-1", "level-2:seed=3", "level-3", "--rounds", "1", "--json"];
    assert_eq!(json(&tournament)["players"].as_array().unwrap().len(), 3);
    let game = ["play", "kalah", "--setup", "3x3", "--first", "level-2", "--second", "level-1"];
    assert!(printed(&game).contains("the game: "));
    assert!(ply(&["engine", "kalah", "--agent", "level-2"]).status.success());
    let listed = json(&["games", "--json"]);
    let levels: Vec<&str> =
        listed["levels"].as_array().unwrap().iter().map(|level| level["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["level-1", "level-2", "level-3", "level-4", "level-5"]);
    assert!(printed(&["games"]).contains("\n  level-2       Beginner (greedy:fresh=on): "));
    let unknown = ply(&["analyse", "kalah", "--agent", "level-7"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("found `level-7`, expected one of `level-1`"), "{}", text(&unknown.stderr));
}

#[test]
fn the_version_names_the_build_and_its_features() {
    let features = [("cluster", cfg!(feature = "cluster")), ("web", cfg!(feature = "web"))];
    let features: Vec<&str> = features.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let version = printed(&["--version"]);
    let build = version.strip_prefix(&format!("ply {} (", env!("CARGO_PKG_VERSION"))).unwrap_or_default();
    let build = build.strip_suffix(&format!("features: {features})\n")).unwrap_or_else(|| panic!("{version}"));
    let is_commit = build.strip_suffix("; ").is_some_and(|commit| commit.chars().all(|c| c.is_ascii_hexdigit()));
    assert!(if cfg!(debug_assertions) { build == "debug; " } else { build.is_empty() || is_commit }, "{version}");
}

#[test]
fn options_that_nearly_exist_have_a_tip() {
    for (line, tip) in [
        ("analyse kalah -depth 5", "expected `--depth`"),
        ("analyse kalah \u{2013}depth 5", "expected `--depth`"),
        ("play kalah --level 3", "a level is an agent: expected `--second level-3`"),
        ("analyse kalah --level", "a level is an agent: expected `--agent level-2`"),
    ] {
        let wrong = ply(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(wrong.status.code(), Some(2), "{line}");
        let printed = text(&wrong.stderr);
        assert!(printed.lines().count() == 2 && printed.contains(&format!("tip: {tip}")), "{line}: {printed}");
    }
}

#[test]
fn output_ends_with_a_newline() {
    for args in [
        &["games"][..],
        &["games", "--json"],
        &["show", "khet"],
        &["show", "kalah", "--json"],
        &["perft", "kalah", "--depth", "2", "--divide"],
        &["analyse", "kalah", "--depth", "2", "--explain"],
        &["compare", "kalah", "--setup", "3x3", "--depth", "2"],
        &["path", "cachex", "--from", "0,0", "--to", "2,2"],
        &["solve", "kalah", "--setup", "3x2", "--table", "1"],
        &["puzzles", "kalah", "--list", "--count", "1"],
        &["match", "kalah", "--setup", "3x3", "--first", "random", "--second", "greedy", "--games", "2"],
        &["tournament", "kalah", "random", "greedy", "level-3", "--setup", "3x3", "--rounds", "1"],
        &["tune", "kalah", "--setup", "3x3", "--generations", "1", "--final-games", "0"],
        &["sprt", "1", "2", "3", "2", "1", "--bounds", "0,5"],
        &["completions", "bash"],
        &["play", "kalah"],
        &["--version"],
        &["help", "match"],
    ] {
        let output = answer(args, "quit\n");
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).ends_with('\n'), "{args:?}");
    }
}

/// Regression: these options were accepted and changed nothing.
#[test]
fn options_without_a_use_are_refused() {
    let games = ["match", "kalah", "--first", "greedy", "--second", "random", "--games", "2"];
    for (args, needed) in [
        ([&games[..], &["--token-file", "t"]].concat(), "--cluster <ADDRESS>"),
        ([&games[..], &["--tls-ca", "t"]].concat(), "--cluster <ADDRESS>"),
        (vec!["serve", "--token-file", "t"], "--cluster <ADDRESS>"),
        (vec!["replay", "games.jsonl", "--open"], "--web"),
        (vec!["replay", "games.jsonl", "--port", "0"], "--web"),
        (vec!["replay", "games.jsonl", "--tables", "t"], "--web"),
        (vec!["solve", "kalah", "--setup", "3x2", "--split", "3"], "--certificate <FILE>"),
        (vec!["solve", "kalah", "--setup", "3x2", "--seed", "3"], "--verify [<FILE>]"),
        (vec!["trace", "kalah", "--depth", "2", "--force"], "--out FILE"),
        (vec!["tune", "kalah", "--method", "spsa", "--final-games", "0", "--sprt=0,10"], "`--final-games` above 0"),
    ] {
        let refused = ply(&args);
        let message = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && message.contains(needed), "{args:?}: {message}");
    }
    let one = ply(&["analyse", "kalah", "--agent", "random", "--lines", "3"]);
    assert!(one.status.success() && text(&one.stderr).contains("`--lines` has no effect"), "{}", text(&one.stderr));
}
