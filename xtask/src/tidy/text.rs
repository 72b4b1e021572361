//! Text files: no invisible white space, no leftover marks, no paths of one machine.

use super::Violation;
use super::source::find_word;
use super::tree::{TextFile, Tree};

/// Marks of unfinished work, which belong in an issue. Split so that this file does not contain them.
const MARKS: &[&str] = &[concat!("FIX", "ME"), concat!("X", "XX")];
/// Words that the language guide forbids. Split so that this file does not contain them.
const FORBIDDEN: &str =
    concat!("lo", "ts to", "ld te", "ll te", "lls who", "ever some", "body no", "body a", "new any", "body");
/// Files that are checked for marks.
const WRITTEN: &[&str] = &[".rs", ".toml", ".md", ".js", ".css", ".html", ".yml", ".sh", ".ci/run"];
/// Files with text for readers: documents, code with comments and messages, and the page.
const PROSE: &[&str] = &[".md", ".rs", ".js", ".css", ".html", ".py", ".pyi", ".toml"];
/// Program output, which may have trailing white space.
const PRINTED: &[&str] = &[".snap", ".stdout", ".stderr", ".trycmd", ".svg"];
/// First folders of paths that only exist on one machine.
const MACHINE: &[&str] = &["home", "root", "tmp", "work", "Users"];

/// Checks all text files.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files.iter().flat_map(check_file).collect()
}

fn check_file(file: &TextFile) -> Vec<Violation> {
    let is_any = |ends: &[&str]| ends.iter().any(|end| file.path.ends_with(end));
    let mut violations = Vec::new();
    let mut add = |line: usize, message: String| violations.push(Violation::new(&file.path, line, message));
    if !is_any(PRINTED) {
        for (index, line) in file.text.split('\n').enumerate() {
            if line.ends_with('\r') {
                add(index + 1, "ends in CR LF: lines end in LF".into());
            } else if line.ends_with([' ', '\t']) {
                add(index + 1, "white space at the end of the line: remove it".into());
            }
            if line.contains('\t') {
                add(index + 1, "a tab: use spaces".into());
            }
        }
        let lines = file.text.lines().count();
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            add(lines, "the last line does not end: end it with a line feed".into());
        } else if file.text.ends_with("\n\n") {
            add(lines, "empty lines at the end: remove them".into());
        }
    }
    if is_any(WRITTEN) {
        for mark in MARKS {
            for line in find_word(&file.text, mark) {
                add(line, format!("`{mark}`: do it, or open an issue"));
            }
        }
    }
    if is_any(PROSE) && !file.path.starts_with("LICENSE") {
        let text = file.text.to_lowercase();
        for word in FORBIDDEN.split(' ') {
            for line in find_word(&text, word) {
                add(line, format!("`{word}`: the language guide has the standard term"));
            }
        }
    }
    for (index, line) in file.text.lines().enumerate() {
        if let Some(path) = machine_path(line) {
            add(index + 1, format!("`{path}` is a path of one machine: make it relative, or use a temporary folder"));
        }
    }
    violations
}

fn machine_path(line: &str) -> Option<String> {
    let paths = MACHINE.iter().map(|folder| format!("/{folder}/"));
    // After a word, a dot or a tilde, it is part of a longer path or of an address.
    paths.into_iter().find(|path| {
        line.match_indices(path.as_str()).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|before| before.is_alphanumeric() || "_-.~/*}>".contains(before))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn clean_text_passes() {
        assert_eq!(faults("a.md", "one\n\ntwo\n"), [""; 0]);
        assert_eq!(faults("empty", ""), [""; 0]);
    }

    #[test]
    fn forbidden_words_are_found() {
        let word = ["To", "ld"].concat();
        assert_eq!(faults("a.md", &format!("one\n{word}, un{word}\n")).len(), 1);
        assert_eq!(
            faults("a.rs", &format!("/// {word}\n")),
            [format!("a.rs:1: `{}`: the language guide has the standard term", word.to_lowercase())]
        );
        assert_eq!(faults("a.rs", &format!("is_{word}_apart\n")), [""; 0], "a part of an identifier");
        assert_eq!(faults("a.snap", &format!("{word}\n")), [""; 0]);
    }

    #[test]
    fn invisible_white_space_is_found() {
        assert_eq!(faults("a.md", "one\ntwo \n"), ["a.md:2: white space at the end of the line: remove it"]);
        assert_eq!(faults("a.md", "one\r\n"), ["a.md:1: ends in CR LF: lines end in LF"]);
        assert_eq!(faults("a.md", "\tone\n"), ["a.md:1: a tab: use spaces"]);
        assert_eq!(faults("a.md", "one\ntwo"), ["a.md:2: the last line does not end: end it with a line feed"]);
        assert_eq!(faults("a.md", "one\n\n"), ["a.md:2: empty lines at the end: remove them"]);
        assert_eq!(faults("a.snap", "board \n\n"), [""; 0]);
    }

    #[test]
    fn marks_are_found_as_words() {
        for mark in MARKS {
            assert_eq!(faults("a.rs", &format!("// {mark}: later\n")).len(), 1, "{mark}");
            assert_eq!(faults("a.rs", &format!("// {mark}X\n")), [""; 0], "{mark}");
            assert_eq!(faults("a.perft", &format!("{mark}\n")), [""; 0], "{mark}");
        }
    }

    #[test]
    fn paths_of_one_machine() {
        for folder in MACHINE {
            assert_eq!(faults("a.txt", &format!("cd /{folder}/a\n")).len(), 1, "{folder}");
            assert_eq!(faults("a.txt", &format!("\"/{folder}/a\"\n")).len(), 1, "{folder}");
            assert_eq!(
                faults("a.txt", &format!("https://a.org/{folder}/b ./{folder}/c ~/{folder}/d\n")),
                [""; 0],
                "{folder}"
            );
        }
    }
}
