//! Third-party crates that a manifest names and the code does not. Which crates may use which others is in `deny.toml`.

use super::Violation;
use super::source::find_word;
use super::tree::Tree;
use crate::workspace::Package;

/// Checks that the code of each package names all its third-party dependencies.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Violation> {
    packages.iter().flat_map(|package| idle(tree, package)).collect()
}

/// Returns the third-party crates of a manifest that the package's code does not use.
fn idle(tree: &Tree, package: &Package) -> Vec<Violation> {
    let folder = package.manifest.trim_end_matches("Cargo.toml");
    let code = || tree.files.iter().filter(|file| file.path.starts_with(folder) && file.path.ends_with(".rs"));
    let others = package.dependencies.iter().filter(|dependency| dependency.own.is_none());
    let is_named = |name: &str| code().any(|file| find_word(&file.text, name).next().is_some());
    let unnamed = others.filter(|dependency| !is_named(&dependency.name.replace('-', "_")));
    let message = |name: &str| format!("no code of `{}` names `{name}`: take it from the manifest", package.folder);
    unnamed.map(|dependency| Violation::in_manifest(package, &dependency.name, message(&dependency.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    #[test]
    fn what_no_code_names_is_found() {
        let dependency = Dependency { name: "serde-json".into(), own: None, tests_only: false, optional: false };
        let manifest = "[dependencies]\nserde-json = \"1\"\n";
        let package = Package { dependencies: vec![dependency], ..Package::of("kalah", manifest) };
        let found = |path: &str, text: &str| idle(&Tree::of(&[(path, text)]), &package).len();
        assert_eq!(found("crates/kalah/src/lib.rs", "use serde_json::Value;"), 0);
        assert_eq!(found("crates/kalah/tests/a.rs", "use serde_json::Value;"), 0);
        assert_eq!(found("crates/kalah/src/lib.rs", "use serde::Value; // my_serde_json"), 1);
        assert_eq!(found("crates/khet/src/lib.rs", "use serde_json::Value;"), 1);
        let faults = idle(&Tree::of(&[]), &package);
        assert_eq!(faults[0].message, "no code of `kalah` names `serde-json`: take it from the manifest");
    }
}
