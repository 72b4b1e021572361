//! The position: bitboards for counting, a board of codes for the laser, and the key.
//!
//! The position stores both views because each is fast for one purpose: move counting shifts whole sets of pieces, and the laser
//! looks up single pieces.

use alloc::string::{String, ToString};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParseMoveError, ParsePositionError};
use plyground_game::{Class, Outcome, Position, Side, zobrist};

use crate::beam::BeamEnd;
use crate::moves::{Action, KhetMove};
use crate::piece::{Kind, Piece};
use crate::rules::{KhetRules, Switches};
use crate::setup::KhetSetup;
use crate::square::{Direction, SPHINXES, SQUARES, Square, SquareSet, bit, indices};

/// A position of Khet 2.0. The default is the classic set-up by official rules.
///
/// # Notation
/// Ranks 8 to 1, separated by `/`, and then `0` (silver to move) or `1` (red to move). Within a rank, a letter is a piece: `x` a
/// sphinx, `k` a pharaoh, `a` an anubis, `s` a scarab, `p` a pyramid, in capitals for silver. After every letter but the pharaoh's, a
/// digit from 1 to 4 gives the direction: north, east, south and west, for a pyramid from north-east on; for a scarab, `1` is `\` and
/// `2` is `/`. Any other digit is a number of empty squares.
///
/// A move is two squares (`c1d2` steps or swaps), or a square and `+` (a turn clockwise) or `-`.
///
/// ```
/// use plyground_game::{Outcome, Position, Side};
/// use plyground_khet::{Khet, KhetRules, KhetSetup};
///
/// let mut pos = Khet::new(&KhetSetup::Dynasty, &KhetRules::OFFICIAL);
/// let mv = pos.read_move("j3j2").unwrap();
/// // Opening the file lets silver's laser hit silver's own pharaoh.
/// assert_eq!(pos.hit(mv).unwrap().square.to_string(), "e2");
/// pos.play_unchecked(mv);
/// assert_eq!(pos.outcome(), Some(Outcome::Win(Side::Second)));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Khet {
    // First, so that a comparison of different positions ends at once.
    pub(crate) key: u64,
    /// Pieces by side.
    pub(crate) sides: [u128; 2],
    /// Pieces of both sides by kind, without the sphinxes, which never move.
    pub(crate) kinds: [u128; 4],
    /// Codes of pieces by square, 0 for none.
    pub(crate) squares: [u8; SQUARES],
    pub(crate) side: Side,
    pub(crate) options: Switches,
}

const _: () = assert!(size_of::<Khet>() <= 192, "a position is three cache lines");

/// Zobrist numbers by `code * 80 + square`.
static PIECE_KEYS: [u64; Piece::CODES * SQUARES] = zobrist::table(0x4b68_6574);
/// Zobrist numbers of the options; 0 for the official ones.
static OPTION_KEYS: [u64; 8] = {
    let mut keys = zobrist::table(0x6f70_7473);
    keys[0] = 0;
    keys
};
/// Zobrist number of red to move.
const SIDE_KEY: u64 = zobrist::table::<1>(0x7369_6465)[0];

/// Returns whether a sphinx faces the board from its corner.
const fn faces_board(sphinx: Piece) -> bool {
    match sphinx.side() {
        Side::First => matches!(sphinx.facing(), Direction::North | Direction::West),
        Side::Second => matches!(sphinx.facing(), Direction::South | Direction::East),
    }
}

#[inline]
fn piece_key(code: u8, index: usize) -> u64 {
    PIECE_KEYS[usize::from(code) * SQUARES + index]
}

/// The content of a neighbouring square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Neighbour {
    /// The edge of the board.
    Edge,
    /// An empty square.
    Empty,
    /// A piece.
    Piece(Piece),
}

impl Khet {
    /// Returns an empty board, which is not a valid position yet.
    pub(crate) fn empty(side: Side, options: Switches) -> Khet {
        let key = OPTION_KEYS[usize::from(options.bits())] ^ if side == Side::Second { SIDE_KEY } else { 0 };
        Khet { key, sides: [0; 2], kinds: [0; 4], squares: [0; SQUARES], side, options }
    }

