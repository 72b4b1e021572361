//! `cargo xtask mutation`: runs cargo-mutants on the crates that need exhaustive tests.
//!
//! cargo-mutants changes one expression at a time and runs the tests of its crate. A mutant that no test detects is a gap in the
//! tests, or equivalent; equivalent mutants are excluded by name in `.cargo/mutants.toml`. A run takes days: `--shard 0/50` tries
//! every fiftieth mutant, and `--iterate` skips those that an earlier run caught.

use camino::Utf8Path;
use clap::{Arg, ArgMatches, Command};

use crate::step::Step;
use crate::workspace::Workspace;
use crate::{crates, disk, options};

/// Crates to mutate.
const PARTS: [&str; 8] = ["khet", "kalah", "tigers", "cachex", "eval", "search", "reports", "statistics"];

/// Minimum share of detected mutants, in per cent of those that compile.
const TARGET: f64 = 95.0;

/// Adds the crates and the options of cargo-mutants.
pub(crate) fn arguments(command: Command) -> Command {
    let parts = Arg::new("parts").num_args(0..).value_parser(PARTS).help("The crates to try [default: all]");
    let options = Arg::new("options").last(true).num_args(0..);
    command.arg(parts).arg(options.help("Options of cargo-mutants, such as `-- --shard 0/50`"))
}

/// Mutates the named crates, or all.
///
/// # Errors
/// Fails if cargo-mutants is missing, the tests fail without a mutant, or too few mutants are detected.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    try_parts(workspace, &options::values(matches, "parts"), &options::values(matches, "options"))
}

/// Mutates the named crates, or all, with these options of cargo-mutants.
///
/// # Errors
/// Fails like [`run`].
pub(crate) fn try_parts(workspace: &Workspace, named: &[String], options: &[String]) -> Result<(), String> {
    let root = &workspace.root;
    crates::needs_tool(root, "mutants", "cargo-mutants")?;
    let mut missed = Vec::new();
    for part in PARTS.into_iter().filter(|part| named.is_empty() || named.iter().any(|name| name == part)) {
        let output = workspace.target.join("mutation").join(part);
        disk::make_folder(&output)?;
        let line = format!(
            "cargo mutants --package plyground-{part} --file crates/{part}/src/** --sharding round-robin --output {output} --colors never {}",
            options.join(" ")
        );
        // cargo-mutants also fails if a mutant was missed; those are counted below.
        let done = Step::new("mutants", &line).with("INSTA_UPDATE", "no").with("INSTA_FORCE_PASS", "0").run(root);
        let Ok(found) = Found::of(&output.join("mutants.out")) else { return done };
        println!("{part}: {}", found.line());
        if found.detected_percent() < TARGET {
            missed.push(format!("{part}: {:.1}%", found.detected_percent()));
        }
    }
    let missed = missed.join(", ");
    let message = format!("fewer than {TARGET}% of the mutants were detected: {missed}; see target/mutation");
    if missed.is_empty() { Ok(()) } else { Err(message) }
}

/// Number of mutants of a crate by outcome.
#[derive(Debug)]
struct Found {
    detected: usize,
    missed: usize,
    broken: usize,
}

impl Found {
    /// Counts the lists in the output folder of cargo-mutants. A mutant whose tests time out is detected.
    fn of(lists: &Utf8Path) -> Result<Found, String> {
        let count = |name: &str| disk::read(&lists.join(name)).map(|text| text.lines().count());
        let detected = count("caught.txt")? + count("timeout.txt")?;
        Ok(Found { detected, missed: count("missed.txt")?, broken: count("unviable.txt")? })
    }

    fn detected_percent(&self) -> f64 {
        100.0 * self.detected as f64 / (self.detected + self.missed).max(1) as f64
    }

    fn line(&self) -> String {
        let Found { detected, missed, broken } = self;
        format!("{detected} detected, {missed} missed, {broken} do not compile: {:.1}%", self.detected_percent())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn ends_are_counted() {
        let folder = std::env::temp_dir().join(format!("plyground-mutation-{}", std::process::id()));
        let folder = camino::Utf8PathBuf::from_path_buf(folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        let lists = [("caught.txt", "a\nb\n"), ("timeout.txt", "c\n"), ("missed.txt", "d\n"), ("unviable.txt", "")];
        for (name, text) in lists {
            fs::write(folder.join(name), text).unwrap();
        }
        let found = Found::of(&folder).unwrap();
        assert_eq!(found.line(), "3 detected, 1 missed, 0 do not compile: 75.0%");
        fs::remove_file(folder.join("missed.txt")).unwrap();
        assert!(Found::of(&folder).unwrap_err().contains("missed.txt"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
