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
use plyground_game::notation::quote;
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
        let rules: P::Rules = self.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let position = match (&self.position, &self.setup) {
            (Some(_), Some(_)) => return Err(CatalogError::TwoStarts),
            (Some(position), None) => P::parse(position.trim(), &rules)?,
            (None, Some(setup)) => P::new(&setup.parse::<P::Setup>()?, &rules),
            (None, None) => P::new(&P::Setup::default(), &rules),
        };
        let mut game = Game::from_position(position, &rules);
        for (index, mv) in self.moves.split_whitespace().enumerate() {
            game.play_text(mv).map_err(|error| CatalogError::Moves {
                number: index + 1,
                all: quote(&self.moves),
                error,
            })?;
        }
        Ok(game)
    }
}