    /// Returns the position with these pieces; `None` if it is impossible under these rules, as in the
    /// [notation](crate::Khet::parse): two pieces on a square, more than the box holds, a sphinx outside its corner or facing off the
    /// board, no sphinx, or a piece on a square that is reserved for the other side.
    ///
    /// ```
    /// use plyground_game::{Position, Side};
    /// use plyground_khet::{Khet, KhetRules};
    ///
    /// let rules = KhetRules::OFFICIAL;
    /// let pos = Khet::parse("x39/4k5///2P37///5K3X1 1", &rules)?;
    /// let pieces = Side::ALL.into_iter().flat_map(|side| pos.pieces_on(pos.pieces(side)));
    /// assert_eq!(Khet::from_pieces(pieces, Side::Second, &rules), Some(pos.clone()));
    /// assert_eq!(Khet::from_pieces([], Side::Second, &rules), None);
    /// # Ok::<(), plyground_game::notation::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn from_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        rules: &KhetRules,
    ) -> Option<Khet> {
        let mut pos = Khet::empty(side, Switches::new(rules));
        for (square, piece) in pieces {
            let fits = match piece.kind() {
                Kind::Sphinx => square == Square::sphinx(piece.side()) && faces_board(piece),
                kind => {
                    pos.pieces_of(piece.side(), kind).len() < kind.in_box() as u32
                        && !Side::ALL.map(Square::sphinx).contains(&square)
                        && pos.options.may_stand((piece.side(), kind), square)
                }
            };
            if pos.squares[square.index()] != 0 || !fits {
                return None;
            }
            pos.put(square, piece);
        }
        Side::ALL.iter().all(|&side| pos.squares[Square::sphinx(side).index()] != 0).then_some(pos)
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let index = square.index();
        debug_assert_eq!(self.squares[index], 0);
        self.squares[index] = piece.code();
        self.key ^= piece_key(piece.code(), index);
        self.flip_boards(piece, bit(index));
    }

    /// Puts all pieces of another position on this empty board.
    pub(crate) fn copy_pieces(&mut self, other: &Khet) {
        for square in other.pieces(Side::First).iter().chain(other.pieces(Side::Second).iter()) {
            self.put(square, Piece::from_code(other.squares[square.index()]));
        }
    }

    /// Returns the rules that determine legal moves; the ply limit is not part of a position.
    #[must_use]
    pub const fn rules(&self) -> KhetRules {
        self.options.rules()
    }

    /// Returns a position with these rules and this side to move whose only pieces are those on `pieces` and the sphinxes.
    #[must_use]
    pub fn sketch(&self, pieces: SquareSet, side: Side, rules: &KhetRules) -> Khet {
        let mut sketch = Khet::empty(side, Switches::new(rules));
        for index in indices((pieces.bits() | SPHINXES) & self.occupied()) {
            sketch.put(Square::at(index), Piece::from_code(self.squares[index]));
        }
        sketch
    }

    /// Returns the same board with this side to move.
    #[must_use]
    pub fn with_side_to_move(&self, side: Side) -> Khet {
        let key = if side == self.side { self.key } else { self.key ^ SIDE_KEY };
        Khet { key, side, ..self.clone() }
    }

    /// Flips the squares of `bits` in the bitboards of a piece's side and kind.
    #[inline]
    fn flip_boards(&mut self, piece: Piece, bits: u128) {
        self.sides[piece.side().index()] ^= bits;
        if let Some(board) = self.kinds.get_mut(piece.kind().index()) {
            *board ^= bits;
        }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.squares[square.index()] {
            0 => None,
            code => Some(Piece::from_code(code)),
        }
    }

    /// Returns the pieces on these squares in the order of the squares' indices; empty squares are left out.
    #[inline]
    pub fn pieces_on(&self, squares: SquareSet) -> impl Iterator<Item = (Square, Piece)> {
        indices(squares.bits() & self.occupied())
            .map(|index| (Square::at(index), Piece::from_code(self.squares[index])))
    }

    /// Returns all pieces of a side.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Side) -> SquareSet {
        SquareSet(self.sides[side.index()])
    }

    /// Returns the pieces of a side and kind.
    #[inline]
    #[must_use]
    pub const fn pieces_of(&self, side: Side, kind: Kind) -> SquareSet {
        let board = match kind {
            Kind::Sphinx => bit(Square::sphinx(side).index()),
            _ => self.kinds[kind.index()],
        };
        SquareSet(self.sides[side.index()] & board)
    }

    /// Returns the square of a side's pharaoh; `None` if it is destroyed.
    #[inline]
    #[must_use]
    pub const fn pharaoh(&self, side: Side) -> Option<Square> {
        Square::from_index(self.pieces_of(side, Kind::Pharaoh).bits().trailing_zeros() as usize)
    }

    /// Returns the neighbours to the north, east, south and west of a square.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, square: Square) -> [Neighbour; 4] {
        Direction::ALL.map(|direction| match square.neighbour(direction) {
            None => Neighbour::Edge,
            Some(beside) => self.piece(beside).map_or(Neighbour::Empty, Neighbour::Piece),
        })
    }

    /// Returns the neighbours to the north, east, south and west of a side's pharaoh; `None` if it is destroyed.
    #[inline]
    #[must_use]
    pub fn pharaoh_neighbours(&self, side: Side) -> Option<[Neighbour; 4]> {
        self.pharaoh(side).map(|square| self.neighbours(square))
    }

    /// Returns whether both pharaohs are on the board, that is, the game is not over by the board.
    #[inline]
    pub(crate) const fn is_open(&self) -> bool {
        let pharaohs = self.kinds[Kind::Pharaoh.index()];
        pharaohs & self.sides[0] != 0 && pharaohs & self.sides[1] != 0
    }

    #[inline]
    pub(crate) const fn board_outcome(&self) -> Option<Outcome> {
        if self.is_open() {
            return None;
        }
        match (self.pharaoh(Side::First), self.pharaoh(Side::Second)) {
            (Some(_), _) => Some(Outcome::Win(Side::First)),
            (_, Some(_)) => Some(Outcome::Win(Side::Second)),
            (None, None) => Some(Outcome::Draw),
        }
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> u128 {
        self.sides[0] | self.sides[1]
    }

    /// Turns, steps or swaps, fires, and passes the turn to the other side.
    #[inline]
    pub(crate) fn make(&mut self, mv: KhetMove) {
        self.rearrange(mv);
        if let BeamEnd::Destroys(square) = self.laser_view().fire(self.side, |_| ()) {
            let index = square.index();
            let piece = Piece::from_code(self.squares[index]);
            self.key ^= piece_key(piece.code(), index);
            self.flip_boards(piece, bit(index));
            self.squares[index] = 0;
        }
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }

    /// Makes the part of a move before the laser fires.
    #[inline]
    fn rearrange(&mut self, mv: KhetMove) {
        let from = mv.from().index();
        let code = self.squares[from];
        let piece = Piece::from_code(code);
        match mv.action() {
            Action::Turn { clockwise } => {
                let turned = piece.turned(clockwise).code();
                self.squares[from] = turned;
                self.key ^= piece_key(code, from) ^ piece_key(turned, from);
            }
            Action::Step(to) => {
                let to = to.index();
                let displaced = self.squares[to];
                let both = bit(from) | bit(to);
                self.squares[from] = displaced;
                self.squares[to] = code;
                self.key ^= piece_key(code, from) ^ piece_key(code, to);
                self.flip_boards(piece, both);
                if displaced != 0 {
                    self.key ^= piece_key(displaced, to) ^ piece_key(displaced, from);
                    self.flip_boards(Piece::from_code(displaced), both);
                }
            }
        }
    }
}

