//! What each suite runs.

use std::fs;
use std::process::{Command, Stdio};

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use super::{Row, Suite};

/// Games and positions for the algorithms, with a depth that plain minimax can reach, too.
const SEARCHES: [(&str, &str, &str, &str); 4] = [
    ("khet", "classic", "", "3"),
    ("kalah", "6x4", "", "8"),
    ("tigers", "standard", "@9 4-5 @1", "5"),
    ("cachex", "5", "0,2", "4"),
];

/// Runs one suite.
///
/// # Errors
/// When a program cannot be built or run, or prints no figures.
pub(super) fn run(root: &Utf8Path, suite: Suite, name: &str) -> Result<Vec<Row>, String> {
    match suite {
        Suite::Rules | Suite::Eval => criterion(root, name),
        Suite::Search => searches(root, name),
        Suite::Threads => figures(root, name, &["-p", "plyground-benches", "--bin", "threads_race"]),
        Suite::Arena => figures(root, name, &["-p", "plyground-arena", "--example", "runner_cost"]),
        Suite::Tune => figures(root, name, &["-p", "plyground-benches", "--bin", "tune_cost"]),
        Suite::Rivals => rivals(root, name),
    }
}

/// Runs a program with `--json`, built for release: one row a line.
fn figures(root: &Utf8Path, suite: &str, program: &[&str]) -> Result<Vec<Row>, String> {
    let args = [&["run", "--release", "--locked", "--quiet"][..], program, &["--", "--json"]].concat();
    let printed = output(root, &cargo(), &args, &[])?;
    let row = |line: &str| {
        let value = serde_json::from_str(line).map_err(|error| format!("`{line}`: {error}"))?;
        Row::read(suite, &value)
    };
    printed.lines().map(row).collect()
}

/// Runs a criterion bench, and reads what it has saved.
fn criterion(root: &Utf8Path, suite: &str) -> Result<Vec<Row>, String> {
    let home = root.join("target/bench/criterion").join(suite);
    if home.exists() {
        fs::remove_dir_all(&home).map_err(|error| format!("{home}: {error}"))?;
    }
    let args = ["bench", "--locked", "--quiet", "-p", "plyground-benches", "--bench", suite, "--", "--noplot"];
    output(root, &cargo(), &args, &[("CRITERION_HOME", home.as_str())])?;
    let mut rows = Vec::new();
    collect(&home, suite, &mut rows)?;
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    if rows.is_empty() { Err(format!("criterion left no estimates under {home}")) } else { Ok(rows) }
}

/// All `new/estimates.json` below a folder.
fn collect(folder: &Utf8Path, suite: &str, rows: &mut Vec<Row>) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{folder}: {error}");
    for entry in folder.read_dir_utf8().map_err(fault)? {
        let path = entry.map_err(fault)?.into_path();
        if !path.is_dir() {
            continue;
        }
        if path.file_name() != Some("new") {
            collect(&path, suite, rows)?;
            continue;
        }
        let read = |file: &str| -> Result<Value, String> {
            let text = fs::read_to_string(path.join(file)).map_err(|error| format!("{path}/{file}: {error}"))?;
            serde_json::from_str(&text).map_err(|error| format!("{path}/{file}: {error}"))
        };
        let (estimates, benchmark) = (read("estimates.json")?, read("benchmark.json")?);
        let mean = |pointer: &str| estimates.pointer(pointer).and_then(Value::as_f64).unwrap_or(f64::NAN);
        rows.push(Row {
            suite: suite.into(),
            name: benchmark["full_id"].as_str().unwrap_or_default().into(),
            unit: "ns".into(),
            value: mean("/median/point_estimate"),
            low: mean("/median/confidence_interval/lower_bound"),
            high: mean("/median/confidence_interval/upper_bound"),
        });
    }
    Ok(())
}

