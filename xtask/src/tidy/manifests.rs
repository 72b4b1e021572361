//! Every package inherits what the workspace says once: Rust version, edition, licence, lints.

use toml::{Table, Value};

use super::Violation;
use super::tree::Tree;
use crate::workspace::Package;

/// Keys of `[package]` that must say `workspace = true`.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "publish"];

/// Checks all manifests, and that the README states the same Rust version.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        violations.extend(check_package(package));
    }
    if let Some(root) = tree.file("Cargo.toml")
        && let Ok(workspace) = root.text.parse::<Table>()
    {
        let path = |keys: &[&str]| {
            keys.iter().try_fold(&Value::Table(workspace.clone()), |value, key| value.get(key)).cloned()
        };
        if path(&["workspace", "lints", "rust", "unsafe_code"]) != Some(Value::from("forbid")) {
            violations.push(Violation::new(
                &root.path,
                1,
                "expected `unsafe_code = \"forbid\"` in [workspace.lints.rust]",
            ));
        }
        if let Some(version) =
            path(&["workspace", "package", "rust-version"]).and_then(|value| value.as_str().map(str::to_owned))
        {
            violations.extend(check_readme(tree, &version));
        }
    }
    violations
}

fn check_package(package: &Package) -> Vec<Violation> {
    let manifest = match package.text.parse::<Table>() {
        Ok(manifest) => manifest,
        Err(error) => return vec![Violation::new(&package.manifest, 1, error.message())],
    };
    let inherits = |value: Option<&Value>| value.and_then(|value| value.get("workspace")) == Some(&Value::from(true));
    let mut violations = Vec::new();
    for key in INHERITED {
        if !inherits(manifest.get("package").and_then(|table| table.get(key))) {
            violations.push(Violation::in_manifest(
                package,
                key,
                format!("expected `{key}.workspace = true` in [package]"),
            ));
        }
    }
    if !inherits(Some(&Value::Table(manifest.clone())).and_then(|table| table.get("lints"))) {
        violations.push(Violation::in_manifest(package, "[lints]", "expected `workspace = true` in [lints]"));
    }
    violations
}

/// Every `Rust 1.NN` of the README is the workspace's, and there is one.
fn check_readme(tree: &Tree, version: &str) -> Vec<Violation> {
    let Some(readme) = tree.file("README.md") else { return Vec::new() };
    let mut stated = false;
    let mut violations = Vec::new();
    for (index, line) in readme.text.lines().enumerate() {
        for (at, _) in line.match_indices("Rust 1.") {
            stated = true;
            let found = line[at + "Rust ".len()..].split(|other: char| !other.is_ascii_digit() && other != '.').next();
            let found = found.unwrap_or_default().trim_end_matches('.');
            if found != version {
                let message = format!("Rust {found} is stated, but the workspace's rust-version is {version}");
                violations.push(Violation::new(&readme.path, index + 1, message));
            }
        }
    }
    if !stated {
        violations.push(Violation::new(
            &readme.path,
            1,
            format!("expected the minimum version to be stated: `Rust {version}`"),
        ));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"plyground-kalah\"\nversion.workspace = true\nedition.workspace = true\n\
        rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n[lints]\nworkspace = true\n";
    const ROOT: &str =
        "[workspace.package]\nrust-version = \"1.95\"\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";

    fn faults(text: &str) -> Vec<String> {
        let package = Package {
            name: "plyground-kalah".into(),
            folder: "kalah".into(),
            manifest: "crates/kalah/Cargo.toml".into(),
            text: text.into(),
            rust: None,
            dependencies: Vec::new(),
        };
        check_package(&package).iter().map(ToString::to_string).collect()
    }

    fn root_faults(manifest: &str, readme: &str) -> Vec<String> {
        let tree = Tree::of(&[("Cargo.toml", manifest), ("README.md", readme)]);
        check(&tree, &[]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn packages_inherit() {
        assert_eq!(faults(GOOD), [""; 0]);
        assert_eq!(
            faults(&GOOD.replace("edition.workspace = true", "edition = \"2021\"")),
            ["crates/kalah/Cargo.toml:4: expected `edition.workspace = true` in [package]"]
        );
        for lost in ["rust-version.workspace = true\n", "license.workspace = true\n", "[lints]\nworkspace = true\n"] {
            assert_eq!(faults(&GOOD.replace(lost, "")).len(), 1, "{lost}");
        }
        assert_eq!(faults("[package\n").len(), 1);
    }

    #[test]
    fn the_readme_states_the_version() {
        assert_eq!(root_faults(ROOT, "Needs Rust 1.95."), [""; 0]);
        assert_eq!(root_faults(ROOT, "Needs Rust 1.95 (or later)"), [""; 0]);
        assert_eq!(check(&Tree::of(&[("Cargo.toml", ROOT)]), &[]), []);
        assert_eq!(
            root_faults(ROOT, "\nNeeds Rust 1.80 or later"),
            ["README.md:2: Rust 1.80 is stated, but the workspace's rust-version is 1.95"]
        );
        assert_eq!(root_faults(ROOT, "nothing").len(), 1);
    }

    #[test]
    fn unsafe_code_stays_forbidden() {
        assert_eq!(root_faults(&ROOT.replace("forbid", "deny"), "Rust 1.95").len(), 1);
    }
}
