//! What the checks of links and the book want to know of Markdown: its links, its anchors, and where a link leads.

/// What stands before and behind a target in a line.
pub(crate) const MARKS: [(&str, char); 3] = [("](", ')'), ("href=\"", '"'), ("src=\"", '"')];

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
pub(crate) fn anchors(text: &str) -> Vec<String> {
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

    #[test]
    fn links_in_code_are_none() {
        let text = "[a](b.md \"c\") `[code](no.md)` <img src=\"d.svg\">\n```\n[code](no.md)\n```\n[key]: e.md\n";
        let found: Vec<(usize, String)> = links(text);
        assert_eq!(found, [(1, "b.md".into()), (1, "d.svg".into()), (5, "e.md".into())]);
    }

    #[test]
    fn anchors_are_those_of_headings() {
        let text =
            "# The `guide`, part 1\n## Twins\n## Twins\n```\n# none\n```\n# [A link](b.md) here\n<a id=\"x\"></a>\n";
        assert_eq!(anchors(text), ["the-guide-part-1", "twins", "twins-1", "a-link-here", "x"]);
    }

    #[test]
    fn paths_start_at_their_document() {
        assert_eq!(resolve("docs/a.md", "../README.md").as_deref(), Some("README.md"));
        assert_eq!(resolve("docs/a.md", "b/../c.md").as_deref(), Some("docs/c.md"));
        assert_eq!(resolve("README.md", "../../actions"), None);
    }
}
