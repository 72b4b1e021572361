//! What each suite runs.

use std::fs;
use std::process::{Command, Stdio};

use cargo_metadata::camino::Utf8Path;
use serde_json::Value;

use super::{Row, Suite, algorithms, rivals};
use crate::Workspace;

/// Runs one suite.
///
/// # Errors
/// When a program cannot be built or run, or prints no figures.
pub(super) fn run(workspace: &Workspace, suite: Suite, name: &str) -> Result<Vec<Row>, String> {
    match suite {
        Suite::Rules | Suite::Eval => criterion(workspace, name),
        Suite::Search => algorithms::run(workspace, name),
        Suite::Threads => figures(workspace, name, &["-p", "plyground-benches", "--bin", "threads_race"]),
        Suite::Arena => figures(workspace, name, &["-p", "plyground-arena", "--example", "runner_cost"]),
        Suite::Tune => figures(workspace, name, &["-p", "plyground-benches", "--bin", "tune_cost"]),
        Suite::Rivals => rivals::run(workspace, name),
    }
}

/// Runs a program with `--json`, built for release: one row a line.
pub(super) fn figures(workspace: &Workspace, suite: &str, program: &[&str]) -> Result<Vec<Row>, String> {
    let args = [&["run", "--release", "--locked", "--quiet"][..], program, &["--", "--json"]].concat();
    let printed = output(workspace.cargo(&args))?;
    rows(suite, &printed)
}

/// The rows that a program has printed, one a line.
pub(super) fn rows(suite: &str, printed: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let value = serde_json::from_str(line).map_err(|error| format!("`{line}`: {error}"))?;
        Row::read(suite, &value)
    };
    printed.lines().map(row).collect()
}

/// Runs a criterion bench, and reads what it has saved.
fn criterion(workspace: &Workspace, suite: &str) -> Result<Vec<Row>, String> {
    let home = workspace.target.join("bench/criterion").join(suite);
    if home.exists() {
        fs::remove_dir_all(&home).map_err(|error| format!("{home}: {error}"))?;
    }
    let args = ["bench", "--locked", "--quiet", "-p", "plyground-benches", "--bench", suite, "--", "--noplot"];
    let mut bench = workspace.cargo(&args);
    bench.env("CRITERION_HOME", &home);
    output(bench)?;
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

/// What a program prints; what it says on standard error is shown as it comes.
pub(super) fn output(mut command: Command) -> Result<String, String> {
    let said = |command: &Command| {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("`{}` does not start: {error}", said(&command)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed: {}", said(&command), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
