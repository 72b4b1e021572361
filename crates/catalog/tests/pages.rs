//! The reference of agents and keys names all that there is.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use plyground_catalog::{Catalog, LEVELS};

/// The keys in the last cell of a row, sorted: groups of keys, keys by name, and keys that a group has too many.
fn keys_of(row: &str) -> Vec<&str> {
    let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
    let mut keys = Vec::new();
    for part in cell.split(", ") {
        let (part, without) = part.split_once(" without ").unwrap_or((part, ""));
        match part {
            "limits" => keys.extend(["depth", "nodes", "time"]),
            "search keys" => keys.extend(["depth", "nodes", "time", "eval", "unit", "view", "noise", "seed"]),
            "none" => {}
            key => keys.push(key.trim_matches('`')),
        }
        keys.retain(|key| *key != without.trim_matches('`'));
    }
    keys.sort_unstable();
    keys
}

#[test]
fn the_reference_names_every_agent_with_its_keys() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let page = fs::read_to_string(root.join("docs/reference/agents.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let catalog = Catalog::standard();
    for agent in catalog.agents() {
        let name = if agent.is_command { format!("`{}:COMMAND`", agent.name) } else { format!("`{}`", agent.name) };
        let row = rows.iter().find(|row| row.contains(&name)).unwrap_or_else(|| panic!("no row names {name}"));
        let mut found: Vec<&str> = agent.keys.iter().map(|key| key.name).collect();
        found.sort_unstable();
        assert_eq!(keys_of(row), found, "{name}");
    }
    for key in catalog.keys() {
        assert!(rows.iter().any(|row| row.starts_with(&format!("| `{}` |", key.name))), "no row for `{}`", key.name);
    }
    let levels = fs::read_to_string(root.join("docs/guides/play.md")).unwrap();
    for level in LEVELS {
        let row = format!("| `{}` | {} | `{}` |", level.agent, level.name, level.spec);
        assert!(levels.contains(&row), "{}", level.name);
    }
}
