//! Rules and evaluations use no thread, file, network, process or environment. No code reads the date, because the system clock
//! can jump; only durations are measured.
//!
//! Clippy disallows single functions and types, but not whole modules of the standard library. Test code may read files.

use super::Violation;
use super::crate_rules::{self, Layer};
use super::tree::Tree;

/// Modules of the standard library that are forbidden in pure functions of a position.
const WORLD: &[&str] = &["thread", "fs", "net", "process", "env", "time"];

/// Names of clocks with a date.
const CALENDAR: &[&str] = &["SystemTime", "UNIX_EPOCH"];

/// Checks the sources of the pure crates, and all sources for the date.
pub(crate) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in &tree.sources {
        let Some(rule) = crate_rules::of_source(&source.path) else { continue };
        for token in source.tokens.iter().filter(|token| CALENDAR.contains(&token.text.as_str())) {
            let message = "the date: no result depends on a clock that may jump";
            violations.push(Violation::new(&source.path, token.line, message));
        }
        if rule.layer != Layer::Pure {
            continue;
        }
        for path in source.paths("std") {
            if let Some(module) = path.segments.get(1).filter(|module| WORLD.contains(module)) {
                let message = format!("`std::{module}`: rules and evaluations are pure functions, alone in the world");
                violations.push(Violation::new(&source.path, path.line, message));
            }
        }
    }
    violations
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
    fn no_code_reads_the_date() {
        let text = "use std::time::Duration;\nfn now() { std::time::SystemTime::now() }\n";
        assert_eq!(found("crates/cluster/src/lib.rs", text).len(), 1);
        assert!(found("crates/cluster/src/lib.rs", text)[0].starts_with("crates/cluster/src/lib.rs:2: the date"));
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
