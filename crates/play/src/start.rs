//! The start of a game as text.

use plyground_game::notation::{MoveError, ParsePositionError, ParseRulesError, ParseSetupError, quote, without_mark};
use plyground_game::{Game, Position};
use thiserror::Error;

/// The reason why a text is not a start of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The set-up cannot be read.
    #[error(transparent)]
    Setup(#[from] ParseSetupError),
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A set-up and a position are both given.
    #[error("a set-up and a position were given: expected one of them")]
    TwoStarts,
    /// A move cannot be read or played.
    #[error("move {number} of {all}: {error}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// All moves, quoted.
        all: String,
        /// The fault of the move.
        #[source]
        error: MoveError,
    },
}

/// The start of a game: a set-up or a position, rules, and initial moves.
///
/// ```
/// use plyground_game::{Position, Side};
/// use plyground_kalah::Kalah;
/// use plyground_play::Start;
///
/// let start = Start { moves: "3 1".into(), ..Start::default() };
/// assert_eq!(start.game::<Kalah>()?.position().side_to_move(), Side::Second);
///
/// let error = Start { moves: "3 9".into(), ..start }.game::<Kalah>().unwrap_err();
/// assert!(error.to_string().starts_with("move 2 of `3 9`"));
/// # Ok::<(), plyground_play::StartError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// Set-up; `None` for the usual one of the game.
    pub setup: Option<String>,
    /// Rules; `None` for the usual ones of the game.
    pub rules: Option<String>,
    /// Position, instead of a set-up.
    pub position: Option<String>,
    /// Initial moves, separated by white space.
    pub moves: String,
}

impl Start {
    /// Returns a start from a set-up under rules. `None` means the usual ones.
    #[must_use]
    pub fn of_setup(setup: Option<&str>, rules: Option<&str>) -> Start {
        Start { setup: setup.map(str::to_owned), rules: rules.map(str::to_owned), ..Start::default() }
    }

    /// Returns the game.
    ///
    /// # Errors
    /// Returns an error if set-up, rules, position or a move is invalid, or if both set-up and position are given.
    pub fn game<P: Position>(&self) -> Result<Game<P>, StartError> {
        let rules: P::Rules =
            self.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), |text| plain(text).parse())?;
        let position = match (&self.position, &self.setup) {
            (Some(_), Some(_)) => return Err(StartError::TwoStarts),
            (Some(position), None) => P::parse(plain(position), &rules)?,
            (None, Some(setup)) => P::new(&plain(setup).parse::<P::Setup>()?, &rules),
            (None, None) => P::new(&P::Setup::default(), &rules),
        };
        let mut game = Game::from_position(position, &rules);
        for (index, mv) in plain(&self.moves).split_whitespace().enumerate() {
            game.play_text(mv).map_err(|error| StartError::Move {
                number: index + 1,
                all: quote(&self.moves),
                error,
            })?;
        }
        Ok(game)
    }
}

/// Returns a text without surrounding white space and a byte order mark, which an editor or a shell may add.
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
        // Inside of a text, the mark is a fault, and the message shows it.
        let inside = Start { position: some("<3,\u{feff}0,0,3,3,3,3,3,3> S"), ..Start::default() };
        let error = inside.game::<Kalah>().unwrap_err().to_string();
        assert!(error.contains(r"found `\u{feff}`"), "{error}");
        assert!(!error.contains('\u{feff}'), "{error}");
    }
}
