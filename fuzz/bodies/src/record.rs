//! Game records: refused in one line, or written so that they read back as the same game with the same tags.

use plyground_cachex::Cachex;
use plyground_game::{GameRecord, Position};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

use crate::check_fault;

/// The input is the record of a game.
///
/// # Panics
/// When a record that was read is written as another one.
pub(crate) fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let games = [check::<Kalah>(&text), check::<Khet>(&text), check::<Tigers>(&text), check::<Cachex>(&text)];
    assert!(games.iter().filter(|&&read| read).count() <= 1, "two games read {text:?}");
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
