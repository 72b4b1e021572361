//! What decides a game of Khet: pieces, room to move, and what the two lasers could do next.
//!
//! Every feature is the own side's measure minus the opponent's, so the evaluation is antisymmetric. Each beam is followed
//! once, and once more for each mirror on its way that its owner could turn.
//!
//! ```
//! use plyground_eval::{Features, khet::{Strong, StrongFeatures}};
//! use plyground_game::{Evaluate, Position, Side};
//! use plyground_khet::Khet;
//!
//! let start = Khet::default();
//! let after = start.after(start.read_move("j1-")?);
//! // Silver's laser took its own anubis.
//! assert_eq!(StrongFeatures::measure(&after, Side::First)[1], -1);
//! assert!(Strong::default().evaluate(&after, &(), Side::Second).value() > 0);
//! # Ok::<(), plyground_game::notation::MoveError>(())
//! ```

use plyground_game::{Position, Side};
use plyground_khet::{Direction, Effect, Khet, Kind, Piece, Square};
use smallvec::SmallVec;

use super::report::pharaoh_defence;
use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

const SQUARES: usize = 80;
/// No square: behind the edge.
const OFF: u8 = SQUARES as u8;

/// The next square in each direction.
static NEXT: [[u8; SQUARES]; 4] = {
    let mut next = [[OFF; SQUARES]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < SQUARES {
            if let Some(square) = Square::from_index(index)
                && let Some(beside) = square.neighbour(Direction::from_index(direction))
            {
                next[direction][index] = beside.index() as u8;
            }
            index += 1;
        }
        direction += 1;
    }
    next
};

