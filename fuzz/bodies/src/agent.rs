//! The short texts of the command line: agent specs, names of games, and times.

use plyground_catalog::{Catalog, CatalogError, parse_duration, write_duration};

use crate::{check_fault, check_line};

/// The input is an agent spec, a game's name, and a time.
///
/// # Panics
/// When something that was read is not what is written.
pub(crate) fn agent(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let catalog = Catalog::standard();
    for game in catalog.games() {
        match catalog.agent(&**game, &text) {
            Ok(spec) => {
                let again = game.agent(&spec.to_string()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
                assert_eq!(again, spec, "{text:?}");
            }
            Err(CatalogError::Agent(fault)) => check_fault(&fault, &text),
            Err(error @ CatalogError::Input(_)) => check_line(&error, &text),
            Err(other) => panic!("{text:?} is refused as no agent spec should be: {other:?}"),
        }
    }
    match catalog.game(&text) {
        Ok(game) => assert!(game.info().name.eq_ignore_ascii_case(&text), "{text:?}"),
        Err(error) => check_line(&error, &text),
    }
    if let Ok(time) = parse_duration(&text) {
        assert_eq!(parse_duration(&write_duration(time)), Ok(time), "{text:?}");
    }
}
