//! The laser: how a beam runs over the board.
//!
//! From one piece to the next the beam needs one look at a ray table and one bit scan; what the piece does to it is one more
//! look at a table. A beam cannot loop: mirrors can be run backwards, so a loop would have to contain the sphinx it
//! came from, and a sphinx reflects nothing.

use plyground_game::Side;
use smallvec::SmallVec;

use crate::piece::{Effect, Piece};
use crate::square::{Direction, RAYS, Square, SquareSet, bit};

/// Where a beam ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BeamEnd {
    /// It leaves the board from this square, in this direction; the square may be a mirror's or the sphinx's own.
    Leaves(Square, Direction),
    /// The piece on this square absorbs it.
    Absorbed(Square),
    /// The piece on this square is destroyed.
    Destroys(Square),
}

impl BeamEnd {
    /// The square of the piece that is destroyed, if any.
    #[inline]
    #[must_use]
    pub const fn destroyed(self) -> Option<Square> {
        match self {
            BeamEnd::Destroys(square) => Some(square),
            BeamEnd::Leaves(..) | BeamEnd::Absorbed(_) => None,
        }
    }
}

/// A mirror that turns a beam.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reflection {
    /// Where the mirror stands.
    pub square: Square,
    /// The direction of travel before.
    pub from: Direction,
    /// The direction of travel after.
    pub to: Direction,
}

/// The way of a beam from its sphinx to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beam {
    /// Whose laser it is.
    pub side: Side,
    /// The direction in which it leaves the sphinx.
    pub direction: Direction,
    /// Every square that it passes or strikes: the empty ones, the mirrors, and the last piece. Not the sphinx that fires.
    pub path: SquareSet,
    /// The mirrors in their order.
    pub reflections: SmallVec<[Reflection; 8]>,
    /// Its end.
    pub end: BeamEnd,
}

impl Beam {
    /// Whether a piece that the beam strikes stands here.
    pub(crate) fn ends_stretch(&self, square: Square) -> bool {
        self.reflections.iter().any(|mirror| mirror.square == square)
            || matches!(self.end, BeamEnd::Absorbed(end) | BeamEnd::Destroys(end) if end == square)
    }
}

/// What a move does to the board before the laser fires, seen by the laser only: at most two squares change.
///
/// A beam can so be asked for without playing the move.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// Codes of pieces by square, 0 for none.
    pub(crate) squares: &'a [u8; 80],
    /// The occupied squares, with the change made.
    pub(crate) occupied: u128,
    /// Two squares and what stands there instead; the same one twice for a turn, [`Scene::NOWHERE`] for none.
    pub(crate) changed: [(u8, u8); 2],
}

impl Scene<'_> {
    /// A square index that no square has.
    pub(crate) const NOWHERE: u8 = u8::MAX;

    /// The code of the piece on an occupied square.
    #[inline]
    fn code(&self, index: usize) -> u8 {
        let [one, other] = self.changed;
        if index == usize::from(one.0) {
            one.1
        } else if index == usize::from(other.0) {
            other.1
        } else {
            self.squares[index]
        }
    }

    /// The piece on an occupied square.
    pub(crate) fn piece(&self, square: Square) -> Piece {
        Piece::from_code(self.code(square.index()))
    }

    /// Runs the beam of a side's laser. `stretch` hears of each straight stretch: where it begins, its direction, and
    /// the square of the piece at its end.
    #[inline]
    pub(crate) fn fire(&self, side: Side, mut stretch: impl FnMut(usize, Direction, Option<usize>)) -> BeamEnd {
        let mut index = Square::sphinx(side).index();
        let mut travel = Direction::from_index(usize::from(self.code(index)));
        loop {
            let blockers = RAYS[travel.index()][index] & self.occupied;
            if blockers == 0 {
                stretch(index, travel, None);
                return BeamEnd::Leaves(Square::at(index), travel);
            }
            // North and east go up in the numbering of squares, so the nearest piece is the lowest bit.
            let struck = if travel.index() < 2 { blockers.trailing_zeros() } else { 127 - blockers.leading_zeros() };
            let struck = struck as usize;
            stretch(index, travel, Some(struck));
            index = struck;
            match Piece::from_code(self.code(index)).strike(travel) {
                Effect::Reflected(out) => travel = out,
                Effect::Absorbed => return BeamEnd::Absorbed(Square::at(index)),
                Effect::Destroyed => return BeamEnd::Destroys(Square::at(index)),
            }
        }
    }

    /// The end of a side's beam, and every square it passes or strikes.
    #[inline]
    pub(crate) fn fire_with_path(&self, side: Side) -> (u128, BeamEnd) {
        let mut path = 0;
        let end = self.fire(side, |from, travel, struck| path |= stretch_bits(from, travel, struck));
        (path, end)
    }

    /// All about a side's beam.
    pub(crate) fn beam(&self, side: Side) -> Beam {
        let (mut path, mut stretches) = (0, SmallVec::<[(usize, Direction); 8]>::new());
        let end = self.fire(side, |from, travel, struck| {
            path |= stretch_bits(from, travel, struck);
            stretches.push((from, travel));
        });
        // Each stretch but the first begins at a mirror.
        let turns = stretches.iter().zip(stretches.iter().skip(1));
        let reflections = turns.map(|(&(_, from), &(index, to))| Reflection { square: Square::at(index), from, to });
        Beam {
            side,
            direction: stretches[0].1,
            path: SquareSet::from_bits(path),
            reflections: reflections.collect(),
            end,
        }
    }
}

/// The squares from behind `from` up to the piece that is struck, or to the edge.
#[inline]
fn stretch_bits(from: usize, travel: Direction, struck: Option<usize>) -> u128 {
    let ray = &RAYS[travel.index()];
    match struck {
        Some(struck) => (ray[from] & !ray[struck]) | bit(struck),
        None => ray[from],
    }
}