impl Position for Khet {
    type Move = KhetMove;
    type Setup = KhetSetup;
    type Rules = KhetRules;

    const NAME: &'static str = "khet";
    const SIDES: [&'static str; 2] = ["silver", "red"];
    const HAS_HISTORY: bool = true;

    fn new(setup: &KhetSetup, rules: &KhetRules) -> Khet {
        Khet::read(setup.text(), rules).expect("the set-ups are well-formed, as a test shows")
    }

    fn parse(text: &str, rules: &KhetRules) -> Result<Khet, ParsePositionError> {
        Ok(Khet::read(text, rules)?)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.board_outcome()
    }

    fn outcome_reason(&self) -> Option<String> {
        self.reason()
    }

    #[inline]
    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(KhetMove) -> ControlFlow<B>) -> ControlFlow<B> {
        match class {
            Class::All => self.visit_all(visit),
            Class::Noisy => self.visit_stage(true, visit),
            Class::Quiet => self.visit_stage(false, visit),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: KhetMove) {
        self.make(mv);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// Reads both turns of a scarab; if they count as one move, both texts are the same move.
    fn parse_move(&self, text: &str) -> Result<KhetMove, ParseMoveError> {
        let mv = KhetMove::read(text)?;
        let scarab = self.piece(mv.from()).is_some_and(|piece| piece.kind() == Kind::Scarab);
        match mv.action() {
            Action::Turn { clockwise: false } if scarab && !self.options.scarab_both_turns() => {
                Ok(KhetMove::turn(mv.from(), true))
            }
            _ => Ok(mv),
        }
    }

    fn move_text(&self, mv: KhetMove) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw(None)
    }

    fn describe(&self, mv: KhetMove) -> String {
        self.describe_move(mv)
    }

    /// Returns whether the shot destroys a piece, which never returns.
    #[inline]
    fn is_irreversible(&self, mv: KhetMove) -> bool {
        self.hit(mv).is_some()
    }

    #[inline]
    fn is_noisy(&self, mv: KhetMove) -> bool {
        self.hit(mv).is_some()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.mobility(self.side))
    }

    #[inline]
    fn is_legal(&self, mv: KhetMove) -> bool {
        self.allows(mv)
    }
}

impl Default for Khet {
    fn default() -> Khet {
        Khet::new(&KhetSetup::default(), &KhetRules::default())
    }
}

impl fmt::Debug for Khet {
    /// Writes the Khet string and the rules that determine legal moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Khet({self}, {})", self.options.rules())
    }
}

impl Hash for Khet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
