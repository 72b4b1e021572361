//! Test files belong to a test program.
//!
//! Cargo only runs the programs that it knows. A file that is neither a program nor a module of one would silently never run.

use super::Violation;
use super::tree::{TextFile, Tree};
use crate::workspace::Package;

/// Checks the files in `tests` of all packages, and beside their test programs.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Violation> {
    packages.iter().flat_map(|package| unnamed_files(tree, package)).collect()
}

/// Returns the files beside a package's test programs that no program includes.
fn unnamed_files(tree: &Tree, package: &Package) -> Vec<Violation> {
    let programs: Vec<&TextFile> = package.tests.iter().filter_map(|path| tree.file(path)).collect();
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let tests = package.file("tests");
    let is_test = |path: &str| {
        let here = folder(path);
        here == tests || programs.iter().any(|program| folder(&program.path) == here)
    };
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs") && is_test(&file.path)) {
        let name = file.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        let line = format!("mod {name};");
        let names = |program: &&TextFile| {
            program.path == file.path
                || folder(&program.path) == folder(&file.path) && program.text.lines().any(|other| other == line)
        };
        if !programs.iter().any(names) {
            let message = format!("no test runs `{name}`: name it in a program beside it, or in {}", package.manifest);
            violations.push(Violation::new(&file.path, 1, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &str, tests: &[&str]) -> Package {
        Package { tests: tests.iter().map(ToString::to_string).collect(), ..Package::of(folder, "") }
    }

    fn faults(more: (&str, &str)) -> Vec<String> {
        let packages = [
            package("khet", &["crates/khet/tests/all.rs", "crates/khet/tests/alone.rs"]),
            package("web", &["crates/web/tests/pages/main.rs"]),
        ];
        let files = [
            ("crates/khet/tests/all.rs", "mod laws;\nmod naive;\n"),
            ("crates/khet/tests/alone.rs", ""),
            ("crates/khet/tests/laws.rs", ""),
            ("crates/khet/tests/naive/mod.rs", ""),
            ("crates/web/tests/pages/main.rs", "mod touch;\n"),
            ("crates/web/tests/pages/touch.rs", ""),
        ];
        check(&Tree::of(&[&files[..], &[more]].concat()), &packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn files_that_no_program_names_are_found() {
        assert_eq!(faults(("crates/khet/tests/laws/more.rs", "")), [""; 0]);
        assert_eq!(
            faults(("crates/khet/tests/perft.rs", "mod lost;\n")),
            [
                "crates/khet/tests/perft.rs:1: no test runs `perft`: name it in a program beside it, or in crates/khet/Cargo.toml"
            ]
        );
        assert_eq!(
            faults(("crates/web/tests/pages/lost.rs", "")),
            [
                "crates/web/tests/pages/lost.rs:1: no test runs `lost`: name it in a program beside it, or in crates/web/Cargo.toml"
            ]
        );
        assert_eq!(faults(("crates/web/tests/lost.rs", "")).len(), 1);
    }
}
