//! What a stranger's build does with our crates and the steps of CI do not: `cargo xtask features`, `minimal` and `semver`.
//!
//! In the workspace all crates are built together, with the features that any of them asks for and the versions of the lock file. Who takes one of
//! them has its features alone, and whatever versions the manifest allows.

use std::fs;

use camino::Utf8Path;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::dist;
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

/// Compares the public API with that of the last tag, and says whether the number of the tree is one that it may have.
///
/// # Errors
/// As [`compare`].
pub(crate) fn semver(workspace: &Workspace) -> Result<(), String> {
    compare(workspace, &dist::version(&workspace.root)?)
}

/// Compares the public API with that of the last tag, by cargo-semver-checks, and asks whether a version may differ so. Before the first tag
/// it says that there is nothing to compare with, and nothing is wrong. The tool knows one crate at a time: what has moved to another crate
/// counts as gone, although it is shown in its old place too.
///
/// The documentation that it reads is built for all packages of a tree at once, in two minutes; left to itself the tool builds it for each
/// of them again, with all that it depends on, in three quarters of an hour.
///
/// # Errors
/// When there is no tool, when it or the compiler fails, or when something is gone or differs and the version does not say so.
pub(crate) fn compare(workspace: &Workspace, version: &str) -> Result<(), String> {
    let root = &workspace.root;
    let tag = printed("git", &["describe", "--tags", "--abbrev=0", "--match", "v*"], root);
    let tag = tag.trim();
    if tag.is_empty() {
        println!("semver: not compared: there is no tag yet; the first version is what later ones are compared with");
        return Ok(());
    }
    if printed("cargo", &["semver-checks", "--version"], root).is_empty() {
        return Err("cargo-semver-checks is missing; to install it: cargo install cargo-semver-checks --locked".into());
    }
    let folder = workspace.target.join("semver");
    let tagged = folder.join(tag);
    // A tag does not move: what was cloned once stays.
    if !tagged.exists() {
        Step::new("semver", &format!("git clone --quiet --shared --branch {tag} {root} {tagged}")).run(root)?;
    }
    let published = workspace.packages.iter().filter(|package| package.is_published());
    let (old, new): (Vec<&Package>, Vec<&Package>) =
        published.partition(|package| tagged.join(&package.manifest).exists());
    let (before, after) = (folder.join("before"), folder.join("after"));
    document(&tagged, &old, &before)?;
    document(root, &old, &after)?;
    let mut breaking = Vec::new();
    for Package { name, .. } in old {
        let json = format!("doc/{}.json", name.replace('-', "_"));
        if let Some(said) = what_breaks(root, &before.join(&json), &after.join(&json))? {
            println!("{name}: breaks\n{said}");
            breaking.push(name.as_str());
        } else {
            println!("{name}: all that was there is there");
        }
    }
    for Package { name, .. } in new {
        println!("{name}: is new");
    }
    if breaking.is_empty() || is_breaking(&tag[1..], version) {
        println!("semver: {version} is a number that what has changed since {tag} may have");
        return Ok(());
    }
    Err(format!("{version} may not break what {tag} has, and {} broke: raise the number", breaking.join(", ")))
}

/// Writes the documentation of some packages of a tree as JSON below a folder, as docs.rs shows them, with all features.
fn document(tree: &Utf8Path, packages: &[&Package], target: &Utf8Path) -> Result<(), String> {
    let packages: String = packages.iter().map(|package| format!(" --package {}", package.name)).collect();
    let line = format!("cargo doc --quiet --locked --no-deps --lib --all-features --target-dir {target}{packages}");
    // JSON is not stable yet; cargo-semver-checks asks for it in this way too.
    let step = Step::new("semver", &line).with("RUSTC_BOOTSTRAP", "1");
    step.with("RUSTDOCFLAGS", "-Zunstable-options --output-format=json --cap-lints=allow").run(tree)
}

/// What cargo-semver-checks says is gone or differs between the documentation of two trees; nothing when all that was there is there.
fn what_breaks(root: &Utf8Path, before: &Utf8Path, after: &Utf8Path) -> Result<Option<String>, String> {
    let line = format!(
        "cargo semver-checks --baseline-rustdoc {before} --current-rustdoc {after} --release-type minor --color never"
    );
    let (said, done) = Step::new("semver", &line).run_kept(root);
    // It ends alike when it finds something and when it cannot read what it is given.
    match done {
        Ok(()) => Ok(None),
        Err(_) if said.contains("semver requires new major version") => Ok(Some(said)),
        Err(error) => Err(format!("{error}\n{said}")),
    }
}

/// Whether a version may break what an older one has: before 1.0 with the second number, later with the first.
fn is_breaking(old: &str, new: &str) -> bool {
    let leading = |version: &str| {
        let count = if version.starts_with("0.") { 2 } else { 1 };
        version.split('.').take(count).map(str::to_owned).collect::<Vec<_>>()
    };
    leading(old) != leading(new)
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

    #[test]
    fn what_breaks_asks_for_the_leading_number() {
        assert!(is_breaking("0.2.0", "0.3.0"));
        assert!(!is_breaking("0.2.0", "0.2.1"));
        assert!(is_breaking("0.2.0", "1.0.0"));
        assert!(is_breaking("1.2.0", "2.0.0"));
        assert!(!is_breaking("1.2.0", "1.3.0"));
    }
}
