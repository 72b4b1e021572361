//! The laser: how a beam runs over the board.
//!
//! From one piece to the next the beam needs one look at a ray table and one bit scan; what the piece does to it is one more
//! look at a table. A beam cannot loop: mirrors can be run backwards, so a loop would have to contain the sphinx it
//! came from, and a sphinx reflects nothing.

use plyground_game::Side;
use smallvec::SmallVec;

use crate::piece::{Effect, Piece};
use crate::square::{Direction, RAYS, SQUARES, Square, SquareSet, bit};

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
    /// The straight parts of the way in their order: from the sphinx, then from each mirror.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let last = match self.end {
            BeamEnd::Leaves(..) => None,
            BeamEnd::Absorbed(square) | BeamEnd::Destroys(square) => Some(square),
        };
        let starts = core::iter::once((Square::sphinx(self.side), self.direction))
            .chain(self.reflections.iter().map(|mirror| (mirror.square, mirror.to)));
        let ends = self.reflections.iter().map(|mirror| Some(mirror.square)).chain([last]);
        starts.zip(ends).map(|((from, direction), struck)| Stretch { from, direction, struck })
    }
}

/// A straight part of a beam's way: from behind one piece up to the next, or to the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    /// The square behind which it begins: that of the sphinx or of a mirror.
    pub from: Square,
    /// The direction of travel.
    pub direction: Direction,
    /// The square of the piece that it strikes; `None` when it leaves the board.
    pub struck: Option<Square>,
}

impl Stretch {
    /// The squares that it passes, and the one where it strikes a piece.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        let ray = &RAYS[self.direction.index()];
        let from = ray[self.from.index()];
        SquareSet(match self.struck {
            Some(struck) => from & !ray[struck.index()],
            None => from,
        })
    }
}

/// What the laser takes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    /// Where it stands when the laser fires, that is, after the step or swap.
    pub square: Square,
    /// The piece, of either side.
    pub piece: Piece,
}

/// The board as a laser sees it: it may differ from a position's in at most two squares.
///
/// So a beam can be asked for as it would be after a move, or with a piece turned, without playing anything.
#[derive(Clone, Copy, Debug)]
pub struct LaserView<'a> {
    /// Codes of pieces by square, 0 for none.
    squares: &'a [u8; SQUARES],
    /// The occupied squares, with the changes made.
    occupied: u128,
    /// Two squares and what stands there instead; the same one twice for a turn, [`NOWHERE`] for none.
    changed: [(u8, u8); 2],
}

/// A square index that no square has.
const NOWHERE: u8 = u8::MAX;

impl<'a> LaserView<'a> {
    /// The board as it is.
    #[inline]
    pub(crate) fn new(squares: &'a [u8; SQUARES], occupied: u128) -> LaserView<'a> {
        LaserView { squares, occupied, changed: [(NOWHERE, 0); 2] }
    }

    /// The board with another piece on an occupied square.
    #[inline]
    pub(crate) fn with_piece(self, square: Square, piece: Piece) -> LaserView<'a> {
        LaserView { changed: [(square.index() as u8, piece.code()); 2], ..self }
    }

    /// The board after a piece has gone from one square to another, where it changes places with what stands there.
    #[inline]
    pub(crate) fn with_step(self, from: Square, to: Square) -> LaserView<'a> {
        let (from, to) = (from.index(), to.index());
        let (code, displaced) = (self.squares[from], self.squares[to]);
        let occupied = self.occupied | bit(to);
        let occupied = if displaced == 0 { occupied ^ bit(from) } else { occupied };
        LaserView { occupied, changed: [(from as u8, displaced), (to as u8, code)], ..self }
    }

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

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        if self.occupied & bit(square.index()) == 0 { None } else { Some(self.struck_piece(square)) }
    }

    /// The piece on a square where the beam has struck one.
    #[inline]
    #[must_use]
    pub fn struck_piece(&self, square: Square) -> Piece {
        Piece::from_code(self.code(square.index()))
    }

    /// The straight way from behind a square up to the next piece, that included.
    #[inline]
    #[must_use]
    pub fn stretch(&self, from: Square, direction: Direction) -> Stretch {
        Stretch { from, direction, struck: self.nearest(from.index(), direction).map(Square::at) }
    }

    /// The index of the nearest piece in a direction.
    #[inline]
    fn nearest(&self, from: usize, direction: Direction) -> Option<usize> {
        let blockers = RAYS[direction.index()][from] & self.occupied;
        if blockers == 0 {
            return None;
        }
        // North and east go up in the numbering of squares, so the nearest piece is the lowest bit.
        let nearest = if direction.index() < 2 { blockers.trailing_zeros() } else { 127 - blockers.leading_zeros() };
        Some(nearest as usize)
    }

    /// Follows a beam from behind a square, to its end; `visit` hears of each straight stretch.
    ///
    /// The beam must be one that comes from a sphinx, or goes on from where one would first be struck: others can run in a
    /// circle for ever.
    #[inline]
    pub fn follow(&self, from: Square, direction: Direction, mut visit: impl FnMut(Stretch)) -> BeamEnd {
        let (mut index, mut travel) = (from.index(), direction);
        loop {
            let struck = self.nearest(index, travel);
            visit(Stretch { from: Square::at(index), direction: travel, struck: struck.map(Square::at) });
            let Some(struck) = struck else { return BeamEnd::Leaves(Square::at(index), travel) };
            index = struck;
            match Piece::from_code(self.code(index)).strike(travel) {
                Effect::Reflected(out) => travel = out,
                Effect::Absorbed => return BeamEnd::Absorbed(Square::at(index)),
                Effect::Destroyed => return BeamEnd::Destroys(Square::at(index)),
            }
        }
    }

    /// Follows the beam of a side's laser.
    #[inline]
    pub fn fire(&self, side: Side, visit: impl FnMut(Stretch)) -> BeamEnd {
        let sphinx = Square::sphinx(side);
        // The low bits of a code are the facing.
        self.follow(sphinx, Direction::from_index(usize::from(self.code(sphinx.index()))), visit)
    }

    /// The end of a side's beam, and every square it passes or strikes.
    #[inline]
    pub(crate) fn fire_with_path(&self, side: Side) -> (u128, BeamEnd) {
        let mut path = 0;
        let end = self.fire(side, |stretch| path |= stretch.squares().bits());
        (path, end)
    }

    /// All about a side's beam.
    pub(crate) fn beam(&self, side: Side) -> Beam {
        let (mut path, mut stretches) = (0, SmallVec::<[Stretch; 8]>::new());
        let end = self.fire(side, |stretch| {
            path |= stretch.squares().bits();
            stretches.push(stretch);
        });
        // Each stretch but the first begins at a mirror.
        let turns = stretches.iter().zip(stretches.iter().skip(1));
        let reflections =
            turns.map(|(before, after)| Reflection { square: after.from, from: before.direction, to: after.direction });
        Beam {
            side,
            direction: stretches[0].direction,
            path: SquareSet::from_bits(path),
            reflections: reflections.collect(),
            end,
        }
    }
}
