//! What every agent decides on fixed positions within a fixed number of nodes: the same on every machine and in every build.
//!
//! A change of these snapshots is a change of play. It may be right, but then it is seen here first.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::time::Duration;

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, Analysis, Catalog, CatalogError, GameRef, Start};
use plyground_search::{Job, Limits};

/// Game, rules, set-up, and how many moves were played: a beginning, a middle, and late in the game.
const POSITIONS: [(&str, &str, &str, [usize; 3]); 5] = [
    ("khet", "epam", "classic", [0, 9, 30]),
    ("kalah", "tournament", "6x6", [0, 8, 24]),
    ("kalah", "kalaha", "6x4", [0, 8, 20]),
    ("tigers", "standard", "standard", [0, 9, 34]),
    ("cachex", "standard", "6", [0, 5, 14]),
];
const NODES: u64 = 3_000;
/// For the reports' agents that do not deepen step by step: enough for their one search.
const NODES_OF_ONE_SEARCH: u64 = 100_000;

/// The position after so many moves that are spread over what is legal, but the same in every run. None ends the game.
fn start(game: &GameRef, rules: &str, setup: &str, moves: usize) -> Start {
    let mut start =
        Start { setup: Some(setup.into()), rules: Some(rules.into()), position: None, moves: String::new() };
    for index in 0..moves {
        let legal = game.open(&start).unwrap().show().legal;
        let goes_on = (0..legal.len()).find_map(|next| {
            let moves = format!("{} {}", start.moves, legal[(5 + 7 * index + next) % legal.len()]);
            let after = Start { moves, ..start.clone() };
            (!game.open(&after).unwrap().show().legal.is_empty()).then_some(after)
        });
        start = goes_on.unwrap();
    }
    start
}

/// The spec with clocks that never strike and one thread, so that only nodes count: with two, how many nodes a root move
/// needs depends on which bound the other thread has found by then.
fn patient(game: &GameRef, name: &str) -> AgentSpec {
    let long = Setting::Time(Duration::from_secs(3_600));
    let spec = game.agent(name).unwrap();
    let spec = spec.with("soft", long.clone()).with("exit", long.clone()).with("time", long);
    // The first lot of seed 7 is so small that it always chooses the first move.
    let seed = if name == "random" { 8 } else { 7 };
    spec.with("seed", Setting::Number(seed)).with("threads", Setting::Number(1))
}

fn decision(found: Result<Analysis, CatalogError>) -> String {
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
    let catalog = Catalog::standard();
    for (name, rules, setup, lengths) in POSITIONS {
        let game = catalog.game(name).unwrap();
        for moves in lengths {
            let start = start(game, rules, setup, moves);
            let mut session = game.open(&start).unwrap();
            writeln!(text, "{name} {rules}: {}", session.show().position).unwrap();
            for info in game.info().agents.iter().filter(|info| !info.is_command) {
                let one_search = matches!(info.name, "khet-userbot" | "khet-heuristicbot" | "kalah-exit-counter");
                let nodes = Some(if one_search { NODES_OF_ONE_SEARCH } else { NODES });
                let job = Job::new(Limits { nodes, ..Limits::NONE });
                let found = session.analyse(&patient(game, info.name), &job, ANALYSIS, &mut |_| {});
                writeln!(text, "  {:<20} {}", info.name, decision(found)).unwrap();
            }
        }
    }
    insta::assert_snapshot!(text);
}
