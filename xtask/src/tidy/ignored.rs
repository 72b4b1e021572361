//! Ignored tests: each names a command, and that command runs it.
//!
//! A test that never runs proves nothing. Clippy requires a reason for every ignored test.

use super::Violation;
use super::tree::Tree;

/// Commands that run the ignored tests of a file: the first row with a prefix of its path applies. The steps are in
/// `xtask/src/ci.rs`, `proofs.rs` and `site.rs`.
const RUNS: &[(&str, &[&str])] = &[
    ("crates/journeys/tests/browser/site.rs", &["cargo xtask long", "cargo xtask site --speed"]),
    ("crates/journeys/tests/browser/screens.rs", &["cargo xtask long"]),
    ("crates/journeys/tests/browser", &["cargo xtask ci"]),
    ("crates/cli/tests/cluster", &["cargo xtask ci"]),
    ("crates/search/tests/exactness.rs", &["cargo xtask equivalence"]),
    ("examples/connect-four/tests/board.rs", &["cargo xtask ci"]),
    ("benches/rivals/", &[]),
    ("", &["cargo xtask long"]),
];

/// Checks the reasons of all ignored tests.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let runs = RUNS.iter().find(|(path, _)| file.path.starts_with(path)).map_or(&[][..], |(_, runs)| runs);
        for (index, line) in file.text.lines().enumerate() {
            let Some(reason) = line.trim_start().strip_prefix("#[ignore") else { continue };
            if runs.iter().any(|command| reason.contains(&format!("`{command}`"))) {
                continue;
            }
            let message = if runs.is_empty() {
                "no command runs ignored tests of this file: xtask/src/tidy/ignored.rs has the table".to_owned()
            } else {
                format!("expected the command that runs the test: `{}`", runs.join("` or `"))
            };
            violations.push(Violation::new(&file.path, index + 1, message));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, reason: &str) -> Vec<String> {
        let text = format!("#[test]\n    #[ignore = \"{reason}\"]\nfn a() {{}}\n");
        check(&Tree::of(&[(path, &text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_command_is_named() {
        assert_eq!(faults("crates/khet/tests/perft.rs", "counts billions: `cargo xtask long`"), [""; 0]);
        let fault = faults("crates/khet/tests/perft.rs", "counts billions");
        assert_eq!(
            fault,
            ["crates/khet/tests/perft.rs:2: expected the command that runs the test: `cargo xtask long`"]
        );
    }

    #[test]
    fn and_runs_the_test() {
        assert_eq!(faults("crates/journeys/tests/browser/play.rs", "needs chromium: `cargo xtask ci`"), [""; 0]);
        assert_eq!(faults("crates/journeys/tests/browser/site.rs", "measures: `cargo xtask site --speed`"), [""; 0]);
        assert_eq!(faults("crates/journeys/tests/browser/play.rs", "needs chromium: `cargo xtask long`").len(), 1);
        let fault = faults("benches/rivals/board_game/src/main.rs", "slow: `cargo xtask long`");
        assert!(fault[0].contains("no command runs"), "{fault:?}");
    }
}
