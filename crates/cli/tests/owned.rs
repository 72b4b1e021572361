//! Runs whose file another process removes or changes: no success is reported with a file that lacks games.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{command, folder, ply, printed, text};

/// A match and a tournament that would last for hours.
const RUNS: [(&[&str], &str); 2] = [
    (&["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "2000000"], ""),
    (&["tournament", "kalah", "--setup", "3x3", "greedy", "random", "--rounds", "1000000"], "games.jsonl"),
];

/// Runs a command, and changes its file as soon as that has `lines` lines.
fn run_and_change(args: &[&str], file: &Path, lines: usize, change: fn(&Path)) -> Output {
    let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !fs::read_to_string(file).is_ok_and(|text| text.lines().count() >= lines) {
        assert!(child.try_wait().unwrap().is_none(), "{args:?} ended early");
        sleep(Duration::from_millis(2));
    }
    change(file);
    child.wait_with_output().unwrap()
}

/// Regression: the run went on with a file that no path named, and ended with status 0.
#[test]
fn a_run_whose_file_is_removed_or_changed_fails() {
    let changes: [fn(&Path); 3] = [
        |file| fs::remove_file(file).unwrap(),
        |file| fs::write(file, "").unwrap(),
        |file| {
            let copy = file.with_extension("copy");
            fs::copy(file, &copy).unwrap();
            fs::rename(&copy, file).unwrap();
        },
    ];
    for (run, (args, inside)) in RUNS.into_iter().enumerate() {
        for (number, change) in changes.into_iter().enumerate() {
            let out = folder(&format!("owned-{run}-{number}"));
            // The games of a tournament are a file in the folder.
            let named = if inside.is_empty() { out.join("one.jsonl") } else { out.clone() };
            let file = if inside.is_empty() { named.clone() } else { named.join(inside) };
            let output =
                run_and_change(&[args, &["--yes", "--out", named.to_str().unwrap()]].concat(), &file, 4, change);
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{args:?}, change {number}: {message}");
            assert!(message.contains(".jsonl: ") && message.contains("by another process"), "{message}");
        }
    }
}

/// Regression: a learning run whose log was removed ended with success.
#[test]
fn a_learning_run_whose_log_is_removed_fails() {
    let out = folder("owned-learn").join("run");
    let small = ["--agent", "best:table=1", "--games", "20", "--nodes", "20", "--share-games", "2", "--from-base"];
    let more = ["--match-nodes", "20", "--match-games", "10", "--shares", "0.5,1", "--generations", "40"];
    let args = [&["learn", "kalah"], &small[..], &more, &["--out", out.to_str().unwrap()]].concat();
    let output = run_and_change(&args, &out.join("log.jsonl"), 1, |log| fs::remove_file(log).unwrap());
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("log.jsonl: removed or replaced by another process"), "{message}");
}

/// Regression: a row of `ply results` summed games of different rules or limits, and games lost by faults, without a word.
#[test]
fn results_separate_settings_and_note_faults() {
    let folder = folder("hidden-results");
    let files = ["one.jsonl", "two.jsonl"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let args = |first| ["match", "kalah", "--setup", "3x3", "--first", first, "--second", "random", "--games", "2"];
    printed(&[&args("greedy")[..], &["--out", &files[0]]].concat());
    printed(&[&args("engine:false")[..], &["--recover", "--rules", "empty-capture", "--out", &files[1]]].concat());
    let noted = |files: &[&str]| text(&ply(&[&["results", "--file"][..], files].concat()).stderr).to_owned();
    assert_eq!(noted(&[&files[0]]), "");
    assert!(noted(&[&files[1]]).contains("2 games were lost by faults, which say nothing about strength"));
    let more = folder.join("more.jsonl").to_str().unwrap().to_owned();
    printed(&[&args("greedy")[..], &["--nodes", "9", "--out", &more]].concat());
    let rows = printed(&["results", "--file", &files[0], &more, &files[1]]);
    let of_random: Vec<&str> = rows.lines().filter(|line| line.contains(" random ")).collect();
    assert_eq!(of_random.len(), 3, "{rows}");
    assert!(of_random.iter().any(|line| line.ends_with("  rules standard, nodes=9")), "{rows}");
    assert!(!printed(&["results", "--file", &files[0]]).contains("rules standard"));
    let larger = folder.join("larger.jsonl").to_str().unwrap().to_owned();
    let args = ["match", "kalah", "--setup", "4x3", "--first", "greedy", "--second", "pvs:depth=2", "--games", "2"];
    printed(&[&args[..], &["--out", &larger]].concat());
    let rows = printed(&["results", &files[0], &larger]);
    assert!(rows.contains("  from 3x3\n") && rows.contains("  from 4x3\n"), "boards of two sizes: {rows}");
    assert!(!rows.contains("against"), "one opponent for each row: {rows}");
}

/// Regression: points against weak and strong opponents were one figure.
#[test]
fn results_have_a_row_for_each_opponent() {
    let folder = folder("results-opponents");
    let out = folder.join("run").to_str().unwrap().to_owned();
    let report = printed(&[
        "tournament",
        "kalah",
        "greedy",
        "random",
        "pvs:depth=2",
        "--setup",
        "3x3",
        "--rounds",
        "2",
        "--out",
        &out,
    ]);
    assert!(report.lines().any(|line| line.contains("greedy - random") && line.contains("% [")), "{report}");
    let games = format!("{out}/games.jsonl");
    let rows = printed(&["results", &games]);
    assert!(rows.contains("greedy against random") && rows.contains("greedy against pvs:depth=2"), "{rows}");
}

/// Regression: `ply results` read a file without its first games, and printed the rest without a word.
#[test]
fn results_name_missing_games() {
    let file = folder("owned-results").join("games.jsonl");
    let path = file.to_str().unwrap();
    let args = ["match", "kalah", "--setup", "3x3", "--first", "greedy", "--second", "random", "--games", "6"];
    printed(&[&args[..], &["--out", path]].concat());
    assert_eq!(text(&ply(&["results", "--file", path]).stderr), "");
    let lines = fs::read_to_string(&file).unwrap();
    fs::write(&file, lines.lines().skip(2).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let output = ply(&["results", "--file", path]);
    let warning = text(&output.stderr);
    assert!(output.status.success(), "{warning}");
    assert!(warning.contains("games.jsonl`: run ") && warning.contains("has only 4 of its first 6 games"), "{warning}");
}
