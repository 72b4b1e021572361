//! Limits the length of files, lines and table cells.

use super::Violation;
use super::tree::Tree;

/// Maximum lines of a code file.
const LINES: usize = 600;

/// Maximum characters of a line; rustfmt limits Rust.
const COLUMNS: [(&str, usize); 3] = [(".js", 100), (".css", 100), (".md", 120)];

/// Maximum words of a table cell.
const WORDS: usize = 15;

/// Checks code, style sheets and the documents.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in &tree.files {
        let mut add = |line: usize, message: String| violations.push(Violation::new(&file.path, line, message));
        let lines = file.text.lines().count();
        if lines > LINES && [".rs", ".js", ".css"].iter().any(|end| file.path.ends_with(end)) {
            add(LINES + 1, format!("{lines} lines, more than {LINES}: split it by ideas"));
        }
        let columns = COLUMNS.iter().find(|(end, _)| file.path.ends_with(end));
        let Some(&(end, columns)) = columns.filter(|(end, _)| *end != ".md" || file.is_document()) else {
            continue;
        };
        for (index, line) in file.text.lines().enumerate() {
            if end == ".md" && line.starts_with('|') {
                let words = line.split('|').map(|cell| cell.split_whitespace().count()).max().unwrap_or(0);
                if words > WORDS {
                    add(index + 1, format!("a cell of {words} words, more than {WORDS}: shorten it"));
                }
            } else if line.chars().count() > columns {
                let width = line.chars().count();
                add(index + 1, format!("{width} characters, more than {columns}: break the line"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn long_files_are_found() {
        assert_eq!(faults("a.rs", &"\n".repeat(600)), [""; 0]);
        assert_eq!(faults("a.rs", &"\n".repeat(601)), ["a.rs:601: 601 lines, more than 600: split it by ideas"]);
        assert_eq!(faults("a.perft", &"\n".repeat(601)), [""; 0]);
    }

    #[test]
    fn long_lines_are_found() {
        let line = |length: usize| format!("a\n{}\n", "ä".repeat(length));
        assert_eq!(faults("a.js", &line(100)), [""; 0]);
        assert_eq!(faults("a.css", &line(101)), ["a.css:2: 101 characters, more than 100: break the line"]);
        assert_eq!((faults("docs/a.md", &line(120)).len(), faults("docs/a.md", &line(121)).len()), (0, 1));
        assert_eq!(faults("crates/a/README.md", &line(121)), [""; 0]);
    }

    #[test]
    fn long_cells_are_found() {
        let row = |words: usize| format!("|a|{}|\n", "word ".repeat(words));
        assert_eq!(faults("docs/a.md", &row(15)), [""; 0]);
        assert_eq!(faults("docs/a.md", &row(16)), ["docs/a.md:1: a cell of 16 words, more than 15: shorten it"]);
    }
}
