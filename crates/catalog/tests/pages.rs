//! The reference of agents and keys names all that there is.

use std::fs;
use std::path::Path;

use plyground_catalog::{Catalog, LEVELS};

#[test]
fn the_reference_names_every_agent_and_key_with_its_bounds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let page = fs::read_to_string(root.join("docs/reference/agents.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let catalog = Catalog::standard();
    for agent in catalog.agents() {
        let name = if agent.is_command { format!("`{}:COMMAND`", agent.name) } else { format!("`{}`", agent.name) };
        let row = rows.iter().find(|row| row.contains(&name)).unwrap_or_else(|| panic!("no row names {name}"));
        let limits = ["depth", "nodes", "time"];
        for key in &agent.keys {
            let is_named = row.contains(&format!("`{}`", key.name));
            assert!(is_named || limits.contains(&key.name) && row.contains("limits"), "{name}: {}", key.name);
        }
    }
    for key in catalog.keys() {
        assert!(rows.iter().any(|row| row.starts_with(&format!("| `{}` |", key.name))), "no row for `{}`", key.name);
    }
    for level in LEVELS {
        assert!(page.contains(&format!("| {} | `{}` |", level.name, level.spec)), "{}", level.name);
    }
}
