//! Every page in `docs` is in the book's summary; mdBook silently omits other pages.

use super::Violation;
use super::tree::Tree;
use crate::markdown::{links, resolve};

const SUMMARY: &str = "docs/SUMMARY.md";

/// Checks the pages against the summary. It does nothing without a summary.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(summary) = tree.file(SUMMARY) else { return Vec::new() };
    let named: Vec<String> = links(&summary.text).iter().filter_map(|(_, target)| resolve(SUMMARY, target)).collect();
    let pages = tree.documents().map(|page| &page.path).filter(|path| path.starts_with("docs/") && *path != SUMMARY);
    let missing = pages.filter(|path| !named.contains(path));
    missing
        .map(|path| Violation::new(path, 1, format!("the book does not hold this page: name it in {SUMMARY}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_a_place_are_found() {
        let files =
            [(SUMMARY, "- [One](one.md)\n  - [Two](more/two.md)\n"), ("docs/one.md", ""), ("docs/more/two.md", "")];
        assert_eq!(check(&Tree::of(&files)), []);
        let found = check(&Tree::of(&[&files[..], &[("docs/three.md", ""), ("README.md", "")]].concat()));
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("docs/three.md:1: "), "{}", found[0]);
    }
}
