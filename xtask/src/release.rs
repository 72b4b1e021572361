//! `cargo xtask release VERSION`: prepares a release.
//!
//! The public API is compared with that of the last version, and breaking changes require a higher number. The unreleased section
//! of `CHANGELOG.md` gets the version's heading, all crates get its number, and `cargo xtask dist` builds and checks the artifacts.
//! Then the tree is committed and tagged; if a step fails, the edited files are restored. The commit gets the time of the artifacts, so
//! that `cargo xtask dist` builds the same files from the tag. Nothing is published: `git push --follow-tags`,
//! which starts `.github/workflows/release.yml`, and `cargo publish --workspace` remain for a maintainer.

use clap::{Arg, ArgMatches};

use crate::step::{Step, printed};
use crate::workspace::Workspace;
use crate::{crates, disk, dist, options};

const CHANGELOG: &str = "CHANGELOG.md";
const MANIFEST: &str = "Cargo.toml";
const HEADING: &str = "## Unreleased\n";

/// Other files with the version, and the text before it.
const WHERE: [(&str, &str); 2] = [("CITATION.cff", "version: "), ("docs/reference/protocol.md", "id name Plyground ")];
/// Workspaces whose lock files contain the version.
const LOCKED: [&str; 3] = [MANIFEST, "fuzz/Cargo.toml", "benches/rivals/board_game/Cargo.toml"];

/// Adds the arguments of the command.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    command
        .arg(Arg::new("version").value_name("VERSION").required(true).help("The new version, such as 0.3.0"))
        .arg(options::flag("dry-run", "Say what would be done, and do nothing"))
        .arg(options::flag("no-ci", "Leave out `cargo xtask ci`, which has passed on this commit"))
}

/// Checks, edits, builds the artifacts, commits and tags.
///
/// # Errors
/// Fails if the tree has changes, the version is not the next one or is tagged, the changelog is empty, or a step fails.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let root = &workspace.root;
    let new: &String = matches.get_one("version").expect("it is required");
    let old = &workspace.version;
    let changes = printed("git", &["status", "--porcelain"], root);
    if !changes.is_empty() {
        return Err(format!("the tree has changes that no commit holds; a version is made of a commit:\n{changes}"));
    }
    let tag = format!("v{new}");
    if !printed("git", &["tag", "--list", &tag], root).is_empty() {
        return Err(format!("the tag {tag} is there already"));
    }
    // The number of the tree may already be that of the next version.
    if number(new)? < number(old)? {
        return Err(format!("{new} is not after {old}, the version of the tree"));
    }
    let date = printed("date", &["+%Y-%m-%d"], root);
    let changelog = cut(&disk::read(&root.join(CHANGELOG))?, new, date.trim())?;
    let manifest = renumber(&disk::read(&root.join(MANIFEST))?, old, new)?;
    let mut texts = Vec::new();
    for (name, words) in WHERE {
        let (text, from) = (disk::read(&root.join(name))?, format!("{words}{old}\n"));
        if !text.contains(&from) {
            return Err(format!("{name} does not contain `{words}{old}`"));
        }
        texts.push((name, text.replace(&from, &format!("{words}{new}\n"))));
    }
    if matches.get_flag("dry-run") {
        println!(
            "{old} would become {new}: its API is compared, {CHANGELOG} is cut, {MANIFEST} renumbered, `cargo xtask dist` makes what is"
        );
        println!("given away, and all is committed and tagged {tag}. Nothing was done.");
        return Ok(());
    }
    crates::compare(workspace, new)?;
    if !matches.get_flag("no-ci") {
        Step::new("ci", "cargo xtask ci").run(root)?;
    }
    texts.extend([(CHANGELOG, changelog), (MANIFEST, manifest)]);
    let time = printed("date", &["+%s"], root);
    let written = texts.into_iter().try_for_each(|(name, text)| disk::write(&root.join(name), text));
    if let Err(error) = written.and_then(|()| steps(new, time.trim()).iter().try_for_each(|step| step.run(root))) {
        Step::new("restoration", "git restore --staged --worktree .").run(root)?;
        return Err(format!("{error}; the edited files are restored"));
    }
    println!(
        "{tag} is made. To give it away: git push --follow-tags, which starts .github/workflows/release.yml, and cargo publish --workspace."
    );
    Ok(())
}

/// Returns the steps after the version was written, to the tag. `time` is that of the commit, in seconds since 1970.
fn steps(version: &str, time: &str) -> Vec<Step> {
    let lock =
        |manifest| Step::new("lock file", &format!("cargo update --workspace --offline --manifest-path {manifest}"));
    let date = format!("@{time} +0000");
    let commit = Step::new("commit", &format!("git commit --quiet --all --message Release-{version}"))
        .with("GIT_AUTHOR_DATE", &date)
        .with("GIT_COMMITTER_DATE", &date);
    let mut steps: Vec<Step> = LOCKED.into_iter().map(lock).collect();
    // Sizes and all else that can fail come before the commit and the tag.
    steps.push(Step::new("dist", "cargo xtask dist").with(dist::TIME, time));
    steps.push(commit);
    steps.push(Step::new("tag", &format!("git tag --annotate v{version} --message v{version}")));
    steps
}

