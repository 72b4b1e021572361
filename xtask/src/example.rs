//! `cargo xtask example`: the crates under `examples/`, built and driven as the strangers that they stand for.
//!
//! They are no members of the workspace, so none of its other checks sees them. Their tests run the whole program: its commands,
//! the engine, the web board and, where chromedriver is, the page in a browser. They build into the workspace's target folder
//! with its versions of the packages of others (`examples/.cargo/config.toml`), so that these are compiled once for both.

use camino::Utf8Path;

use crate::disk;
use crate::step::{Step, printed};
use crate::workspace::Workspace;

/// The folders, from the root of the repository.
const EXAMPLES: &[&str] = &["examples/connect-four", "examples/bagh-chal", "examples/own-evaluation"];

/// Checks the form of each example and runs its tests.
///
/// # Errors
/// Which step failed, and how to repeat it.
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

/// Runs the tests of examples that take too long for every change: a small form of Bagh-chal, solved by layers, is compared with
/// plain retrograde analysis, and Connect Four is learned from nothing.
///
/// # Errors
/// If a test fails, or cannot be run.
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

/// Gives an example the workspace's versions of all packages; cargo leaves out those that it does not need.
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
