//! Tests that the page of attacks names are where it says.
//!
//! A row of its tables names a file and after it the tests in it: `` `crates/khet/tests/text.rs` `bad_text_is_refused` ``.

use super::Violation;
use super::tree::{TextFile, Tree};

const PAGE: &str = "docs/reliability.md";

/// Checks the rows of the page that name a Rust file.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let text = tree.file(PAGE).map_or("", |page| &page.text);
    let rows = text.lines().enumerate().filter(|(_, line)| line.starts_with("| ") && line.contains(".rs`"));
    if rows.clone().count() == 0 {
        return vec![Violation::new(PAGE, 1, "no table here names a test: has the page moved?")];
    }
    rows.flat_map(|(index, row)| {
        let problems = problems(tree, row).into_iter();
        problems.map(move |problem| Violation::new(PAGE, index + 1, problem))
    })
    .collect()
}

fn problems(tree: &Tree, row: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut file: Option<&TextFile> = None;
    let mut tests = 0;
    for span in row.split('`').skip(1).step_by(2) {
        if span.ends_with(".rs") {
            file = tree.file(span);
            if file.is_none() {
                problems.push(format!("there is no `{span}` under version control"));
            }
        } else if is_function_name(span)
            && let Some(file) = file
        {
            tests += 1;
            if !file.text.contains(&format!("fn {span}(")) {
                problems.push(format!("`{}` has no test `{span}`", file.path));
            }
        }
    }
    if problems.is_empty() && tests == 0 {
        problems.push("a file without a test: name the test after it".to_owned());
    }
    problems
}

fn is_function_name(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(row: &str) -> Vec<String> {
        let page = format!("# Attacks\n\n{row}\n");
        let file = "#[test]\nfn bad_text_is_refused() {}\n";
        let tree = Tree::of(&[(PAGE, &page), ("crates/khet/tests/text.rs", file)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_there_passes() {
        for row in [
            "| bad text | `crates/khet/tests/text.rs` `bad_text_is_refused` | always |",
            "| `ply show` | `crates/khet/tests/text.rs`: `bad_text_is_refused`, by `cargo xtask long` | always |",
            "| a row without a file | `gone` | always |\n| b | `crates/khet/tests/text.rs` `bad_text_is_refused` |",
        ] {
            assert_eq!(faults(row), [""; 0], "{row}");
        }
        assert_eq!(
            faults("What `crates/khet/tests/gone.rs` `gone` said."),
            [format!("{PAGE}:1: no table here names a test: has the page moved?")]
        );
    }

    #[test]
    fn what_is_gone_is_found() {
        for (row, expected) in [
            ("| a | `crates/khet/tests/text.rs` `gone` |", "`crates/khet/tests/text.rs` has no test `gone`"),
            ("| a | `crates/khet/tests/text.rs` `bad_text` |", "`crates/khet/tests/text.rs` has no test `bad_text`"),
            (
                "| a | `crates/khet/tests/gone.rs` `bad_text_is_refused` |",
                "there is no `crates/khet/tests/gone.rs` under version control",
            ),
            ("| a | `crates/khet/tests/text.rs` |", "a file without a test: name the test after it"),
        ] {
            assert_eq!(faults(row), [format!("{PAGE}:3: {expected}")], "{row}");
        }
    }
}
