//! Links and anchors of Markdown, for the link checks and the book, by `pulldown-cmark`.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// Returns whether a target is a web address.
pub(crate) fn is_address(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Returns the path from the root of the repository; `None` for a target outside of it, such as a page of the forge.
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

/// Returns the targets of links, images, link definitions, `href` and `src`, with their lines.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let definitions = parser.reference_definitions().iter();
    let mut links: Vec<(usize, String)> =
        definitions.map(|(_, definition)| (definition.span.start, definition.dest.to_string())).collect();
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link { link_type: LinkType::Inline, dest_url, .. }
                | Tag::Image { link_type: LinkType::Inline, dest_url, .. },
            ) => links.push((range.start, dest_url.to_string())),
            Event::Html(html) | Event::InlineHtml(html) => {
                links.extend(attributes(&html, ["href", "src"]).into_iter().map(|target| (range.start, target)));
            }
            _ => {}
        }
    }
    links.sort();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    links.into_iter().map(|(at, target)| (line(at), target)).collect()
}

/// Returns the anchors of a document: those of its headings by GitHub's rules, and explicit ones.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut title: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => title = Some(String::new()),
            Event::Text(part) | Event::Code(part) => title.iter_mut().for_each(|title| title.push_str(&part)),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&title.take().unwrap_or_default());
                let twins = anchors.iter().filter(|other| other.strip_prefix(&anchor).is_some_and(is_number)).count();
                anchors.push(if twins == 0 { anchor } else { format!("{anchor}-{twins}") });
            }
            Event::Html(html) | Event::InlineHtml(html) => anchors.extend(attributes(&html, ["id", "name"])),
            _ => {}
        }
    }
    anchors
}

/// Returns the values of these attributes in HTML.
pub(crate) fn attributes(html: &str, names: [&str; 2]) -> Vec<String> {
    let value = |part: &str| part.split('"').next().unwrap_or_default().to_owned();
    let of = |name: &str| html.split(&format!(" {name}=\"")).skip(1).map(value).collect::<Vec<_>>();
    names.into_iter().flat_map(of).collect()
}

fn is_number(rest: &str) -> bool {
    rest.is_empty() || rest.strip_prefix('-').is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// Returns GitHub's anchor of a heading: lower case, spaces to hyphens, other punctuation dropped.
fn anchor(title: &str) -> String {
    let kept = title.trim().to_lowercase().replace(' ', "-");
    kept.chars().filter(|character| character.is_alphanumeric() || "-_".contains(*character)).collect()
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
