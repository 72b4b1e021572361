//! Links of the documents to files and headings of the repository lead somewhere.

use super::Violation;
use super::tree::{TextFile, Tree};

/// What stands before and behind a target in a line.
pub(crate) const MARKS: [(&str, char); 3] = [("](", ')'), ("href=\"", '"'), ("src=\"", '"')];

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
    let anchor = anchor?;
    let file = tree.file(&path).filter(|file| file.path.ends_with(".md"))?;
    if anchors(&file.text).iter().any(|found| found == anchor) {
        None
    } else {
        Some(format!("`{path}` has no heading that makes the anchor `{anchor}`"))
    }
}

/// Whether a target is somewhere on the web, not a file.
pub(crate) fn is_address(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// The path from the root of the repository; `None` for one that leads out of it, to the forge's own pages.
pub(crate) fn resolve(document: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Lines of Markdown outside of fenced code, from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => return Some((index + 1, line)),
            _ => {}
        }
        None
    })
}

/// `line` with its inline code blanked.
fn without_code(line: &str) -> String {
    let pieces: Vec<&str> = line.split('`').collect();
    // A last piece behind an odd backtick is no code.
    let is_code = |index: usize| index % 2 == 1 && index + 1 < pieces.len();
    pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| if is_code(index) { " " } else { piece })
        .collect::<Vec<_>>()
        .join("`")
}

/// Targets of `[text](target)`, `[key]: target`, `href="target"` and `src="target"`, with their lines.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        let line = without_code(line);
        for (open, close) in MARKS {
            for (at, _) in line.match_indices(open) {
                if let Some((target, _)) = line[at + open.len()..].split_once(close) {
                    links.extend(target.split_whitespace().next().map(|target| (number, target.to_owned())));
                }
            }
        }
        if line.starts_with('[')
            && let Some((_, target)) = line.split_once("]: ")
        {
            links.extend(target.split_whitespace().next().map(|target| (number, target.to_owned())));
        }
    }
    links
}

/// The anchors of a document: of its headings as GitHub makes them, and explicit ones.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(text) {
        for mark in ["id=\"", "name=\""] {
            for (at, _) in line.match_indices(mark) {
                anchors.extend(line[at + mark.len()..].split('"').next().map(str::to_owned));
            }
        }
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        if (1..=6).contains(&level) && title.starts_with(' ') {
            let anchor = anchor(title);
            let twins = anchors.iter().filter(|other| other.strip_prefix(&anchor).is_some_and(is_number)).count();
            anchors.push(if twins == 0 { anchor } else { format!("{anchor}-{twins}") });
        }
    }
    anchors
}

fn is_number(rest: &str) -> bool {
    rest.is_empty() || rest.strip_prefix('-').is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// GitHub's anchor of a heading: lower case, spaces to hyphens, other punctuation dropped.
fn anchor(title: &str) -> String {
    // Of a link, the text counts.
    let mut plain = String::new();
    let mut rest = title.trim();
    while let Some((before, after)) = rest.split_once("](") {
        plain += before;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain += rest;
    plain
        .to_lowercase()
        .chars()
        .filter(|character| character.is_alphanumeric() || " -_".contains(*character))
        .map(|character| if character == ' ' { '-' } else { character })
        .collect()
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
