//! Words that the code of a crate must not hold: stubs everywhere, printing, clocks, threads and files where they make
//! a library impure.
//!
//! Comments and strings do not count, and what is compiled for tests alone may print and read files.

use super::Violation;
use super::house::{self, Floor};
use super::source::{Source, find_word, is_word_character};
use super::tree::Tree;

/// Stubs and left-overs, forbidden also in tests.
const STUBS: &[&str] = &["todo!", "unimplemented!", "dbg!"];
/// Printing, which is for programs.
const PRINTING: &[&str] = &["print!", "println!", "eprint!", "eprintln!"];
/// Clocks, which are for `limits.rs`: a search that asks the time elsewhere is not repeatable.
const CLOCKS: &[&str] = &["Instant::now", "SystemTime"];
/// Modules of the standard library that are not for rules and evaluations.
const WORLD: &[&str] = &["thread", "fs", "net", "process", "env"];

/// Path, word, reason.
type Exception = (&'static str, &'static str, &'static str);

/// Words that stand where they should not, and why they may.
pub(crate) const EXCEPTIONS: &[Exception] = &[];

/// Checks all Rust files.
pub(crate) fn check(tree: &Tree, exceptions: &[Exception]) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut used = vec![false; exceptions.len()];
    for source in &tree.sources {
        for (line, word, advice) in faults(source) {
            match exceptions.iter().position(|&(path, excused, _)| path == source.path && excused == word) {
                Some(exception) => used[exception] = true,
                None => violations.push(Violation::new(&source.path, line, format!("`{word}`: {advice}"))),
            }
        }
    }
    for (&(path, word, _), _) in exceptions.iter().zip(used).filter(|(_, used)| !used) {
        violations.push(Violation::new(
            path,
            1,
            format!("`{word}` no longer stands here: take it from the exceptions"),
        ));
    }
    violations
}

/// Line, word, advice.
fn faults(source: &Source) -> Vec<(usize, &'static str, &'static str)> {
    let mut faults = Vec::new();
    let mut look = |text: &str, words: &[&'static str], advice: &'static str| {
        for word in words {
            faults.extend(find_word(text, word).map(|line| (line, *word, advice)));
        }
    };
    look(&source.code, STUBS, "write what is missing, or leave it out");
    look(&source.code, &[concat!("#[", "ignore]")], "say why, and which command runs the test: `ignore = \"...\"`");
    let Some(room) = house::of_source(&source.path) else { return faults };
    if room.floor != Floor::Program {
        look(&source.shipped, PRINTING, "libraries return what there is to say; `cli` prints");
    }
    if room.floor.is_below_catalog() && !source.path.ends_with("/limits.rs") {
        look(&source.shipped, CLOCKS, "below `catalog` only `limits.rs` asks the clock");
    }
    if room.floor == Floor::Pure {
        for (line, module) in standard_modules(&source.shipped) {
            if let Some(word) = WORLD.iter().find(|word| **word == module) {
                faults.push((line, word, "rules and evaluations use no thread, file, network, process or environment"));
            }
        }
    }
    faults
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
        check(&Tree::of(&[(path, text)]), &[]).iter().map(ToString::to_string).collect()
    }

    fn count(path: &str, text: &str) -> usize {
        found(path, text).len()
    }

    #[test]
    fn stubs_are_found_everywhere() {
        for stub in STUBS {
            let text = format!("//! {stub}()\n\nfn a() {{ {stub}(\"\") }}\n");
            for path in
                ["crates/kalah/src/lib.rs", "crates/kalah/tests/perft.rs", "xtask/src/main.rs", "crates/cli/src/a.rs"]
            {
                let found = found(path, &text);
                assert_eq!(found.len(), 1, "{found:?}");
                assert!(found[0].starts_with(&format!("{path}:3: `{stub}`")), "{found:?}");
            }
            assert_eq!(count("crates/kalah/src/lib.rs", &format!("a(\"{stub}()\"); my_{stub}();")), 0);
        }
    }

    #[test]
    fn ignored_tests_need_a_reason() {
        let ignore = concat!("#[", "ignore");
        assert_eq!(count("crates/kalah/tests/a.rs", &format!("{ignore}]\nfn a() {{}}")), 1);
        assert_eq!(
            count("crates/kalah/tests/a.rs", &format!("{ignore} = \"slow: cargo test -- --ignored\"]\nfn a() {{}}")),
            0
        );
    }

    #[test]
    fn only_programs_print() {
        for word in PRINTING {
            let text = format!("fn a() {{ {word}(\"\") }}");
            assert_eq!(count("crates/catalog/src/lib.rs", &text), 1, "{word}");
            assert_eq!(count("crates/game/src/a/b.rs", &text), 1, "{word}");
            assert_eq!(count("crates/cli/src/main.rs", &text), 0, "{word}");
            assert_eq!(count("xtask/src/main.rs", &text), 0, "{word}");
            assert_eq!(count("crates/game/tests/a.rs", &text), 0, "{word}");
            assert_eq!(count("crates/game/src/lib.rs", &format!("#[cfg(test)]\nmod tests {{ {text} }}")), 0, "{word}");
            assert_eq!(count("crates/game/src/lib.rs", &format!("//! {text}\n")), 0, "{word}");
        }
    }

    #[test]
    fn clocks_are_in_limits() {
        for word in CLOCKS {
            let text = format!("fn a() {{ let _ = {word}(); }}");
            assert_eq!(count("crates/search/src/pvs.rs", &text), 1, "{word}");
            assert_eq!(count("crates/search/src/limits.rs", &text), 0, "{word}");
            assert_eq!(count("crates/catalog/src/lib.rs", &text), 0, "{word}");
        }
    }

    #[test]
    fn rules_are_alone_in_the_world() {
        let text = "\nuse std::{\n    fmt::{self, thread},\n    fs::File,\n};\nfn a() { std::thread::yield_now() }\n";
        let found = found("crates/kalah/src/lib.rs", text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/kalah/src/lib.rs:4: `fs`"), "{found:?}");
        assert!(found[1].starts_with("crates/kalah/src/lib.rs:6: `thread`"), "{found:?}");
        assert_eq!(count("crates/eval/src/lib.rs", "use std::net;"), 1);
        assert_eq!(count("crates/search/src/lib.rs", text), 0);
        assert_eq!(count("crates/kalah/src/lib.rs", "use std::{fmt, str::FromStr};\nuse std::error::Error;"), 0);
    }

    #[test]
    fn exceptions_must_be_used() {
        let tree = Tree::of(&[("crates/arena/src/clock.rs", "fn a() { Instant::now(); }")]);
        assert_eq!(check(&tree, &[("crates/arena/src/clock.rs", "Instant::now", "times of games")]), []);
        assert_eq!(check(&tree, &[]).len(), 1);
        assert_eq!(check(&tree, &[("crates/arena/src/clock.rs", "SystemTime", "")]).len(), 2);
    }
}
