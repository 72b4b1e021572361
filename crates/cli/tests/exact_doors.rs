//! Every door of the program that can say won, lost, drawn, forced or exact is in `exact_doors.txt`, with the rows of the law
//! of exact values (`crates/catalog/tests/exact/doors.rs`) that it goes through.
//!
//! The list is compared with the program: its commands and their options, the routes of the board and its server, and the names
//! of the Python package. A new one fails this test until the list says what of it is exact.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::printed;

/// Names of each kind, with the rows of the law.
type Doors = BTreeMap<(String, String), Vec<String>>;

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Reads lines `kind name: row, row` and `kind none: name name`.
fn listed() -> Doors {
    let mut doors = Doors::new();
    let mut add = |kind: &str, name: &str, rows: Vec<String>| {
        let old = doors.insert((kind.to_owned(), name.to_owned()), rows);
        assert!(old.is_none(), "{kind} {name} is listed twice");
    };
    for line in source("cli/tests/exact_doors.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (door, rest) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        let (kind, name) = door.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        match name {
            "none" => rest.split("; ").for_each(|name| add(kind, name, Vec::new())),
            name => add(kind, name, rest.split(", ").map(str::to_owned).collect()),
        }
    }
    doors
}

/// Returns the commands with their options, as the program completes them.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let script = printed(&["completions", "bash"]);
    let mut commands = BTreeMap::new();
    let mut lines = script.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("ply__subcmd__").and_then(|rest| rest.strip_suffix(')')) else { continue };
        let options = lines.next().and_then(|line| line.strip_prefix("opts=\"")).unwrap_or_default();
        let options = options.split([' ', '"']).filter(|option| option.starts_with("--")).map(str::to_owned);
        // Names of subcommands follow a comma.
        if !name.contains("subcmd") && !name.contains(',') && name != "help" {
            commands.insert(name.to_owned(), options.collect());
        }
    }
    assert!(commands.len() > 20, "{commands:?}");
    commands
}

/// Returns the texts between `begin` and `end` in each line of a part of a source.
fn between(text: &str, begin: &str, end: char) -> Vec<String> {
    text.lines().filter_map(|line| Some(line.trim().split_once(begin)?.1.split(end).next()?.to_owned())).collect()
}

fn routes() -> BTreeSet<String> {
    let (page, server) = (source("page/src/api.rs"), source("web/src/server.rs"));
    let table = page.split_once("const ROUTES").unwrap().1.split_once("];").unwrap().0;
    let page = table.lines().filter_map(|line| {
        let (method, rest) = line.trim().strip_prefix('(')?.split_once(", \"")?;
        Some(format!("{method} {}", rest.split('"').next()?))
    });
    page.chain(between(&server, ".route(\"", '"')).collect()
}

/// Returns the class, or the function of the module, that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("class ").or_else(|| line.strip_prefix("def "))?;
    rest.split(['(', ':']).next().filter(|name| !name.contains(' '))
}

fn python() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for module in ["__init__", "oracle", "llm", "gymnasium", "pettingzoo", "openspiel"] {
        let text = source(&format!("python/python/plyground/{module}.py"));
        let public = match text.split_once("__all__ = [") {
            Some((_, all)) => all.split(']').next().unwrap().split('"').skip(1).step_by(2).map(str::to_owned).collect(),
            None => text.lines().filter_map(defined).map(str::to_owned).collect::<Vec<_>>(),
        };
        let is_public = |name: &String| !name.starts_with('_');
        names.extend(public.into_iter().filter(is_public).map(|name| format!("{module}.{name}")));
    }
    let mut class = String::new();
    for line in source("python/python/plyground/_core.pyi").lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = rest.split([':', '(']).next().unwrap().to_owned();
        } else if let Some(rest) = line.strip_prefix("    def ") {
            let name = rest.split('(').next().unwrap();
            if !name.starts_with('_') || name == "__call__" {
                names.insert(format!("{class}.{name}"));
            }
        }
    }
    assert!(names.len() > 60, "{names:?}");
    names
}

#[test]
fn no_door_to_an_exact_answer_is_missing_in_the_law() {
    let (listed, commands) = (listed(), commands());
    let rows = between(&source("catalog/tests/exact/doors.rs"), "name: \"", '"');
    for ((kind, name), through) in &listed {
        for row in through {
            assert!(rows.contains(row), "{kind} {name} goes through `{row}`, which is no row of the law");
        }
    }
    for row in &rows {
        assert!(listed.values().any(|through| through.contains(row)), "no door of the program goes through `{row}`");
    }
    let of = |wanted: &str| -> BTreeSet<String> {
        listed.keys().filter(|(kind, _)| kind == wanted).map(|(_, name)| name.clone()).collect()
    };
    assert_eq!(of("command"), commands.keys().cloned().collect(), "the commands of `exact_doors.txt` and of `ply`");
    assert_eq!(of("route"), routes(), "the routes of `exact_doors.txt` and of the board");
    assert_eq!(of("python"), python(), "the names of `exact_doors.txt` and of the Python package");
    // An option can open a door of its own, as `trace --solver` does.
    let exact = commands.iter().filter(|(name, _)| !listed[&("command".to_owned(), (*name).clone())].is_empty());
    let options: BTreeSet<String> = exact.flat_map(|(_, options)| options).cloned().collect();
    let missing: Vec<&String> = options.iter().filter(|option| !of("option").contains(*option)).collect();
    assert!(missing.is_empty(), "options of commands with exact answers that `exact_doors.txt` lacks: {missing:?}");
}
