//! `cargo xtask reference`: the page `docs/reference/cli.md`, printed by `ply` itself.
//!
//! The page consists of console blocks, so the tests of documents compare it with the program.

use crate::disk;
use crate::step::printed;
use crate::workspace::Workspace;

/// Where the page is.
const PAGE: &str = "docs/reference/cli.md";
/// Prints the page.
const COMMAND: [&str; 8] =
    ["run", "--quiet", "--package=plyground-cli", "--features=cluster", "--", "--color=never", "man", "--markdown"];

/// Writes the page.
///
/// # Errors
/// When `ply` cannot be built or the page cannot be written.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let text = printed("cargo", &COMMAND, &workspace.root);
    if text.is_empty() {
        return Err(format!("`cargo {}` printed nothing", COMMAND.join(" ")));
    }
    let text: String = text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    disk::write(&workspace.root.join(PAGE), text)?;
    println!("{PAGE}");
    Ok(())
}
