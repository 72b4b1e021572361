//! `ply games`: what there is.

use plyground_catalog::{AGENTS, ForGame, GameId, KEYS, Playable};
use serde_json::{Value, json};

use crate::Failure;
use crate::args::GamesArgs;
use crate::out::say;
use crate::paint::STRONG;

struct AsJson;

impl ForGame for AsJson {
    type Out = Value;

    fn call<P: Playable>(self) -> Value {
        json!({
            "name": P::NAME,
            "about": P::ABOUT,
            "sides": P::SIDES,
            "setups": P::setups(),
            "rules": P::rule_sets(),
            "rule_options": P::rule_options(),
            "evaluations": P::evaluations().iter().map(|info| json!({"name": info.name, "about": info.about})).collect::<Vec<_>>(),
        })
    }
}

struct AsText;

impl ForGame for AsText {
    type Out = ();

    fn call<P: Playable>(self) {
        say!("{STRONG}{}{STRONG:#}: {}", P::NAME, P::ABOUT);
        let line = |name: &str, text: &str| say!("  {name:<13}{text}");
        line("sides", &P::SIDES.join(", "));
        line("set-ups", &P::setups().join(", "));
        line("rules", &P::rule_sets().join(", "));
        line("rule options", &P::rule_options().join(", "));
        for (index, info) in P::evaluations().iter().enumerate() {
            line(if index == 0 { "evaluations" } else { "" }, &format!("{}: {}", info.name, info.about));
        }
        say!("");
    }
}

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    if args.json {
        let agents: Vec<Value> = AGENTS
            .iter()
            .map(|info| json!({"name": info.name, "about": info.about, "keys": info.keys, "game": info.game}))
            .collect();
        let keys: Vec<Value> =
            KEYS.iter().map(|info| json!({"key": info.key, "default": info.default, "about": info.about})).collect();
        let games: Vec<Value> = GameId::ALL.into_iter().map(|game| game.with(AsJson)).collect();
        say!("{}", json!({"games": games, "agents": agents, "keys": keys}));
        return Ok(());
    }
    for game in GameId::ALL {
        game.with(AsText);
    }
    say!("{STRONG}agents{STRONG:#}: NAME or NAME:key=value,key=value");
    for info in AGENTS {
        say!("  {:<13}{}", info.name, info.about);
        let game = info.game.map_or_else(String::new, |game| format!("{game} only; "));
        say!("  {:<13}{game}keys: {}", "", info.keys.join(", "));
    }
    say!("\n{STRONG}keys{STRONG:#}, with their defaults");
    for info in KEYS {
        say!("  {:<13}{} ({})", info.key, info.about, info.default);
    }
    Ok(())
}
