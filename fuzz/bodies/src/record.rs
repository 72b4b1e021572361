//! Game records: refused in one line, or written so that they read back as the same game with the same tags. Lines of files of
//! records: refused in one line, or possible games, of which no other result is believed.

use std::path::Path;

use plyground_arena::{GameResult, Record};
use plyground_cachex::Cachex;
use plyground_catalog::Catalog;
use plyground_game::{GameRecord, Position};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

use crate::{check_fault, check_line};

/// The input is the record of a game, or a file of records.
///
/// # Panics
/// When a record that was read is written as another one, or is believed with another result.
pub(crate) fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let games = [check::<Kalah>(&text), check::<Khet>(&text), check::<Tigers>(&text), check::<Cachex>(&text)];
    assert!(games.iter().filter(|&&read| read).count() <= 1, "two games read {text:?}");
    check_lines(data, &text);
}

/// Reads the input as a file of records.
fn check_lines(data: &[u8], text: &str) {
    let catalog = Catalog::standard();
    match catalog.records_of_text(Path::new("records"), data) {
        Ok(records) => {
            for record in records {
                assert_eq!(Record::parse(&record.line()).as_ref(), Ok(&record), "{text:?}");
                for result in [GameResult::First, GameResult::Second, GameResult::Draw] {
                    let flipped = Record { result, ..record.clone() };
                    let is_believed = catalog.check_record(&flipped).is_ok();
                    assert_eq!(is_believed, result == record.result, "{text:?} with the result {result:?}");
                }
            }
        }
        Err(error) => check_line(&error, text),
    }
}

/// Whether the text is a record of this game.
fn check<P: Position>(text: &str) -> bool {
    match GameRecord::<P>::parse(text) {
        Ok(record) => {
            let written = record.to_string();
            let again = GameRecord::parse(&written).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(again, record, "{text:?} is written as {written:?}");
            assert_eq!(again.to_string(), written);
            true
        }
        Err(error) => {
            check_fault(&error.0, text);
            false
        }
    }
}
