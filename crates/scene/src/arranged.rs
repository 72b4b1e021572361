//! Boards on which any position can be put up, piece by piece.
//!
//! An editor knows places and pieces, and no rules: what stands where becomes a text, which the game's own parser then
//! takes or refuses with its reason.
//!
//! ```
//! use plyground_game::{Position, Side};
//! use plyground_scene::{Arranged, Placed};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let start = Tigers::new(&Default::default(), &TigersRules::default());
//! let tigers = ["0", "3", "5"].map(|on| Placed { on: on.into(), shape: "tiger".into(), side: 1, turn: 0, count: None });
//! assert_eq!(start.arranged(&tigers, Side::First, &[15]), "T..T.T................. 15 g");
//! ```

mod cachex;
mod kalah;
mod khet;
mod tigers;

use plyground_game::Side;
use serde::{Deserialize, Serialize};

use crate::{Drawn, Piece};

/// Something that can be put onto a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Brush {
    /// What it is, in words.
    pub name: String,
    /// The piece; `None` takes away what stands there. Its `on` is empty.
    pub piece: Option<Piece>,
    /// The ways in which the piece can look: each further click turns it by a quarter until it comes round.
    pub turns: u16,
    /// What a click adds to the count of what is there already; 0 where pieces are put, not counted.
    pub adds: i16,
}

impl Brush {
    /// Takes away what stands there.
    #[must_use]
    pub fn nothing() -> Brush {
        Brush { name: "nothing".to_owned(), piece: None, turns: 1, adds: 0 }
    }

    /// Puts a piece of this shape.
    #[must_use]
    pub fn piece(name: String, shape: &'static str, side: Side, turns: u16) -> Brush {
        let piece = Piece { on: String::new(), shape, side: side.index(), turn: 0, count: None, letter: None };
        Brush { name, piece: Some(piece), turns, adds: 0 }
    }
}

/// A number that a position has beside its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Number {
    /// What is counted, in words.
    pub name: &'static str,
    /// How many there are now.
    pub value: u32,
}

/// What a position can be put up with.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Toolbox {
    /// What can be put onto places; none where a board is not put up piece by piece.
    pub brushes: Vec<Brush>,
    /// What is counted beside the board.
    pub numbers: Vec<Number>,
}

/// A piece that a user has put onto a place.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Placed {
    /// The name of the place.
    pub on: String,
    /// The piece, as the scene calls it.
    pub shape: String,
    /// 0 the first side, 1 the second.
    pub side: usize,
    /// Degrees clockwise.
    pub turn: u16,
    /// How many there are, where they are counted.
    pub count: Option<u16>,
}

impl Placed {
    /// What is counted on a place; 0 where nothing stands.
    fn count_on(pieces: &[Placed], place: &str) -> u16 {
        pieces.iter().find(|piece| piece.on == place).and_then(|piece| piece.count).unwrap_or(0)
    }

    /// What stands on a place.
    fn on<'a>(pieces: &'a [Placed], place: &str) -> Option<&'a Placed> {
        pieces.iter().find(|piece| piece.on == place)
    }
}

/// A game whose positions can be put up piece by piece.
pub trait Arranged: Drawn {
    /// What can be put onto a place.
    fn brushes() -> Vec<Brush>;

    /// What else a position says than what stands where and who is to move.
    fn numbers(&self) -> Vec<Number> {
        Vec::new()
    }

    /// The text of the position with these pieces on a board like this one's, and these [numbers](Arranged::numbers). It may be
    /// one that cannot be: [`Position::parse`](plyground_game::Position::parse) says so.
    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> String;

    /// Returns what makes a position of these pieces impossible, in a sentence about the board; `None` where this cannot be put
    /// better than the parser does. It is asked about positions that the parser has refused.
    fn problem(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Option<String> {
        let _ = (pieces, to_move, numbers);
        None
    }
}
