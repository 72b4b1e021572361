//! `cargo xtask readmes`: generates the README of every published crate from the documentation of its `lib.rs`.
//!
//! The registry and the documentation show the same page, so it is written once, and its example is already a test. `tidy`
//! compares the files; this command writes them.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::disk;
use crate::markdown::is_address;
use crate::workspace::{Package, Workspace};

/// Web address of the repository, for links to its pages.
const REPOSITORY: &str = "https://github.com/plyground/plyground";

/// Writes the READMEs that are out of date.
///
/// # Errors
/// Fails if a file cannot be read or written.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    for package in workspace.packages.iter().filter(|package| package.is_published) {
        let text = readme(package, &disk::read(&workspace.root.join(package.file("src/lib.rs")))?);
        let target = workspace.root.join(package.file("README.md"));
        if disk::read(&target).ok().as_deref() != Some(&text) {
            disk::write(&target, text)?;
            println!("{target}");
        }
    }
    Ok(())
}

/// Returns the README of a package with this `lib.rs`.
pub(crate) fn readme(package: &Package, lib: &str) -> String {
    let name = &package.name;
    let page = page(lib);
    let mut text = format!("# {name}\n\n{page}\n## Install\n\n{}", install(package, &page));
    let features = features(&package.text);
    if !features.is_empty() {
        text.push_str("\n## Features\n\n");
        for (names, what) in features {
            text.push_str(&format!("- {}: {what}\n", names.join(", ")));
        }
    }
    text.push_str(&format!(
        "\n## More\n\nThe [repository]({REPOSITORY}) holds the rest of Plyground and its book.\nThe \
         [changelog]({REPOSITORY}/blob/main/CHANGELOG.md) lists what changed.\nThe crate needs Rust {} or newer.\n\
         Licence: MIT or Apache-2.0, at your option.\n",
        package.rust
    ));
    text
}

/// Returns the current install command, and the command after publication.
fn install(package: &Package, page: &str) -> String {
    let name = &package.name;
    let manifest = package.text.parse::<Table>().unwrap_or_default();
    let mut text = String::from("The crate is not on crates.io yet; install it from the repository:\n\n```sh\n");
    let is_program = manifest.contains_key("bin");
    if is_program {
        text.push_str(&format!("cargo install --locked --git {REPOSITORY} {name}  # program\n"));
    }
    text.push_str(&format!("cargo add {name} --git {REPOSITORY}\n"));
    let uses = page.lines().filter_map(|line| line.strip_prefix("use plyground_")?.split("::").next());
    let named: BTreeSet<String> = uses.map(|used| format!("plyground-{used}")).collect();
    let others: String = named.iter().filter(|other| *other != name).map(|other| format!(" {other}")).collect();
    if !others.is_empty() {
        text.push_str(&format!("cargo add{others} --git {REPOSITORY}  # example\n"));
    }
    let program = if is_program { format!("`cargo install {name}` or ") } else { String::new() };
    text.push_str(&format!("```\n\nOnce the crate is on crates.io, the command is {program}`cargo add {name}`.\n"));
    text
}

/// Returns the documentation of a `lib.rs` as Markdown: without hidden lines of examples, and with links to items replaced by
/// their names.
pub(crate) fn page(lib: &str) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in lib.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            in_code = !in_code;
            text.push_str(if in_code && line == "```" { "```rust" } else { line });
        } else if in_code {
            if line == "#" || line.starts_with("# ") {
                continue;
            }
            text.push_str(line);
        } else {
            text.push_str(&without_items(&linked(line)));
        }
        text.push('\n');
    }
    text
}

/// Turns paths of the book's pages into links.
fn linked(line: &str) -> String {
    let mut text = line.to_owned();
    for page in line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("docs/") && code.ends_with(".md")) {
        text = text.replace(&format!("`{page}`"), &format!("[{page}]({REPOSITORY}/blob/main/{page})"));
    }
    text
}

/// Returns a line with links to items replaced by their texts.
fn without_items(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at);
        text.push_str(before);
        let escaped = before.ends_with('\\');
        let Some((label, behind)) = after[1..].split_once(']').filter(|_| !escaped) else {
            text.push('[');
            rest = &after[1..];
            continue;
        };
        let target = behind.strip_prefix('(').and_then(|inside| inside.split_once(')'));
        // Empty parentheses belong to the name of a function.
        let (target, behind) = target.filter(|(target, _)| !target.is_empty()).unwrap_or(("", behind));
        if is_address(target) {
            text.push_str(&format!("[{label}]({target})"));
        } else {
            text.push_str(label);
        }
        rest = behind;
    }
    text + rest
}

/// Returns the features of a manifest in groups, each with the comment above it. Default features are marked.
fn features(manifest: &str) -> Vec<(Vec<String>, String)> {
    let table = manifest.parse::<Table>().unwrap_or_default();
    let default = table.get("features").and_then(|features| features.get("default")).and_then(Value::as_array);
    let is_default = |name: &str| default.is_some_and(|names| names.contains(&name.into()));
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    let mut is_new = false;
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    for line in lines.take_while(|line| !line.starts_with('[')) {
        if let Some(comment) = line.strip_prefix("# ") {
            if !is_new {
                groups.push((Vec::new(), String::new()));
            }
            is_new = true;
            let what = &mut groups.last_mut().expect("one was put there").1;
            what.push_str(if what.is_empty() { "" } else { " " });
            what.push_str(comment);
        } else if let Some((name, _)) = line.split_once(" = ")
            && name != "default"
        {
            is_new = false;
            if let Some(group) = groups.last_mut() {
                let mark = if is_default(name) { " (on by default)" } else { "" };
                group.0.push(format!("`{name}`{mark}"));
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_for_readers_without_rustdoc() {
        let lib = "//! A [`Position`](plyground_game::Position), [`solve()`] and [weights](WeightFile) \\[Plaat1996\\].\n\
            //! See `docs/rules/kalah.md`, [there](https://a.org).\n//!\n//! ```\n//! # use a::B;\n//! let x = [1];\n//! ```\n\nmod a;\n//! no\n";
        assert_eq!(
            page(lib),
            "A `Position`, `solve()` and weights \\[Plaat1996\\].\nSee \
             [docs/rules/kalah.md](https://github.com/plyground/plyground/blob/main/docs/rules/kalah.md), [there](https://a.org).\n\n\
             ```rust\nlet x = [1];\n```\n"
        );
    }

    #[test]
    fn features_stand_with_their_comments() {
        let manifest = "[package]\n[features]\ndefault = [\"std\"]\n# Threads.\nstd = []\n# Two\n# lines.\na = []\nb = [\"a\"]\n\n[dependencies]\n# No.\nc = 1\n";
        let groups = features(manifest);
        assert_eq!(
            groups,
            [
                (vec!["`std` (on by default)".to_owned()], "Threads.".to_owned()),
                (vec!["`a`".to_owned(), "`b`".to_owned()], "Two lines.".to_owned())
            ]
        );
        assert_eq!(features("[package]\n"), []);
    }
}
