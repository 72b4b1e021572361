//! The laser: the path of a beam over the board.
//!
//! From one piece to the next, a beam needs one lookup in a ray table and one bit scan; the effect of the piece is one more table
//! lookup. A beam cannot loop: mirrors are reversible, so a loop would have to contain the sphinx that fired, and a sphinx
//! reflects nothing.

use plyground_game::Side;
use smallvec::SmallVec;

use crate::piece::{Effect, Piece};
use crate::square::{Direction, RAYS, SQUARES, Square, SquareSet, bit};

/// The end of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BeamEnd {
    /// The beam leaves the board from this square in this direction. The square may be a mirror's or the sphinx's own.
    Leaves(Square, Direction),
    /// The piece on this square absorbs it.
    Absorbed(Square),
    /// The piece on this square is destroyed.
    Destroys(Square),
}

impl BeamEnd {
    /// Returns the square of the destroyed piece, if any.
    #[inline]
    #[must_use]
    pub const fn destroyed(self) -> Option<Square> {
        match self {
            BeamEnd::Destroys(square) => Some(square),
            BeamEnd::Leaves(..) | BeamEnd::Absorbed(_) => None,
        }
    }
}

/// A reflection of a beam by a mirror.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reflection {
    /// Square of the mirror.
    pub square: Square,
    /// Direction of travel before the reflection.
    pub from: Direction,
    /// Direction of travel after the reflection.
    pub to: Direction,
}

/// The path of a beam from its sphinx to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beam {
    /// The side of the laser.
    pub side: Side,
    /// Direction in which the beam leaves the sphinx.
    pub direction: Direction,
    /// Squares that the beam passes or strikes: the empty squares, the mirrors, and the last piece, without the firing sphinx.
    pub path: SquareSet,
    /// Reflections in order.
    pub reflections: SmallVec<[Reflection; 8]>,
    /// End of the beam.
    pub end: BeamEnd,
}

impl Beam {
    /// Returns the straight stretches of the path in order: the first from the sphinx, each other from a mirror.
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

/// A straight stretch of a beam's path: from behind one piece up to the next, or to the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    /// Square behind which the stretch begins: that of the sphinx or of a mirror.
    pub from: Square,
    /// Direction of travel.
    pub direction: Direction,
    /// Square of the struck piece; `None` if the stretch leaves the board.
    pub struck: Option<Square>,
}

impl Stretch {
    /// Returns the squares that the stretch passes, and the square of the struck piece.
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

/// A piece that the laser destroys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    /// Square of the piece when the laser fires, that is, after the step or swap.
    pub square: Square,
    /// The piece, of either side.
    pub piece: Piece,
}

/// The board as a laser sees it. It differs from a position's board in at most two squares.
///
/// A view answers for the beam after a move, or with a turned piece, without playing a move.
#[derive(Clone, Copy, Debug)]
pub struct LaserView<'a> {
    /// Codes of pieces by square, 0 for none.
    squares: &'a [u8; SQUARES],
    /// Occupied squares after the changes.
    occupied: u128,
    /// Two changed squares with their new codes; the same square twice for a turn, [`NOWHERE`] for no change.
    changed: [(u8, u8); 2],
}

/// An index of no square.
const NOWHERE: u8 = u8::MAX;

impl<'a> LaserView<'a> {
    /// Returns the board as it is.
    #[inline]
    pub(crate) fn new(squares: &'a [u8; SQUARES], occupied: u128) -> LaserView<'a> {
        LaserView { squares, occupied, changed: [(NOWHERE, 0); 2] }
    }

    /// Returns the board with another piece on an occupied square.
    #[inline]
    pub(crate) fn with_piece(self, square: Square, piece: Piece) -> LaserView<'a> {
        LaserView { changed: [(square.index() as u8, piece.code()); 2], ..self }
    }

    /// Returns the board after a piece has moved from one square to another and swapped with a piece there, if any.
    #[inline]
    pub(crate) fn with_step(self, from: Square, to: Square) -> LaserView<'a> {
        let (from, to) = (from.index(), to.index());
        let (code, displaced) = (self.squares[from], self.squares[to]);
        let occupied = self.occupied | bit(to);
        let occupied = if displaced == 0 { occupied ^ bit(from) } else { occupied };
        LaserView { occupied, changed: [(from as u8, displaced), (to as u8, code)], ..self }
    }

    /// Returns the code of the piece on an occupied square.
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

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        if self.occupied & bit(square.index()) == 0 { None } else { Some(self.struck_piece(square)) }
    }

    /// Returns the piece on a square where the beam has struck one.
    #[inline]
    #[must_use]
    pub fn struck_piece(&self, square: Square) -> Piece {
        Piece::from_code(self.code(square.index()))
    }

    /// Returns the stretch from behind a square up to and including the next piece.
    #[inline]
    #[must_use]
    pub fn stretch(&self, from: Square, direction: Direction) -> Stretch {
        Stretch { from, direction, struck: self.nearest(from.index(), direction).map(Square::at) }
    }

    /// Returns the index of the nearest piece in a direction.
    #[inline]
    fn nearest(&self, from: usize, direction: Direction) -> Option<usize> {
        let blockers = RAYS[direction.index()][from] & self.occupied;
        if blockers == 0 {
            return None;
        }
        // Indices increase to the north and east, so the nearest piece is the lowest bit.
        let nearest = if direction.index() < 2 { blockers.trailing_zeros() } else { 127 - blockers.leading_zeros() };
        Some(nearest as usize)
    }

    /// Follows a beam from behind a square to its end; `visit` is called with each straight stretch.
    ///
    /// The beam must start at a sphinx, or continue from the first strike on a piece: any other beam can loop forever.
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
        // The low bits of a sphinx's code are its facing.
        self.follow(sphinx, Direction::from_index(usize::from(self.code(sphinx.index()))), visit)
    }

    /// Returns the end of a side's beam, and every square it passes or strikes.
    #[inline]
    pub(crate) fn fire_with_path(&self, side: Side) -> (u128, BeamEnd) {
        let mut path = 0;
        let end = self.fire(side, |stretch| path |= stretch.squares().bits());
        (path, end)
    }

    /// Returns a side's beam in full.
    pub(crate) fn beam(&self, side: Side) -> Beam {
        let (mut path, mut stretches) = (0, SmallVec::<[Stretch; 8]>::new());
        let end = self.fire(side, |stretch| {
            path |= stretch.squares().bits();
            stretches.push(stretch);
        });
        // Each stretch except the first begins at a mirror.
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
