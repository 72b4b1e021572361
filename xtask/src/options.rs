//! Options that several commands have.

use camino::Utf8PathBuf;
use clap::{Arg, ArgAction, ArgMatches};

use crate::workspace::Workspace;

/// Returns an option without a value.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// Returns the option `--out DIR`.
pub(crate) fn out(help: &'static str) -> Arg {
    Arg::new("out").long("out").value_name("DIR").help(help)
}

/// Returns the folder of `--out`, by default the folder `default` of cargo's target folder.
///
/// # Errors
/// Fails if the folder's path is not UTF-8.
pub(crate) fn out_folder(workspace: &Workspace, matches: &ArgMatches, default: &str) -> Result<Utf8PathBuf, String> {
    match matches.get_one::<String>("out") {
        Some(named) => camino::absolute_utf8(named).map_err(|error| format!("{named}: {error}")),
        None => Ok(workspace.target.join(default)),
    }
}

/// Returns the values of an argument that can be repeated.
pub(crate) fn values(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches.get_many(name).into_iter().flatten().cloned().collect()
}
