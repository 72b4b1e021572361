//! What rows say agrees with what they make. Here and not beside the rows: to compile the whole crate once more for three tests
//! takes as long as all other tests of it.

use std::io;

use plyground_arena::{ArenaError, JournalError};
use plyground_catalog::{Catalog, CatalogError, ErrorKind, LEVELS, write_duration};
use plyground_reports::{kalah, kalaha};

#[test]
fn every_game_has_every_level() {
    for game in Catalog::standard().games() {
        for level in LEVELS {
            let agent = game.agent(level.spec).expect("an agent");
            assert_eq!(agent.to_string(), level.spec, "{}", game.info().name);
        }
    }
}

#[test]
fn the_keys_say_what_the_reports_do() {
    let keys = Catalog::standard().keys();
    let default = |name| keys.iter().find(|key| key.name == name).expect("a key").default;
    assert_eq!(default("soft"), write_duration(kalaha::SOFT_TIME));
    let (exit, whole) = (write_duration(kalah::EXIT_TIME), write_duration(kalah::TIME));
    assert_eq!(default("exit"), format!("{exit} of {whole}, and of other limits as much"));
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

/// Lists show what the page of results says: a row a game and level, its distance in the seventh column.
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
