//! Pieces and their effect on a beam.
//!
//! A piece is its kind, its side and its facing, packed so that the optics of the laser fit a table of 64 bytes.

use core::fmt;

use plyground_game::Side;

use crate::square::{Direction, SQUARES, Square, SquareSet, bit};

/// The five kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Destroyed by any beam, which ends the game.
    Pharaoh,
    /// A mirror on both sides: never destroyed, and it may swap places.
    Scarab,
    /// One mirror, two bare sides.
    Pyramid,
    /// Absorbs a beam from the front, destroyed from elsewhere.
    Anubis,
    /// Carries the laser; absorbs any beam.
    Sphinx,
}

impl Kind {
    /// All kinds, in the order of [`Kind::index`].
    pub const ALL: [Kind; 5] = [Kind::Pharaoh, Kind::Scarab, Kind::Pyramid, Kind::Anubis, Kind::Sphinx];

    /// Returns the index, 0 to 4.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the number of pieces of this kind in the box for each side.
    #[must_use]
    pub const fn in_box(self) -> usize {
        match self {
            Kind::Pharaoh | Kind::Sphinx => 1,
            Kind::Scarab | Kind::Anubis => 2,
            Kind::Pyramid => 7,
        }
    }

    /// Returns the capital letter of the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        ['K', 'S', 'P', 'A', 'X'][self.index()]
    }

    /// Returns the name, such as `pharaoh`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["pharaoh", "scarab", "pyramid", "anubis", "sphinx"][self.index()]
    }

    /// Returns the kind of a letter, capital or small.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The effect of a piece on a beam that strikes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The beam continues in this direction.
    Reflected(Direction),
    /// The beam ends and the piece stays.
    Absorbed,
    /// The beam ends and the piece is destroyed.
    Destroyed,
}

