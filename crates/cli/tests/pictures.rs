//! The pictures of the documents, which are made by the commands that stand above them:
//!
//! ```text
//! <!-- picture: ply show kalah --moves 3 -->
//! ![what it shows](images/kalah.svg)
//! ```
//!
//! `PLYGROUND_PICTURES=new cargo test -p plyground-cli --test pictures` regenerates them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pictures of a page: the command's words and the file.
fn pictures(page: &Path) -> Vec<(Vec<String>, PathBuf)> {
    let text = fs::read_to_string(page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let made = lines.windows(2).filter_map(|pair| {
        let command = pair[0].strip_prefix("<!-- picture: ply ")?.strip_suffix(" -->")?;
        let (_, file) = pair[1].split_once("](").unwrap_or_else(|| panic!("{}: no picture below", pair[0]));
        // Words in quotes hold together; nothing else is needed here.
        let quoted = command.split('"').enumerate();
        let words = quoted.flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        Some((words.collect(), page.parent().unwrap().join(file.trim_end_matches(')'))))
    });
    made.collect()
}

#[test]
fn pictures_of_the_documents_are_what_their_commands_make() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folders = [docs.clone(), docs.join("rules"), docs.join("algorithms")];
    let pages = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let mut pictures: Vec<_> = pages.flat_map(|page| pictures(&page)).collect();
    pictures.sort();
    assert!(pictures.len() >= 12, "{} pictures", pictures.len());
    let fresh = std::env::temp_dir().join(format!("ply-picture-{}.svg", std::process::id()));
    for (words, kept) in pictures {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
        let option: &[&str] = if words[0] == "trace" { &["--svg", "--out"] } else { &["--svg"] };
        let status = command.args(&words).args(option).arg(&fresh).arg("--force").output().unwrap().status;
        assert!(status.success(), "{words:?}");
        if std::env::var_os("PLYGROUND_PICTURES").is_some() {
            fs::copy(&fresh, &kept).unwrap();
        }
        let same = fs::read_to_string(&kept).is_ok_and(|kept| kept == fs::read_to_string(&fresh).unwrap());
        assert!(same, "{} is not what `ply {}` draws: see this file", kept.display(), words.join(" "));
    }
    fs::remove_file(fresh).unwrap();
}

#[test]
fn every_page_of_an_algorithm_has_a_tree_and_short_code() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let tested = fs::read_to_string(docs.join("../crates/python/tests/test_documents.py")).unwrap();
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut pages = 0;
    for entry in fs::read_dir(docs.join("algorithms")).unwrap() {
        let page = entry.unwrap().path();
        let (name, text) = (page.file_stem().unwrap().to_str().unwrap(), fs::read_to_string(&page).unwrap());
        assert!(summary.contains(&format!("algorithms/{name}.md")), "{name} is not in the book");
        let trees = pictures(&page).into_iter().filter(|(words, _)| words[0] == "trace");
        assert_eq!(trees.count(), 1, "{name}: trees of `ply trace`");
        let blocks: Vec<&str> = text.split("\n```python\n").skip(1).collect();
        assert_eq!(blocks.len(), 1, "{name}: blocks of code");
        let code = blocks[0].split("\n```").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
        assert!((1..=15).contains(&lines), "{name}: {lines} lines of code");
        assert!(tested.contains(&format!("\"{name}\"")), "{name}: no test runs its code");
        pages += 1;
    }
    assert!(pages >= 14, "{pages} pages");
}

/// Counts the boxes of a picture, and those of a class.
fn boxes(svg: &str, class: &str) -> (usize, usize) {
    let shapes: Vec<&str> = svg.split("<g><title>").skip(1).collect();
    let is = |shape: &&&str| {
        let classes = shape.split("<rect class=\"").nth(1).unwrap().split('"').next().unwrap();
        classes.split(' ').any(|of| of == class)
    };
    (shapes.len(), shapes.iter().filter(is).count())
}

