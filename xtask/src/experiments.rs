//! The commands that need the engines: built and started as a program of their own, `crates/experiments`.
//!
//! Whoever runs `cargo xtask tidy` compiles neither engines nor plotters for it. What was typed is handed on as it is.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use clap::{Arg, ArgMatches, value_parser};

/// Takes all that follows, `--help` as well.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    let rest = Arg::new("rest").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    command.disable_help_flag(true).arg(rest.value_parser(value_parser!(OsString)))
}

/// What was typed behind the name of the command.
pub(crate) fn rest(matches: &ArgMatches) -> impl Iterator<Item = &OsString> {
    matches.get_many::<OsString>("rest").into_iter().flatten()
}

/// Runs an experiment, built with a profile of cargo's, and ends as it ends: it has said what is wrong.
///
/// # Errors
/// When cargo does not start.
pub(crate) fn run(profile: &str, name: &str, matches: &ArgMatches) -> Result<ExitCode, String> {
    let status = Command::new("cargo")
        .args(["run", "--quiet", "--locked", "--profile", profile, "--package", "plyground-experiments", "--", name])
        .args(rest(matches))
        .status()
        .map_err(|error| format!("cargo run: {error}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
