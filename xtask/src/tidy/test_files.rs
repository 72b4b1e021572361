//! Files of tests that belong to one program are in it, and programs that are called by name are there.
//!
//! Where a manifest says `autotests = false`, cargo takes only the tests that it names, and a file that neither the manifest nor
//! a program of tests names would silently never run.

use toml::{Table, Value};

use super::Violation;
use super::tree::{TextFile, Tree};

/// A changelog states what was true at its time.
const HISTORY: &str = "CHANGELOG.md";

/// Checks the files of every crate that names its tests, and the commands that name a program.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let manifests = tree.files.iter().filter(|file| file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml"));
    let crates: Vec<Crate> = manifests.filter_map(Crate::read).collect();
    let files = crates.iter().filter(|found| found.names_its_tests).flat_map(|found| unnamed_files(tree, found));
    let documents = tree.files.iter().filter(|file| file.path != HISTORY && !file.path.ends_with("tidy/test_files.rs"));
    files.chain(documents.flat_map(|file| unknown_programs(tree, file, &crates))).collect()
}

/// A package, as far as its tests go.
struct Crate<'a> {
    manifest: &'a str,
    /// Whether cargo takes only the programs that the manifest names.
    names_its_tests: bool,
    /// Each program's name and file.
    programs: Vec<(String, String)>,
}

impl<'a> Crate<'a> {
    fn read(manifest: &'a TextFile) -> Option<Crate<'a>> {
        let table: Table = manifest.text.parse().ok()?;
        let folder = manifest.path.strip_suffix("Cargo.toml")?;
        let word = |table: &Value, key: &str| Some(table.get(key)?.as_str()?.to_owned());
        let programs = table.get("test").and_then(Value::as_array).into_iter().flatten();
        let programs = programs.filter_map(|program| {
            let name = word(program, "name")?;
            let path = word(program, "path").unwrap_or_else(|| format!("tests/{name}.rs"));
            Some((name, format!("{folder}{path}")))
        });
        let package = table.get("package")?;
        let names_its_tests = package.get("autotests").and_then(Value::as_bool) == Some(false);
        Some(Crate { manifest: &manifest.path, names_its_tests, programs: programs.collect() })
    }

    /// Whether a program of that name belongs to it.
    fn has(&self, tree: &Tree, name: &str) -> bool {
        let folder = self.manifest.trim_end_matches("Cargo.toml");
        self.programs.iter().any(|(program, _)| program == name)
            || !self.names_its_tests && tree.has(&format!("{folder}tests/{name}.rs"))
    }
}

/// The files beside the programs of a crate that no program names.
fn unnamed_files(tree: &Tree, of: &Crate<'_>) -> Vec<Violation> {
    let programs: Vec<&TextFile> = of.programs.iter().filter_map(|(_, path)| tree.file(path)).collect();
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let tests = of.manifest.replace("Cargo.toml", "tests");
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
            let message = format!("no test runs `{name}`: name it in a program beside it, or in {}", of.manifest);
            violations.push(Violation::new(&file.path, 1, message));
        }
    }
    violations
}

/// Programs that a file calls by `--test NAME` and no crate has; the name may be on the next line.
fn unknown_programs(tree: &Tree, file: &TextFile, crates: &[Crate<'_>]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (at, found) in file.text.match_indices("--test ").chain(file.text.match_indices("--test\n")) {
        let rest = file.text[at + found.len()..].trim_start_matches(['/', '#', '!', ' ']);
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        if !name.is_empty() && !crates.iter().any(|found| found.has(tree, name)) {
            let line = file.text[..at].matches('\n').count() + 1;
            violations.push(Violation::new(&file.path, line, format!("no crate has a program of tests `{name}`")));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 9] = [
        (
            "crates/khet/Cargo.toml",
            "[package]\nautotests = false\n\n[[test]]\nname = \"all\"\n\n[[test]]\nname = \"alone\"\n",
        ),
        ("crates/khet/tests/all.rs", "mod laws;\nmod naive;\n"),
        ("crates/khet/tests/alone.rs", ""),
        ("crates/khet/tests/laws.rs", ""),
        ("crates/khet/tests/naive/mod.rs", ""),
        (
            "crates/web/Cargo.toml",
            "[package]\nautotests = false\n[[test]]\nname = \"pages\"\npath = \"tests/pages/main.rs\"\n",
        ),
        ("crates/web/tests/pages/main.rs", "mod touch;\n"),
        ("crates/web/tests/pages/touch.rs", ""),
        ("crates/page/Cargo.toml", "[package]\n"),
    ];

    fn faults(more: (&str, &str)) -> Vec<String> {
        check(&Tree::of(&[&FILES[..], &[more]].concat())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn files_that_no_program_names_are_found() {
        assert_eq!(faults(("crates/page/tests/free.rs", "")), [""; 0]);
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

    #[test]
    fn programs_that_are_called_are_there() {
        for good in
            ["`cargo test --test alone`", "cargo test --test\npages --test all", "the flag `--test `", "--tests"]
        {
            assert_eq!(faults(("docs/a.md", good)), [""; 0], "{good}");
        }
        assert_eq!(
            faults(("docs/a.md", "one\n`cargo test --test laws`")),
            ["docs/a.md:2: no crate has a program of tests `laws`"]
        );
        for bad in ["cargo test --test\nlaws", "//! cargo test --test\n//! laws", "--test all --test gone"] {
            assert_eq!(faults(("crates/khet/src/a.rs", bad)).len(), 1, "{bad}");
        }
        assert_eq!(faults((HISTORY, "`cargo test --test laws`")), [""; 0]);
    }
}
