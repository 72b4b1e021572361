//! The parts of a scene.

use serde::Serialize;

use crate::node::Node;
use crate::palette::Palette;
use crate::tone::{At, Tone};

/// A picture of a position with all that can be done in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// Width and height of the picture.
    pub size: At,
    /// Whether the picture may be turned by half a turn, for the player of the second side.
    pub flips: bool,
    /// How the board is laid out in a window that is higher than wide; `None` where it stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Portrait>,
    /// The colours of the sides.
    pub palette: Palette,
    /// Whether the lines of the board are drawn over its places, not under them.
    pub edges_on_top: bool,
    /// Places that can be clicked.
    pub nodes: Vec<Node>,
    /// Lines of the board.
    pub edges: Vec<Edge>,
    /// What stands on the places.
    pub pieces: Vec<Piece>,
    /// Coordinates and names.
    pub texts: Vec<Text>,
    /// A board written in letters of one width, where there are no places.
    pub words: Vec<Word>,
    /// The legal moves; none when the game is over.
    pub moves: Vec<Hint>,
    /// What the position and the last move give to see.
    pub overlays: Vec<Overlay>,
    /// How the last move went.
    pub steps: Vec<Step>,
    /// What else a player counts, such as goats taken: name and value.
    pub facts: Vec<Fact>,
}

/// How a board is laid out in a window that is higher than wide.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Portrait {
    /// The board is turned clockwise by a quarter, where that makes it larger.
    Turned,
    /// Places stand elsewhere. Their names are those of the scene.
    Layout {
        /// Width and height of the picture.
        size: At,
        /// The places.
        nodes: Vec<Node>,
        /// Coordinates and names.
        texts: Vec<Text>,
    },
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
    /// The node that it stands on.
    pub on: String,
    /// The name of its shape in [`assets::SHAPES`](crate::assets::SHAPES), such as `pyramid`; `seeds` for as many seeds as `count`
    /// says. A name that is not there is drawn as a disc.
    pub shape: &'static str,
    /// 0 the first side, 1 the second.
    pub side: usize,
    /// Degrees clockwise.
    pub turn: u16,
    /// Seeds.
    pub count: Option<u16>,
    /// What is written on it, where its shape does not show its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
}

/// A word on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Text {
    /// Its middle.
    pub at: At,
    /// The word.
    pub text: String,
}

/// A word of a board that is written.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Word {
    /// Its middle.
    pub at: At,
    /// The word.
    pub text: String,
    /// How wide it is before it is scaled, whatever the font.
    pub width: f32,
    /// How large it is drawn: 1 on the board, less in a long line below it.
    pub scale: f32,
    /// How it is coloured.
    pub tone: Tone,
    /// Where it stands for a piece, the outline of the chip that it stands on, around its middle, as data of an SVG path.
    pub chip: Option<String>,
    /// Where the last move has changed it, the outline of the mark behind it.
    pub fresh: Option<String>,
}

/// A legal move, and the clicks that make it: `from`, if any, then `to`. Without a `to` it is an action on the piece on `from`,
/// or, without both, a button of its own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The move in the game's notation.
    pub text: String,
    /// The piece that moves.
    pub from: Option<String>,
    /// Where it goes, or where something is put.
    pub to: Option<String>,
    /// What is done, as in [`Clicks`](crate::Clicks).
    pub action: &'static str,
    /// The move in words.
    pub description: String,
}

/// What is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Places of the last move.
    Last,
    /// What can be taken.
    Threat,
    /// What cannot move.
    Trapped,
    /// What has won.
    Win,
}

/// What a line over the board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// The way of a laser.
    Beam,
    /// A shortest path.
    Path,
}

/// Something shown on top of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Overlay {
    /// Places with a mark.
    Mark {
        /// The places.
        nodes: Vec<String>,
        /// What the mark is for.
        tone: Mark,
        /// What the mark says.
        name: String,
    },
    /// A line over the board.
    Line {
        /// Its corners.
        points: Vec<At>,
        /// What it is.
        tone: Way,
        /// Whose it is.
        side: usize,
        /// What it says.
        name: String,
    },
}

impl Overlay {
    /// A mark on these places; none where there are none.
    #[must_use]
    pub fn mark(nodes: Vec<String>, tone: Mark, name: &str) -> Option<Overlay> {
        (!nodes.is_empty()).then(|| Overlay::Mark { nodes, tone, name: name.into() })
    }
}

/// One step of a move. Places are those of the position before it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Step {
    /// Pieces go from place to place, together.
    Slide {
        /// From where to where.
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
        /// The corners of its way.
        points: Vec<At>,
        /// Whose laser.
        side: usize,
        /// The place of the piece at its end, and whether that is destroyed.
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
    /// A piece comes onto the board.
    Appear {
        /// The piece.
        piece: Piece,
    },
    /// Seeds are sown one by one.
    Sow {
        /// The house that is emptied.
        from: String,
        /// Where each seed falls, and how many lie there then.
        drops: Vec<(String, u16)>,
    },
    /// Seeds are gathered into a store.
    Gather {
        /// The houses that are emptied.
        from: Vec<String>,
        /// The store.
        to: String,
        /// How many it holds then.
        count: u16,
    },
}

/// Something to count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What.
    pub name: String,
    /// How much.
    pub value: String,
}

impl Fact {
    /// A name and its value.
    #[must_use]
    pub fn new(name: &str, value: &impl ToString) -> Fact {
        Fact { name: name.into(), value: value.to_string() }
    }
}
