//! Dependencies between the workspace crates point down only.
//!
//! The check uses cargo's metadata instead of the manifests, so it sees renamed, inherited and target-specific dependencies.
//! Tools such as cargo-deny know bans, but no dependency directions within a workspace.

use super::Violation;
use super::crate_rules::{self, Needs};
use crate::workspace::{Dependency, Package};

/// Checks the dependencies of every package by the table.
pub(crate) fn check(packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let Some(rule) = crate_rules::find(&package.folder) else {
            let (folder, table) = (&package.folder, crate_rules::TABLE);
            let message = format!("the crate `{folder}` is not in the table of {table}: add it, with what it may need");
            violations.push(Violation::new(&package.manifest, 1, message));
            continue;
        };
        let name = crate_rules::package_name(rule.name);
        if package.name != name {
            let message =
                format!("the package `{}` lies in `{}`, so its name has to be `{name}`", package.name, rule.name);
            violations.push(Violation::in_manifest(package, "name", message));
        }
        for dependency in &package.dependencies {
            let Some(own) = &dependency.own else { continue };
            if let Some(problem) = problem(rule.name, rule.needs, own, dependency) {
                violations.push(Violation::in_manifest(package, &dependency.name, problem));
            }
        }
    }
    violations
}

fn problem(from: &str, needs: Needs, to: &str, dependency: &Dependency) -> Option<String> {
    let Needs::Only(needs, optional) = needs else { return None };
    if dependency.tests_only {
        return if from == to || crate_rules::has(needs, to) {
            None
        } else if from == "game" {
            // The `game` crate would be compiled twice, with incompatible types.
            Some(format!("tests of `game` must not depend on `{to}`: move them to `{to}`"))
        } else if crate_rules::TOP.contains(&to) {
            Some(format!("nothing depends on `{to}`, not even a test: move what is shared below it"))
        } else {
            None
        };
    }
    if crate_rules::has(needs, to) || (crate_rules::has(optional, to) && dependency.optional) {
        None
    } else if crate_rules::has(optional, to) {
        Some(format!("`{from}` may depend on `{to}` only behind a feature: `optional = true`"))
    } else if crate_rules::TOP.contains(&to) {
        Some(format!("`{from}` must not depend on `{to}`: nothing does"))
    } else {
        let allowed =
            if needs.is_empty() { "no other crate of the house".to_owned() } else { needs.replace(' ', ", ") };
        Some(format!("`{from}` must not depend on `{to}`, only on {allowed}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &str, dependencies: &[(&str, bool, bool)]) -> Package {
        let dependencies = dependencies.iter().map(|&(to, tests_only, optional)| Dependency {
            name: format!("plyground-{to}"),
            own: Some(to.to_owned()),
            tests_only,
            optional,
        });
        let text = "[package]\nname = \"x\"\n[dependencies]\nplyground-game.workspace = true\nplyground-search = {}\n";
        let dependencies = dependencies.collect();
        Package { name: crate_rules::package_name(folder), dependencies, ..Package::of(folder, text) }
    }

    fn faults(folder: &str, dependencies: &[(&str, bool, bool)]) -> Vec<String> {
        check(&[package(folder, dependencies)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn allowed_arrows() {
        assert_eq!(faults("game", &[("game", true, false)]), [""; 0]);
        assert_eq!(faults("kalah", &[("game", false, false), ("search", true, false)]), [""; 0]);
        assert_eq!(faults("search", &[("game", false, false), ("kalah", true, false)]), [""; 0]);
        assert_eq!(faults("cli", &[("catalog", false, false), ("web", false, true)]), [""; 0]);
        assert_eq!(faults("papers", &[("search", false, false), ("cli", false, false)]), [""; 0]);
        assert_eq!(faults("plyground", &[("cli", false, true)]), [""; 0]);
    }

    #[test]
    fn forbidden_arrows() {
        assert_eq!(
            faults("kalah", &[("search", false, false)]),
            ["crates/kalah/Cargo.toml:5: `kalah` must not depend on `search`, only on game"]
        );
        for (from, to, tests_only) in [
            ("game", "kalah", false),
            ("game", "kalah", true),
            ("search", "kalah", false),
            ("eval", "search", false),
            ("catalog", "web", false),
            ("catalog", "cli", true),
            ("cli", "web", false),
            ("cli", "eval", false),
            ("plyground", "cli", false),
            ("web", "cli", false),
            ("search", "papers", true),
            ("xtask", "search", false),
            ("kgp", "catalog", false),
        ] {
            assert_eq!(faults(from, &[(to, tests_only, false)]).len(), 1, "{from} -> {to}");
        }
    }

    #[test]
    fn unknown_crates_and_names() {
        let found = faults("shogi", &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("add it"), "{found:?}");
        let misnamed = Package { name: "kalah".into(), ..package("kalah", &[]) };
        assert_eq!(
            check(&[misnamed])[0].to_string(),
            "crates/kalah/Cargo.toml:2: the package `kalah` lies in `kalah`, so its name has to be `plyground-kalah`"
        );
    }
}
