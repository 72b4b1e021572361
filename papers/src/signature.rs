//! `cargo xtask signature`: the node counts of fixed searches, the checksum of search behaviour.
//!
//! Speed-ups must not change the nodes that a search visits. An intended change of the nodes states the new sum in its commit
//! message, like Stockfish's bench. The searches and their counts are in `benches/signature.txt`. One thread and a fixed depth
//! give the same counts on every machine, in debug and release.

use std::fs;

use plyground_catalog::{Catalog, Start};
use plyground_search::{Job, Limits};

use crate::{Result, Workspace};

/// File of the searches and their counts, below the root.
const FILE: &str = "benches/signature.txt";

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Write the counts into the file instead
    #[arg(long)]
    write: bool,
}

/// Counts the nodes of all searches. Compares them with the file, or writes them to it.
///
/// # Errors
/// When a line cannot be read, or a count differs from the file's and `write` is off.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<()> {
    let path = workspace.root.join(FILE);
    let text = fs::read_to_string(&path).map_err(|error| format!("{FILE}: {error}"))?;
    let (mut sum, mut differ, mut lines) = (0, 0, Vec::new());
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            lines.push(line.to_owned());
            continue;
        }
        let (search, stated) = line.rsplit_once('|').ok_or_else(|| format!("{FILE}:{}: no `|`", index + 1))?;
        let nodes = count(search).map_err(|error| format!("{FILE}:{}: {error}", index + 1))?;
        let same = stated.trim() == nodes.to_string();
        println!("{nodes:>10}  {search}{}", if same { String::new() } else { format!("  (was {})", stated.trim()) });
        differ += u32::from(!same);
        sum += nodes;
        lines.push(format!("{search}| {nodes}"));
    }
    println!("{sum:>10}  signature");
    if arguments.write {
        fs::write(&path, lines.join("\n") + "\n").map_err(|error| format!("{FILE}: {error}"))?;
    } else if differ > 0 {
        let advice = "if that is meant, run `cargo xtask signature --write` and state the sum in the commit message";
        return Err(format!("{differ} searches visit other nodes than {FILE} says; {advice}").into());
    }
    Ok(())
}

/// Counts the nodes of one search: `game | rules | position | agent`.
fn count(search: &str) -> Result<u64> {
    let fields: Vec<&str> = search.split('|').map(str::trim).collect();
    let [game, rules, position, agent] = fields[..] else {
        return Err("expected `game | rules | position | agent | nodes`".into());
    };
    let start = Start { rules: Some(rules.into()), position: Some(position.into()), ..Start::default() };
    let catalog = Catalog::standard();
    let game = catalog.game(game)?;
    let mut session = game.open(&start)?;
    let agent = catalog.agent(&**game, agent)?;
    let limits = agent.limits();
    if limits.time.is_some() || (limits.depth.is_none() && limits.nodes.is_none()) {
        let expected = "expected a depth or a number of nodes, and no time";
        return Err(format!("agent `{agent}` stops by the clock: {expected}").into());
    }
    Ok(session.analyse(&agent, &Job::default(), Limits::NONE, &mut |_| {})?.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_searches_visit_the_nodes_that_the_file_says() {
        run(&Workspace::find().unwrap(), &Arguments { write: false }).unwrap();
    }

    #[test]
    fn a_search_is_counted() {
        let nodes = count("kalah | standard | <3,0,0,3,3,3,3,3,3> S | minimax:depth=3").unwrap();
        // Depths 1 to 3: 3, 3 + 8, 3 + 8 + 19.
        assert_eq!(nodes, 44);
        assert!(count("kalah | standard | minimax").is_err());
        assert!(count("kalah | standard | <3,0,0,3,3,3,3,3,3> S | minimax").unwrap_err().to_string().contains("clock"));
        assert!(count("kalah | standard | <3,0,0> S | minimax:depth=3").unwrap_err().to_string().contains("column"));
    }
}
