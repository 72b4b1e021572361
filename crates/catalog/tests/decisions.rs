//! What every agent decides on fixed positions within a fixed number of nodes: the same on every machine and in every build.
//!
//! A change of these snapshots is a change of play. It may be right, but then it is seen here first.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::time::Duration;

use plyground_catalog::{AGENTS, AgentKind, AgentSpec, Analysis, CatalogError, GameId, Request, Start, open};

/// Game, rules, set-up, and how many moves were played: a beginning, a middle, and late in the game.
const POSITIONS: [(GameId, &str, &str, [usize; 3]); 5] = [
    (GameId::Khet, "epam", "classic", [0, 9, 30]),
    (GameId::Kalah, "tournament", "6x6", [0, 8, 24]),
    (GameId::Kalah, "kalaha", "6x4", [0, 8, 20]),
    (GameId::Tigers, "standard", "standard", [0, 9, 34]),
    (GameId::Cachex, "standard", "6", [0, 5, 14]),
];
const NODES: u64 = 3_000;
/// For the reports' agents that do not deepen step by step: enough for their one search.
const NODES_OF_ONE_SEARCH: u64 = 100_000;

/// The position after so many moves that are spread over what is legal, but the same in every run. None ends the game.
fn start(game: GameId, rules: &str, setup: &str, moves: usize) -> Start {
    let mut start =
        Start { setup: Some(setup.into()), rules: Some(rules.into()), position: None, moves: String::new() };
    for index in 0..moves {
        let legal = open(game, &start).unwrap().show().legal;
        let goes_on = (0..legal.len()).find_map(|next| {
            let moves = format!("{} {}", start.moves, legal[(5 + 7 * index + next) % legal.len()]);
            let after = Start { moves, ..start.clone() };
            (!open(game, &after).unwrap().show().legal.is_empty()).then_some(after)
        });
        start = goes_on.unwrap();
    }
    start
}

/// The spec with clocks that never strike and one thread, so that only nodes count: with two, how many nodes a root move
/// needs depends on which bound the other thread has found by then.
fn patient(name: &str) -> AgentSpec {
    let mut spec: AgentSpec = name.parse().unwrap();
    let keys = spec.info().keys;
    let long = Duration::from_secs(3_600);
    spec.soft = keys.contains(&"soft").then_some(long);
    spec.exit = keys.contains(&"exit").then_some(long);
    spec.time = keys.contains(&"time").then_some(long);
    spec.seed = keys.contains(&"seed").then_some(7);
    spec.threads = keys.contains(&"threads").then_some(1);
    spec
}

fn told(found: Result<Analysis, CatalogError>) -> String {
    match found {
        Ok(found) => format!(
            "{:<8} {:>10} depth {:>2}, {} nodes",
            found.best.unwrap_or_default(),
            found.score.to_string(),
            found.depth,
            found.nodes
        ),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_agent_decides_as_it_did() {
    let mut text = String::new();
    for (game, rules, setup, lengths) in POSITIONS {
        for moves in lengths {
            let start = start(game, rules, setup, moves);
            let session = open(game, &start).unwrap();
            writeln!(text, "{game} {rules}: {}", session.show().position).unwrap();
            for info in AGENTS.iter().filter(|info| info.game.is_none_or(|own| own == game.name())) {
                if info.kind == AgentKind::Engine {
                    continue;
                }
                let one_search = matches!(info.name, "khet-userbot" | "khet-heuristicbot" | "kalah-exit-counter");
                let nodes = Some(if one_search { NODES_OF_ONE_SEARCH } else { NODES });
                let request = Request { nodes, ..Request::default() };
                let found = session.analyse(&patient(info.name), &request, &mut |_| {});
                writeln!(text, "  {:<20} {}", info.name, told(found)).unwrap();
            }
        }
    }
    insta::assert_snapshot!(text);
}
