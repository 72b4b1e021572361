//! Runs programs and reads the figures that they print.

use std::process::{Command, Stdio};

use super::Row;
use crate::{Result, Workspace, workspace};

/// Builds a program for release, runs it with `--json`, and reads one row per line.
pub(super) fn figures(workspace: &Workspace, suite: &str, program: &[&str]) -> Result<Vec<Row>> {
    let args = [&["run", "--release", "--locked", "--quiet"][..], program, &["--", "--json"]].concat();
    let printed = output(workspace.cargo(&args))?;
    rows(suite, &printed)
}

/// Parses the rows that a program has printed, one per line.
pub(super) fn rows(suite: &str, printed: &str) -> Result<Vec<Row>> {
    let row = |line: &str| {
        let row: Row = serde_json::from_str(line).map_err(|error| format!("`{line}`: {error}"))?;
        Ok(Row { suite: suite.into(), ..row })
    };
    printed.lines().map(row).collect()
}

/// Runs a program and returns its standard output. Its standard error is passed through.
pub(super) fn output(mut command: Command) -> Result<String> {
    workspace::output(command.stderr(Stdio::inherit()))
}
