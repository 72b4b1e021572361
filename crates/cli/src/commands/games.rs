//! `ply games`: games, agents, levels and keys.

use std::sync::Arc;

use plyground_catalog::keys::Key;
use plyground_catalog::{AgentInfo, Catalog, GameInfo, GameRef, LEVELS};
use serde_json::{Value, json};

use crate::args::{JsonArgs, OUTPUT};
use crate::failure::Done;
use crate::out::{columns, print_line, print_words, wrapped};
use crate::paint::STRONG;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply games\n  ply games khet\n  ply games khet --keys\n  ply games --json")]
pub(crate) struct Args {
    /// Game to show in full [default: all, in a few lines each]
    #[arg(value_name = "GAME")]
    name: Option<String>,
    /// List the keys of agents with their meanings and defaults
    #[arg(long, help_heading = OUTPUT)]
    keys: bool,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let games = match &args.name {
        Some(name) => std::slice::from_ref(catalog.game(name)?),
        None => catalog.games(),
    };
    let named = args.name.as_ref().map(|_| games[0].info().name);
    let all = catalog.agents().into_iter();
    let agents: Vec<_> = all.filter(|info| named.is_none() || info.game.is_none() || info.game == named).collect();
    let keys = catalog.keys().into_iter();
    let keys: Vec<Key> = keys.filter(|key| agents.iter().any(|agent| agent.takes(key.name))).collect();
    if args.json.json {
        print_line!("{}", as_json(games, &agents, &keys));
    } else if args.keys {
        print_keys(&agents, &keys);
    } else if args.name.is_some() {
        print_game(games[0].info(), &agents);
    } else {
        print_all(games, &agents);
    }
    Ok(())
}

fn as_json(games: &[GameRef], agents: &[Arc<AgentInfo>], all: &[Key]) -> Value {
    let game = |info: &GameInfo| {
        json!({
            "name": info.name,
            "about": info.about,
            "sides": info.sides,
            "setups": info.setups,
            "rules": info.rule_sets,
            "rule_options": info.rule_options.iter().map(|option| option.text).collect::<Vec<_>>(),
            "max_plies": info.max_plies,
            "books": info.books.iter().map(|book| json!({"name": book.name, "about": book.about})).collect::<Vec<_>>(),
            "evaluations": info.evaluations.iter().map(|row| json!({"name": row.name, "about": row.about, "unit": row.unit})).collect::<Vec<_>>(),
        })
    };
    let agent =
        |info: &AgentInfo| json!({"name": info.name, "about": info.about, "keys": keys(info), "game": info.game});
    json!({
        "games": games.iter().map(|each| game(each.info())).collect::<Vec<_>>(),
        "agents": agents.iter().map(|each| agent(each)).collect::<Vec<_>>(),
        "levels": LEVELS
            .iter()
            .map(|level| json!({"name": level.name, "about": level.about, "agent": level.spec, "level": level.agent}))
            .collect::<Vec<_>>(),
        "keys": all
            .iter()
            .map(|key| json!({"key": key.name, "default": key.default, "about": key.about}))
            .collect::<Vec<_>>(),
    })
}

/// Prints the games in a few lines each, and the names of everything else.
fn print_all(games: &[GameRef], agents: &[Arc<AgentInfo>]) {
    for game in games {
        let info = game.info();
        print_words!("{STRONG}{}{STRONG:#}: {}", info.name, info.about);
        line("sides", &info.sides);
        line("set-ups", &info.setups);
        line("rules", &info.rule_sets);
        print_line!("");
    }
    print_words!("{STRONG}agents{STRONG:#} of all games: {}", names(agents.iter().filter(|info| info.game.is_none())));
    print_levels();
    if let Some(game) = games.first() {
        let name = game.info().name;
        print_words!("\n`ply games {name}` shows a game with its evaluations and agents, `--keys` the keys of agents");
    }
}

/// Prints a game on one screen.
fn print_game(info: &GameInfo, agents: &[Arc<AgentInfo>]) {
    print_words!("{STRONG}{}{STRONG:#}: {}", info.name, info.about);
    line("sides", &info.sides);
    line("set-ups", &info.setups);
    line("rules", &info.rule_sets);
    for (index, option) in info.rule_options.iter().enumerate() {
        row(if index == 0 { "rule options" } else { "" }, &[option.text, option.about].join(": "));
    }
    row("longest", &format!("{} plies between agents, see `--max-plies`", info.max_plies));
    for (index, book) in info.books.iter().enumerate() {
        row(if index == 0 { "books" } else { "" }, &format!("{}: {}", book.name, book.about));
    }
    for (index, evaluation) in info.evaluations.iter().enumerate() {
        let name = if index == 0 { "evaluations" } else { "" };
        row(name, &format!("{}: {}, in {}", evaluation.name, evaluation.about, evaluation.unit));
    }
    print_line!("\n{STRONG}agents{STRONG:#}: NAME or NAME:key=value,key=value; `--keys` lists the keys");
    for info in agents {
        row(info.name, info.about);
    }
    print_levels();
}

fn print_levels() {
    print_line!("\n{STRONG}levels{STRONG:#}: agents by strength, weakest first, wherever an agent is named");
    for level in &LEVELS {
        row(level.agent, &format!("{} ({}): {}", level.name, level.spec, level.about));
    }
}

/// Prints the keys of each agent, and the meaning of each key.
fn print_keys(agents: &[Arc<AgentInfo>], all: &[Key]) {
    print_line!("{STRONG}keys of the agents{STRONG:#}: NAME:key=value,key=value");
    for info in agents.iter().filter(|info| !info.keys.is_empty()) {
        row(info.name, &keys(info).join(", "));
    }
    print_line!("\n{STRONG}keys{STRONG:#}, with their defaults");
    for key in all {
        row(key.name, &format!("{} ({})", key.about, key.default));
    }
}

/// Prints names in a row; no names are no row.
fn line(name: &str, texts: &[&str]) {
    if !texts.is_empty() {
        row(name, &texts.join(", "));
    }
}

fn names<'a>(agents: impl Iterator<Item = &'a Arc<AgentInfo>>) -> String {
    agents.map(|info| info.name).collect::<Vec<_>>().join(", ")
}

/// Width of the column of names.
const NAMES: usize = 14;

/// Prints a name and its description in a second column; a long name has a line of its own.
fn row(name: &str, about: &str) {
    for line in lines(name, about, columns().unwrap_or(usize::MAX)) {
        print_line!("{line}");
    }
}

fn lines(name: &str, about: &str, columns: usize) -> Vec<String> {
    let about = wrapped(about, columns.saturating_sub(NAMES + 2));
    let indent = " ".repeat(NAMES + 2);
    let mut lines = Vec::new();
    let mut start = format!("  {name:<NAMES$}");
    if name.len() >= NAMES {
        lines.push(format!("  {name}"));
        start.clone_from(&indent);
    }
    for line in about {
        lines.push(start + &line);
        start = indent.clone();
    }
    lines
}

/// Returns the names of an agent's keys.
fn keys(info: &AgentInfo) -> Vec<&'static str> {
    info.keys.iter().map(|key| key.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_do_not_run_together() {
        assert_eq!(lines("pvs", "a search", usize::MAX), ["  pvs           a search"]);
        let long = lines("khet-heuristicbot", "the report's agent", 32);
        assert_eq!(long, ["  khet-heuristicbot", "                the report's", "                agent"]);
    }
}
