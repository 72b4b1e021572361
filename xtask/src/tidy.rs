//! `cargo xtask tidy`: checks the invariants of the architecture that a program can check.
//!
//! Each check is a file with its table at the top. A check reports all faults, each with its place and what is expected.
//! Exceptions are in the tables with their reasons, and an unused exception is a fault.

mod arrows;
mod circles;
mod citations;
mod crate_rules;
mod ignored;
mod links;
mod manifests;
mod module_docs;
mod module_graph;
mod sizes;
mod source;
mod summary;
mod test_files;
mod text;
mod third_party;
mod tree;
mod world;

use std::fmt;

use tree::Tree;

use crate::workspace::{Package, Workspace};

/// A fault with its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Violation {
    file: String,
    /// Line number from 1.
    line: usize,
    message: String,
}

impl Violation {
    fn new(file: &str, line: usize, message: impl Into<String>) -> Violation {
        Violation { file: file.to_owned(), line, message: message.into() }
    }

    /// Reports a fault in the line of a manifest that begins with `key`.
    fn in_manifest(package: &Package, key: &str, message: impl Into<String>) -> Violation {
        let line = package.text.lines().position(|line| {
            let start = line.trim_start().trim_start_matches('"');
            start.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.', '=', '"']))
        });
        Violation::new(&package.manifest, line.map_or(1, |index| index + 1), message)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Runs all checks and prints their faults.
///
/// # Errors
/// Returns the number of faults, or the file that could not be read.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let tree = Tree::read(&workspace.root)?;
    let packages = &workspace.packages;
    let mut violations = [
        arrows::check(packages),
        circles::check(&tree),
        third_party::check(&tree, packages),
        manifests::check(&tree, packages),
        sizes::check(&tree),
        world::check(&tree),
        text::check(&tree),
        module_docs::check(&tree),
        links::check(&tree),
        summary::check(&tree),
        citations::check(&tree),
        ignored::check(&tree),
        test_files::check(&tree, packages),
    ]
    .concat();
    violations.sort();
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => {
            println!("tidy: {} files in {} packages, no faults", tree.files.len(), packages.len());
            Ok(())
        }
        1 => Err("tidy: 1 fault".into()),
        faults => Err(format!("tidy: {faults} faults")),
    }
}
