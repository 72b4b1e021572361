//! Files of tests that belong to one program are in it.
//!
//! Where a manifest says `autotests = false`, cargo takes only the tests that it names, and a file that neither the manifest nor
//! a program of tests names would silently never run.

use super::Violation;
use super::tree::{TextFile, Tree};

/// Checks the files directly in `tests` of every crate that names its tests.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for manifest in tree.files.iter().filter(|file| file.path.ends_with("/Cargo.toml")) {
        if !manifest.text.lines().any(|line| line == "autotests = false") {
            continue;
        }
        let folder = manifest.path.replace("Cargo.toml", "tests/");
        let is_program = |name: &str| manifest.text.contains(&format!("[[test]]\nname = \"{name}\"\n"));
        let files: Vec<(&str, &TextFile)> = tree
            .files
            .iter()
            .filter_map(|file| Some((file.path.strip_prefix(&folder)?.strip_suffix(".rs")?, file)))
            .filter(|(name, _)| !name.contains('/'))
            .collect();
        let is_named = |name: &str| {
            let line = format!("mod {name};");
            let mut programs = files.iter().filter(|(program, _)| is_program(program));
            programs.any(|(_, program)| program.text.lines().any(|other| other == line))
        };
        for &(name, file) in files.iter().filter(|(name, _)| !is_program(name) && !is_named(name)) {
            let message = format!("no test runs `{name}`: name it in {folder}all.rs or in {}", manifest.path);
            violations.push(Violation::new(&file.path, 1, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_no_program_names_are_found() {
        let manifest = "autotests = false\n\n[[test]]\nname = \"all\"\n\n[[test]]\nname = \"alone\"\n";
        let files = [
            ("crates/khet/Cargo.toml", manifest),
            ("crates/khet/tests/all.rs", "mod laws;\nmod naive;\n"),
            ("crates/khet/tests/alone.rs", ""),
            ("crates/khet/tests/laws.rs", ""),
            ("crates/khet/tests/naive/mod.rs", ""),
            ("crates/web/Cargo.toml", "[package]\n"),
            ("crates/web/tests/free.rs", ""),
        ];
        assert_eq!(check(&Tree::of(&files)), []);
        let found = check(&Tree::of(&[&files[..], &[("crates/khet/tests/perft.rs", "mod lost;\n")]].concat()));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let expected = "crates/khet/tests/perft.rs:1: no test runs `perft`: name it in crates/khet/tests/all.rs or in crates/khet/Cargo.toml";
        assert_eq!(found, [expected]);
    }
}
