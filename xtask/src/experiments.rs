//! The commands that need the engines: built and started as a program of their own, `crates/experiments`.
//!
//! Whoever runs `cargo xtask tidy` compiles neither engines nor plotters for it. What was typed is handed on as it is.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// What follows the name of an experiment.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// Handed on; `--help` lists what there is
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    all: Vec<OsString>,
}

/// Runs an experiment, built with a profile of cargo's, and ends as it ends: it has said what is wrong.
///
/// # Errors
/// When cargo does not start.
pub(crate) fn run(profile: &str, name: &str, arguments: &Arguments) -> Result<ExitCode, String> {
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--profile", profile, "--package", "plyground-experiments", "--", name])
        .args(&arguments.all)
        .status()
        .map_err(|error| format!("cargo run: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
