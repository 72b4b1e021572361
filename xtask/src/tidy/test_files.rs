//! Files of tests belong to a program of tests.
//!
//! Where a manifest says `autotests = false`, cargo takes only the tests that it names, and a file that neither the manifest nor
//! a program of tests names would silently never run.

use toml::{Table, Value};

use super::Violation;
use super::tree::{TextFile, Tree};

/// Checks the files of every crate that names its tests.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let manifests = tree.files.iter().filter(|file| file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml"));
    manifests.filter_map(Crate::read).flat_map(|found| unnamed_files(tree, &found)).collect()
}

/// A package, as far as its tests go.
struct Crate<'a> {
    manifest: &'a str,
    /// The files of its programs of tests.
    programs: Vec<String>,
}

impl<'a> Crate<'a> {
    /// Reads the manifest of a crate that names its tests.
    fn read(manifest: &'a TextFile) -> Option<Crate<'a>> {
        let table: Table = manifest.text.parse().ok()?;
        let folder = manifest.path.strip_suffix("Cargo.toml")?;
        let word = |table: &Value, key: &str| Some(table.get(key)?.as_str()?.to_owned());
        let programs = table.get("test").and_then(Value::as_array).into_iter().flatten();
        let programs = programs.filter_map(|program| {
            let path = word(program, "path").or_else(|| Some(format!("tests/{}.rs", word(program, "name")?)))?;
            Some(format!("{folder}{path}"))
        });
        let autotests = table.get("package")?.get("autotests").and_then(Value::as_bool);
        (autotests == Some(false)).then(|| Crate { manifest: &manifest.path, programs: programs.collect() })
    }
}

/// The files beside the programs of a crate that no program names.
fn unnamed_files(tree: &Tree, of: &Crate<'_>) -> Vec<Violation> {
    let programs: Vec<&TextFile> = of.programs.iter().filter_map(|path| tree.file(path)).collect();
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
}
