//! `cargo xtask screenshots`: pictures of the page in twelve states, four window sizes and two themes.

use clap::{Arg, ArgMatches};

use crate::disk;
use crate::step::Step;
use crate::workspace::Workspace;

/// Adds the output folder.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    let out = Arg::new("out").long("out").value_name("DIR").help("Where the pictures go [default: target/screenshots]");
    command.arg(out)
}

/// Takes the pictures.
///
/// # Errors
/// Fails if the folder cannot be created or a state of the page is not reached.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let out = match matches.get_one::<String>("out") {
        Some(named) => camino::absolute_utf8(named).map_err(|error| format!("{named}: {error}"))?,
        None => workspace.target.join("screenshots"),
    };
    disk::make_folder(&out)?;
    let test =
        "cargo test --package plyground-journeys --features browser --test browser -- --ignored screens::every_state";
    Step::new("screenshots", test).with("PLYGROUND_SCREENSHOTS", out.as_str()).run(&workspace.root)?;
    println!("screenshots: in {out}");
    Ok(())
}
