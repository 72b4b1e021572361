//! Every module starts with its purpose.

use super::Violation;
use super::tree::Tree;

/// Checks the sources of all packages. Test files need no description.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let is_module = |path: &str| {
        path.ends_with(".rs")
            && !path.ends_with("tests.rs")
            && ["crates/", "fuzz/", "xtask/"].iter().any(|folder| path.starts_with(folder))
            && path.contains("/src/")
    };
    let opens = |text: &str| {
        text.strip_prefix("//!").is_some_and(|rest| rest.lines().next().is_some_and(|line| !line.trim().is_empty()))
    };
    tree.files
        .iter()
        .filter(|file| is_module(&file.path) && !opens(&file.text))
        .map(|file| Violation::new(&file.path, 1, "expected `//!` and what this module is and why"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_open_with_their_purpose() {
        for (path, text, faults) in [
            ("crates/kalah/src/sow.rs", "//! Sowing.\n", 0),
            ("crates/kalah/src/sow.rs", "use std::fmt;\n", 1),
            ("crates/kalah/src/sow.rs", "//!\n//! Sowing.\n", 1),
            ("crates/kalah/src/sow.rs", "", 1),
            ("xtask/src/main.rs", "fn main() {}\n", 1),
            ("fuzz/bodies/src/lib.rs", "fn main() {}\n", 1),
            ("fuzz/fuzz_targets/kalah_move.rs", "#![no_main]\n", 0),
            ("crates/kalah/src/sow/tests.rs", "use super::*;\n", 0),
            ("crates/kalah/tests/perft.rs", "use kalah::*;\n", 0),
        ] {
            assert_eq!(check(&Tree::of(&[(path, text)])).len(), faults, "{path} {text}");
        }
    }
}
