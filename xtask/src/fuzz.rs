//! `cargo xtask fuzz`: runs every fuzz target under libFuzzer.
//!
//! The targets are the programs of `fuzz/Cargo.toml`, and `fuzz/bodies` contains their checks. A nightly compiler is not needed:
//! coverage comes from stable flags, and sanitizers find little in code that forbids `unsafe`. Faults are panics.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]

use std::collections::BTreeSet;
use std::time::Instant;

use camino::Utf8Path;
use clap::{Arg, ArgMatches, Command, value_parser};
use toml::{Table, Value};

use crate::step::{Step, human};
use crate::workspace::Workspace;
use crate::{crates, disk, options};

/// Maximum seconds per input.
const TIMEOUT: u32 = 30;

/// Adds the targets and the time per target.
pub(crate) fn arguments(command: Command) -> Command {
    let targets =
        Arg::new("targets").num_args(0..).help("The targets to run; all of `fuzz/Cargo.toml` when none is named");
    let seconds = Arg::new("seconds").long("seconds").default_value("300").help("How long each target runs");
    command.arg(targets).arg(seconds.value_parser(value_parser!(u32).range(1..)))
}

/// Runs the named targets, or all.
///
/// # Errors
/// Fails if cargo-fuzz is missing, a target does not exist or does not build, or an input fails.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let (root, seconds) = (&workspace.root, matches.get_one::<u32>("seconds").expect("it has a default value"));
    let known = programs(&disk::read(&root.join("fuzz/Cargo.toml"))?)?;
    let targets = choose(&known, &options::values(matches, "targets"))?;
    crates::needs_tool(root, "fuzz", "cargo-fuzz")?;
    Step::new("seeds", "cargo run --quiet --package plyground-bodies --example seeds -- fuzz/corpus").run(root)?;
    Step::new("fuzz build", "cargo fuzz build --sanitizer none").run(root)?;
    let start = Instant::now();
    let mut failures = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        println!("\n==> {}/{} {target}, {seconds} s", index + 1, targets.len());
        let before = artifacts(root, target);
        let line = format!(
            "cargo fuzz run --sanitizer none {target} -- -max_total_time={seconds} -timeout={TIMEOUT} -print_final_stats=1"
        );
        let done = Step::new("fuzz run", &line).run(root);
        let found: Vec<String> = artifacts(root, target).difference(&before).cloned().collect();
        if !found.is_empty() {
            failures.extend(found.iter().map(|file| advice(target, file)));
        } else if let Err(error) = done {
            failures.push(format!("{target}: {error}"));
        }
    }
    println!("\nfuzz: {} in {}: {} inputs that fail", targets.join(", "), human(start.elapsed()), failures.len());
    if failures.is_empty() { Ok(()) } else { Err(format!("fuzz: inputs that fail:\n{}", failures.join("\n"))) }
}

/// Returns the names of a manifest's programs.
fn programs(manifest: &str) -> Result<Vec<String>, String> {
    let manifest: Table = manifest.parse().map_err(|error| format!("fuzz/Cargo.toml: {error}"))?;
    let programs = manifest.get("bin").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Ok(programs.iter().filter_map(|program| program.get("name")?.as_str().map(str::to_owned)).collect())
}

/// Returns the requested targets; all by default.
fn choose(known: &[String], wanted: &[String]) -> Result<Vec<String>, String> {
    match wanted.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(format!("unknown fuzz target `{name}`: expected one of {}", known.join(", "))),
        None if wanted.is_empty() => Ok(known.to_vec()),
        None => Ok(wanted.to_vec()),
    }
}

/// Returns the files of failing inputs, relative to the root of the repository.
fn artifacts(root: &Utf8Path, target: &str) -> BTreeSet<String> {
    let files = disk::list(&root.join("fuzz/artifacts").join(target)).unwrap_or_default();
    files.iter().filter_map(|file| file.strip_prefix(root).ok()).map(ToString::to_string).collect()
}

/// Explains how to reproduce a failure, minimise its input and store it.
fn advice(target: &str, file: &str) -> String {
    format!(
        "{target}: {file}\n  \
         to see it again: cargo run -p plyground-bodies --example replay -- {target} {file}\n  \
         to shorten it:   cargo fuzz tmin --sanitizer none {target} {file}\n  \
         then add the input to fuzz/seeds, and a test that fails to the crate at fault"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_the_programs_of_the_manifest() {
        let manifest = "[package]\nname = \"x\"\n[[bin]]\nname = \"a\"\n[[bin]]\nname = \"b\"\n";
        let known = programs(manifest).unwrap();
        assert_eq!(known, ["a", "b"]);
        assert_eq!(choose(&known, &[]).unwrap(), ["a", "b"]);
        assert_eq!(choose(&known, &["b".into()]).unwrap(), ["b"]);
        assert_eq!(choose(&known, &["c".into()]).unwrap_err(), "unknown fuzz target `c`: expected one of a, b");
        assert_eq!(programs("[package]\n").unwrap(), [""; 0]);
        assert!(programs("[package\n").is_err());
    }
}