/// Parses the three numbers of a version.
fn number(version: &str) -> Result<[u32; 3], String> {
    let numbers: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u32; 3]>::try_from(numbers).ok());
    numbers.ok_or_else(|| format!("`{version}` is no version: expected three numbers, such as 0.3.0"))
}

/// Moves the unreleased part of the changelog under the version's heading.
fn cut(changelog: &str, version: &str, date: &str) -> Result<String, String> {
    let (before, after) =
        changelog.split_once(HEADING).ok_or_else(|| format!("{CHANGELOG}: no heading `{}`", HEADING.trim()))?;
    let news = after.split("\n## ").next().unwrap_or_default();
    if !news.contains("\n- ") {
        return Err(format!("{CHANGELOG} has nothing under `{}`: there is nothing to release", HEADING.trim()));
    }
    Ok(format!("{before}{HEADING}\n## {version} - {date}\n{after}"))
}

/// Returns the manifest of the workspace with another version, including the requirements of its own crates.
fn renumber(manifest: &str, old: &str, new: &str) -> Result<String, String> {
    let (from, to) = (format!("version = \"{old}\""), format!("version = \"{new}\""));
    if !manifest.lines().any(|line| line == from) {
        return Err(format!("{MANIFEST} does not contain `{from}`"));
    }
    let is_own = |line: &str| line == from || (line.starts_with("plyground-") && line.contains("path = "));
    let lines = manifest.lines().map(|line| if is_own(line) { line.replace(&from, &to) } else { line.to_owned() });
    Ok(lines.collect::<Vec<_>>().join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{python, site};

    #[test]
    fn what_is_new_comes_under_the_versions_heading() {
        let before = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A game.\n\n## 0.1.0 - 2026-01-01\n\n- All.\n";
        let after = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- A game.\n\n## 0.1.0 - 2026-01-01\n\n- All.\n";
        assert_eq!(cut(before, "0.2.0", "2026-12-01").unwrap(), after);
        assert!(cut(after, "0.3.0", "2026-12-02").unwrap_err().contains("nothing to release"));
        assert!(cut("# Changelog\n", "0.3.0", "2026-12-02").unwrap_err().contains("no heading"));
    }

    #[test]
    fn only_the_houses_own_versions_change() {
        let before = "[workspace.package]\nversion = \"0.1.0\"\n\nplyground-game = { path = \"crates/game\", version = \"0.1.0\" }\nplyground-eval = { path = \"crates/eval\", version = \"0.1.0\" }\nother = { version = \"0.1.0\" }\n";
        let after = "[workspace.package]\nversion = \"0.2.0\"\n\nplyground-game = { path = \"crates/game\", version = \"0.2.0\" }\nplyground-eval = { path = \"crates/eval\", version = \"0.2.0\" }\nother = { version = \"0.1.0\" }\n";
        assert_eq!(renumber(before, "0.1.0", "0.2.0").unwrap(), after);
        assert!(renumber(before, "0.3.0", "0.4.0").unwrap_err().contains("0.3.0"));
    }

    #[test]
    fn artifacts_are_checked_before_anything_is_committed() {
        let lines: Vec<String> = steps("0.4.0", "1700000000").iter().map(Step::line).collect();
        let place = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap();
        assert!(place("cargo update") < place("xtask dist") && place("xtask dist") < place("git commit"), "{lines:?}");
        assert_eq!(place("git tag --annotate v0.4.0"), lines.len() - 1);
        // The commit gives the same artifacts again.
        assert!(lines[place("xtask dist")].starts_with("SOURCE_DATE_EPOCH=1700000000 "), "{lines:?}");
        assert!(lines[place("git commit")].contains("GIT_COMMITTER_DATE=\"@1700000000 +0000\""), "{lines:?}");
    }

    #[test]
    fn the_workflow_starts_commands_that_exist_with_the_versions_of_dist() {
        let workflow = include_str!("../../.github/workflows/release.yml");
        for command in ["cargo xtask dist --try", "cargo xtask release VERSION", "maturin==1.16.0"] {
            assert!(workflow.contains(command), "{command}");
        }
        assert!(python::BUILDERS.contains("maturin==1.16.0 "));
        // Each of these targets is checked or built by `dist`.
        let installed = workflow.lines().find(|line| line.contains("wasm32")).unwrap();
        for target in dist::FOREIGN.into_iter().chain([dist::TARGET, site::TARGET]) {
            assert!(installed.contains(target), "{target}");
        }
    }

    #[test]
    fn versions_are_numbers() {
        assert_eq!(number("1.20.3").unwrap(), [1, 20, 3]);
        assert!(number("0.10.0").unwrap() > number("0.9.9").unwrap());
        for wrong in ["", "1.2", "1.2.3.4", "v1.2.3", "1.2.x"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }
}
