//! Squares, directions and sets of squares: the geometry of the empty board.
//!
//! Squares are numbered from a1 = 0 along the ranks to j8 = 79. So a set of squares is 80 bits of a `u128`, and a step is a
//! shift.

use core::fmt;
use core::ops::BitOr;

use plyground_game::Side;
use plyground_game::notation::{Fault, Reader};

/// Files `a` to `j`.
pub(crate) const FILES: usize = 10;
/// Ranks `1` to `8`.
pub(crate) const RANKS: usize = 8;
/// Number of squares.
pub(crate) const SQUARES: usize = FILES * RANKS;

/// A direction along ranks and files, as silver sees the board: north is away from silver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards file `j`.
    East,
    /// Towards rank 1.
    South,
    /// Towards file `a`.
    West,
}

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the index, 0 to 3, clockwise from north.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the direction with the last two bits of `index` as its [index](Direction::index).
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Direction {
        Direction::ALL[index & 3]
    }

    /// Returns the next direction clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        Direction::from_index(self.index() + 1)
    }

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self.index() + 2)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["north", "east", "south", "west"][self.index()])
    }
}

/// One of the 80 squares.
///
/// ```
/// use plyground_khet::{Direction, Square};
///
/// let e4 = Square::new(4, 3).unwrap();
/// assert_eq!(e4.to_string(), "e4");
/// assert_eq!(e4.neighbour(Direction::North).unwrap().to_string(), "e5");
/// assert_eq!(e4.half_turned().to_string(), "f5");
/// assert_eq!(Square::new(10, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Square of silver's sphinx: j1.
    pub const SILVER_SPHINX: Square = Square(9);
    /// Square of red's sphinx: a8.
    pub const RED_SPHINX: Square = Square(70);

    /// Returns the square on a file and a rank, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * FILES + file) as u8)) } else { None }
    }

    /// Returns the square with this [index](Square::index); `None` from 80 on.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// Returns the square of an index; the caller guarantees that it is below 80.
    #[inline]
    pub(crate) const fn at(index: usize) -> Square {
        debug_assert!(index < SQUARES);
        Square(index as u8)
    }

    /// Returns the square of a side's sphinx, which never moves.
    #[inline]
    #[must_use]
    pub const fn sphinx(side: Side) -> Square {
        match side {
            Side::First => Square::SILVER_SPHINX,
            Side::Second => Square::RED_SPHINX,
        }
    }

    /// Returns all squares: a1, b1, … j8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..SQUARES).map(Square::at)
    }

    /// Returns the index, 0 (a1) to 79 (j8), rank by rank.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, from 0 (`a`).
    #[must_use]
    pub const fn file(self) -> usize {
        self.index() % FILES
    }

    /// Returns the rank, from 0 (`1`).
    #[must_use]
    pub const fn rank(self) -> usize {
        self.index() / FILES
    }

    /// Returns the square beside this one; `None` at the edge.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Option<Square> {
        Square::from_index(NEXT[direction.index()][self.index()] as usize)
    }

    /// Returns the up to eight squares around this one.
    #[inline]
    #[must_use]
    pub const fn around(self) -> SquareSet {
        SquareSet(NEIGHBOURS[self.index()])
    }

    /// Returns the entry of [`NEXT`].
    pub(crate) const fn beside(self, direction: Direction) -> Option<Square> {
        let (file, rank) = (self.file(), self.rank());
        match direction {
            Direction::North => Square::new(file, rank + 1),
            Direction::East => Square::new(file + 1, rank),
            Direction::South => Square::new(file, rank.wrapping_sub(1)),
            Direction::West => Square::new(file.wrapping_sub(1), rank),
        }
    }

    /// Returns the image of the square under a half turn of the board.
    #[must_use]
    pub const fn half_turned(self) -> Square {
        Square((SQUARES - 1) as u8 - self.0)
    }

    /// Returns the side for which this square is reserved, if any.
    #[must_use]
    pub const fn reserved_for(self) -> Option<Side> {
        if !SquareSet::allowed(Side::Second).contains(self) {
            Some(Side::First)
        } else if !SquareSet::allowed(Side::First).contains(self) {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Reads a file letter and a rank digit.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Square, Fault> {
        let file = match reader.peek() {
            Some(letter @ 'a'..='j') => letter as usize - 'a' as usize,
            _ => return Err(reader.fault("a file `a` to `j`")),
        };
        reader.next_char();
        let rank = match reader.peek() {
            Some(digit @ '1'..='8') => digit as usize - '1' as usize,
            _ => return Err(reader.fault("a rank `1` to `8`")),
        };
        reader.next_char();
        Ok(Square::at(rank * FILES + file))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares: bit `n` is the square with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub(crate) u128);

impl SquareSet {
    /// Returns the squares of these bits; bits from 80 on are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> SquareSet {
        SquareSet(bits & BOARD)
    }

    /// Returns the squares on which a side's pieces may land: all but those reserved for the other side.
    #[must_use]
    pub const fn allowed(side: Side) -> SquareSet {
        SquareSet(ALLOWED[side.index()])
    }

    /// Returns the bits, one per square.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & bit(square.index()) != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the squares in the order of their indices.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        indices(self.0).map(Square::at)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    /// Returns the squares of either set.
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Returns the bit of a square's index.
#[inline]
pub(crate) const fn bit(index: usize) -> u128 {
    1 << index
}

/// Returns the indices of the bits, lowest first. Each half has its own loop, because a processor scans 64 bits at a time.
#[inline]
pub(crate) fn indices(bits: u128) -> impl Iterator<Item = usize> {
    let of_half = |mut bits: u64, first: usize| {
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(first + index)
        })
    };
    of_half(bits as u64, 0).chain(of_half((bits >> 64) as u64, 64))
}

