//! Runs programs and reads the figures that they print.

use std::process::{Command, Stdio};

use super::Row;
use crate::Workspace;

/// Builds a program for release, runs it with `--json`, and reads one row per line.
pub(super) fn figures(workspace: &Workspace, suite: &str, program: &[&str]) -> Result<Vec<Row>, String> {
    let args = [&["run", "--release", "--locked", "--quiet"][..], program, &["--", "--json"]].concat();
    let printed = output(workspace.cargo(&args))?;
    rows(suite, &printed)
}

/// Parses the rows that a program has printed, one per line.
pub(super) fn rows(suite: &str, printed: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let value = serde_json::from_str(line).map_err(|error| format!("`{line}`: {error}"))?;
        Row::read(suite, &value)
    };
    printed.lines().map(row).collect()
}

/// Runs a program and returns its standard output. Its standard error is passed through.
pub(super) fn output(mut command: Command) -> Result<String, String> {
    let shown = |command: &Command| {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("`{}` does not start: {error}", shown(&command)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed: {}", shown(&command), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