/// A piece: side, kind and facing.
///
/// Bit 4 is the side. The lower bits are 1 for a pharaoh, 2 and 3 for a scarab `\` and `/`, and 4, 8 and 12 for pyramid,
/// anubis and sphinx, plus the facing.
///
/// ```
/// use plyground_game::Side;
/// use plyground_khet::{Direction, Effect, Kind, Piece};
///
/// // A pyramid whose mirror faces the quadrant between north and east.
/// let pyramid = Piece::new(Side::First, Kind::Pyramid, Direction::North);
/// assert_eq!(pyramid.strike(Direction::South), Effect::Reflected(Direction::East));
/// assert_eq!(pyramid.strike(Direction::North), Effect::Destroyed);
/// assert_eq!(pyramid.turned(true).facing(), Direction::East);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// Upper limit of codes.
    pub(crate) const CODES: usize = 32;

    /// Creates a piece. An anubis or sphinx faces a side; a pyramid faces the quadrant from `facing` to the next direction
    /// clockwise (north: north-east). A scarab has two states: `\` for north and south, `/` for east and west. The facing of a
    /// pharaoh is ignored.
    #[must_use]
    pub const fn new(side: Side, kind: Kind, facing: Direction) -> Piece {
        let facing = facing.index() as u8;
        let code = match kind {
            Kind::Pharaoh => 1,
            Kind::Scarab => 2 | facing & 1,
            Kind::Pyramid => 4 | facing,
            Kind::Anubis => 8 | facing,
            Kind::Sphinx => 12 | facing,
        };
        Piece(code | (side as u8) << 4)
    }

    /// The number of shapes; [`Piece::shape`] is below it.
    pub const SHAPES: usize = 16;

    /// Returns the number of kind and facing, from 1 to 15, without the side: an index for tables.
    #[inline]
    #[must_use]
    pub const fn shape(self) -> usize {
        self.0 as usize & 15
    }

    /// Returns the side.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0 & 16 == 0 { Side::First } else { Side::Second }
    }

    /// Returns the kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::ALL[KIND_OF[self.0 as usize & 15] as usize]
    }

    /// Returns the facing, as in [`Piece::new`]; north or east for a scarab, north for a pharaoh.
    #[must_use]
    pub const fn facing(self) -> Direction {
        match self.0 & 15 {
            0..4 => Direction::from_index((self.0 & self.0 >> 1 & 1) as usize),
            code => Direction::from_index(code as usize),
        }
    }

    /// Returns the piece after a quarter turn. Both senses have the same result for a scarab, and no effect on a pharaoh.
    #[inline]
    #[must_use]
    pub const fn turned(self, clockwise: bool) -> Piece {
        Piece(self.0 & 16 | TURNED[clockwise as usize][self.0 as usize & 15])
    }

    /// Returns the piece after each turn of the rule book: two for pyramid and anubis, one for a scarab (both senses have the
    /// same result), one for a sphinx (the other would face off the board), and none for a pharaoh.
    #[inline]
    pub fn turns(self) -> impl Iterator<Item = Piece> {
        let ways: &[bool] = match self.kind() {
            Kind::Pharaoh => &[],
            Kind::Scarab => &[true],
            Kind::Pyramid | Kind::Anubis => &[true, false],
            Kind::Sphinx if self.sphinx_turns_clockwise() => &[true],
            Kind::Sphinx => &[false],
        };
        ways.iter().map(move |&clockwise| self.turned(clockwise))
    }

    /// Returns whether a sphinx turns clockwise. Silver's sphinx is in the south-east corner and faces north or west; red's is
    /// opposite.
    #[inline]
    pub(crate) const fn sphinx_turns_clockwise(self) -> bool {
        matches!(self.facing(), Direction::West | Direction::East)
    }

    /// Returns the piece after a half turn of the board with the colours swapped.
    #[must_use]
    pub const fn half_turned(self) -> Piece {
        Piece::new(self.side().other(), self.kind(), self.facing().opposite())
    }

    /// Returns the effect of the piece on a beam with this direction of travel.
    #[inline]
    #[must_use]
    pub const fn strike(self, travel: Direction) -> Effect {
        OPTICS[self.0 as usize & 15][travel.index()]
    }

    /// Returns the squares beside this piece on `square` from which a beam would destroy it.
    #[inline]
    #[must_use]
    pub const fn bare_sides(self, square: Square) -> SquareSet {
        BARE_SIDES[self.shape()][square.index()]
    }

    /// Returns the letter of its kind, capital for silver and small for red.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.side() {
            Side::First => letter,
            Side::Second => letter.to_ascii_lowercase(),
        }
    }

    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// Returns the piece of a code from [`Piece::code`].
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Piece {
        debug_assert!(code & 15 != 0 && code < Piece::CODES as u8);
        Piece(code)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.side(), self.kind(), self.facing())
    }
}

/// The kind of each code without its side; code 0 is no piece.
const KIND_OF: [u8; 16] = [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];

/// The code without side after a quarter turn: first anticlockwise, then clockwise.
static TURNED: [[u8; 16]; 2] = {
    let mut table = [[0; 16]; 2];
    let mut code = 1;
    while code < 16 {
        let piece = Piece(code);
        let facing = piece.facing().index();
        table[0][code as usize] = Piece::new(Side::First, piece.kind(), Direction::from_index(facing + 3)).0;
        table[1][code as usize] = Piece::new(Side::First, piece.kind(), Direction::from_index(facing + 1)).0;
        code += 1;
    }
    table
};

/// [`Piece::bare_sides`] by code without side, then square.
static BARE_SIDES: [[SquareSet; SQUARES]; 16] = {
    let mut table = [[SquareSet(0); SQUARES]; 16];
    let mut code = 1;
    while code < 16 {
        let mut index = 0;
        while index < SQUARES {
            let mut side = 0;
            while side < 4 {
                let direction = Direction::from_index(side);
                if let Some(beside) = Square::at(index).beside(direction)
                    && matches!(optics(Piece(code as u8), direction.opposite()), Effect::Destroyed)
                {
                    table[code][index].0 |= bit(beside.index());
                }
                side += 1;
            }
            index += 1;
        }
        code += 1;
    }
    table
};

