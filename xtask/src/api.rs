//! `cargo xtask api`: the public API of every published crate as text, in `docs/api`, so that a change of it is seen in a diff.
//!
//! The listing is made by cargo-public-api from rustdoc's JSON, which only a nightly toolchain writes. With `--check` nothing is written, and what
//! differs is shown and is an error.

use std::fs;
use std::process::{Command as Process, Stdio};

use camino::Utf8Path;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::step::printed;
use crate::workspace::Workspace;

/// The arguments of the command.
pub(crate) fn arguments(command: Command) -> Command {
    let packages =
        Arg::new("package").action(ArgAction::Append).help("Packages; all that are published when none is named");
    let check = Arg::new("check").long("check").action(ArgAction::SetTrue).help("Show what differs, and write nothing");
    command.arg(packages).arg(check)
}

/// Whether there is all that the listings need.
pub(crate) fn is_installed(root: &Utf8Path) -> bool {
    !printed("cargo-public-api", &["--version"], root).is_empty()
        && !printed("cargo", &["+nightly", "--version"], root).is_empty()
}

/// Writes the listings, or compares them.
///
/// # Errors
/// When the tool is missing or fails, or when a listing differs that should not.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let root = &workspace.root;
    if !is_installed(root) {
        return Err(
            "this needs cargo-public-api and a nightly toolchain; to install them: cargo install cargo-public-api --locked, \
             rustup toolchain install nightly --profile minimal"
                .into(),
        );
    }
    let named: Vec<&String> = matches.get_many("package").into_iter().flatten().collect();
    let mut differing = 0;
    for package in workspace.packages.iter().filter(|package| package.is_published()) {
        if !named.is_empty() && !named.contains(&&package.name) {
            continue;
        }
        let (path, new) = (format!("docs/api/{}.txt", package.name), listing(workspace, &package.name)?);
        let old = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if old == new {
            continue;
        }
        differing += 1;
        println!("{path}");
        for line in difference(&old, &new) {
            println!("{line}");
        }
        if !matches.get_flag("check") {
            write(&root.join(&path), &new)?;
        }
    }
    if differing > 0 && matches.get_flag("check") {
        return Err(format!("{differing} listings differ; `cargo xtask api` makes them anew"));
    }
    Ok(())
}

/// What is public in a package with all of its features, one item a line, without what every type has by its derives.
fn listing(workspace: &Workspace, package: &str) -> Result<String, String> {
    let output = Process::new("cargo")
        .args(["+nightly", "public-api", "--package", package, "--all-features", "-sss"])
        .env("CARGO_TARGET_DIR", workspace.target.join("api"))
        .current_dir(&workspace.root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo public-api: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo public-api: {package}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("cargo public-api: {package}: its answer is no text"))
}

/// Lines that are gone, with `-`, and new ones, with `+`.
fn difference(old: &str, new: &str) -> Vec<String> {
    let lines = |text: &str, other: &str, mark: char| -> Vec<String> {
        text.lines()
            .filter(|line| !other.lines().any(|found| found == *line))
            .map(|line| format!("  {mark} {line}"))
            .collect()
    };
    [lines(old, new, '-'), lines(new, old, '+')].concat()
}

fn write(path: &Utf8Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_as_lines() {
        assert_eq!(difference("a\nb\n", "b\nc\n"), ["  - a", "  + c"]);
        assert!(difference("a\n", "a\n").is_empty());
    }
}
