//! `cargo xtask screenshots`: pictures of the page in twelve states, four window sizes and two themes.

use clap::ArgMatches;

use crate::step::Step;
use crate::workspace::Workspace;
use crate::{disk, options};

/// Adds the output folder.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    command.arg(options::out("Where the pictures go [default: target/screenshots]"))
}

/// Takes the pictures.
///
/// # Errors
/// Fails if the folder cannot be created or a state of the page is not reached.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let out = options::out_folder(workspace, matches, "screenshots")?;
    disk::make_folder(&out)?;
    let test =
        "cargo test --package plyground-journeys --features browser --test browser -- --ignored screens::every_state";
    Step::new("screenshots", test).with("PLYGROUND_SCREENSHOTS", out.as_str()).run(&workspace.root)?;
    println!("screenshots: in {out}");
    Ok(())
}
