//! Scripts and style sheets are as wide as a reader's window; for Rust, rustfmt sees to that.

use super::Violation;
use super::tree::Tree;

/// Characters that a line may have.
const LIMIT: usize = 100;

/// Checks all scripts and style sheets.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| [".js", ".css"].iter().any(|end| file.path.ends_with(end))) {
        for (index, width) in
            file.text.lines().map(|line| line.chars().count()).enumerate().filter(|line| line.1 > LIMIT)
        {
            let message = format!("{width} characters, more than {LIMIT}: break the line");
            violations.push(Violation::new(&file.path, index + 1, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_lines_of_scripts_are_found() {
        let (fits, wide) = ("x".repeat(100), format!("\n{}", "é".repeat(101)));
        let tree = Tree::of(&[("a.js", &fits), ("b.css", &wide), ("c.md", &wide)]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["b.css:2: 101 characters, more than 100: break the line"]);
    }
}
