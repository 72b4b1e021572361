//! The parts of a scene.

use plyground_game::Side;
use serde::Serialize;

use crate::node::Node;
use crate::palette::Palette;
use crate::tone::{At, Tone};

/// The picture of a position, with the possible moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// Width and height of the picture.
    pub size: At,
    /// Whether the picture may be rotated by 180 degrees for the player of the second side.
    pub flips: bool,
    /// Layout in a window that is higher than wide; `None` for the normal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Portrait>,
    /// Layout for a low window, in which the board stands beside all else; `None` for the normal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<Layout>,
    /// The colours of the sides.
    pub palette: Palette,
    /// Whether the lines of the board are drawn over its places, not under them.
    pub edges_on_top: bool,
    /// Places that can be clicked.
    pub nodes: Vec<Node>,
    /// Lines of the board.
    pub edges: Vec<Edge>,
    /// Pieces on the places.
    pub pieces: Vec<Piece>,
    /// Coordinates and names.
    pub texts: Vec<Text>,
    /// A board drawn in monospaced text, if there are no places.
    pub words: Vec<Word>,
    /// Legal moves; empty if the game is over.
    pub moves: Vec<Hint>,
    /// Marks and lines of the position and of the last move.
    pub overlays: Vec<Overlay>,
    /// Animation of the last move.
    pub steps: Vec<Step>,
    /// Counts beside the board, such as goats taken.
    pub facts: Vec<Fact>,
}

/// Layout of a board in a window that is higher than wide.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Portrait {
    /// The board is rotated clockwise by 90 degrees, if that makes it larger.
    Turned,
    /// Different coordinates of the same places.
    Layout(Layout),
}

/// The places of a board in a picture of a certain size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// Width and height of the picture.
    pub size: At,
    /// The places.
    pub nodes: Vec<Node>,
    /// Coordinates and names.
    pub texts: Vec<Text>,
}

/// A line of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Edge {
    /// One end.
    pub from: At,
    /// The other.
    pub to: At,
    /// `Plain`, or the side whose edge it is.
    pub tone: Tone,
}

/// A piece, or the seeds of a house.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// Id of the node under it.
    pub on: String,
    /// Name of its shape in [`assets::SHAPES`](crate::assets::SHAPES), such as `pyramid`, or `seeds` to draw `count` seeds. An
    /// unknown name is drawn as a disc.
    pub shape: &'static str,
    /// 0 for the first side, 1 for the second.
    pub side: usize,
    /// Rotation in degrees clockwise.
    pub turn: u16,
    /// Number of seeds.
    pub count: Option<u16>,
    /// Text on the piece, if its shape does not show its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
}

impl Piece {
    /// Creates a piece without rotation, count and letter.
    #[must_use]
    pub fn new(on: &impl ToString, shape: &'static str, side: Side) -> Piece {
        Piece { on: on.to_string(), shape, side: side.index(), turn: 0, count: None, letter: None }
    }
}

/// A text on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Text {
    /// Its centre.
    pub at: At,
    /// The text.
    pub text: String,
}

/// A word of a board drawn as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Word {
    /// Its centre.
    pub at: At,
    /// The word.
    pub text: String,
    /// Width before scaling, in any font.
    pub width: f32,
    /// Scale: 1 on the board, less in a long line below it.
    pub scale: f32,
    /// Its colour.
    pub tone: Tone,
    /// Outline of the chip behind a word that is a piece, as SVG path data around its centre.
    pub chip: Option<String>,
    /// Outline of the mark behind a word that the last move has changed.
    pub fresh: Option<String>,
}

/// A legal move and the clicks that make it: `from`, if any, then `to`. A move without `to` is an action of the piece on `from`.
/// A move with neither is a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The move in the game's notation.
    pub text: String,
    /// Place of the piece that moves.
    pub from: Option<String>,
    /// Destination of the piece, or place of a new one.
    pub to: Option<String>,
    /// Kind of move, as in [`Clicks`](crate::Clicks).
    pub action: &'static str,
    /// The move in words.
    pub description: String,
    /// What the move gains at once, such as `capture 7 seeds`; `None` if it gains nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<String>,
}

/// Meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Places of the last move.
    Last,
    /// Pieces that can be captured.
    Threat,
    /// Pieces that cannot move.
    Trapped,
    /// Pieces that have won.
    Win,
}

/// Meaning of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Path of a laser beam.
    Beam,
    /// A shortest path.
    Path,
}

/// A mark or line on top of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Overlay {
    /// Places with a mark.
    Mark {
        /// The places.
        nodes: Vec<String>,
        /// Meaning of the mark.
        tone: Mark,
        /// Description for screen readers.
        name: String,
    },
    /// A line over the board.
    Line {
        /// Its vertices.
        points: Vec<At>,
        /// Meaning of the line.
        tone: Way,
        /// Index of the side.
        side: usize,
        /// Description for screen readers.
        name: String,
    },
}

impl Overlay {
    /// Returns a mark on these places; `None` if there are none.
    #[must_use]
    pub fn mark(nodes: Vec<String>, tone: Mark, name: &str) -> Option<Overlay> {
        (!nodes.is_empty()).then(|| Overlay::Mark { nodes, tone, name: name.into() })
    }
}

/// One step of a move's animation. Places refer to the position before the move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Step {
    /// Pieces move simultaneously.
    Slide {
        /// Source and destination of each piece.
        ways: Vec<[String; 2]>,
    },
    /// The piece on a place turns.
    Turn {
        /// The place.
        on: String,
        /// Degrees, clockwise positive.
        by: i16,
    },
    /// A laser fires, segment by segment.
    Beam {
        /// Vertices of the beam.
        points: Vec<At>,
        /// Index of the side that fires.
        side: usize,
        /// Place of the piece that the beam hits, and whether the piece is destroyed.
        end: Option<(String, bool)>,
    },
    /// Pieces light up.
    Flash {
        /// Their places.
        nodes: Vec<String>,
    },
    /// Pieces leave the board.
    Vanish {
        /// Their places.
        nodes: Vec<String>,
    },
    /// A piece appears on the board.
    Appear {
        /// The piece.
        piece: Piece,
    },
    /// Seeds are sown one by one.
    Sow {
        /// The house that is emptied.
        from: String,
        /// Place of each seed in order, and the number of seeds there afterwards.
        drops: Vec<(String, u16)>,
    },
    /// Seeds are gathered into a store.
    Gather {
        /// The houses that are emptied.
        from: Vec<String>,
        /// The store.
        to: String,
        /// Number of seeds in the store afterwards.
        count: u16,
    },
}

/// A name with its value, shown beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl Fact {
    /// Creates a fact.
    #[must_use]
    pub fn new(name: &str, value: &impl ToString) -> Fact {
        Fact { name: name.into(), value: value.to_string() }
    }
}