/// All squares.
pub(crate) const BOARD: u128 = (1 << SQUARES) - 1;
/// File `a`, where a step west leaves the board.
pub(crate) const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < RANKS {
        bits |= bit(rank * FILES);
        rank += 1;
    }
    bits
};
/// File `j`, where a step east leaves the board.
pub(crate) const FILE_J: u128 = FILE_A << (FILES - 1);
/// Both sphinxes' squares.
pub(crate) const SPHINXES: u128 = bit(Square::SILVER_SPHINX.index()) | bit(Square::RED_SPHINX.index());

/// Squares on which each side's pieces may land. The Ankh (silver only) is file `j`, b1 and b8; the Eye of Horus (red only) is
/// file `a`, i1 and i8.
pub(crate) const ALLOWED: [u128; 2] = {
    let (ends_b, ends_i) = (bit(1) | bit(71), bit(8) | bit(78));
    [BOARD & !(FILE_A | ends_i), BOARD & !(FILE_J | ends_b)]
};

/// The up to eight squares around each square.
pub(crate) static NEIGHBOURS: [u128; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let one = bit(index);
        let row = one | (one & !FILE_J) << 1 | (one & !FILE_A) >> 1;
        table[index] = (row | row << FILES | row >> FILES) & BOARD & !one;
        index += 1;
    }
    table
};

/// Index of the square beside each square, for each direction; [`SQUARES`] beyond the edge.
static NEXT: [[u8; SQUARES]; 4] = {
    let mut table = [[SQUARES as u8; SQUARES]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < SQUARES {
            if let Some(next) = Square::at(index).beside(Direction::from_index(direction)) {
                table[direction][index] = next.index() as u8;
            }
            index += 1;
        }
        direction += 1;
    }
    table
};

/// The squares from each square (not itself) to the edge, for each direction.
pub(crate) static RAYS: [[u128; SQUARES]; 4] = {
    let mut table = [[0; SQUARES]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < SQUARES {
            let mut square = Square::at(index);
            while let Some(next) = square.beside(Direction::from_index(direction)) {
                table[direction][index] |= bit(next.index());
                square = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
};
