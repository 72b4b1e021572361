//! `cargo xtask bench`: measures the speed of each part on this machine, against named rivals.
//!
//! A suite runs programs of `benches` (and criterion's) and reads the figures that they print. If valgrind is installed, it adds
//! instruction counts by callgrind, which are stable on a noisy machine. The results are saved as JSON, Markdown and SVG under
//! `bench` in cargo's target folder, and can be compared with the JSON of an earlier run.

mod algorithms;
mod criterion;
mod programs;
mod report;
mod rivals;
mod suites;

use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use serde_json::{Value, json};

use crate::Workspace;

/// Suite of measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Suite {
    /// Generation, play, key and perft of each game
    Rules,
    /// Evaluations and their parts; A* beside the flood of whole boards
    Eval,
    /// Each algorithm at a fixed depth on fixed positions
    Search,
    /// Two threads beside one
    Threads,
    /// What matches cost beside the search
    Arena,
    /// What tuning costs, and how soon each method is near a known minimum
    Tune,
    /// Programs by hand, and libraries of others, on the same work
    Rivals,
    /// The Python package beside OpenSpiel's; after `cargo xtask python`, which installs both
    Python,
}

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// One suite; all when none is named
    suite: Option<Suite>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The JSON of an earlier run, to compare with
    #[arg(long, value_name = "FILE")]
    compare: Option<Utf8PathBuf>,
}

/// One figure.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    suite: String,
    name: String,
    unit: String,
    value: f64,
    low: f64,
    high: f64,
}

impl Row {
    fn key(&self) -> (&str, &str, &str) {
        (&self.suite, &self.name, &self.unit)
    }

    fn json(&self) -> Value {
        let Row { suite, name, unit, value, low, high } = self;
        json!({"suite": suite, "name": name, "unit": unit, "value": value, "low": low, "high": high})
    }

    /// Reads a row that a program has printed.
    ///
    /// # Errors
    /// When a field is missing.
    fn read(suite: &str, value: &Value) -> Result<Row, String> {
        let fault = || format!("expected a row with `name`, `unit`, `value`, `low` and `high`, found {value:.200}");
        let text = |key: &str| value[key].as_str().map(str::to_owned).ok_or_else(fault);
        let number = |key: &str| value[key].as_f64().ok_or_else(fault);
        Ok(Row {
            suite: suite.into(),
            name: text("name")?,
            unit: text("unit")?,
            value: number("value")?,
            low: number("low")?,
            high: number("high")?,
        })
    }
}

/// Runs suites and prints their figures.
///
/// # Errors
/// When a program fails, or the file to compare with cannot be read.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<(), String> {
    // The file is read first, so that a wrong name fails before minutes of measurements.
    let before = arguments.compare.as_ref().map(|path| read(path)).transpose()?;
    let suites = arguments.suite.map_or_else(|| Suite::value_variants().to_vec(), |suite| vec![suite]);
    let mut rows = Vec::new();
    for suite in suites {
        let name = suite.to_possible_value().expect("no suite is hidden").get_name().to_owned();
        eprintln!("==> {name}");
        rows.extend(suites::run(workspace, suite, &name)?);
    }
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let all = json!({"rows": rows.iter().map(Row::json).collect::<Vec<_>>()}).to_string();
    let markdown = report::markdown(&rows, before.as_deref());
    for (file, text) in [
        ("latest.json", all.as_str()),
        ("latest.md", &markdown),
        ("latest.svg", &report::svg(&rows, before.as_deref())?),
    ] {
        fs::write(folder.join(file), text).map_err(|error| format!("{folder}/{file}: {error}"))?;
    }
    if arguments.json {
        println!("{all}");
    } else {
        println!("{markdown}");
        println!("saved as {folder}/latest.json, latest.md and latest.svg");
    }
    Ok(())
}

/// Reads the rows of an earlier run.
fn read(path: &Utf8Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read `{path}`: {error}"))?;
    let fault = |what: String| format!("`{path}` is no file of `cargo xtask bench`: {what}");
    let value: Value = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
    let rows = value["rows"].as_array().ok_or_else(|| fault("it has no `rows`".into()))?;
    let row = |row: &Value| Row::read(row["suite"].as_str().unwrap_or_default(), row);
    rows.iter().map(row).collect::<Result<_, _>>().map_err(fault)
}
