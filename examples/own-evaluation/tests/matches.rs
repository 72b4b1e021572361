//! Matches with the evaluations: in the program, and on its command line.

use std::path::PathBuf;
use std::process::Command;

use own_evaluation::{catalog, duel};
use serde_json::{Value, json};

/// Returns the output of the program with these words as arguments.
fn prints(words: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_own-evaluation")).args(words.split_whitespace()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(words: &str) -> Value {
    serde_json::from_str(&prints(words)).unwrap()
}

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn kalah_lists_both_evaluations_beside_its_own() {
    let games = json_of("games kalah --json");
    let kalah = games["games"].as_array().unwrap().iter().find(|game| game["name"] == "kalah").unwrap();
    let names: Vec<&str> =
        kalah["evaluations"].as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names.first(), Some(&"store-difference"), "the default stays");
    assert!(["strong", "homely", "home"].iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn both_evaluations_meet_best_at_the_command_line() {
    for name in ["homely", "home"] {
        let words =
            format!("match kalah --first best:eval={name} --second best --nodes 500 --games 12 --seed 1 --json");
        let summary = json_of(&words);
        let pairing = &summary["pairings"][0];
        assert_eq!((&summary["games"], &pairing["unpaired"]), (&json!(12), &json!(0)), "{summary}");
        assert_eq!(pairing["players"], json!([format!("best:eval={name}"), "best"]));
        assert!(
            summary["terminations"].as_array().unwrap().iter().all(|end| end["termination"] == "rules"),
            "{summary}"
        );
    }
}

#[test]
fn both_evaluations_beat_none_at_all() {
    for name in ["homely", "home"] {
        let summary = duel(&catalog(), &format!("alphabeta:eval={name}"), "alphabeta:eval=nothing", 20).unwrap();
        let pairing = &summary.pairings[0];
        assert_eq!(summary.games, 40);
        assert!(pairing.score.is_some_and(|score| score > 0.7), "{name}: {summary}");
    }
}

#[test]
fn an_unknown_evaluation_is_refused_with_the_known_ones() {
    let error = duel(&catalog(), "best:eval=homly", "best", 1).unwrap_err().to_string();
    assert!(error.contains("`homly`") && error.contains("`homely`") && !error.contains('\n'), "{error}");
}

#[test]
fn the_features_are_explained_and_tuned() {
    let explained = prints("analyse kalah --agent alphabeta:depth=3,eval=home --explain");
    assert!(["store", "seeds", "mobility"].iter().all(|feature| explained.contains(feature)), "{explained}");
    let out = folder("tune").join("run").display().to_string();
    prints(&format!(
        "tune kalah --setup 3x3 --method spsa --agent alphabeta:depth=2,eval=home --generations 2 \
         --games-per-pairing 2 --final-games 4 --seed 1 --out {out}"
    ));
    let analysis = json_of(&format!("analyse kalah --agent alphabeta:depth=3,eval={out}/weights.toml --json"));
    assert_eq!(analysis["depth"], 3);
}
