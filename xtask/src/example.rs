//! `cargo xtask example`: builds and tests the crates under `examples/` like foreign crates.
//!
//! They are not members of the workspace, so no other check covers them. Their tests run the whole program: its commands, the
//! engine, the web board and, if chromedriver is installed, the page in a browser. They have a workspace of their own, so that
//! Plyground is compiled once for all of them, and use the target folder and the third-party versions of this one.

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk;
use crate::step::{Step, printed};
use crate::workspace::Workspace;

/// Returns the folder of the examples, with the lock file of the workspace; cargo removes unneeded packages.
fn folder(root: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let folder = root.join("examples");
    disk::copy(&root.join("Cargo.lock"), &folder.join("Cargo.lock"))?;
    Ok(folder)
}

/// Checks the format of the examples and runs their tests.
///
/// # Errors
/// Returns the failed step and how to repeat it.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let has_browser = !printed("chromedriver", &["--version"], &workspace.root).is_empty();
    let folder = folder(&workspace.root)?;
    for step in steps(has_browser) {
        println!("examples: {}", step.line());
        step.run(&folder).map_err(|error| format!("in {folder}: {error}"))?;
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
    let folder = folder(&workspace.root)?;
    for (package, name, test) in
        [("bagh-chal", "Bagh-chal solved", "solve"), ("connect-four", "Connect Four learned", "learn")]
    {
        Step::new(name, &format!("cargo test --release --package {package} --test {test}")).run(&folder)?;
    }
    Ok(())
}

fn steps(has_browser: bool) -> [Step; 3] {
    [
        Step::new("examples' form", "cargo fmt --check"),
        // Alone, as its user builds it: beside the others, cargo gives it their features.
        Step::new("example without the board", "cargo check --package own-evaluation"),
        Step::new("examples", if has_browser { "cargo test -- --include-ignored" } else { "cargo test" }),
    ]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_example_is_driven_and_shown_as_it_is() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let folders = fs::read_dir(root.join("examples")).unwrap().map(|entry| entry.unwrap());
        let crates: Vec<_> = folders.filter(|folder| folder.path().join("Cargo.toml").exists()).collect();
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let members = read("examples/Cargo.toml");
        assert!(!crates.is_empty());
        for each in crates {
            assert!(members.contains(&format!("{:?}", each.file_name())), "{each:?} is no member");
        }
        let duel = read("examples/own-evaluation/src/duel.rs");
        assert!(read("docs/guides/write-an-evaluation.md").contains(&duel), "the guide shows another duel.rs");
        assert_eq!(steps(true)[2].line(), "cargo test -- --include-ignored");
    }
}
