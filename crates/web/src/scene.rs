//! What the page draws: places, pieces, legal moves, and the steps of the last move.
//!
//! The page knows no rules. A [`Scene`] tells it where things are, which clicks make which move, what each place is called
//! when read aloud, and how the last move went, step by step. Each game fills one in, in a file of its own.
//!
//! ```
//! use plyground_catalog::GameId;
//! use plyground_web::scene;
//!
//! let scene = scene::draw(GameId::Kalah, "standard", "<3,0,0,3,3,3,3,3,3> S", None, true)?;
//! assert_eq!((scene.nodes.len(), scene.moves.len()), (8, 3));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod cachex;
mod kalah;
mod khet;
mod tigers;

use plyground_cachex::Cachex;
use plyground_catalog::{CatalogError, GameId};
use plyground_game::Position;
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;
use serde::Serialize;

/// A point of the picture, in its own units: right, down.
pub type At = [f32; 2];

/// A picture of a position with all that can be done in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// Width and height of the picture.
    pub size: At,
    /// Whether the picture may be turned by half a turn, for the player of the second side.
    pub flips: bool,
    /// Places that can be clicked.
    pub nodes: Vec<Node>,
    /// Lines of the board.
    pub edges: Vec<Edge>,
    /// What stands on the places.
    pub pieces: Vec<Piece>,
    /// Coordinates and names.
    pub texts: Vec<Text>,
    /// The legal moves; none when the game is over.
    pub moves: Vec<Hint>,
    /// What the position and the last move give to see.
    pub overlays: Vec<Overlay>,
    /// How the last move went.
    pub steps: Vec<Step>,
    /// What else a player counts, such as goats taken: name and value.
    pub facts: Vec<Fact>,
}

/// A place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    /// Its name in moves, steps and overlays.
    pub id: String,
    /// Its middle.
    pub at: At,
    /// `square`, `hex`, `point`, `pit` or `store`.
    pub shape: &'static str,
    /// Half its width and half its height.
    pub half: At,
    /// How it is coloured: `plain`, `dark`, `first` or `second` (reserved for a side), `barred`.
    pub tone: &'static str,
    /// What it is and what stands on it, in words.
    pub name: String,
}

/// A line of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Edge {
    /// One end.
    pub from: At,
    /// The other.
    pub to: At,
    /// `plain`, or the side whose edge it is: `first`, `second`.
    pub tone: &'static str,
}

/// A piece, or the seeds of a house.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// The node that it stands on.
    pub on: String,
    /// Its shape, such as `pyramid`.
    pub shape: &'static str,
    /// 0 the first side, 1 the second.
    pub side: usize,
    /// Degrees clockwise.
    pub turn: u16,
    /// Seeds.
    pub count: Option<u16>,
}

/// A word on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Text {
    /// Its middle.
    pub at: At,
    /// The word.
    pub text: String,
}

/// A legal move, and the clicks that make it: `from`, if any, then `to`. Without a `to` it is a deed done to the piece on `from`,
/// or, without both, a button of its own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The move in the game's notation.
    pub text: String,
    /// The piece that moves.
    pub from: Option<String>,
    /// Where it goes, or where something is put.
    pub to: Option<String>,
    /// `place`, `step`, `swap`, `jump`, `sow`, `clockwise`, `anticlockwise`, `steal`.
    pub deed: &'static str,
    /// The move in words.
    pub told: String,
}

/// Something shown on top of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Overlay {
    /// Places with a mark.
    Mark {
        /// The places.
        nodes: Vec<String>,
        /// `last`, `threat`, `trapped`, `win`.
        tone: &'static str,
        /// What the mark says.
        name: String,
    },
    /// A line over the board.
    Line {
        /// Its corners.
        points: Vec<At>,
        /// `beam` or `path`.
        tone: &'static str,
        /// Whose it is.
        side: usize,
        /// What it says.
        name: String,
    },
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
    fn new(name: &str, value: &impl ToString) -> Fact {
        Fact { name: name.into(), value: value.to_string() }
    }
}

/// Which clicks make a move, and what it is called.
type Clicks = (Option<String>, Option<String>, &'static str);

/// A game that can be drawn.
trait Drawn: Position {
    /// The board with its pieces, and what a player looks for.
    fn draw(&self) -> Scene;

    /// The clicks that make a legal move.
    fn clicks(&self, mv: Self::Move) -> Clicks;

    /// How a legal move went, and the marks that it leaves on the board after it.
    fn steps(&self, mv: Self::Move, after: &Self) -> (Vec<Step>, Vec<Overlay>);

    /// The same position in notation with the other side to move.
    fn passed(text: &str) -> Option<String>;
}

/// The picture of a position; `last` is the position before it and the move that led from there. An open game shows its
/// moves.
///
/// # Errors
/// When a text is no position, no rules or no move of the game.
pub fn draw(
    game: GameId,
    rules: &str,
    position: &str,
    last: Option<(&str, &str)>,
    open: bool,
) -> Result<Scene, CatalogError> {
    match game {
        GameId::Khet => draw_as::<Khet>(rules, position, last, open),
        GameId::Kalah => draw_as::<Kalah>(rules, position, last, open),
        GameId::Tigers => draw_as::<Tigers>(rules, position, last, open),
        GameId::Cachex => draw_as::<Cachex>(rules, position, last, open),
    }
}

/// The position with the other side to move, where such a position can be: what the opponent threatens is what a search
/// finds there.
#[must_use]
pub fn passed(game: GameId, position: &str) -> Option<String> {
    match game {
        GameId::Khet => Khet::passed(position),
        GameId::Kalah => Kalah::passed(position),
        GameId::Tigers => Tigers::passed(position),
        GameId::Cachex => Cachex::passed(position),
    }
}

fn draw_as<P: Drawn>(
    rules: &str,
    position: &str,
    last: Option<(&str, &str)>,
    open: bool,
) -> Result<Scene, CatalogError> {
    let rules: P::Rules = rules.parse()?;
    let pos = P::parse(position, &rules)?;
    let mut scene = pos.draw();
    if open {
        let hint = |mv| {
            let (from, to, deed) = pos.clicks(mv);
            Hint { text: pos.move_text(mv), from, to, deed, told: pos.describe(mv) }
        };
        scene.moves = pos.legal_moves().into_iter().map(hint).collect();
    }
    if let Some((before, mv)) = last {
        let before = P::parse(before, &rules)?;
        let mv = before.read_move(mv)?;
        let (steps, marks) = before.steps(mv, &pos);
        scene.steps = steps;
        // Marks of the last move lie below what the position shows.
        scene.overlays.splice(0..0, marks);
    }
    Ok(scene)
}

/// The notation with one letter, the side to move, exchanged for the other; the letter stands in the word `index` words
/// from the end.
fn exchanged(text: &str, index: usize, letters: [&str; 2]) -> Option<String> {
    let mut words: Vec<&str> = text.split(' ').collect();
    let at = words.len().checked_sub(index + 1)?;
    let which = letters.iter().position(|letter| *letter == words[at])?;
    words[at] = letters[1 - which];
    Some(words.join(" "))
}

fn mark(nodes: Vec<String>, tone: &'static str, name: &str) -> Option<Overlay> {
    (!nodes.is_empty()).then(|| Overlay::Mark { nodes, tone, name: name.into() })
}
