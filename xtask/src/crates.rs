//! Checks of single crates that the CI steps do not cover: `cargo xtask features`, `minimal` and `semver`.
//!
//! The workspace builds all crates together, with all features and the versions of the lock file. A user of one crate builds only
//! its features, with any version that the manifest allows.

use camino::Utf8Path;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::options;
use crate::step::{Step, printed};
use crate::workspace::{Package, Workspace};

/// The package whose features have too many combinations.
const FACADE: &str = "plyground";

/// Arguments of `cargo xtask features`.
pub(crate) fn arguments(command: Command) -> Command {
    command.arg(Arg::new("package").action(ArgAction::Append).help("Packages [default: all that are published]"))
}

/// Checks published packages with each combination of their features, and the facade with each single feature.
///
/// # Errors
/// Fails if cargo-hack is missing or a package does not compile.
pub(crate) fn features(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let root = &workspace.root;
    needs_tool(root, "hack", "cargo-hack")?;
    for line in feature_lines(&options::values(matches, "package")) {
        Step::new("features", &line).run(root)?;
    }
    Ok(())
}

/// Returns the commands that check the named packages, or all.
fn feature_lines(named: &[String]) -> Vec<String> {
    let line =
        |sets: &str, package: &str| format!("cargo hack check --quiet --locked --ignore-private {sets} {package}");
    if named.is_empty() {
        return vec![
            line("--feature-powerset", &format!("--workspace --exclude {FACADE}")),
            line("--each-feature", &format!("--package {FACADE}")),
        ];
    }
    let sets = |name: &str| if name == FACADE { "--each-feature" } else { "--feature-powerset" };
    named.iter().map(|name| line(sets(name), &format!("--package {name}"))).collect()
}

/// Checks the published packages with the lowest direct dependency versions that the manifests allow.
///
/// # Errors
/// Fails if a tool or the nightly toolchain, which selects these versions, is missing, or something does not compile.
pub(crate) fn minimal(workspace: &Workspace) -> Result<(), String> {
    let root = &workspace.root;
    needs_tool(root, "hack", "cargo-hack")?;
    needs_tool(root, "minimal-versions", "cargo-minimal-versions")?;
    if printed("cargo", &["+nightly", "--version"], root).is_empty() {
        return Err("lowest versions need a nightly toolchain: rustup toolchain install nightly".into());
    }
    let line =
        "cargo minimal-versions check --direct --workspace --ignore-private --all-features --target-dir target/minimal";
    Step::new("lowest versions", line).run(root)
}

/// Checks that a subcommand of cargo is installed.
pub(crate) fn needs_tool(root: &Utf8Path, command: &str, package: &str) -> Result<(), String> {
    if printed("cargo", &[command, "--version"], root).is_empty() {
        return Err(format!("{package} is missing; to install it: cargo install {package} --locked"));
    }
    Ok(())
}

/// Compares the public API with that of the last tag, and checks that the version of the tree allows the changes.
///
/// # Errors
/// Fails like [`compare`].
pub(crate) fn semver(workspace: &Workspace) -> Result<(), String> {
    compare(workspace, &workspace.version)
}

/// Compares the public API with that of the last tag by cargo-semver-checks, and checks that a version allows the changes. Before
/// the first tag, it reports that there is nothing to compare and succeeds. The tool checks one crate at a time: an item that
/// moved to another crate counts as removed even if it is re-exported.
///
/// The rustdoc JSON is built for all packages of a tree at once, in two minutes. The tool itself would rebuild it with all
/// dependencies for each package, in three quarters of an hour.
///
/// # Errors
/// Fails if the tool is missing, it or the compiler fails, or the version does not allow a removal or change.
pub(crate) fn compare(workspace: &Workspace, version: &str) -> Result<(), String> {
    let root = &workspace.root;
    let tag = printed("git", &["describe", "--tags", "--abbrev=0", "--match", "v*"], root);
    let tag = tag.trim();
    if tag.is_empty() {
        println!("semver: not compared: there is no tag yet; the first version is what later ones are compared with");
        return Ok(());
    }
    needs_tool(root, "semver-checks", "cargo-semver-checks")?;
    let folder = workspace.target.join("semver");
    let tagged = folder.join(tag);
    // A tag does not move, so its clone is reused.
    if !tagged.exists() {
        Step::new("semver", &format!("git clone --quiet --shared --branch {tag} {root} {tagged}")).run(root)?;
    }
    let published = workspace.packages.iter().filter(|package| package.is_published);
    let (old, new): (Vec<&Package>, Vec<&Package>) =
        published.partition(|package| tagged.join(&package.manifest).exists());
    let (before, after) = (folder.join("before"), folder.join("after"));
    document(&tagged, &old, &before)?;
    document(root, &old, &after)?;
    let mut breaking = Vec::new();
    for Package { name, .. } in old {
        let json = format!("doc/{}.json", name.replace('-', "_"));
        if let Some(output) = what_breaks(root, &before.join(&json), &after.join(&json))? {
            println!("{name}: breaks\n{output}");
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

/// Writes rustdoc JSON of some packages of a tree below a folder, with all features.
fn document(tree: &Utf8Path, packages: &[&Package], target: &Utf8Path) -> Result<(), String> {
    let packages: String = packages.iter().map(|package| format!(" --package {}", package.name)).collect();
    let line = format!("cargo doc --quiet --locked --no-deps --lib --all-features --target-dir {target}{packages}");
    // Rustdoc JSON is unstable; cargo-semver-checks enables it in the same way.
    let step = Step::new("semver", &line).with("RUSTC_BOOTSTRAP", "1");
    step.with("RUSTDOCFLAGS", "-Zunstable-options --output-format=json --cap-lints=allow").run(tree)
}

/// Returns what cargo-semver-checks reports between the documentation of two trees; `None` if nothing is removed or changed.
fn what_breaks(root: &Utf8Path, before: &Utf8Path, after: &Utf8Path) -> Result<Option<String>, String> {
    let line = format!(
        "cargo semver-checks --baseline-rustdoc {before} --current-rustdoc {after} --release-type minor --color never"
    );
    let (output, done) = Step::new("semver", &line).run_kept(root);
    // The tool has the same exit status for a finding and for invalid input.
    match done {
        Ok(()) => Ok(None),
        Err(_) if output.contains("semver requires new major version") => Ok(Some(output)),
        Err(error) => Err(format!("{error}\n{output}")),
    }
}

/// Returns whether a version may contain breaking changes: before 1.0 by its minor number, later by its major number.
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
    fn the_facade_has_too_many_features_for_all_sets() {
        let all = feature_lines(&[]);
        assert!(all[0].ends_with("--feature-powerset --workspace --exclude plyground"), "{all:?}");
        assert!(all[1].ends_with("--each-feature --package plyground"), "{all:?}");
        let named = feature_lines(&["plyground-game", "plyground"].map(str::to_owned));
        assert!(named[0].ends_with("--feature-powerset --package plyground-game"), "{named:?}");
        assert!(named[1].ends_with("--each-feature --package plyground"), "{named:?}");
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
