//! Third-party crates below `catalog`: few, small, and each for a reason.
//!
//! A user of one rules crate should not compile many dependencies. Front ends are exempt; below them, this table decides.

use super::Violation;
use super::crate_rules;
use super::source::find_word;
use super::tree::Tree;
use crate::workspace::{Dependency, Package};

/// The libraries that may use a crate, and the reason.
struct Row {
    name: &'static str,
    libraries: Libraries,
    /// Documentation of the table; not printed.
    #[expect(dead_code, reason = "a reason is for people")]
    reason: &'static str,
}

/// Libraries that may use a crate, as names separated by spaces. Tests may use it in all libraries.
#[derive(Clone, Copy)]
enum Libraries {
    All,
    Only(&'static str),
}

const fn row(name: &'static str, libraries: Libraries, reason: &'static str) -> Row {
    Row { name, libraries, reason }
}

const TESTS: Libraries = Libraries::Only("");

#[rustfmt::skip]
const ALLOWED: &[Row] = &[
    row("smallvec", Libraries::All, "move lists without allocation"),
    row("thiserror", Libraries::All, "error enums without boilerplate"),
    row("ahash", Libraries::Only("reports solve"), "fast hash maps, with fixed seeds"),
    row("rand", Libraries::Only("game"), "seeded random numbers, behind the feature `random`"),
    row("rand_pcg", Libraries::Only("game"), "the random number generator, which never changes under its name"),
    row("libm", Libraries::Only("learn optimize statistics"), "elementary functions that are the same on every system"),
    row("nalgebra", Libraries::Only("optimize statistics"), "small systems of equations and eigenvalues"),
    row("statrs", Libraries::Only("statistics"), "the distributions that intervals need"),
    row("plotters", Libraries::Only("arena optimize"), "plots as SVG"),
    row("rustix", Libraries::Only("arena memory"), "kills an engine with all that it has started, without `unsafe`; asks for huge pages"),
    row("serde", Libraries::Only("arena game learn optimize scene solve statistics"), "records of games, logs of tuning, boards and exact values as data; in `game` behind a feature"),
    row("serde_json", Libraries::Only("arena learn optimize solve"), "records, logs and certificates are JSON lines"),
    row("proptest", Libraries::Only("game"), "the law suite draws and shrinks games, behind the feature `laws`"),
    row("toml", Libraries::Only("eval"), "weight files that people edit, with the place of each fault"),
    row("bytemuck", Libraries::Only("search"), "a large table whose memory the system gives as it is touched"),
    row("tempfile", Libraries::Only("play"), "unique names of temporary files"),
    row("crc32fast", Libraries::Only("arena solve"), "checksums of tables on disk and of chunks of runs, as fast as memory"),
    row("flate2", Libraries::Only("solve"), "the book of Tigers and Goats, compressed"),
    row("zstd", Libraries::Only("solve"), "compressed blocks of tables, each read on its own"),
    row("loom", Libraries::Only("search"), "the memory model that proves the transposition table, under cfg(loom) alone"),
    row("web-time", Libraries::Only("search solve"), "a clock that a browser's WebAssembly has, too"),
    row("insta", TESTS, "snapshots of playthroughs"),
];

const TABLE: &str = "xtask/src/tidy/third_party.rs";

/// Checks the dependencies of every package below `catalog`, and that the table allows no dependency that is unused in a manifest
/// or in the code.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Violation> {
    let below =
        |package: &&Package| crate_rules::find(&package.folder).is_some_and(|rule| rule.layer.is_below_catalog());
    let packages: Vec<&Package> = packages.iter().filter(below).collect();
    let mut violations = faults(&packages);
    violations.extend(unused(&packages));
    violations.extend(packages.iter().flat_map(|package| idle(tree, package)));
    violations
}

/// Returns the third-party crates of a manifest that the package's code does not use.
fn idle(tree: &Tree, package: &Package) -> Vec<Violation> {
    let folder = package.manifest.trim_end_matches("Cargo.toml");
    let code: Vec<&str> = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with(folder) && file.path.ends_with(".rs"))
        .map(|file| &*file.text)
        .collect();
    let others = package.dependencies.iter().filter(|dependency| dependency.own.is_none());
    let is_named = |name: &str| code.iter().any(|text| find_word(text, name).next().is_some());
    let unnamed = others.filter(|dependency| !is_named(&dependency.name.replace('-', "_")));
    let message = |name: &str| format!("no code of `{}` names `{name}`: take it from the manifest", package.folder);
    unnamed.map(|dependency| Violation::in_manifest(package, &dependency.name, message(&dependency.name))).collect()
}

fn faults(packages: &[&Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let problems = package.dependencies.iter().filter_map(|dependency| problem(&package.folder, dependency));
        violations.extend(problems.map(|(name, problem)| Violation::in_manifest(package, name, problem)));
    }
    violations
}

