//! Links of the documents to files and headings of the repository are valid.

use super::Violation;
use super::tree::{TextFile, Tree};
use crate::markdown::{anchors, is_address, links, resolve};

/// Checks the documents at the root and in `docs`.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for document in tree.documents() {
        for (line, target) in links(&document.text) {
            if let Some(problem) = problem(tree, document, &target) {
                violations.push(Violation::new(&document.path, line, format!("`{target}`: {problem}")));
            }
        }
    }
    violations
}

fn problem(tree: &Tree, document: &TextFile, target: &str) -> Option<String> {
    if is_address(target) {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let path = if path.is_empty() { document.path.clone() } else { resolve(&document.path, path)? };
    if !tree.has(&path) {
        return Some(format!("there is no `{path}` under version control"));
    }
    if document.path.starts_with("docs/") && tree.has_folder(&path) {
        return Some(format!(
            "`{path}` is a folder, and `cargo xtask book` copies only files; link to one of its files"
        ));
    }
    let anchor = anchor?;
    let file = tree.file(&path).filter(|file| file.path.ends_with(".md"))?;
    let is_dead = anchors(&file.text).iter().all(|found| found != anchor);
    is_dead.then(|| format!("`{path}` has no heading that makes the anchor `{anchor}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(readme: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("README.md", readme),
            (
                "docs/guide.md",
                "# The `guide`, part 1\n\n## Twins\n## Twins\n```\n# no heading\n```\n<a id=\"here\"></a>\n",
            ),
            ("docs/picture.svg", "<svg/>"),
            ("crates/game/src/lib.rs", ""),
        ]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn good_links_pass() {
        for link in [
            "[a](docs/guide.md) and [b](docs/guide.md \"title\")",
            "[a](docs/guide.md#the-guide-part-1)",
            "[a](docs/guide.md#twins-1) [a](docs/guide.md#twins) [a](docs/guide.md#here)",
            "![picture](docs/picture.svg) [folder](crates/game/) <img src=\"docs/picture.svg\">",
            "[web](https://example.org/a#b) [mail](mailto:a@example.org)",
            "`[code](nowhere.md)`",
            "```\n[code](nowhere.md)\n```",
            "[badge](../../actions)",
            "# Own heading\n[a](#own-heading)",
            "[key]: docs/guide.md",
            "[a](crates/game/src/lib.rs#L12)",
        ] {
            assert_eq!(faults(link), [""; 0], "{link}");
        }
    }

    #[test]
    fn dead_links_are_found() {
        assert_eq!(
            faults("one\n[a](docs/gone.md)"),
            ["README.md:2: `docs/gone.md`: there is no `docs/gone.md` under version control"]
        );
        for link in [
            "[a](docs/guide.md#no-heading)",
            "[a](docs/guide.md#twins-2)",
            "[a](#nothing)",
            "<img src=\"docs/gone.svg\">",
            "[key]: docs/gone.md",
            "`code` [a](gone.md) `code`",
            "```\n[code](nowhere.md)\n```\n[a](gone.md)",
            "[good](docs/guide.md) [bad](guide.md)",
        ] {
            assert_eq!(faults(link).len(), 1, "{link}");
        }
    }

    #[test]
    fn a_page_of_the_book_links_no_folder() {
        let tree = Tree::of(&[
            ("docs/a.md", "[folder](../crates/game/src) [file](../crates/game/src/lib.rs)"),
            ("crates/game/src/lib.rs", ""),
            ("README.md", "[folder](crates/game)"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("docs/a.md:1: `../crates/game/src`: `crates/game/src` is a folder"), "{found:?}");
    }

    #[test]
    fn paths_start_at_their_document() {
        let tree = Tree::of(&[
            ("docs/a.md", "[up](../README.md) [beside](b.md)\n[wrong](docs/b.md)"),
            ("docs/b.md", ""),
            ("README.md", ""),
        ]);
        let found = check(&tree);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("docs/a.md:2: `docs/b.md`"));
    }
}
