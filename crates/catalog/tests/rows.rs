//! What rows say agrees with what they make. Here and not beside the rows: to compile the whole crate once more for three tests
//! takes as long as all other tests of it.

use std::io;

use plyground_arena::{ArenaError, JournalError};
use plyground_catalog::{Catalog, CatalogError, ErrorKind, LEVELS, Start, write_duration};
use plyground_reports::{kalah, kalaha};
use plyground_search::{BEAM_WIDTH, EXPLORATION, Job, Limits, TABLE_SIZE};

#[test]
fn every_game_has_every_level() {
    for game in Catalog::standard().games() {
        for level in LEVELS {
            let agent = game.agent(level.spec).expect("an agent");
            assert_eq!(agent.to_string(), level.spec, "{}", game.info().name);
            assert_eq!(game.agent(level.agent).expect("a level"), agent, "{} {}", game.info().name, level.agent);
        }
    }
}

#[test]
fn the_defaults_of_keys_are_those_of_the_searches() {
    let keys = Catalog::standard().keys();
    let default = |name| keys.iter().find(|key| key.name == name).expect("a key").default;
    assert_eq!(default("table"), TABLE_SIZE.to_string());
    assert_eq!(default("width"), BEAM_WIDTH.to_string());
    assert_eq!(default("exploration"), EXPLORATION.to_string());
}

#[test]
fn the_keys_say_what_the_reports_do() {
    let keys = Catalog::standard().keys();
    let default = |name| keys.iter().find(|key| key.name == name).expect("a key").default;
    assert_eq!(default("soft"), write_duration(kalaha::SOFT_TIME));
    let (exit, whole) = (write_duration(kalah::EXIT_TIME), write_duration(kalah::TIME));
    assert_eq!(default("exit"), format!("{exit} of {whole}, and of other limits as much"));
}

/// `best` passes where a sequential test says that it helps, at Khet alone: docs/algorithms/selectivity.md.
#[test]
fn the_null_move_is_khets_alone() {
    let catalog = Catalog::standard();
    let nodes = |name: &str, rules: &str, position: &str, agent: &str| {
        let start = Start { rules: Some(rules.into()), position: Some(position.into()), ..Start::default() };
        let game = catalog.game(name).expect("a game");
        let agent = catalog.agent(&**game, agent).expect("an agent");
        let mut session = game.open(&start).expect("a position");
        session.analyse(&agent, &Job::default(), Limits::NONE, &mut |_| {}).expect("an answer").nodes
    };
    for (name, rules, position, default) in [
        ("khet", "epam", "x33a3k4//4S25/2p37//6P23//4KA13X1 0", "on"),
        ("cachex", "standard", "5 ...../..rb./.b.r./.r.../..... b 5", "off"),
    ] {
        let of = |agent: &str| nodes(name, rules, position, agent);
        let [on, off] = ["on", "off"].map(|null| of(&format!("best:depth=5,null={null}")));
        assert_ne!(on, off, "{name}: a null move changes the search");
        assert_eq!(of("best:depth=5"), if default == "on" { on } else { off }, "{name}");
    }
}

#[test]
fn a_disk_that_is_full_is_no_bad_input() {
    let kind = |kind: io::ErrorKind| {
        let error = JournalError::Io { path: "games.jsonl".into(), error: kind.into() };
        CatalogError::Arena(ArenaError::Journal(error)).kind()
    };
    assert_eq!(kind(io::ErrorKind::StorageFull), ErrorKind::Failed);
    assert_eq!(kind(io::ErrorKind::NotFound), ErrorKind::Input);
    let locked = CatalogError::Journal(JournalError::Locked { path: "games.jsonl".into() });
    assert_eq!(locked.kind(), ErrorKind::Failed);
}

/// Lists show what the page of results says: a row a game and level, its words in the seventh column.
#[test]
fn the_steps_of_levels_are_those_that_were_measured() {
    let page = include_str!("../../../docs/results/levels.md");
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    for game in Catalog::standard().games() {
        let steps = game.info().level_steps.expect("its levels were measured");
        for (level, step) in LEVELS[1..].iter().zip(steps) {
            let row = rows.iter().find(|row| row.len() > 7 && row[1] == game.info().name && row[2] == level.name);
            assert_eq!(row.map(|row| row[7]), Some(step), "{} {}", game.info().name, level.name);
        }
    }
}