/// Returns unused rows and unused libraries of rows.
fn unused(packages: &[&Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for row in ALLOWED {
        let users = |tests_count: bool| -> Vec<&str> {
            let is_use = |found: &Dependency| found.name == row.name && (tests_count || !found.tests_only);
            let users = packages.iter().filter(|package| package.dependencies.iter().any(is_use));
            users.map(|package| package.folder.as_str()).collect()
        };
        let idle: Vec<&str> = match row.libraries {
            Libraries::Only(libraries) if !libraries.is_empty() => {
                let users = users(false);
                libraries.split(' ').filter(|library| !users.contains(library)).collect()
            }
            _ if users(true).is_empty() => vec!["all"],
            _ => Vec::new(),
        };
        violations.extend(idle.into_iter().map(|who| {
            let message = format!("`{}` is allowed to {who}, but not used: take it from the table", row.name);
            Violation::new(TABLE, 1, message)
        }));
    }
    violations
}

fn problem<'a>(from: &str, dependency: &'a Dependency) -> Option<(&'a str, String)> {
    let name = dependency.name.as_str();
    if dependency.own.is_some() {
        return None;
    }
    let Some(row) = ALLOWED.iter().find(|row| row.name == name) else {
        return Some((
            name,
            format!(
                "`{from}` is below `catalog` and must not use `{name}`; a small exception goes to {TABLE}, with its reason"
            ),
        ));
    };
    match row.libraries {
        _ if dependency.tests_only => None,
        Libraries::All => None,
        Libraries::Only(libraries) if crate_rules::has(libraries, from) => None,
        Libraries::Only(_) => {
            Some((name, format!("`{name}` is for the tests of `{from}`: move it to [dev-dependencies]")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &str, name: &str, tests_only: bool) -> Package {
        let dependencies = vec![Dependency { name: name.into(), own: None, tests_only, optional: false }];
        Package { dependencies, ..Package::of(folder, &format!("[dependencies]\n{name} = \"1\"\n")) }
    }

    fn faults(folder: &str, name: &str, tests_only: bool) -> Vec<String> {
        let packages = [package(folder, name, tests_only)];
        let tree = Tree::of(&[(&format!("crates/{folder}/src/lib.rs"), &format!("use {name};"))]);
        check(&tree, &packages).iter().filter(|fault| fault.file != TABLE).map(ToString::to_string).collect()
    }

    fn is_unused(name: &str, packages: &[&Package]) -> bool {
        unused(packages).iter().any(|fault| fault.message.starts_with(&format!("`{name}`")))
    }

    #[test]
    fn unused_rows_are_found() {
        assert!(is_unused("smallvec", &[]));
        assert!(!is_unused("smallvec", &[&package("kalah", "smallvec", false)]));
        assert!(!is_unused("insta", &[&package("kalah", "insta", true)]));
        assert!(is_unused("proptest", &[&package("game", "proptest", true)]), "a test needs no row");
        assert!(!is_unused("proptest", &[&package("game", "proptest", false)]));
        assert!(is_unused("serde", &[&package("arena", "serde", false)]), "optimize does not use it here");
    }

    #[test]
    fn what_no_code_names_is_found() {
        let package = package("kalah", "serde-json", false);
        let found = |path: &str, text: &str| idle(&Tree::of(&[(path, text)]), &package).len();
        assert_eq!(found("crates/kalah/src/lib.rs", "use serde_json::Value;"), 0);
        assert_eq!(found("crates/kalah/tests/a.rs", "use serde_json::Value;"), 0);
        assert_eq!(found("crates/kalah/src/lib.rs", "use serde::Value; // my_serde_json"), 1);
        assert_eq!(found("crates/khet/src/lib.rs", "use serde_json::Value;"), 1);
        let faults = idle(&Tree::of(&[]), &package);
        assert_eq!(faults[0].message, "no code of `kalah` names `serde-json`: take it from the manifest");
    }

    #[test]
    fn the_list_decides_below_catalog() {
        assert_eq!(faults("kalah", "smallvec", false), [""; 0]);
        assert_eq!(faults("kalah", "insta", true), [""; 0]);
        assert_eq!(faults("game", "proptest", false), [""; 0]);
        assert_eq!(faults("cli", "clap", false), [""; 0]);
        assert!(
            faults("search", "rayon", false)[0].starts_with("crates/search/Cargo.toml:2: `search` is below `catalog`")
        );
        assert!(faults("search", "rayon", true)[0].contains("must not use `rayon`"));
        assert!(faults("kalah", "insta", false)[0].contains("[dev-dependencies]"));
        assert!(faults("kalah", "proptest", false)[0].contains("[dev-dependencies]"));
    }
}