/// Runs `ply` with an option more, and returns what it prints.
fn traced(words: &str, option: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ply")).args(words.split(' ')).arg(option).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pictures_of_solvers_have_the_counts_of_their_solvers() {
    let json = |words: &str| serde_json::from_str::<serde_json::Value>(&traced(words, "--json")).unwrap();
    let list = |value: &serde_json::Value| value.as_array().unwrap().clone();

    let passes = "trace kalah --setup 2x2 --solver retrograde";
    let positions = list(&json(passes)["positions"]);
    let of = |value: &str| positions.iter().filter(|position| position["value"] == value).count();
    let svg = traced(passes, "--svg");
    for value in ["win", "draw", "loss"] {
        assert_eq!(boxes(&svg, value), (positions.len(), of(value)), "{value}");
    }
    let solved = json("solve kalah --setup 2x2");
    let start = positions.iter().find(|position| position["position"] == solved["position"]).unwrap();
    assert_eq!((start["value"] == "loss", &start["side"]), (solved["winner"] != solved["side"], &solved["side"]));
    for (name, what) in [("dot", "digraph retrograde"), ("json", "{\"game\":\"kalah\"")] {
        assert!(traced(passes, &format!("--{name}")).starts_with(what));
    }

    let proof = "trace kalah --setup 3x2 --moves 1 --solver proof-numbers --depth 6";
    let tree = json(proof);
    let nodes = list(&tree["nodes"]);
    let searches: u64 = nodes.iter().map(|node| node["searches"].as_u64().unwrap()).sum();
    assert_eq!((searches, &tree["forced"]), (tree["searched"].as_u64().unwrap(), &serde_json::Value::Bool(true)));
    let svg = traced(proof, "--svg");
    let proven = nodes.iter().filter(|node| node["proof"] == 0).count();
    let expanded = nodes.iter().filter(|node| node["searches"] != 0).count();
    assert_eq!(boxes(&svg, "proven"), (nodes.len(), proven));
    assert_eq!(boxes(&svg, "expanded"), (nodes.len(), expanded));
    assert!(traced(proof, "--dot").starts_with("digraph proof"));
}

#[test]
fn pictures_of_beams_and_threads_have_the_counts_of_their_searches() {
    let json = |words: &str| serde_json::from_str::<serde_json::Value>(&traced(words, "--json")).unwrap();
    let beam = "trace kalah --setup 3x2 --agent beam:width=2 --depth 3";
    let visits = json(beam)["visits"].as_array().unwrap().clone();
    let discarded = visits.iter().filter(|visit| visit["kind"] == "discarded").count();
    assert!(discarded > 0);
    assert_eq!(boxes(&traced(beam, "--svg"), "discarded"), (visits.len(), discarded));

    let split = "trace kalah --setup 3x3 --agent alphabeta:threads=2 --depth 3";
    let visits = json(split)["visits"].as_array().unwrap().clone();
    let svg = traced(split, "--svg");
    assert_eq!(boxes(&svg, "").0, visits.len());
    for thread in [0, 1] {
        let moves = visits.iter().filter(|visit| visit["ply"] == 1 && visit["thread"] == thread).count();
        assert!(moves > 0, "thread {thread} searches a root move");
        assert_eq!(svg.matches(&format!("<path class=\"band thread-{thread}\"")).count(), moves);
    }
}

#[test]
fn a_solver_that_cannot_be_traced_is_one_line() {
    let fails = |words: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ply")).args(words.split(' ')).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}");
        String::from_utf8(output.stderr).unwrap()
    };
    let large = fails("trace kalah --setup 6x4 --solver retrograde --limit 100");
    assert!(large.contains("more than 100 positions can follow") && large.lines().count() == 1, "{large}");
    let large = fails("trace kalah --solver proof-numbers --depth 20 --limit 50");
    assert!(large.contains("more than 50 nodes") && large.lines().count() == 1, "{large}");
    assert!(fails("trace kalah --solver proof-numbers").contains("expected `--depth PLIES`"));
    assert!(fails("trace kalah --setup 2x2 --solver retrograde --depth 3").contains("expected no `--depth`"));
    let over = fails("trace kalah --setup 2x1 --moves 2,1,2 --solver retrograde");
    assert!(!over.is_empty());
    assert!(fails("trace kalah --solver retrograde --agent pvs").contains("cannot be used with"));
}
