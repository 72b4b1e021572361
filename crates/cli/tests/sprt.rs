//! `ply sprt`: the sequential test on counts, compared with the test of a match.

use serde_json::{Value, json};

use crate::common::{self, ply, printed, text};

/// Runs the test on these counts, with `--json` and more options.
fn sprt(counts: &[&str], more: &[&str]) -> Value {
    common::json(&[&["sprt"], counts, &["--json"], more].concat())
}

const MATCH: [&str; 10] =
    ["match", "kalah", "--setup", "4x3", "--first", "alphabeta:depth=4", "--second", "random", "--seed", "1"];

#[test]
fn counts_of_a_match_give_its_test_its_elo_and_its_interval() {
    for (games, bounds) in [("2", "0,200"), ("12", "-50,50"), ("40", "0,200")] {
        let played = common::json(&[&MATCH[..], &["--games", games, "--sprt", bounds, "--json"]].concat());
        let pairing = &played["pairings"][0];
        let counts: Vec<String> =
            pairing["pentanomial"]["counts"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
        let found = sprt(&counts, &["--bounds", bounds]);
        assert_eq!(found["sprt"], played["sprt"], "{counts:?}");
        for key in ["pairs", "pentanomial", "score", "score_interval", "elo", "normalized_elo"] {
            assert_eq!(found[key], pairing[key], "{key} of {counts:?}");
        }
        assert_eq!((&found["confidence"], &found["llr"]), (&played["confidence"], &played["sprt"]["llr"]));
        // The text output is equal, too.
        let played = printed(&[&MATCH[..], &["--games", games, "--sprt", bounds]].concat());
        let lines = printed(&[&["sprt"], &counts[..], &["--bounds", bounds]].concat());
        for line in lines.lines() {
            assert!(played.lines().any(|other| other == line), "{line} is missing in {played}");
        }
    }
}

#[test]
fn a_test_on_counts_decides() {
    let found = sprt(&["39", "8843", "26675", "9240", "44"], &["--bounds", "0.5,2.5"]);
    assert_eq!(format!("{:.6}", found["llr"].as_f64().unwrap()), "2.941675");
    assert_eq!((&found["decision"], &found["pairs"]), (&Value::Null, &json!(44_841)));
    // A slightly larger error probability is enough for a decision, in either direction.
    let more = ["--bounds", "0.5,2.5", "--alpha", "0.051"];
    assert_eq!(sprt(&["39", "8843", "26675", "9240", "44"], &more)["decision"], "elo1");
    let less = ["--bounds", "-2.5,-0.5", "--beta", "0.051"];
    assert_eq!(sprt(&["44", "9240", "26675", "8843", "39"], &less)["decision"], "elo0");
    // The same bounds on another scale are another test.
    let logistic = sprt(&["10", "20", "30", "25", "15"], &["--bounds", "0,5", "--model", "logistic"]);
    assert_eq!((&logistic["sprt"]["model"], &logistic["sprt"]["errors"]), (&json!("logistic"), &json!([0.05, 0.05])));
    let normalized = sprt(&["10", "20", "30", "25", "15"], &["--bounds", "0,5"]);
    assert_ne!(logistic["llr"], normalized["llr"]);
    assert_eq!(logistic["elo"], normalized["elo"]);
}

#[test]
fn one_sided_counts_have_an_open_end() {
    let won = sprt(&["0", "0", "0", "0", "4"], &["--bounds", "0,50"]);
    assert_eq!((&won["elo"]["value"], &won["elo"]["high"]), (&Value::Null, &Value::Null));
    // 0.025^(1/4) of the points.
    assert_eq!(format!("{:.4}", won["score_interval"]["low"].as_f64().unwrap()), "0.3976");
    assert_eq!(format!("{:.1}", won["elo"]["low"].as_f64().unwrap()), "-72.1");
    let line = printed(&["sprt", "0", "0", "0", "0", "4", "--bounds", "0,50"]);
    assert!(line.contains("score: 100.0% [39.8, 100.0]") && line.contains("because all 8 games were won"), "{line}");
    let lost = printed(&["sprt", "4", "0", "0", "0", "0", "--bounds", "0,50"]);
    assert!(lost.contains("score: 0.0% [0.0, 60.2]") && lost.contains("because all 8 games were lost"), "{lost}");
    for all in [line, lost] {
        assert!(!all.contains("inf") && !all.contains("NaN"), "{all}");
    }
}

#[test]
fn counts_and_bounds_that_make_no_sense_are_refused() {
    let few = ["1", "2", "3", "4"];
    let good = ["1", "2", "3", "4", "5"];
    let cases: [(&[&str], &[&str], &str); 11] = [
        (&few, &["--bounds", "0,5"], "<WW>"),
        (&["1", "2", "3", "4", "5", "6"], &["--bounds", "0,5"], "'6'"),
        (&["1", "-2", "3", "4", "5"], &["--bounds", "0,5"], "from 0 to 1000000000"),
        (&["1", "2.5", "3", "4", "5"], &["--bounds", "0,5"], "from 0 to 1000000000"),
        (&["1", "2", "3", "4", "1000000001"], &["--bounds", "0,5"], "from 0 to 1000000000"),
        (&["0", "0", "0", "0", "0"], &["--bounds", "0,5"], "expected at least one pair"),
        (&good, &[], "--bounds"),
        (&good, &["--bounds", "5,0"], "two Elo bounds"),
        (&good, &["--bounds", "0,900"], "found a bound of 900 Elo"),
        (&good, &["--bounds", "0,5", "--alpha", "0.5"], "found an error chance of 0.5"),
        (&good, &["--bounds", "0,5", "--beta", "-1"], "found an error chance of -1"),
    ];
    for (counts, more, expected) in cases {
        let output = ply(&[&["sprt"], counts, more].concat());
        let line = text(&output.stderr);
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{counts:?} {more:?}: {line}");
        assert!(line.contains(expected), "{counts:?} {more:?}: {line}");
        assert!(output.stdout.is_empty());
    }
}
