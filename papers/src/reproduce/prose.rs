//! The layout of pages in Markdown: prose with one sentence per line, tables without padding.

/// Maximum number of columns of a line of prose.
const COLUMNS: usize = 120;

/// Lays out a paragraph: each sentence begins a line, and no line is longer than 120 columns if it can be broken.
pub(crate) fn paragraph(text: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in words(text) {
        // A full stop ends a sentence, unless the next word continues it in lower case.
        let ends = line.trim_end_matches(['"', ')', '*']).ends_with(['.', '!', '?']);
        let starts = word.starts_with(|letter: char| letter.is_uppercase() || "`\"[(*".contains(letter));
        let is_full = line.chars().count() + 1 + word.chars().count() > COLUMNS;
        if !line.is_empty() && (ends && starts || is_full) {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    lines.join("\n")
}

/// Splits a text into words. Code, links and text in brackets are one word.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut begin, mut is_code, mut depth) = (Vec::new(), 0, false, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => is_code = !is_code,
            '[' if !is_code => depth += 1,
            ']' if !is_code => depth -= 1,
            ' ' | '\n' if !is_code && depth <= 0 => {
                words.push(&text[begin..at]);
                begin = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    words.push(&text[begin..]);
    words.retain(|word| !word.is_empty());
    words
}

/// Removes the padding of table cells, because a printed table is not edited by hand.
pub(crate) fn unpadded(text: &str) -> String {
    let line = |line: &str| {
        let inside = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
        inside.map_or_else(|| line.to_owned(), |cells| format!("|{}|", cells.replace(" | ", "|").trim()))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_no_padding() {
        let table = "a | b\n| a | `b \\| c` |\n|---|---|\n|  | 1 |\n| 2 |  |\n";
        assert_eq!(unpadded(table), "a | b\n|a|`b \\| c`|\n|---|---|\n||1|\n|2||\n");
        assert_eq!(unpadded(&unpadded(table)), unpadded(table));
    }

    #[test]
    fn a_sentence_begins_a_line() {
        let text =
            "It takes 0.5 times the nodes, i.e. half. `best a b` wins. That holds (see [the page](a.md)). 3 of 4.";
        let expected =
            "It takes 0.5 times the nodes, i.e. half.\n`best a b` wins.\nThat holds (see [the page](a.md)). 3 of 4.";
        assert_eq!(paragraph(text), expected);
        let long = paragraph(&format!("{}`{}`", "word ".repeat(30), "a b ".repeat(20)));
        assert!(
            long.lines().all(|line| line.len() <= COLUMNS)
                && long.lines().all(|line| line.matches('`').count() % 2 == 0)
        );
        assert_eq!(paragraph(&long), long);
    }
}
