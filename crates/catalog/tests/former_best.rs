//! `best-1` and `best-2` stay what they were: their moves, scores and nodes on positions out of games.
//!
//! A change of every search (the order of moves, what the table answers) changes these figures. New weights, defaults, books
//! and tables of `best` must not.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, MOVE, Start};
use plyground_search::{Job, Limits};

/// Game, rules, set-up, moves from its start, and the reports of `best-1` and `best-2` with [`NODES`] nodes, each recorded
/// when it was still `best`.
const REPORTS: [[&str; 6]; 10] = [
    ["khet", "epam", "classic", "", "f4g3 +112 depth 3 nodes 20000", "d1e2 +43 depth 3 nodes 20000"],
    ["khet", "official", "dynasty", "", "d1d2 +351 depth 2 nodes 20000", "f1f2 +22 depth 3 nodes 20000"],
    ["khet", "epam", "imhotep", "", "d3e2 +54 depth 3 nodes 20000", "d3e2 +22 depth 3 nodes 20000"],
    ["kalah", "standard", "6x4", "", "3 +94 depth 7 nodes 20000", "3 +94 depth 7 nodes 20000"],
    ["kalah", "tournament", "6x6", "3 1 4 2", "2 +58 depth 7 nodes 20000", "2 +58 depth 7 nodes 20000"],
    ["kalah", "kalaha", "6x4", "2 5 1", "3 +98 depth 7 nodes 20000", "3 +98 depth 7 nodes 20000"],
    ["tigers", "standard", "standard", "", "@7 +1274 depth 6 nodes 20000", "@15 0 depth 1 nodes 0"],
    ["tigers", "standard", "standard", "@19 4-5 @1", "3-9 -1278 depth 7 nodes 20000", "0-2 0 depth 1 nodes 0"],
    [
        "tigers",
        "standard",
        "standard",
        "@7 3-9 @5 0-2 @0 2-1 @13 1-2 @3 4x6",
        "@4 +1278 depth 7 nodes 20000",
        "@4 +196 depth 7 nodes 20000",
    ],
    ["cachex", "standard", "7", "", "0,0 -59 depth 4 nodes 20000", "0,0 -59 depth 4 nodes 20000"],
];
const NODES: u64 = 20_000;

#[test]
fn former_versions_of_best_play_as_they_did() {
    let catalog = Catalog::standard();
    for [name, rules, setup, moves, best_1, best_2] in REPORTS {
        let game = catalog.game(name).unwrap();
        let start = Start { setup: Some(setup.into()), rules: Some(rules.into()), position: None, moves: moves.into() };
        for (spec, expected) in [("best-1:table=1", best_1), ("best-2:table=1", best_2)] {
            let mut session = game.open(&start).unwrap();
            let agent = game.agent(spec).unwrap();
            let job = Job::new(Limits { nodes: Some(NODES), ..Limits::NONE });
            let found = session.analyse(&agent, &job, MOVE, &mut |_| {}).unwrap();
            let found = format!("{} {} depth {} nodes {}", found.best.unwrap(), found.score, found.depth, found.nodes);
            assert_eq!(found, expected, "{spec} {name} {rules} {setup} {moves}");
        }
    }
}
