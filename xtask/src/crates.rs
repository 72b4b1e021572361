//! What a stranger's build does with our crates and the steps of CI do not: `cargo xtask features`, `minimal` and `semver`.
//!
//! In the workspace all crates are built together, with the features that any of them asks for and the versions of the lock file. Who takes one of
//! them has its features alone, and whatever versions the manifest allows.

use std::fs;

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::step::{Step, printed};
use crate::workspace::{Package, Workspace};

/// Up to this many features all of their sets are checked; beyond, none, each alone, and all.
const POWERSET: usize = 4;

/// The arguments of `cargo xtask features`.
pub(crate) fn arguments(command: Command) -> Command {
    let packages =
        Arg::new("package").action(ArgAction::Append).help("Packages; all that are published when none is named");
    command.arg(packages)
}

/// Checks every published package with its features, one set after the other, as its users compile it.
///
/// # Errors
/// The package and the features that do not compile.
pub(crate) fn features(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let named: Vec<&String> = matches.get_many("package").into_iter().flatten().collect();
    if let Some(stranger) = named.iter().find(|name| !workspace.packages.iter().any(|package| package.name == ***name))
    {
        return Err(format!("there is no package `{stranger}` in the workspace"));
    }
    let mut checked = 0;
    for package in workspace.packages.iter().filter(|package| package.is_published()) {
        if !named.is_empty() && !named.contains(&&package.name) {
            continue;
        }
        for features in sets(&package.features) {
            let mut line = format!("cargo check --quiet --locked --package {} --no-default-features", package.name);
            if !features.is_empty() {
                line.push_str(&format!(" --features {}", features.join(",")));
            }
            let step = Step::new("features", &line);
            println!("{}", step.line());
            step.run(&workspace.root)?;
            checked += 1;
        }
    }
    println!("features: {checked} sets compile");
    Ok(())
}

/// The sets of features that are checked.
fn sets(features: &[String]) -> Vec<Vec<&str>> {
    let features: Vec<&str> = features.iter().map(String::as_str).filter(|name| *name != "default").collect();
    if features.len() <= POWERSET {
        let member =
            |set: usize| features.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, name)| *name);
        return (0..1 << features.len()).map(|set| member(set).collect()).collect();
    }
    let alone = features.iter().map(|name| vec![*name]);
    std::iter::once(Vec::new()).chain(alone).chain([features.clone()]).collect()
}

/// Checks a copy of the workspace with the lowest versions that the manifests allow for what they name themselves.
///
/// # Errors
/// When there is no nightly toolchain, which alone can choose them, or something does not compile.
pub(crate) fn minimal(workspace: &Workspace) -> Result<(), String> {
    let root = &workspace.root;
    if printed("cargo", &["+nightly", "--version"], root).is_empty() {
        return Err("lowest versions need a nightly toolchain: rustup toolchain install nightly".into());
    }
    let copy = workspace.target.join("minimal");
    let list = printed("git", &["ls-files", "--cached", "--others", "--exclude-standard"], root);
    // Sources alone: what was built for the copy before stays.
    for path in list.lines().filter(|path| !path.starts_with("docs/results/")) {
        let (from, to) = (root.join(path), copy.join(path));
        let Ok(bytes) = fs::read(&from) else { continue };
        fs::create_dir_all(to.parent().expect("a file is in a folder")).map_err(|error| format!("{to}: {error}"))?;
        if fs::read(&to).ok().as_deref() != Some(&bytes) {
            fs::write(&to, bytes).map_err(|error| format!("{to}: {error}"))?;
        }
    }
    Step::new("lowest versions", "cargo +nightly update -Zdirect-minimal-versions").run(&copy)?;
    // Tests may need more; a user compiles none of them.
    let published = workspace.packages.iter().filter(|package| package.is_published());
    let packages: String = published.map(|package| format!(" --package {}", package.name)).collect();
    Step::new("lowest versions", &format!("cargo check --locked --all-features --target-dir target{packages}"))
        .run(&copy)
}

/// Compares the public API with that of the last tag, by cargo-semver-checks. Before the first tag it says that there is nothing to
/// compare with, and nothing is wrong.
///
/// # Errors
/// When there is no tool, or when the version does not say what has changed.
pub(crate) fn semver(workspace: &Workspace) -> Result<(), String> {
    let root = &workspace.root;
    let tag = printed("git", &["describe", "--tags", "--abbrev=0"], root);
    let tag = tag.trim();
    if tag.is_empty() {
        println!("semver: not compared: there is no tag yet; the first version is what later ones are compared with");
        return Ok(());
    }
    if printed("cargo", &["semver-checks", "--version"], root).is_empty() {
        return Err("cargo-semver-checks is missing; to install it: cargo install cargo-semver-checks --locked".into());
    }
    let published = workspace.packages.iter().filter(|package| package.is_published());
    let packages: String = published.map(|Package { name, .. }| format!(" --package {name}")).collect();
    Step::new("semver", &format!("cargo semver-checks --baseline-rev {tag}{packages}")).run(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_features_are_tried_in_all_sets() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(sets(&[]), [[""; 0]]);
        assert_eq!(sets(&names(&["default", "a", "b"])), [vec![], vec!["a"], vec!["b"], vec!["a", "b"]]);
        let many = names(&["a", "b", "c", "d", "e"]);
        assert_eq!(sets(&many).len(), 7);
        assert_eq!(sets(&many).last().map(Vec::len), Some(5));
    }
}
