//! Scripts and style sheets are as wide as a reader's window; for Rust, rustfmt sees to that.

use super::Violation;
use super::tree::Tree;

/// Characters that a line may have.
const LIMIT: usize = 100;

/// Checks all scripts and style sheets.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let written = tree.files.iter().filter(|file| [".js", ".css"].iter().any(|end| file.path.ends_with(end)));
    let lines =
        written.flat_map(|file| file.text.lines().enumerate().map(move |(index, line)| (file, index + 1, line)));
    lines
        .filter_map(|(file, number, line)| {
            let width = line.chars().count();
            (width > LIMIT).then(|| {
                Violation::new(&file.path, number, format!("{width} characters, more than {LIMIT}: break the line"))
            })
        })
        .collect()
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
