//! `ply tune` for scripts: JSON, files, faults, and runs that are killed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use plyground_game::random::Random;
use serde_json::Value;

use crate::common::{json, kill_until_it_ends, ply, text};

/// A temporary folder for each test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("plyground-tune-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SMALL: [&str; 8] =
    ["tune", "kalah", "--setup", "3x3", "--agent", "alphabeta:depth=1,eval=strong", "--method", "annihill"];

#[test]
fn json_has_the_keys_of_the_result() {
    let scratch = Scratch::new("json");
    let out = scratch.path("run");
    let args: Vec<&str> =
        SMALL.into_iter().chain(["--generations", "3", "--final-games", "4", "--out", &out, "--json"]).collect();
    let tuned = json(&args);
    let keys: Vec<&str> = tuned.as_object().unwrap().keys().map(String::as_str).collect();
    let about = ["agent", "cause", "file", "final", "game", "games", "generations", "method", "nodes"];
    let expected = [&about[..], &["position", "rules", "seed", "setup", "weights"]].concat();
    assert_eq!(keys, expected);
    let setting = ["rules", "setup", "position"].map(|key| tuned[key].as_str().unwrap());
    assert_eq!(setting, ["standard", "3x3", "<3,0,0,3,3,3,3,3,3> S"]);
    assert_eq!((&tuned["games"], &tuned["cause"]), (&Value::from(36), &Value::from("done")));
    assert_eq!((&tuned["final"][0]["opponent"], &tuned["final"][0]["games"]), (&Value::from("start"), &Value::from(4)));

    // The written file can be used for play and inspected.
    let weights = tuned["file"].as_str().unwrap();
    assert!(std::fs::read_to_string(weights).unwrap().contains("source = \"ply tune kalah --method annihill\""));
    let agent = format!("alphabeta:depth=2,eval={weights}");
    assert!(json(&["analyse", "kalah", "--agent", &agent, "--json"])["best"].is_string());
    let log = std::fs::read_to_string(Path::new(&out).join("log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 3);
    assert_eq!(serde_json::from_str::<Value>(log.lines().last().unwrap()).unwrap()["games"], 36);
    assert!(std::fs::read_to_string(Path::new(&out).join("progress.svg")).unwrap().starts_with("<svg "));
    let games = Path::new(&out).join("games").join("00003.jsonl");
    assert_eq!(std::fs::read_to_string(&games).unwrap().lines().count(), 12);

    // Regression learns from these games.
    let mut args = vec!["tune", "kalah", "--setup", "3x3", "--agent", "alphabeta:depth=1,eval=strong"];
    let files: Vec<String> = (1..=3).map(|number| scratch.path(&format!("run/games/{number:05}.jsonl"))).collect();
    args.extend(["--method", "regression", "--generations", "20", "--final-games", "0", "--json", "--records"]);
    args.extend(files.iter().map(String::as_str));
    let learned = json(&args);
    assert_eq!((&learned["games"], &learned["generations"]), (&Value::from(0), &Value::from(20)));
    assert_ne!(learned["weights"], tuned["weights"]);
}

#[test]
fn without_a_folder_the_weights_are_printed() {
    let args: Vec<&str> = SMALL.into_iter().chain(["--generations", "1", "--final-games", "2"]).collect();
    let output = ply(&args);
    let printed = text(&output.stdout);
    assert!(printed.starts_with("kalah: alphabeta:depth=1,eval=strong by annihill, seed 0\n1 generations, 12 games, "));
    assert!(printed.contains("\nagainst start: 2 games, +"), "{printed}");
    assert!(printed.contains("\n[provenance]\n"), "{printed}");
}

/// Regression: method and agent were required, and games of the final match were missing without a reason.
#[test]
fn a_game_alone_is_enough_to_tune() {
    for game in ["kalah", "khet", "cachex", "tigers"] {
        let agent = "pvs:depth=3,eval=strong";
        let help = ply(&[
            "tune",
            game,
            "--generations",
            "1",
            "--games-per-pairing",
            "2",
            "--nodes",
            "50",
            "--final-games",
            "0",
            "--json",
        ]);
        assert!(help.status.success(), "{game}: {}", text(&help.stderr));
        let tuned: Value = serde_json::from_slice(&help.stdout).unwrap();
        assert_eq!((&tuned["method"], tuned["agent"].as_str()), (&Value::from("spsa"), Some(agent)), "{game}");
    }
    let short = ["tune", "kalah", "--setup", "2x2", "--generations", "1", "--final-games", "40"];
    let tuned = json(&[&short[..], &["--json"]].concat());
    let (games, repeated) = (&tuned["final"][0]["games"], &tuned["final"][0]["repeated"]);
    assert!(repeated.as_u64().unwrap() > 0, "{tuned}");
    assert_eq!(games.as_u64().unwrap() + repeated.as_u64().unwrap(), 40);
    let printed = text(&ply(&short).stdout);
    let line = format!("\n  {repeated} of 40 games repeat an earlier game of the match and do not count\n");
    assert!(printed.contains(&line), "{printed}");
}

#[test]
fn faults_are_one_line_that_says_what_would_be_right() {
    let scratch = Scratch::new("faults");
    let out = scratch.path("run");
    let small = |more: &[&'static str]| SMALL.into_iter().chain(more.iter().copied()).map(str::to_owned).collect();
    let cases: [(Vec<String>, &str); 8] = [
        (small(&["--budget", "many"]), "expected a number of games such as `5000`"),
        (small(&["--budget", "0"]), "expected a number of games"),
        (small(&["--kids", "1"]), "expected a number from 2 to 1000"),
        (small(&["--elitism", "1"]), "`--elitism` has no effect with annihill, only with genetic"),
        (small(&["--resume"]), "--out"),
        (small(&["--records", "x.jsonl"]), "`--records` has no effect with annihill, only with regression"),
        (small(&["--budget", "5"]), "the budget is too small for a generation of 12 games"),
        (
            ["tune", "kalah", "--method", "hill", "--agent", "best"].map(str::to_owned).to_vec(),
            "unknown method `hill`: expected one of `annihill`, `genetic`, `spsa`, `cmaes`, `regression`",
        ),
    ];
    for (args, expected) in &cases {
        let output = ply(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(expected), "{message}");
    }

    // A folder is refused for a second or another run.
    let with = |more: &[&str]| {
        let mut args = SMALL.to_vec();
        args.extend(["--generations", "1", "--final-games", "0", "--out", &out]);
        args.extend(more);
        ply(&args)
    };
    assert!(with(&[]).status.success());
    let taken = with(&[]);
    assert_eq!(taken.status.code(), Some(2));
    assert!(text(&taken.stderr).contains("contains a run already: expected `--resume` to continue it"));
    assert!(with(&["--resume"]).status.success());
    let other = text(&with(&["--resume", "--seed", "3"]).stderr);
    assert!(other.contains("found `seed` 0, expected `seed` 3"), "{other}");
}

/// Returns all files of a run.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for folder in [folder.to_owned(), folder.join("games")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                // The result names its own folder.
                if name != "result.json" {
                    found.insert(name, std::fs::read_to_string(&path).unwrap());
                }
            }
        }
    }
    found
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_like_an_unbroken_one() {
    let scratch = Scratch::new("killed");
    fn args<'a>(out: &'a str, threads: &'a str) -> Vec<&'a str> {
        let mut args = vec!["tune", "kalah", "--agent", "alphabeta:depth=5,eval=strong", "--method", "genetic"];
        args.extend(["--kids", "4", "--generations", "8", "--final-games", "8", "--threads", threads]);
        args.extend(["--out", out, "--resume", "--json"]);
        args
    }
    let without_place = |output: &Output| {
        let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
        value["file"].take();
        value
    };
    let whole = scratch.path("whole");
    let unbroken = ply(&args(&whole, "1"));
    assert!(unbroken.status.success(), "{}", text(&unbroken.stderr));
    let expected = files(Path::new(&whole));

    // The number of kills of one run depends on the speed of the machine, so runs are repeated until there are ten kills.
    let (mut kills, mut random) = (0, Random::new(12_345));
    for run in 0.. {
        let broken = scratch.path(&format!("broken-{run}"));
        kills += kill_until_it_ends(&args(&broken, "2"), &mut random, 60, |kills| if kills > 25 { 20 } else { 0 });
        let after = ply(&args(&broken, "2"));
        assert!(after.status.success(), "{}", text(&after.stderr));
        assert_eq!(files(Path::new(&broken)), expected);
        assert_eq!(without_place(&after), without_place(&unbroken));
        if kills >= 10 {
            break;
        }
        assert!(run < 100, "killed only {kills} times");
    }
}
