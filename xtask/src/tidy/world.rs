//! Rules and evaluations are alone in the world: no thread, file, network, process or environment. And no code reads the date,
//! since that clock may jump: time is only ever measured.
//!
//! Clippy disallows single functions and types, not whole modules of the standard library, so this is looked for here. What
//! is compiled for tests alone may read files.

use super::Violation;
use super::house::{self, Floor};
use super::source::is_word_character;
use super::tree::Tree;

/// Modules of the standard library that are not for pure functions of a position.
const WORLD: &[&str] = &["thread", "fs", "net", "process", "env", "time"];

/// Names of clocks with a date.
const CALENDAR: &[&str] = &["SystemTime", "UNIX_EPOCH"];

/// Checks the sources of the pure crates, and all sources for the day.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in tree.sources.iter().filter(|source| house::of_source(&source.path).is_some()) {
        for (at, _) in CALENDAR.iter().flat_map(|name| source.shipped.match_indices(name)) {
            let line = source.shipped[..at].matches('\n').count() + 1;
            violations.push(Violation::new(&source.path, line, "the day: no result depends on a clock that may jump"));
        }
    }
    let is_pure = |path: &str| house::of_source(path).is_some_and(|room| room.floor == Floor::Pure);
    for source in tree.sources.iter().filter(|source| is_pure(&source.path)) {
        for (line, module) in standard_modules(&source.shipped) {
            if WORLD.contains(&module) {
                let message = format!("`std::{module}`: rules and evaluations are pure functions, alone in the world");
                violations.push(Violation::new(&source.path, line, message));
            }
        }
    }
    violations
}

/// The modules of `std` that the code names, with their lines: `std::fs` as well as `std::{fmt, fs}`.
fn standard_modules(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, root) in code.match_indices("std::") {
        let start = at + root.len();
        let items = if code[start..].starts_with('{') { outer_items(code, start + 1) } else { vec![start] };
        for item in items {
            let begin = item + code[item..].find(is_word_character).unwrap_or(0);
            let module = code[begin..].split(|character| !is_word_character(character)).next().unwrap_or_default();
            found.push((code[..begin].matches('\n').count() + 1, module));
        }
    }
    found
}

/// Where the items of the `use` group that opens before `start` begin, without those of the groups inside of it.
fn outer_items(code: &str, start: usize) -> Vec<usize> {
    let (mut depth, mut items) = (0_usize, vec![start]);
    for (at, character) in code[start..].char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(start + at + 1),
            _ => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rules_are_alone_in_the_world() {
        let text = "\nuse std::{\n    fmt::{self, thread},\n    fs::File,\n};\nfn a() { std::thread::yield_now() }\n";
        let faults = found("crates/kalah/src/lib.rs", text);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("crates/kalah/src/lib.rs:4: `std::fs`"), "{faults:?}");
        assert!(faults[1].starts_with("crates/kalah/src/lib.rs:6: `std::thread`"), "{faults:?}");
        assert_eq!(found("crates/eval/src/lib.rs", "use std::net;").len(), 1);
    }

    #[test]
    fn nobody_asks_for_the_day() {
        let text = "use std::time::Duration;\nfn now() { std::time::SystemTime::now() }\n";
        assert_eq!(found("crates/cluster/src/lib.rs", text).len(), 1);
        assert!(found("crates/cluster/src/lib.rs", text)[0].starts_with("crates/cluster/src/lib.rs:2: the day"));
        assert_eq!(found("crates/cluster/src/lib.rs", "use std::time::Duration;"), [""; 0]);
    }

    #[test]
    fn others_and_tests_are_not() {
        assert_eq!(found("crates/search/src/lib.rs", "use std::thread;"), [""; 0]);
        assert_eq!(found("crates/kalah/tests/perft.rs", "use std::fs;"), [""; 0]);
        assert_eq!(found("crates/kalah/src/lib.rs", "#[cfg(test)]\nmod tests { use std::fs; }"), [""; 0]);
        assert_eq!(found("crates/kalah/src/lib.rs", "use std::{fmt, str::FromStr};\nuse std::error::Error;"), [""; 0]);
    }
}
