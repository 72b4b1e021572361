//! One idea, one file: a file that has grown over the limit holds more than one.

use super::Violation;
use super::tree::Tree;

/// Lines that a file of code may have.
const LIMIT: usize = 600;

/// Checks all files of code.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let is_code = |path: &str| [".rs", ".js", ".css"].iter().any(|end| path.ends_with(end));
    let long = tree.files.iter().filter(|file| is_code(&file.path) && file.text.lines().count() > LIMIT);
    let message = |lines: usize| format!("{lines} lines, more than {LIMIT}: split it by ideas");
    long.map(|file| Violation::new(&file.path, LIMIT + 1, message(file.text.lines().count()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_found() {
        let faults = |path: &str, lines: usize| {
            let found = check(&Tree::of(&[(path, &"\n".repeat(lines))]));
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(faults("a.rs", 600), [""; 0]);
        assert_eq!(faults("a.rs", 601), ["a.rs:601: 601 lines, more than 600: split it by ideas"]);
        assert_eq!(faults("a.perft", 601), [""; 0]);
    }
}
