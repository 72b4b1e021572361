//! Commands that need the engines: programs of the folder `papers` and the chaos suite of `crates/cluster`.
//!
//! `cargo xtask tidy` therefore compiles neither engines nor plotters. Arguments are passed on unchanged.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use clap::{Arg, ArgMatches, value_parser};

/// Accepts all further arguments, including `--help`.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    let rest = Arg::new("rest").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    command.disable_help_flag(true).arg(rest.value_parser(value_parser!(OsString)))
}

/// Returns the arguments after the name of the command.
pub(crate) fn rest(matches: &ArgMatches) -> impl Iterator<Item = &OsString> {
    matches.get_many::<OsString>("rest").into_iter().flatten()
}

/// Runs an experiment, built with a cargo profile, and returns its status. The experiment reports its errors.
///
/// # Errors
/// Fails if cargo does not start.
pub(crate) fn run(profile: &str, name: &str, matches: &ArgMatches) -> Result<ExitCode, String> {
    cargo(&["run", "--quiet", "--locked", "--profile", profile, "--package", "plyground-papers", "--", name], matches)
}

/// Runs a command of the chaos suite and returns its status.
///
/// # Errors
/// Fails if cargo does not start.
pub(crate) fn run_cluster(command: &str, matches: &ArgMatches) -> Result<ExitCode, String> {
    cargo(&["test", "--quiet", "--locked", "--package", "plyground-cluster", "--test", "chaos", "--", command], matches)
}

fn cargo(arguments: &[&str], matches: &ArgMatches) -> Result<ExitCode, String> {
    let status = Command::new("cargo").args(arguments).args(rest(matches)).status();
    let status = status.map_err(|error| format!("cargo {}: {error}", arguments[0]))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
