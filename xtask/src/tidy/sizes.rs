//! One idea, one file: a file that has grown over the limit holds more than one.

use super::Violation;
use super::tree::Tree;

/// Lines that a file of code may have.
const LIMIT: usize = 600;

/// Files that may be longer, and why.
pub(crate) const LONG: &[(&str, &str)] = &[];

/// Checks all files of code.
pub(crate) fn check(tree: &Tree, long: &[(&str, &str)]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in &tree.files {
        if ![".rs", ".js", ".css"].iter().any(|end| file.path.ends_with(end)) {
            continue;
        }
        let lines = file.text.lines().count();
        let excused = long.iter().any(|(path, _)| *path == file.path);
        if lines > LIMIT && !excused {
            violations.push(Violation::new(
                &file.path,
                LIMIT + 1,
                format!("{lines} lines, more than {LIMIT}: split it by ideas"),
            ));
        } else if lines <= LIMIT && excused {
            violations.push(Violation::new(
                &file.path,
                1,
                format!("{lines} lines: take it from the list of long files"),
            ));
        }
    }
    for (path, _) in long.iter().filter(|(path, _)| tree.file(path).is_none()) {
        violations.push(Violation::new(path, 1, "no such file: take it from the list of long files"));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, lines: usize, long: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(&[(path, &"\n".repeat(lines))]), long).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn long_files_need_a_reason() {
        assert_eq!(faults("a.rs", 600, &[]), [""; 0]);
        assert_eq!(faults("a.rs", 601, &[]), ["a.rs:601: 601 lines, more than 600: split it by ideas"]);
        assert_eq!(faults("a.rs", 601, &[("a.rs", "a table")]), [""; 0]);
        assert_eq!(faults("a.perft", 601, &[]), [""; 0]);
    }

    #[test]
    fn reasons_do_not_outlive_their_files() {
        assert_eq!(faults("a.rs", 600, &[("a.rs", "a table")]).len(), 1);
        assert_eq!(faults("a.rs", 1, &[("b.rs", "a table")]).len(), 1);
    }
}
