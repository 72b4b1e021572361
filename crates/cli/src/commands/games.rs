//! `ply games`: what there is.

use plyground_catalog::{AgentInfo, Catalog, GameInfo};
use serde_json::{Value, json};

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::say;
use crate::paint::STRONG;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    if args.json.json {
        say!("{}", as_json(catalog));
    } else {
        print(catalog);
    }
    Ok(())
}

fn as_json(catalog: &Catalog) -> Value {
    let game = |info: &GameInfo| {
        json!({
            "name": info.name,
            "about": info.about,
            "sides": info.sides,
            "setups": info.setups,
            "rules": info.rule_sets,
            "rule_options": info.rule_options,
            "evaluations": info.evaluations.iter().map(|row| json!({"name": row.name, "about": row.about})).collect::<Vec<_>>(),
        })
    };
    let agent =
        |info: &AgentInfo| json!({"name": info.name, "about": info.about, "keys": keys(info), "game": info.game});
    json!({
        "games": catalog.games().iter().map(|each| game(each.info())).collect::<Vec<_>>(),
        "agents": catalog.agents().iter().map(|each| agent(each)).collect::<Vec<_>>(),
        "keys": catalog
            .keys()
            .iter()
            .map(|key| json!({"key": key.name, "default": key.default, "about": key.about}))
            .collect::<Vec<_>>(),
    })
}

fn print(catalog: &Catalog) {
    for game in catalog.games() {
        let info = game.info();
        say!("{STRONG}{}{STRONG:#}: {}", info.name, info.about);
        let line = |name: &str, texts: &[&str]| {
            if !texts.is_empty() {
                say!("  {name:<13}{}", texts.join(", "));
            }
        };
        line("sides", &info.sides);
        line("set-ups", &info.setups);
        line("rules", &info.rule_sets);
        line("rule options", &info.rule_options);
        for (index, row) in info.evaluations.iter().enumerate() {
            say!("  {:<13}{}: {}", if index == 0 { "evaluations" } else { "" }, row.name, row.about);
        }
        say!("");
    }
    say!("{STRONG}agents{STRONG:#}: NAME or NAME:key=value,key=value");
    for info in catalog.agents() {
        say!("  {:<13}{}", info.name, info.about);
        let game = info.game.map_or_else(String::new, |game| format!("{game} only; "));
        say!("  {:<13}{game}keys: {}", "", keys(&info).join(", "));
    }
    say!("\n{STRONG}keys{STRONG:#}, with their defaults");
    for key in catalog.keys() {
        say!("  {:<13}{} ({})", key.name, key.about, key.default);
    }
}

/// What specs of an agent may set.
fn keys(info: &AgentInfo) -> Vec<&'static str> {
    info.keys.iter().map(|key| key.name).collect()
}
