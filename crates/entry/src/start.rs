//! Where a game begins, as text.
//!
//! ```
//! use plyground_entry::Start;
//! use plyground_game::{Position, Side};
//! use plyground_kalah::Kalah;
//!
//! let start = Start { moves: "3 1".into(), ..Start::default() };
//! assert_eq!(start.game::<Kalah>()?.position().side_to_move(), Side::Second);
//!
//! let error = Start { moves: "3 9".into(), ..start }.game::<Kalah>().unwrap_err();
//! assert!(error.to_string().starts_with("move 2 of `3 9`"));
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

use plyground_arena::Record;
use plyground_game::notation::{quote, without_mark};
use plyground_game::{Game, Position};

use crate::error::CatalogError;

/// Where a session begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The set-up; the game's usual one when there is none.
    pub setup: Option<String>,
    /// The rules; the game's usual ones when there are none.
    pub rules: Option<String>,
    /// A position instead of a set-up.
    pub position: Option<String>,
    /// Moves to play first, separated by white space.
    pub moves: String,
}

impl Start {
    /// Where a recorded game has ended.
    #[must_use]
    pub fn of_record(record: &Record) -> Start {
        Start {
            rules: Some(record.rules.clone()),
            position: Some(record.opening.position.clone()),
            moves: record.moves.clone(),
            setup: None,
        }
    }

    /// The game that it describes.
    ///
    /// # Errors
    /// When set-up, rules, position or a move is wrong, or set-up and position come together.
    pub fn game<P: Position>(&self) -> Result<Game<P>, CatalogError> {
        let rules: P::Rules =
            self.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), |text| plain(text).parse())?;
        let position = match (&self.position, &self.setup) {
            (Some(_), Some(_)) => return Err(CatalogError::TwoStarts),
            (Some(position), None) => P::parse(plain(position), &rules)?,
            (None, Some(setup)) => P::new(&plain(setup).parse::<P::Setup>()?, &rules),
            (None, None) => P::new(&P::Setup::default(), &rules),
        };
        let mut game = Game::from_position(position, &rules);
        for (index, mv) in plain(&self.moves).split_whitespace().enumerate() {
            game.play_text(mv).map_err(|error| CatalogError::Moves {
                number: index + 1,
                all: quote(&self.moves),
                error,
            })?;
        }
        Ok(game)
    }
}

/// A text without what an editor or a shell may have put around it: white space and a byte order mark.
fn plain(text: &str) -> &str {
    without_mark(text.trim()).trim()
}

#[cfg(test)]
mod tests {
    use plyground_kalah::Kalah;

    use super::*;

    #[test]
    fn texts_from_files_are_read_with_their_mark_and_line_ends() {
        let some = |text: &str| Some(text.to_owned());
        let plain =
            Start { rules: some("kgp"), position: some("<3,0,0,3,3,3,3,3,3> S"), moves: "1".into(), setup: None };
        let marked = Start {
            rules: some("\u{feff}kgp\r\n"),
            position: some("\u{feff}<3,0,0,3,3,3,3,3,3> S\r\n"),
            moves: "\u{feff}1\r\n".into(),
            setup: None,
        };
        assert_eq!(marked.game::<Kalah>().unwrap(), plain.game::<Kalah>().unwrap());
        let set_up = Start { setup: some("\u{feff}4x3\r\n"), ..Start::default() };
        assert_eq!(set_up.game::<Kalah>().unwrap().position().to_string(), "<4,0,0,3,3,3,3,3,3,3,3> S");
        // Elsewhere the mark is a fault, and can be seen in the message.
        let inside = Start { position: some("<3,\u{feff}0,0,3,3,3,3,3,3> S"), ..Start::default() };
        let error = inside.game::<Kalah>().unwrap_err().to_string();
        assert!(error.contains(r"found `\u{feff}`"), "{error}");
        assert!(!error.contains('\u{feff}'), "{error}");
    }
}
