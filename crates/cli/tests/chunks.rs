//! Runs as specs, and their chunks played by `ply chunk`.

use std::fs;
use std::path::PathBuf;

use crate::common::{answer, ply, text};
use serde_json::Value;

const MATCH: [&str; 12] = [
    "match",
    "kalah",
    "--setup",
    "4x3",
    "--first",
    "pvs:depth=3",
    "--second",
    "random:seed=4",
    "--games",
    "10",
    "--nodes",
    "300",
];

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chunks-{name}"));
    _ = fs::remove_file(&path);
    path
}

/// Returns the spec of a run.
fn spec(args: &[&str]) -> String {
    let output = ply(&[args, &["--spec"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the records of some pairs.
fn records(spec: &str, first: &str, pairs: &str) -> String {
    let output = answer(&["chunk", "--first", first, "--pairs", pairs], spec);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let all = text(&output.stdout);
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines[0].starts_with("{\"chunk\":1,") && lines.last().unwrap().starts_with("{\"games\":"), "{all}");
    lines[1..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn pieces_of_a_match_are_the_match() {
    let out = file("match.jsonl");
    let played = ply(&[&MATCH[..], &["--out", out.to_str().unwrap(), "--threads", "2"]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    let spec = spec(&MATCH);
    let pieces = records(&spec, "0", "2") + &records(&spec, "2", "1") + &records(&spec, "3", "2");
    assert_eq!(pieces, fs::read_to_string(out).unwrap());
}

#[test]
fn pieces_of_a_tournament_are_the_tournament() {
    let folder = file("tournament");
    _ = fs::remove_dir_all(&folder);
    let args = ["tournament", "tigers", "random", "greedy", "random:seed=2", "--rounds", "2", "--max-plies", "40"];
    let played = ply(&[&args[..], &["--out", folder.to_str().unwrap()]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    let whole = answer(&["chunk"], &spec(&args));
    let whole = text(&whole.stdout);
    assert!(whole.contains(&fs::read_to_string(folder.join("games.jsonl")).unwrap()));
}

/// A worker does not have the files that another machine's command line names.
#[test]
fn weights_travel_with_the_spec() {
    let weights = file("weights.toml");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/weights/kalah-strong.toml");
    fs::copy(shipped, &weights).unwrap();
    let agent = format!("pvs:depth=2,eval={}", weights.to_str().unwrap());
    let args = ["match", "kalah", "--first", &agent, "--second", "greedy", "--games", "2"];
    let spec = spec(&args);
    let before = records(&spec, "0", "1");
    fs::remove_file(&weights).unwrap();
    assert_eq!(records(&spec, "0", "1"), before);
}

#[test]
fn other_runs_are_refused() {
    let spec = spec(&MATCH);
    let refused = |spec: &str, args: &[&str]| {
        let output = answer(&[&["chunk"], args].concat(), spec);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
        text(&output.stderr)
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&spec).unwrap();
        change(&mut value);
        value.to_string()
    };
    let other_seed = changed(&|value| value["run"]["seed"] = 9.into());
    assert!(refused(&other_seed, &[]).contains("would be run"));
    let other_version = changed(&|value| value["run"]["plyground"] = "9.9.9".into());
    assert!(refused(&other_version, &[]).contains("a run of version 9.9.9, but this is version"));
    let other_format = changed(&|value| value["run"]["spec"] = 9.into());
    assert!(refused(&other_format, &[]).contains("found format 9 of a run"));
    assert!(refused(&spec, &["--first", "4", "--pairs", "2"]).contains("of a run of 5"));
    assert!(refused(&spec, &["--first", "18446744073709551615", "--pairs", "9"]).contains("of a run of 5"));
    for text in ["", "{}", "[", &spec[..spec.len() / 2]] {
        assert!(refused(text, &[]).contains("not the spec of a run"), "{text}");
    }
}
