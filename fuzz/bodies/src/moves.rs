//! Moves as text: refused in one line, or read as a move that all ways of playing agree on.

use plyground_game::notation::MoveError;
use plyground_game::{Move, Position};

use crate::subject::{Subject, game};
use crate::{check_fault, check_line};

/// The input is a game as [`crate::play`] takes it, a line feed, and a move; without a line feed only a move.
///
/// # Panics
/// When the ways of reading and playing a move do not agree.
pub(crate) fn moves<P: Subject>(data: &[u8]) {
    let line_feed = data.iter().position(|&byte| byte == b'\n');
    let (walk, text) = line_feed.map_or((&[][..], data), |at| (&data[..at], &data[at + 1..]));
    let game = game::<P>(walk);
    let text = String::from_utf8_lossy(text);
    let pos = game.position();
    let legal = match pos.parse_move(&text) {
        Ok(mv) => {
            check_move(pos, mv);
            pos.is_legal(mv)
        }
        Err(error) => {
            check_fault(&error.0, &text);
            false
        }
    };
    assert_eq!(pos.read_move(&text).is_ok(), legal, "{text:?} in `{pos}`");
    let mut played = game.clone();
    let result = played.play_text(&text);
    assert_eq!(result.is_ok(), legal && game.ending().is_none(), "{text:?} in `{pos}`: {result:?}");
    match result {
        Ok(mv) => {
            assert_eq!(played.undo(), Some(mv));
            assert_eq!(pos.parse_move(&pos.move_text(mv)), Ok(mv), "{text:?} in `{pos}` is written otherwise");
        }
        Err(MoveError::Parse(error)) => check_fault(&error.0, &text),
        Err(MoveError::Illegal(error)) => check_line(&error, &text),
    }
    assert_eq!(played, game, "{text:?} in `{pos}` leaves something behind");
}

/// Checks a move that was read, legal or not.
fn check_move<P: Position>(pos: &P, mv: P::Move) {
    assert!(mv.index() < P::Move::COUNT, "{mv:?} has index {}", mv.index());
    assert_eq!(P::Move::from_index(mv.index()), Some(mv));
    assert_eq!(pos.is_legal(mv), pos.legal_moves().contains(&mv), "{mv:?} in `{pos}`");
    let mut checked = pos.clone();
    match checked.play(mv) {
        Ok(()) => assert_eq!(checked, pos.after(mv), "{mv:?} in `{pos}`"),
        Err(_) => assert_eq!(checked, *pos, "{mv:?} is refused in `{pos}`"),
    }
}
