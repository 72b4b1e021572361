//! `best` with tables plays what is exactly best, and does without them where they are missing or damaged.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use plyground_catalog::{AgentSpec, GameId, Request, SolvedValue, Solver, Start, open};
use plyground_game::random::Random;
use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plyground-best-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn solver(&self) -> Solver {
        Solver { tables: self.0.clone(), table: 16, database: Some(9), ..Solver::default() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn best(folder: &Path) -> AgentSpec {
    let mut spec: AgentSpec = "best:depth=1,table=1".parse().unwrap();
    spec.tables = Some(folder.to_owned());
    spec
}

fn json(solved: &impl serde::Serialize) -> Value {
    serde_json::to_value(solved).unwrap()
}

/// Plays random moves from positions of random games, and asks `best` wherever the table answers; how often that was.
fn plays_from_tables(game: GameId, start: &Start, folder: &Folder, games: u64) -> u32 {
    let (solver, agent) = (folder.solver(), best(&folder.0));
    let mut asked = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut moves = String::new();
        for _ in 0..60 {
            let at = Start { moves: moves.clone(), ..start.clone() };
            let session = open(game, &at).unwrap();
            let legal = session.show().legal;
            if legal.is_empty() {
                break;
            }
            if let Ok(solved) = solver.probe(game, &at) {
                asked += 1;
                // The law of values: the best move's is the position's.
                let values = json(&solved);
                assert_eq!(values["value"], values["moves"][0]["value"]);
                let analysis = session.analyse(&agent, &Request::default(), &mut |_| {}).unwrap();
                let played = analysis.best.unwrap();
                assert_eq!(analysis.nodes, 0, "{} is played from the table", solved.position);
                let found = solved.moves.iter().find(|found| found.mv == played).unwrap();
                assert_eq!((found.value, found.plies), (solved.value, solved.plies), "{}", solved.position);
                // The value of a position by itself is that of its moves.
                let after = Start { moves: format!("{moves} {played}"), ..start.clone() };
                let next = open(game, &after).unwrap();
                if next.show().outcome.is_none()
                    && let Ok(reply) = solver.probe(game, &after)
                {
                    let same = next.side_to_move() == session.side_to_move();
                    match (solved.value, reply.value) {
                        (SolvedValue::Margin(value), SolvedValue::Margin(reply)) => {
                            assert_eq!(value, if same { reply } else { -reply }, "{}", solved.position);
                        }
                        _ => assert_eq!(solved.winner, reply.winner, "{}", solved.position),
                    }
                }
            }
            moves = format!("{moves} {}", legal[random.below(legal.len())]);
        }
    }
    asked
}

#[test]
fn best_plays_kalah_from_a_database() {
    let folder = Folder::new("kalah");
    let start = Start { setup: Some("4x3".into()), ..Start::default() };
    // Solving with `database` set makes and keeps it.
    let solved = folder.solver().solve(GameId::Kalah, &start, &mut |_| {}).unwrap();
    assert_eq!(json(&solved)["value"], 6);
    assert!(plays_from_tables(GameId::Kalah, &start, &folder, 12) > 20);
    // With the majority rule the stores matter: there is nothing to probe, and the solver searches.
    let start = Start { setup: Some("3x2".into()), rules: Some("tournament".into()), ..Start::default() };
    assert!(folder.solver().probe(GameId::Kalah, &start).is_err());
    assert!(folder.solver().solve(GameId::Kalah, &start, &mut |_| {}).is_ok());
}

#[test]
fn best_plays_cachex_from_a_table() {
    let folder = Folder::new("cachex");
    let start = Start { setup: Some("3".into()), ..Start::default() };
    folder.solver().solve(GameId::Cachex, &start, &mut |_| {}).unwrap();
    assert!(plays_from_tables(GameId::Cachex, &start, &folder, 6) > 20);

    // A damaged table is refused by whoever asks for values, and `best` searches.
    let file = folder.0.join("cachex-3.table");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let error = folder.solver().probe(GameId::Cachex, &start).unwrap_err().to_string();
    assert!(error.contains("cut short"), "{error}");
    let session = open(GameId::Cachex, &start).unwrap();
    let analysis = session.analyse(&best(&folder.0), &Request::default(), &mut |_| {}).unwrap();
    assert!(analysis.best.is_some() && analysis.nodes > 0);
}

#[test]
fn a_lost_or_drawn_position_is_made_hard() {
    let folder = Folder::new("hard");
    let start = Start { setup: Some("3".into()), ..Start::default() };
    // The first player loses: the longest defence is played.
    folder.solver().solve(GameId::Cachex, &start, &mut |_| {}).unwrap();
    let solved = folder.solver().probe(GameId::Cachex, &start).unwrap();
    let longest = solved.moves.iter().map(|found| found.plies).max().unwrap();
    assert_eq!((solved.winner, solved.plies), (Some("blue"), longest));
    let session = open(GameId::Cachex, &start).unwrap();
    let analysis = session.analyse(&best(&folder.0), &Request::default(), &mut |_| {}).unwrap();
    assert_eq!(analysis.winner_in, longest);
}

#[test]
fn the_value_alone_is_that_of_the_best_move() {
    let folder = Folder::new("alone");
    // Where a majority ends the game the values of the moves are needed for it.
    for (setup, rules) in [("3x3", "standard"), ("4x2", "kalaha"), ("3x2", "tournament"), ("2x4", "empty-capture")] {
        let start = Start { setup: Some(setup.into()), rules: Some(rules.into()), ..Start::default() };
        let solved = folder.solver().solve(GameId::Kalah, &start, &mut |_| {}).unwrap();
        let alone = Solver { value_only: true, threads: 2, ..folder.solver() };
        let alone = alone.solve(GameId::Kalah, &start, &mut |_| {}).unwrap();
        assert_eq!((alone.value, alone.winner), (solved.value, solved.winner), "{setup} {rules}");
        assert!(alone.moves.is_empty() && solved.moves.iter().any(|found| found.value == solved.value));
    }
}

#[test]
fn what_is_found_of_a_value_can_be_kept() {
    let folder = Folder::new("keep");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("4x3.bounds");
    let keeping = Solver { value_only: true, keep: Some(file.clone()), table: 1, ..folder.solver() };
    let start =
        |setup: &str, rules: &str| Start { setup: Some(setup.into()), rules: Some(rules.into()), ..Start::default() };
    let mut values = Vec::new();
    for _ in 0..2 {
        values.push(keeping.solve(GameId::Kalah, &start("4x3", "standard"), &mut |_| {}).unwrap().value);
    }
    assert_eq!(values[0], values[1]);
    assert!(file.exists());
    let refused = keeping.solve(GameId::Kalah, &start("4x3", "kalaha"), &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("4x3.bounds") && refused.ends_with("rules `standard`, expected `kalaha`"), "{refused}");
    for (game, setup, rules) in [
        (GameId::Kalah, "3x2", "tournament"),
        (GameId::Tigers, "standard", "standard"),
        (GameId::Cachex, "3", "standard"),
    ] {
        let refused = keeping.solve(game, &start(setup, rules), &mut |_| {}).unwrap_err().to_string();
        assert!(refused.contains("kept in a file"), "{refused}");
    }
}
