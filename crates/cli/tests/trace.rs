//! `ply trace` for scripts and papers.

use serde_json::Value;

use crate::common::{folder, json, ply, text};

#[test]
fn a_trace_is_an_analysis_with_its_visits() {
    let args = ["kalah", "--agent", "scout", "--depth", "4", "--json"];
    let trace = json(&[&["trace"][..], &args].concat());
    let mut analysis = json(&[&["analyse", "--fixed"][..], &args].concat());
    for (key, value) in analysis.as_object_mut().unwrap() {
        if !key.contains("second") {
            assert_eq!(&trace[&**key], value, "{key}");
        }
    }
    let visits = trace["visits"].as_array().unwrap();
    let keys: Vec<&str> = visits[0].as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "alpha",
        "beta",
        "bound",
        "cut",
        "depth",
        "kind",
        "move",
        "parent",
        "playouts",
        "ply",
        "research",
        "side",
        "table_cutoff",
        "table_hit",
        "thread",
        "value",
    ];
    assert_eq!(keys, expected);
    let root = &visits[0];
    assert_eq!((&root["parent"], &root["move"], &root["alpha"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(
        (&root["value"], &root["bound"], &root["depth"]),
        (&trace["score"], &Value::from("exact"), &Value::from(4))
    );
    let cut = visits.iter().find(|visit| !visit["cut"].is_null()).expect("a cut-off");
    let keys: Vec<&str> = cut["cut"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["left", "move", "reason", "tried"]);
    let made = visits.iter().filter(|visit| !visit["move"].is_null() && visit["research"] == false).count();
    assert_eq!(trace["nodes"], made);
    let again = visits.iter().filter(|visit| visit["research"] == true).count();
    assert!(again > 0 && trace["statistics"]["researches"] == again, "{again} searched again");
}

#[test]
fn a_trace_starts_anywhere_and_is_drawn_in_four_ways() {
    let start = ["trace", "cachex", "--setup", "3", "--moves", "0,0 1,1", "--agent", "mtdf", "--depth", "2"];
    let with = |option: &str| text(&ply(&[&start[..], &[option]].concat()).stdout);
    let list = text(&ply(&start).stdout);
    assert!(
        list.starts_with("cachex, mtdf, depth 2: ")
            && list.contains("\nroot, red to move (")
            && list.contains("cut: beta "),
        "{list}"
    );
    assert!(with("--dot").starts_with("digraph search {\n") && with("--dot").ends_with("}\n"));
    assert!(with("--svg").starts_with("<svg ") && with("--svg").ends_with("</svg>\n"));
    let deepened = json(&[&start[..], &["--deepen", "--json"]].concat());
    let depths: Vec<u64> = deepened["visits"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|visit| visit["parent"].is_null())
        .map(|root| root["depth"].as_u64().unwrap())
        .collect();
    assert!(depths.is_sorted() && depths.contains(&1) && depths.contains(&2), "{depths:?}");
}

#[test]
fn a_trace_is_written_to_a_file_that_is_not_there_yet() {
    let path = folder("trace").join("tree.svg");
    let args = ["trace", "tigers", "--depth", "1", "--svg", "--out", path.to_str().unwrap()];
    let written = ply(&args);
    assert!(written.status.success() && written.stdout.is_empty(), "{written:?}");
    let picture = std::fs::read_to_string(&path).unwrap();
    assert_eq!(picture, text(&ply(&args[..5]).stdout));
    let again = ply(&args);
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("exists already"), "{again:?}");
    assert!(ply(&[&args[..], &["--force"]].concat()).status.success());
}

/// `--svg FILE` means the same as for `ply show`; without a file, and with `--out`, it means what it always meant.
#[test]
fn a_picture_of_a_trace_goes_to_its_file() {
    let path = folder("trace-picture").join("tree.svg");
    let file = path.to_str().unwrap();
    let plain = text(&ply(&["trace", "kalah", "--depth", "1", "--svg"]).stdout);
    assert!(plain.starts_with("<svg "), "{plain}");
    let before = ["trace", "--svg", "kalah", "--depth", "1"];
    assert_eq!(text(&ply(&before).stdout), plain, "the game is no file");
    let args = ["trace", "kalah", "--depth", "1", "--svg", file];
    let written = ply(&args);
    assert!(written.status.success() && written.stdout.is_empty(), "{written:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), plain);
    assert_eq!(ply(&args).status.code(), Some(1), "nothing is overwritten");
    assert!(ply(&[&args[..], &["--force"]].concat()).status.success());
    let two = ply(&[&args[..], &["--out", "other.svg"]].concat());
    assert_eq!(two.status.code(), Some(2), "{two:?}");
}

#[test]
fn a_trace_that_cannot_be_made_is_one_line() {
    let fails = |args: &[&str]| {
        let output = ply(&[&["trace", "kalah"][..], args].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        let message = text(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    };
    let large = fails(&["--depth", "6", "--agent", "minimax"]);
    assert!(large.contains("29092 visits, the limit is 5000: expected a lower depth"), "{large}");
    assert!(fails(&["--depth", "2", "--agent", "random"]).contains("`random` records no search tree"));
    assert!(fails(&["--agent", "alphabeta"]).contains("`--depth 4`, or a number of nodes"));
    assert!(fails(&["--depth", "2", "--agent", "nothing"]).contains("nothing"));
}

/// Regression: with one turn left, `a win is forced` in 5 plies, while `ply solve` said a draw.
#[test]
fn a_traced_solver_counts_the_limit_of_turns() {
    let start = ["cachex", "--setup", "3", "--rules", "standard,turn_limit=3,steal=off", "--moves", "0,1 1,0"];
    let trace = [&["trace"][..], &start, &["--solver", "proof-numbers", "--depth", "5"]].concat();
    let printed = text(&ply(&trace).stdout);
    assert!(printed.starts_with("cachex, proof-number search, 1 ply: no win is forced; "), "{printed}");
    let late = ["--position", "3 rbr/b../r.. b 341", "--solver", "retrograde"];
    let refused = ply(&[&["trace", "cachex"][..], &late].concat());
    let message = text(&refused.stderr);
    assert!(!refused.status.success() && message.contains("the limit of 343 turns"), "{message}");
}
