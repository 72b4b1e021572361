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

use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::json;

use programs::figures;

use crate::{Result, Workspace};

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
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
struct Row {
    /// Not printed by the programs.
    #[serde(default)]
    suite: String,
    name: String,
    unit: String,
    value: f64,
    low: f64,
    high: f64,
}

impl Row {
    /// Returns a figure without a spread.
    fn exact(suite: &str, name: &str, unit: &str, value: f64) -> Row {
        Row { suite: suite.into(), name: name.into(), unit: unit.into(), value, low: value, high: value }
    }
}

/// The figures of a run.
#[derive(Deserialize)]
struct Run {
    rows: Vec<Row>,
}

/// Runs suites and prints their figures.
///
/// # Errors
/// When a program fails, or the file to compare with cannot be read.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<()> {
    // The file is read first, so that a wrong name fails before minutes of measurements.
    let before = arguments.compare.as_ref().map(|path| read(path)).transpose()?;
    let suites = arguments.suite.map_or_else(|| Suite::value_variants().to_vec(), |suite| vec![suite]);
    let mut rows = Vec::new();
    for suite in suites {
        let name = suite.to_possible_value().expect("no suite is hidden").get_name().to_owned();
        eprintln!("==> {name}");
        rows.extend(run_suite(workspace, suite, &name)?);
    }
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let all = json!({"rows": rows}).to_string();
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

/// Runs the programs of a suite.
fn run_suite(workspace: &Workspace, suite: Suite, name: &str) -> Result<Vec<Row>> {
    match suite {
        Suite::Rules | Suite::Eval => criterion::run(workspace, name),
        Suite::Search => algorithms::run(workspace, name),
        Suite::Threads => figures(workspace, name, &["-p", "plyground-benches", "--bin", "threads_race"]),
        Suite::Arena => figures(workspace, name, &["-p", "plyground-arena", "--example", "runner_cost"]),
        Suite::Tune => figures(workspace, name, &["-p", "plyground-benches", "--bin", "tune_cost"]),
        Suite::Rivals => rivals::run(workspace, name),
        Suite::Python => rivals::package(workspace, name),
    }
}

/// Reads the rows of an earlier run.
fn read(path: &Utf8Path) -> Result<Vec<Row>> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read `{path}`: {error}"))?;
    let run = serde_json::from_str::<Run>(&text);
    Ok(run.map_err(|error| format!("`{path}` is no file of `cargo xtask bench`: {error}"))?.rows)
}
