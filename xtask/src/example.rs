//! `cargo xtask example`: builds and tests the crates under `examples/` like foreign crates.
//!
//! They are not members of the workspace, so no other check covers them. Their tests run the whole program: its commands, the
//! engine, the web board and, if chromedriver is installed, the page in a browser. They use the workspace's target folder and
//! third-party versions (`examples/.cargo/config.toml`), so dependencies are compiled once.

use camino::Utf8Path;

use crate::disk;
use crate::step::{Step, printed};
use crate::workspace::Workspace;

/// Folders relative to the root of the repository.
const EXAMPLES: &[&str] = &["examples/connect-four", "examples/bagh-chal", "examples/own-evaluation"];

/// Checks the format of each example and runs its tests.
///
/// # Errors
/// Returns the failed step and how to repeat it.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let has_browser = !printed("chromedriver", &["--version"], &workspace.root).is_empty();
    for example in EXAMPLES {
        let folder = workspace.root.join(example);
        lock(&workspace.root, &folder)?;
        for step in steps(has_browser) {
            println!("{example}: {}", step.line());
            step.run(&folder).map_err(|error| format!("in {example}: {error}"))?;
        }
    }
    if !has_browser {
        println!("Not run: the page in a browser; chromium and chromedriver let the next run do it.");
    }
    Ok(())
}

/// Runs the slow tests of examples: a small form of Bagh-chal, solved by layers, is compared with plain retrograde analysis, and
/// Connect Four is learned from scratch.
///
/// # Errors
/// Fails if a test fails or cannot be run.
pub(crate) fn long(workspace: &Workspace) -> Result<(), String> {
    for (example, name, test) in [
        ("examples/bagh-chal", "Bagh-chal solved", "solve"),
        ("examples/connect-four", "Connect Four learned", "learn"),
    ] {
        let folder = workspace.root.join(example);
        lock(&workspace.root, &folder)?;
        Step::new(name, &format!("cargo test --release --test {test}")).run(&folder)?;
    }
    Ok(())
}

fn steps(has_browser: bool) -> [Step; 2] {
    let tests = Step::new("example", if has_browser { "cargo test -- --include-ignored" } else { "cargo test" });
    [Step::new("example's form", "cargo fmt --check"), tests]
}

/// Copies the workspace's lock file to an example; cargo removes unneeded packages.
fn lock(root: &Utf8Path, folder: &Utf8Path) -> Result<(), String> {
    disk::copy(&root.join("Cargo.lock"), &folder.join("Cargo.lock"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_example_is_driven_and_shown_as_it_is() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let folders = fs::read_dir(root.join("examples")).unwrap().map(|entry| entry.unwrap().path());
        let crates = folders.filter(|folder| folder.join("Cargo.toml").exists());
        assert_eq!(crates.count(), EXAMPLES.len());
        assert!(EXAMPLES.iter().all(|example| root.join(example).join("Cargo.toml").exists()));
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let duel = read("examples/own-evaluation/src/duel.rs");
        assert!(read("docs/guides/write-an-evaluation.md").contains(&duel), "the guide shows another duel.rs");
        assert_eq!(steps(true)[1].line(), "cargo test -- --include-ignored");
    }
}
