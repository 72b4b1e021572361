//! Sessions: what front ends open from texts, whichever of them are wrong.

use plyground_catalog::{Catalog, Start};

use crate::check_line;

/// The input is five lines: game, set-up, rules, position, moves. An empty line leaves its choice to the session, and the
/// last two may be missing.
///
/// # Panics
/// When a session's record does not open the same session.
pub(crate) fn session(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.splitn(5, '\n');
    let mut next = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
    let catalog = Catalog::standard();
    let Some(Ok(game)) = next().map(|name| catalog.game(&name)) else { return };
    let (setup, rules, position) = (next(), next(), next());
    let moves = next().unwrap_or_default();
    match game.open(&Start { setup, rules, position, moves }) {
        Ok(session) => {
            let record = session.state().record(&[("Event".into(), text.clone().into_owned())], None);
            let again = game.open_record(&record).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(again.show(), session.show(), "{text:?}");
            assert!(again.state() == session.state(), "{text:?}");
        }
        Err(error) => check_line(&error, &text),
    }
}
