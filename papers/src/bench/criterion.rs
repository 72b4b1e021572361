//! Criterion's benches, read from its saved estimates.

use std::fs;

use cargo_metadata::camino::Utf8Path;
use serde_json::Value;

use super::Row;
use super::programs::output;
use crate::{Result, Workspace};

/// Runs a criterion bench and reads its saved estimates.
///
/// # Errors
/// When it does not build, fails, or saves nothing.
pub(super) fn run(workspace: &Workspace, suite: &str) -> Result<Vec<Row>> {
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
    if rows.is_empty() { Err(format!("criterion left no estimates under {home}").into()) } else { Ok(rows) }
}

/// Collects all `new/estimates.json` below a folder.
fn collect(folder: &Utf8Path, suite: &str, rows: &mut Vec<Row>) -> Result<()> {
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