/// Effects by code without side, then direction of travel.
static OPTICS: [[Effect; 4]; 16] = {
    let mut table = [[Effect::Absorbed; 4]; 16];
    let mut code = 1;
    while code < 16 {
        let mut travel = 0;
        while travel < 4 {
            table[code][travel] = optics(Piece(code as u8), Direction::from_index(travel));
            travel += 1;
        }
        code += 1;
    }
    table
};

/// Returns the effect of a piece by the rules of reflection.
const fn optics(piece: Piece, travel: Direction) -> Effect {
    // The side of the piece that the beam strikes.
    let struck = travel.opposite().index();
    let facing = piece.facing();
    match piece.kind() {
        Kind::Sphinx => Effect::Absorbed,
        Kind::Anubis if struck == facing.index() => Effect::Absorbed,
        // A mirror between two neighbouring sides reflects the beam from one to the other.
        Kind::Pyramid if struck == facing.index() => Effect::Reflected(facing.clockwise()),
        Kind::Pyramid if struck == facing.clockwise().index() => Effect::Reflected(facing),
        Kind::Pharaoh | Kind::Anubis | Kind::Pyramid => Effect::Destroyed,
        // `\` joins the sides north and east, south and west; `/` the other pairs.
        Kind::Scarab => Effect::Reflected(Direction::from_index(if facing.index() == 0 {
            3 - travel.index()
        } else {
            travel.index() ^ 1
        })),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    /// Direction of travel in and out, as listed in the rules.
    #[test]
    fn mirrors_turn_the_beam_as_the_rules_say() {
        use Direction::{East as E, North as N, South as S, West as W};
        let listed = [
            (Kind::Pyramid, N, vec![(S, E), (W, N)]),
            (Kind::Pyramid, E, vec![(N, E), (W, S)]),
            (Kind::Pyramid, S, vec![(N, W), (E, S)]),
            (Kind::Pyramid, W, vec![(S, W), (E, N)]),
            (Kind::Scarab, N, vec![(N, W), (W, N), (S, E), (E, S)]),
            (Kind::Scarab, E, vec![(N, E), (E, N), (S, W), (W, S)]),
        ];
        for (kind, facing, reflections) in listed {
            let piece = Piece::new(Side::Second, kind, facing);
            for travel in Direction::ALL {
                let out = reflections.iter().find(|(into, _)| *into == travel).map(|&(_, out)| out);
                assert_eq!(
                    piece.strike(travel),
                    out.map_or(Effect::Destroyed, Effect::Reflected),
                    "{piece:?} {travel}"
                );
            }
        }
    }

    #[test]
    fn bare_sides_are_those_from_which_a_beam_destroys_the_piece() {
        for code in (1..Piece::CODES as u8).filter(|code| code & 15 != 0) {
            let piece = Piece::from_code(code);
            for square in Square::all() {
                let bare = Direction::ALL.into_iter().filter(|travel| piece.strike(*travel) == Effect::Destroyed);
                let mut expected: Vec<_> = bare.filter_map(|travel| square.neighbour(travel.opposite())).collect();
                expected.sort();
                assert_eq!(piece.bare_sides(square).iter().collect::<Vec<_>>(), expected, "{piece:?} on {square}");
            }
        }
    }

    #[test]
    fn a_piece_keeps_what_it_was_made_of() {
        for side in Side::ALL {
            for kind in Kind::ALL {
                for facing in Direction::ALL {
                    let piece = Piece::new(side, kind, facing);
                    assert_eq!((piece.side(), piece.kind()), (side, kind));
                    assert_eq!(Piece::new(side, kind, piece.facing()), piece);
                    assert_eq!(piece.turned(true).turned(false), piece);
                    assert_eq!(piece.half_turned().half_turned(), piece);
                    assert_eq!(Piece::from_code(piece.code()), piece);
                }
            }
        }
    }
}