/// The squares around each square, itself among them.
static AROUND: [u128; SQUARES] = {
    let mut around = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            if (index % 10).abs_diff(other % 10) <= 1 && (index / 10).abs_diff(other / 10) <= 1 {
                around[index] |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    around
};

#[inline]
fn at(index: u8) -> Option<Square> {
    Square::from_index(usize::from(index))
}

#[inline]
fn beyond(square: Square, direction: Direction) -> Option<Square> {
    at(NEXT[direction.index()][square.index()])
}

/// A beam's way: the squares, the pieces that it strikes with its direction of travel, and the piece that it would destroy.
struct Way {
    path: u128,
    struck: SmallVec<[(Square, Piece, Direction); 12]>,
    destroyed: Option<(Square, Piece)>,
}

/// Follows a beam from behind `from`; `changed` is a piece that stands otherwise than the position says.
#[inline]
fn follow(pos: &Khet, from: Square, mut travel: Direction, changed: Option<(Square, Piece)>) -> Way {
    let mut way = Way { path: 0, struck: SmallVec::new(), destroyed: None };
    let mut square = from;
    while let Some(next) = beyond(square, travel) {
        square = next;
        way.path |= 1 << square.index();
        let piece = match changed {
            Some((place, piece)) if place == square => Some(piece),
            _ => pos.piece(square),
        };
        let Some(piece) = piece else { continue };
        way.struck.push((square, piece, travel));
        match piece.strike(travel) {
            Effect::Reflected(out) => travel = out,
            Effect::Absorbed => break,
            Effect::Destroyed => {
                way.destroyed = Some((square, piece));
                break;
            }
        }
    }
    way
}

/// What a side's laser does and could do.
#[derive(Clone, Copy, Default)]
struct Aim {
    /// Whether the beam as it stands would take a piece of the opponent's.
    takes: bool,
    /// Whether it would take an own one.
    takes_own: bool,
    /// Turns of the sphinx or of an own piece on the beam that would make it take a piece of the opponent's.
    threats: i32,
    /// Those that would take the pharaoh.
    pharaoh_threats: i32,
    /// The squares that the beam passes or strikes.
    path: u128,
}

impl Aim {
    fn new(pos: &Khet, side: Side) -> Aim {
        let home = Square::sphinx(side);
        let Some(sphinx) = pos.piece(home) else { return Aim::default() };
        let way = follow(pos, home, sphinx.facing(), None);
        let is_theirs = |(_, piece): &(Square, Piece)| piece.side() != side;
        let mut aim = Aim {
            takes: way.destroyed.as_ref().is_some_and(is_theirs),
            takes_own: way.destroyed.as_ref().is_some_and(|taken| !is_theirs(taken)),
            path: way.path,
            ..Aim::default()
        };
        let mut count = |destroyed: Option<(Square, Piece)>| {
            if let Some(taken) = destroyed.filter(is_theirs) {
                aim.threats += 1;
                aim.pharaoh_threats += i32::from(taken.1.kind() == Kind::Pharaoh);
            }
        };
        // Silver's sphinx looks north or west, red's south or east.
        let clockwise = matches!(sphinx.facing(), Direction::West | Direction::East);
        count(follow(pos, home, sphinx.turned(clockwise).facing(), None).destroyed);
        for (place, &(square, piece, travel)) in way.struck.iter().enumerate() {
            // A piece can be struck twice: a scarab on both its sides, a pyramid in the mirror and then from behind. Turned,
            // it sends the beam elsewhere at the first strike: the second one never happens, and a beam followed from
            // there might run in a circle.
            let again = way.struck[..place].iter().any(|&(before, ..)| before == square);
            if again || piece.side() != side || matches!(piece.kind(), Kind::Pharaoh | Kind::Sphinx) {
                continue;
            }
            let ways: &[bool] = if piece.kind() == Kind::Scarab { &[true] } else { &[true, false] };
            for &clockwise in ways {
                let turned = piece.turned(clockwise);
                if let Effect::Reflected(out) = turned.strike(travel) {
                    count(follow(pos, square, out, Some((square, turned))).destroyed);
                }
            }
        }
        aim
    }
}

/// The bare sides of a side's pyramids and anubises that look at an empty square.
fn exposed_sides(pos: &Khet, side: Side) -> i32 {
    let pieces = [Kind::Pyramid, Kind::Anubis].into_iter().flat_map(|kind| pos.pieces_of(side, kind).iter());
    let bare = pieces.map(|square| {
        let Some(piece) = pos.piece(square) else { return 0 };
        let is_bare = |direction: &Direction| {
            piece.strike(direction.opposite()) == Effect::Destroyed
                && beyond(square, *direction).is_some_and(|beside| pos.piece(beside).is_none())
        };
        Direction::ALL.iter().filter(|direction| is_bare(direction)).count() as i32
    });
    bare.sum()
}

/// The empty squares from which a beam could come straight at a side's pharaoh.
fn open_lines(pos: &Khet, side: Side) -> i32 {
    let Some(pharaoh) = pos.pharaoh(side) else { return 0 };
    let mut open = 0;
    for direction in Direction::ALL {
        let mut square = pharaoh;
        while let Some(next) = beyond(square, direction)
            && pos.piece(next).is_none()
        {
            square = next;
            open += 1;
        }
    }
    open
}

const fn info(name: &'static str, about: &'static str, unit: &'static str, most: i32) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-most, most), Bounds::new(-1000.0, 1000.0, 10.0))
}

impl Features for StrongFeatures {
    type Game = Khet;
    type Values = [i32; 13];

    const NAME: &'static str = "strong";
    const INFO: &'static [FeatureInfo] = &[
        info("pyramids", "own pyramids minus the opponent's", "pieces", 7),
        info("anubises", "own anubises minus the opponent's", "pieces", 2),
        info("moves", "own legal moves minus the opponent's, whoever is to move", "moves", 127),
        info("defence", "guarded sides of the own pharaoh minus the opponent's", "sides", 4),
        info("aimed", "whether the beam as it stands strikes down a piece of the opponent's", "0 or 1", 1),
        info("aimed_at_own", "whether the beam as it stands strikes down an own piece", "0 or 1", 1),
        info("threats", "turns of sphinx or mirrors that make the beam take a piece", "moves", 40),
        info("pharaoh_threats", "turns of sphinx or mirrors that make the beam take the pharaoh", "moves", 40),
        info("beam", "squares that the beam passes or strikes", "squares", 80),
        info("cover", "squares at the opponent's pharaoh that the beam passes or strikes", "squares", 9),
        info("exposed", "bare sides of own pyramids and anubises that look at an empty square", "sides", 36),
        info("open_lines", "empty squares from which a beam could come straight at the pharaoh", "squares", 16),
        info("to_move", "1 to move, -1 when the opponent is", "turns", 1),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/khet-strong.toml");

    fn measure(pos: &Khet, side: Side) -> [i32; 13] {
        let one = |side: Side| {
            let aim = Aim::new(pos, side);
            let near = pos.pharaoh(!side).map_or(0, |square| AROUND[square.index()]);
            [
                pos.pieces_of(side, Kind::Pyramid).len() as i32,
                pos.pieces_of(side, Kind::Anubis).len() as i32,
                pos.mobility(side) as i32,
                pharaoh_defence(pos, side) as i32,
                i32::from(aim.takes),
                i32::from(aim.takes_own),
                aim.threats,
                aim.pharaoh_threats,
                aim.path.count_ones() as i32,
                (aim.path & near).count_ones() as i32,
                exposed_sides(pos, side),
                open_lines(pos, side),
                i32::from(pos.side_to_move() == side),
            ]
        };
        let (own, theirs) = (one(side), one(!side));
        std::array::from_fn(|place| own[place] - theirs[place])
    }
}

#[cfg(test)]
mod tests;
