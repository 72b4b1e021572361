//! `best` with tables plays what is exactly best, and does without them where they are missing or damaged.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, Catalog, CatalogError, GameRef, Solution, Start};
use plyground_game::random::Random;
use plyground_search::Job;
use plyground_solve::{ExactValue, SolveOptions};
use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plyground-best-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn options(&self) -> SolveOptions {
        SolveOptions { tables: self.0.clone(), table: 16, database: Some(9), ..SolveOptions::default() }
    }

    fn solve(&self, game: &GameRef, start: &Start) -> Result<Solution, CatalogError> {
        game.solve(start, &self.options(), true, &mut |_| {})
    }

    fn probe(&self, game: &GameRef, start: &Start) -> Result<Solution, CatalogError> {
        game.solve(start, &self.options(), false, &mut |_| {})
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game(name: &str) -> GameRef {
    GameRef::clone(Catalog::standard().game(name).unwrap())
}

fn best(game: &GameRef, folder: &Path) -> AgentSpec {
    let folder = Setting::Text(folder.to_str().unwrap().to_owned());
    game.agent("best:depth=1,table=1").unwrap().with("tables", folder)
}

fn json(solved: &impl serde::Serialize) -> Value {
    serde_json::to_value(solved).unwrap()
}

/// Plays random moves from positions of random games, and asks `best` wherever the table answers; how often that was.
fn plays_from_tables(game: &GameRef, start: &Start, folder: &Folder, games: u64) -> u32 {
    let agent = best(game, &folder.0);
    let mut asked = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut moves = String::new();
        for _ in 0..60 {
            let at = Start { moves: moves.clone(), ..start.clone() };
            let mut session = game.open(&at).unwrap();
            let legal = session.show().legal;
            if legal.is_empty() {
                break;
            }
            if let Ok(solved) = folder.probe(game, &at) {
                asked += 1;
                // The law of values: the best move's is the position's.
                let values = json(&solved);
                assert_eq!(values["value"], values["moves"][0]["value"]);
                let analysis = session.analyse(&agent, &Job::default(), ANALYSIS, &mut |_| {}).unwrap();
                let played = analysis.best.unwrap();
                assert_eq!(analysis.nodes, 0, "{} is played from the table", solved.position);
                let found = solved.moves.iter().find(|found| found.mv == played).unwrap();
                assert_eq!((found.value, found.plies), (solved.value, solved.plies), "{}", solved.position);
                // The value of a position by itself is that of its moves.
                let after = Start { moves: format!("{moves} {played}"), ..start.clone() };
                let next = game.open(&after).unwrap();
                if next.show().outcome.is_none()
                    && let Ok(reply) = folder.probe(game, &after)
                {
                    let same = next.state().side_to_move() == session.state().side_to_move();
                    match (solved.value, reply.value) {
                        (ExactValue::Margin(value), ExactValue::Margin(reply)) => {
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
    let kalah = game("kalah");
    let start = Start { setup: Some("4x3".into()), ..Start::default() };
    // Solving with `database` set makes and keeps it.
    let solved = folder.solve(&kalah, &start).unwrap();
    assert_eq!(json(&solved)["value"], 6);
    assert!(plays_from_tables(&kalah, &start, &folder, 12) > 20);
    // With the majority rule the stores matter: there is nothing to probe, and the solver searches.
    let start = Start { setup: Some("3x2".into()), rules: Some("tournament".into()), ..Start::default() };
    assert!(folder.probe(&kalah, &start).is_err());
    assert!(folder.solve(&kalah, &start).is_ok());
}

#[test]
fn best_plays_cachex_from_a_table() {
    let folder = Folder::new("cachex");
    let cachex = game("cachex");
    let start = Start { setup: Some("3".into()), ..Start::default() };
    folder.solve(&cachex, &start).unwrap();
    assert!(plays_from_tables(&cachex, &start, &folder, 6) > 20);

    // A damaged table is refused by every reader of values, and by `best`, whose spec names it.
    let file = folder.0.join("cachex-3.table");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let error = folder.probe(&cachex, &start).unwrap_err().to_string();
    assert!(error.contains("cut short"), "{error}");
    let mut session = cachex.open(&start).unwrap();
    let error = session.analyse(&best(&cachex, &folder.0), &Job::default(), ANALYSIS, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("cachex-3.table"), "{error}");
}

#[test]
fn a_lost_or_drawn_position_is_made_hard() {
    let folder = Folder::new("hard");
    let cachex = game("cachex");
    let start = Start { setup: Some("3".into()), ..Start::default() };
    // The first player loses: the longest defence is played.
    folder.solve(&cachex, &start).unwrap();
    let solved = folder.probe(&cachex, &start).unwrap();
    let longest = solved.moves.iter().map(|found| found.plies).max().unwrap();
    assert_eq!((solved.winner, solved.plies), (Some("blue"), longest));
    let mut session = cachex.open(&start).unwrap();
    let analysis = session.analyse(&best(&cachex, &folder.0), &Job::default(), ANALYSIS, &mut |_| {}).unwrap();
    assert_eq!(analysis.winner_in, longest);
}