/// Every algorithm on the same position, as `ply compare` tells it: nodes, speed, branching, and how near it comes to the
/// least tree of alpha-beta \[Knuth1975\].
fn searches(root: &Utf8Path, suite: &str) -> Result<Vec<Row>, String> {
    output(root, &cargo(), &["build", "--release", "--locked", "--quiet", "-p", "plyground-cli"], &[])?;
    let ply = root.join("target/release/ply").to_string();
    let mut rows = Vec::new();
    for (game, setup, moves, depth) in SEARCHES {
        let args = ["compare", game, "--setup", setup, "--moves", moves, "--depth", depth, "--json"];
        let told: Value = serde_json::from_str(&output(root, &ply, &args, &[])?).map_err(|error| error.to_string())?;
        let found = told["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let leaves = |row: &Value| row["leaves"].as_f64().unwrap_or(f64::NAN);
        let plain = found.iter().find(|row| row["algorithm"] == "minimax").map_or(f64::NAN, leaves);
        let least = least_leaves(plain, depth.parse().unwrap_or(1));
        for row in found {
            let name = format!("{game} {setup}, depth {depth}, {}", row["algorithm"].as_str().unwrap_or_default());
            let nodes = row["nodes"].as_f64().unwrap_or(f64::NAN);
            let branching = row["statistics"]["effective_branching_factor"].as_f64();
            let figures = [
                ("nodes", Some(nodes)),
                ("nodes a second", row["nodes_per_second"].as_f64()),
                ("effective branching factor", branching),
                ("least leaves to its leaves", Some(least / leaves(row)).filter(|share| share.is_finite())),
            ];
            rows.extend(figures.into_iter().filter_map(|(unit, value)| {
                let (value, unit) = (value?, unit.to_owned());
                Some(Row { suite: suite.into(), name: name.clone(), unit, value, low: value, high: value })
            }));
        }
    }
    Ok(rows)
}

/// The leaves that alpha-beta visits at least in a uniform tree with this many leaves \[Knuth1975\].
fn least_leaves(all: f64, depth: u32) -> f64 {
    let branching = all.powf(1.0 / f64::from(depth));
    branching.powi(depth.div_ceil(2) as i32) + branching.powi((depth / 2) as i32) - 1.0
}

/// Where the rivals are built that are no part of the workspace, below the root.
const APART: &str = "target/rivals";
/// The crate `board-game` brings more than the whole workspace has: a workspace of its own, which CI does not build.
const BOARD_GAME: &[&str] = &["--manifest-path", "benches/rivals/board_game/Cargo.toml", "--target-dir", APART];

/// Programs by hand, the crates `minimax` and `board-game`, and Python libraries where they are installed.
fn rivals(root: &Utf8Path, suite: &str) -> Result<Vec<Row>, String> {
    let benches = |bin: &'static str| ["-p", "plyground-benches", "--bin", bin];
    let mut rows = figures(root, suite, &benches("search_ratio"))?;
    rows.extend(figures(root, suite, &benches("connect_four_race"))?);
    rows.extend(figures(root, suite, BOARD_GAME)?);
    for (program, names) in [
        ("target/release/search_ratio".into(), &["generic", "by-hand", "monolith", "generic-pvs", "monolith-pvs"][..]),
        ("target/release/connect_four_race".into(), &["pvs", "minimax"]),
        (format!("{APART}/release/board_game_race"), &["ours", "theirs"]),
    ] {
        for name in names {
            rows.extend(instructions(root, suite, &root.join(&program), name)?);
        }
    }
    rows.extend(python(root, suite)?);
    Ok(rows)
}

/// Instructions by callgrind; nothing where valgrind is absent.
fn instructions(root: &Utf8Path, suite: &str, program: &Utf8PathBuf, name: &str) -> Result<Option<Row>, String> {
    let args = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program.as_str(), name];
    let Ok(output) = Command::new("valgrind").args(args).current_dir(root).stdin(Stdio::null()).output() else {
        eprintln!("no instruction counts: valgrind is not installed");
        return Ok(None);
    };
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse::<f64>().ok());
    let value = count.ok_or_else(|| format!("callgrind counted nothing for {program} {name}: {}", told.trim()))?;
    let name = format!("{} {name}", program.file_name().unwrap_or_default());
    Ok(Some(Row { suite: suite.into(), name, unit: "instructions".into(), value, low: value, high: value }))
}

/// Libraries of Python, each skipped with a word where it is absent.
fn python(root: &Utf8Path, suite: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (module, script) in [("pyspiel", "openspiel_mancala.py"), ("easyAI", "easyai_connect_four.py")] {
        let there = Command::new("python3").args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            eprintln!("{script} is skipped: the Python module {module} is not installed");
            continue;
        }
        let printed = output(root, "python3", &[root.join("benches/rivals").join(script).as_str()], &[])?;
        for line in printed.lines() {
            let value = serde_json::from_str(line).map_err(|error| format!("{script}: `{line}`: {error}"))?;
            rows.push(Row::read(suite, &value)?);
        }
    }
    Ok(rows)
}

fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

/// What a program prints; what it says on standard error is shown as it comes.
fn output(root: &Utf8Path, program: &str, args: &[&str], env: &[(&str, &str)]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .envs(env.iter().copied())
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program} {} failed: {}", args.join(" "), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_least_tree_is_that_of_the_formula() {
        assert!((super::least_leaves(81.0, 4) - 17.0).abs() < 1e-9);
        assert!((super::least_leaves(27.0, 3) - 11.0).abs() < 1e-9);
    }
}
