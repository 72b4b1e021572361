//! Boards for setting up a position piece by piece.
//!
//! An editor has places and pieces, but no rules. [`Arranged::arranged`] writes the pieces as text, and the game's parser accepts
//! the text or returns an error.

mod cachex;
mod kalah;
mod khet;
mod tigers;

use plyground_game::Side;
use serde::{Deserialize, Serialize};

use crate::{Drawn, Piece};

/// A tool that sets the content of a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Brush {
    /// Name for the user.
    pub name: String,
    /// The piece to put, with an empty `on`; `None` clears the place or, with `adds`, changes its count.
    pub piece: Option<Piece>,
    /// Number of orientations of the piece. Each further click turns it clockwise by 90 degrees to the next one.
    pub turns: u16,
    /// Change of the count per click; 0 in games that put pieces.
    pub adds: i16,
}

impl Brush {
    /// Returns the brush that clears a place.
    #[must_use]
    pub fn nothing() -> Brush {
        Brush { name: "nothing".to_owned(), piece: None, turns: 1, adds: 0 }
    }

    /// Returns the brush that puts a piece of this shape.
    #[must_use]
    pub fn piece(name: String, shape: &'static str, side: Side, turns: u16) -> Brush {
        Brush { name, piece: Some(Piece::new(&"", shape, side)), turns, adds: 0 }
    }
}

/// A number of a position that is not on its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Number {
    /// Name for the user.
    pub name: &'static str,
    /// Current value.
    pub value: u32,
}

/// The brushes and numbers of a game's editor.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Toolbox {
    /// Brushes; empty if the game's positions cannot be set up piece by piece.
    pub brushes: Vec<Brush>,
    /// Numbers beside the board.
    pub numbers: Vec<Number>,
}

/// A piece that the user has put on a place.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Placed {
    /// Id of the place.
    pub on: String,
    /// Name of the shape, as in the scene.
    pub shape: String,
    /// 0 for the first side, 1 for the second.
    pub side: usize,
    /// Rotation in degrees clockwise.
    pub turn: u16,
    /// Number of seeds, in games that count them.
    pub count: Option<u16>,
}

impl Placed {
    /// Returns the count on a place; 0 if it is empty.
    fn count_on(pieces: &[Placed], place: &str) -> u16 {
        pieces.iter().find(|piece| piece.on == place).and_then(|piece| piece.count).unwrap_or(0)
    }

    /// Returns the piece on a place.
    fn on<'a>(pieces: &'a [Placed], place: &str) -> Option<&'a Placed> {
        pieces.iter().find(|piece| piece.on == place)
    }
}

/// A game whose positions can be set up piece by piece.
///
/// ```
/// use plyground_game::{Position, Side};
/// use plyground_scene::{Arranged, Placed};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let start = Tigers::new(&Default::default(), &TigersRules::default());
/// let tigers = ["0", "3", "5"].map(|on| Placed { on: on.into(), shape: "tiger".into(), side: 1, turn: 0, count: None });
/// assert_eq!(start.arranged(&tigers, Side::First, &[15]), "T..T.T................. 15 g");
/// ```
pub trait Arranged: Drawn {
    /// Returns the brushes of the editor.
    fn brushes() -> Vec<Brush>;

    /// Returns the numbers that a position has besides its pieces and the side to move.
    fn numbers(&self) -> Vec<Number> {
        Vec::new()
    }

    /// Returns the text of the position with these pieces and [numbers](Arranged::numbers), on a board of this size. The position
    /// may be impossible: [`Position::parse`](plyground_game::Position::parse) checks it.
    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> String;

    /// Explains in a sentence about the board why the parser refused a position of these pieces. Returns `None` if the parser's
    /// message is better.
    fn problem(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Option<String> {
        let _ = (pieces, to_move, numbers);
        None
    }
}
