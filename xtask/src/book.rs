//! `cargo xtask book`: the documents as a book, in `target/book`.
//!
//! mdBook turns `docs/` into pages and looks at no link. Links to files of the repository outside of `docs/` would lead out of
//! the book, so the pages are prepared first: each such file is copied into the book as text, and the link leads there.
//! That links lead somewhere is for `cargo xtask tidy` to check, in the documents themselves.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};

use crate::markdown::{MARKS, is_address, links, resolve};
use crate::step::printed;
use crate::workspace::Workspace;

/// The version that builds the book everywhere.
const VERSION: &str = "0.5.4";
/// What is linked outside of `docs/` stands here in the book.
const FILES: &str = "files";

/// Builds the book.
///
/// # Errors
/// When mdBook cannot be installed or fails, or a page cannot be prepared.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let root = &workspace.root;
    build(root, &root.join("target/book-source"), &root.join("target/book"), None)
}

/// Builds the book into a folder, by way of another one, with a text above each page.
///
/// # Errors
/// As for [`run`].
pub(crate) fn build(root: &Utf8Path, source: &Utf8Path, book: &Utf8Path, above: Option<&str>) -> Result<(), String> {
    let program = mdbook(root)?;
    for folder in [source, book] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
        }
    }
    prepare(root, &root.join("docs"), source)?;
    if let Some(above) = above {
        let header = source.join("theme/header.hbs");
        create_parent(&header)?;
        fs::write(&header, above).map_err(|error| format!("{header}: {error}"))?;
    }
    let status = Command::new(&program)
        .args(["build", source.as_str(), "--dest-dir", book.as_str()])
        .stdin(Stdio::null())
        .status();
    let status = status.map_err(|error| format!("{program}: {error}"))?;
    if !status.success() {
        return Err(format!("mdbook: {status}"));
    }
    println!("book: in {book}");
    Ok(())
}

/// The program of the right version: installed before, or now, into `target/tools`.
fn mdbook(root: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let tools = root.join("target/tools");
    let installed = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    for program in [&installed, Utf8Path::new("mdbook")] {
        if printed(program.as_str(), &["--version"], root).trim() == format!("mdbook v{VERSION}") {
            return Ok(program.to_owned());
        }
    }
    println!("installing mdBook {VERSION} into {tools}");
    // Without optimisation and debug information: it builds in half the time, and the book in a second all the same.
    let status = Command::new("cargo")
        .args(["install", "mdbook", "--version", VERSION, "--locked", "--no-default-features", "--debug", "--force"])
        .args(["--root", tools.as_str()])
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .current_dir(root)
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cargo install mdbook: {error}"))?;
    if status.success() { Ok(installed) } else { Err(format!("cargo install mdbook: {status}")) }
}

/// Copies `docs` to `source`, with links that do not leave it.
fn prepare(root: &Utf8Path, docs: &Utf8Path, source: &Utf8Path) -> Result<(), String> {
    for path in files_below(docs)? {
        let name = path.strip_prefix(docs).expect("it is below `docs`");
        let target = source.join(name);
        create_parent(&target)?;
        if path.extension() != Some("md") {
            fs::copy(&path, &target).map_err(|error| format!("{path}: {error}"))?;
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let (text, outside) = inward(&format!("docs/{name}"), &text);
        fs::write(&target, text).map_err(|error| format!("{target}: {error}"))?;
        for file in outside {
            let copy = source.join(copy_of(&file));
            create_parent(&copy)?;
            let error = |error| format!("{path}: `{file}`, a file is wanted, for the book holds a copy: {error}");
            let text = fs::read(root.join(&file)).map_err(error)?;
            fs::write(&copy, text).map_err(|error| format!("{copy}: {error}"))?;
        }
    }
    Ok(())
}

/// Where the copy of a file stands in the book: as text, which every browser shows.
fn copy_of(file: &str) -> String {
    format!("{FILES}/{file}.txt")
}

/// The text of a page with links to copies instead of files outside of `docs/`, and those files.
fn inward(page: &str, text: &str) -> (String, BTreeSet<String>) {
    let up = "../".repeat(page.matches('/').count() - 1);
    let (mut changed, mut files) = (text.to_owned(), BTreeSet::new());
    for (_, target) in links(text) {
        if is_address(&target) {
            continue;
        }
        let path = target.split('#').next().unwrap_or_default();
        if let Some(file) = resolve(page, path).filter(|file| !path.is_empty() && !file.starts_with("docs/")) {
            let copy = format!("{up}{}", copy_of(&file));
            for (open, close) in MARKS {
                changed = changed.replace(&format!("{open}{target}{close}"), &format!("{open}{copy}{close}"));
            }
            files.insert(file);
        }
    }
    (changed, files)
}

fn create_parent(path: &Utf8Path) -> Result<(), String> {
    let parent = path.parent().expect("a file is in a folder");
    fs::create_dir_all(parent).map_err(|error| format!("{parent}: {error}"))
}

/// All files below a folder, sorted.
pub(crate) fn files_below(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, String> {
    let mut files = Vec::new();
    for entry in folder.read_dir_utf8().map_err(|error| format!("{folder}: {error}"))? {
        let path = entry.map_err(|error| format!("{folder}: {error}"))?.into_path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_documents_lead_to_copies() {
        let text = "[a](../../crates/game/src/lib.rs#L3) [b](../results.md#one) [c](https://example.org) [d](#here)\n";
        let (changed, files) = inward("docs/algorithms/a.md", text);
        assert_eq!(
            changed,
            "[a](../files/crates/game/src/lib.rs.txt) [b](../results.md#one) [c](https://example.org) [d](#here)\n"
        );
        assert_eq!(files.into_iter().collect::<Vec<_>>(), ["crates/game/src/lib.rs"]);
        assert_eq!(inward("docs/a.md", "[a](../README.md)").0, "[a](files/README.md.txt)");
    }
}
