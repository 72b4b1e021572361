//! `cargo xtask book`: the documents as a book, in `target/book`.
//!
//! mdBook converts `docs/` to pages, but does not check links. Links to repository files outside of `docs/` would leave the book,
//! so the pages are prepared first: each such file is copied into the book as text, and the link is rewritten. `cargo xtask tidy`
//! checks links in the documents themselves.

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::disk;
use crate::markdown::{is_address, links, resolve};
use crate::step::Step;
use crate::tool;
use crate::workspace::Workspace;

/// Version of mdBook.
const VERSION: &str = "0.5.4";
/// Folder of the book for files outside of `docs/`.
const FILES: &str = "files";
/// Prefix and suffix of a link target in a line.
const MARKS: [(&str, char); 3] = [("](", ')'), ("href=\"", '"'), ("src=\"", '"')];

/// Builds the book.
///
/// # Errors
/// Fails if mdBook cannot be installed or fails, or a page cannot be prepared.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let root = &workspace.root;
    build(root, &root.join("target/book-source"), &root.join("target/book"), None)
}

/// Builds the book from `root` into the folder `book`, with the intermediate folder `source` and a text above each page.
///
/// # Errors
/// Fails like [`run`].
pub(crate) fn build(root: &Utf8Path, source: &Utf8Path, book: &Utf8Path, above: Option<&str>) -> Result<(), String> {
    let program = tool::install(root, "mdbook", "mdbook", VERSION)?;
    disk::remove_folder(source)?;
    disk::remove_folder(book)?;
    prepare(root, &root.join("docs"), source)?;
    if let Some(above) = above {
        disk::write(&source.join("theme/header.hbs"), above)?;
    }
    Step::new("book", "").arg(&program).arg("build").arg(source).arg("--dest-dir").arg(book).run(root)?;
    println!("book: in {book}");
    Ok(())
}

/// Copies `docs` to `source` and rewrites links that leave it.
fn prepare(root: &Utf8Path, docs: &Utf8Path, source: &Utf8Path) -> Result<(), String> {
    for path in disk::files_below(docs)? {
        let name = path.strip_prefix(docs).expect("it is below `docs`");
        let target = source.join(name);
        if path.extension() != Some("md") {
            disk::copy(&path, &target)?;
            continue;
        }
        let (text, outside) = inward(&format!("docs/{name}"), &disk::read(&path)?);
        disk::write(&target, text)?;
        for file in outside {
            disk::copy(&root.join(&file), &source.join(copy_of(&file)))
                .map_err(|error| format!("{path}: the book copies linked files, and this is none: {error}"))?;
        }
    }
    Ok(())
}

/// Returns the path of a file's copy in the book. Text files are shown by every browser.
fn copy_of(file: &str) -> String {
    format!("{FILES}/{file}.txt")
}

/// Returns the text of a page with links to copies of files outside of `docs/`, and those files.
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
