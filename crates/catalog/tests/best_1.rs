//! `best-1` stays what it was: its moves, values and nodes on positions out of games.
//!
//! Whoever changes how every search goes about it (the order of moves, what the table answers) changes these figures too and says
//! so; new weights, defaults, books and tables of `best` must not.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, MOVE, Start};
use plyground_search::{Job, Limits};

/// Game, rules, set-up, moves from its start, and what it told with [`NODES`] nodes when it was still `best`.
const TOLD: [(&str, &str, &str, &str, &str); 9] = [
    ("khet", "epam", "classic", "", "f4g3 +112 depth 3 nodes 20000"),
    ("khet", "official", "dynasty", "", "d1d2 +351 depth 2 nodes 20000"),
    ("khet", "epam", "imhotep", "", "d3e2 +54 depth 3 nodes 20000"),
    ("kalah", "standard", "6x4", "", "3 +94 depth 7 nodes 20000"),
    ("kalah", "tournament", "6x6", "3 1 4 2", "2 +58 depth 7 nodes 20000"),
    ("kalah", "kalaha", "6x4", "2 5 1", "3 +98 depth 7 nodes 20000"),
    ("tigers", "standard", "standard", "", "@7 +1274 depth 6 nodes 20000"),
    ("tigers", "standard", "standard", "@19 4-5 @1", "3-9 -1278 depth 7 nodes 20000"),
    ("cachex", "standard", "7", "", "0,0 -59 depth 4 nodes 20000"),
];
const NODES: u64 = 20_000;

#[test]
fn the_first_best_plays_as_it_did() {
    let catalog = Catalog::standard();
    for (name, rules, setup, moves, told) in TOLD {
        let game = catalog.game(name).unwrap();
        let start = Start { setup: Some(setup.into()), rules: Some(rules.into()), position: None, moves: moves.into() };
        let mut session = game.open(&start).unwrap();
        let agent = game.agent("best-1:table=1").unwrap();
        let job = Job::new(Limits { nodes: Some(NODES), ..Limits::NONE });
        let found = session.analyse(&agent, &job, MOVE, &mut |_| {}).unwrap();
        let found = format!("{} {} depth {} nodes {}", found.best.unwrap(), found.score, found.depth, found.nodes);
        assert_eq!(found, told, "{name} {rules} {setup} {moves}");
    }
}
