//! Papers that comments and documents cite are in the bibliography.
//!
//! A key is a name with a year, `[Plaat1996]`, or for a report without a year a name with its game, `[Garrison-Kalah]`; commas
//! separate several keys. In documentation comments, rustdoc requires escaped brackets: `\[Plaat1996\]`.

use std::collections::BTreeMap;

use super::Violation;
use super::tree::Tree;

const BIBLIOGRAPHY: &str = "docs/bibliography.md";

/// Checks comments and documents, and that keys are unique. It does nothing without a bibliography.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(bibliography) = tree.file(BIBLIOGRAPHY) else { return Vec::new() };
    let mut violations = Vec::new();
    let mut entries: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, line) in bibliography.text.lines().enumerate() {
        // `- **[Plaat1996]** ...`
        if let Some((key, _)) = line.strip_prefix("- **[").and_then(|rest| rest.split_once("]**"))
            && let Some(first) = entries.insert(key, index + 1)
        {
            let message = format!("`{key}` has an entry in line {first} already: one of them needs a letter, `{key}b`");
            violations.push(Violation::new(BIBLIOGRAPHY, index + 1, message));
        }
    }
    let comments = tree.sources.iter().map(|source| (&source.path, &source.comments));
    let documents = tree.documents().map(|document| (&document.path, &document.text));
    for (path, text) in comments.chain(documents) {
        for (line, key) in citations(text).into_iter().filter(|(_, key)| !entries.contains_key(key.as_str())) {
            violations.push(Violation::new(path, line, format!("`[{key}]` has no entry in {BIBLIOGRAPHY}: add it")));
        }
    }
    violations
}

/// Returns the keys cited in `text` with their lines.
fn citations(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.replace('\\', "");
        for (at, _) in line.match_indices('[') {
            let Some((inside, after)) = line[at + 1..].split_once(']') else { continue };
            // A link, whose text may resemble a key.
            if after.starts_with(['(', '[', ':']) {
                continue;
            }
            let keys: Vec<&str> = inside.split([',', ';']).map(str::trim).collect();
            if keys.iter().all(|key| is_key(key)) {
                found.extend(keys.iter().map(|&key| (index + 1, key.to_owned())));
            }
        }
    }
    found
}

fn is_key(text: &str) -> bool {
    let is_name = |name: &str| {
        name.len() > 1
            && name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.chars().all(|character| character.is_ascii_alphabetic())
    };
    if let Some((author, game)) = text.split_once('-') {
        return is_name(author) && is_name(game);
    }
    let stem = text.strip_suffix(|last: char| last.is_ascii_lowercase()).unwrap_or(text);
    let name = stem.trim_end_matches(|character: char| character.is_ascii_digit());
    is_name(name) && stem.len() - name.len() == 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        let entries = "- **[Plaat1996]** Best-first.\n- **[Lim2009]** Tigers.\n- **[Garrison-Kalah]** Report.\n";
        check(&Tree::of(&[(BIBLIOGRAPHY, entries), (path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn known_keys_pass() {
        for text in [
            "//! See \\[Plaat1996\\].",
            "// [Plaat1996, Lim2009]",
            "/// [Garrison-Kalah]",
            "// [Side] and [u64] and [Move::COUNT] and a[1996] and [B1234] and [`Score`]",
            "let a = \"[Unknown1999]\";",
            "// [Unknown1999](https://example.org)",
        ] {
            assert_eq!(faults("crates/search/src/a.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn unknown_keys_are_found() {
        let missing = ["Unknown1999", "Plaat1996b", "Unknown-Kalah"];
        for key in missing {
            let expected = [format!("crates/search/src/a.rs:2: `[{key}]` has no entry in {BIBLIOGRAPHY}: add it")];
            assert_eq!(faults("crates/search/src/a.rs", &format!("\n//! \\[{key}\\]")), expected);
            assert_eq!(faults("crates/search/src/a.rs", &format!("\n// [Plaat1996; {key}]")), expected);
            assert_eq!(faults("docs/algorithms.md", &format!("as in [{key}]\n")).len(), 1);
        }
    }

    #[test]
    fn keys_are_unique() {
        let twice = "- **[Plaat1996]** One.\n- **[Plaat1996]** Two.\n";
        assert_eq!(check(&Tree::of(&[(BIBLIOGRAPHY, twice)])).len(), 1);
        assert_eq!(check(&Tree::of(&[("crates/search/src/a.rs", "// [Unknown1999]")])), []);
    }
}
