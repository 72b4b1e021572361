//! The position: bitboards for what is counted, a board of codes for what the laser asks, and the key.
//!
//! Both views are kept because each is the fast one for its user: move counting shifts whole sets of pieces at once, and
//! the laser needs to know one piece at a time.

use std::hash::{Hash, Hasher};

use plyground_game::{Outcome, Side, zobrist};

use crate::beam::{Beam, BeamEnd, Scene};
use crate::moves::{Action, KhetMove};
use crate::piece::{Kind, Piece};
use crate::rules::KhetRules;
use crate::square::{Direction, SQUARES, Square, SquareSet, bit};

/// A position of Khet 2.0. The default is the classic set-up by official rules.
///
/// ```
/// use plyground_game::{Outcome, Position, Side};
/// use plyground_khet::{Khet, KhetRules, KhetSetup};
///
/// let mut pos = Khet::new(&KhetSetup::Dynasty, &KhetRules::OFFICIAL);
/// let mv = pos.read_move("j3j2").unwrap();
/// // Opening the file lets silver's laser through to silver's own pharaoh.
/// assert_eq!(pos.hit(mv).unwrap().square.to_string(), "e2");
/// pos.play_unchecked(mv);
/// assert_eq!(pos.outcome(), Some(Outcome::Win(Side::Second)));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Khet {
    // First, so that different positions are told apart at once.
    pub(crate) key: u64,
    /// Pieces by side.
    pub(crate) sides: [u128; 2],
    /// Pieces of both sides by kind; the sphinxes never move and are left out.
    pub(crate) kinds: [u128; 4],
    /// Codes of pieces by square, 0 for none.
    pub(crate) squares: [u8; SQUARES],
    pub(crate) side: Side,
    pub(crate) options: Options,
}

const _: () = assert!(size_of::<Khet>() <= 192, "a position is three cache lines");

/// The rule options that decide which moves are legal, as bits: part of the position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Options(u8);

impl Options {
    const PHARAOH_TURNS: u8 = 1;
    const SCARAB_BOTH_TURNS: u8 = 2;
    /// The contrary of `strict_swap`, so that official rules are 0.
    const LAX_SWAP: u8 = 4;

    pub(crate) const fn new(rules: &KhetRules) -> Options {
        let mut bits = 0;
        if rules.pharaoh_turns {
            bits |= Options::PHARAOH_TURNS;
        }
        if rules.scarab_both_turns {
            bits |= Options::SCARAB_BOTH_TURNS;
        }
        if !rules.strict_swap {
            bits |= Options::LAX_SWAP;
        }
        Options(bits)
    }

    /// The rules that these options come from, as far as they tell.
    pub(crate) const fn rules(self) -> KhetRules {
        KhetRules {
            pharaoh_turns: self.pharaoh_turns(),
            scarab_both_turns: self.scarab_both_turns(),
            strict_swap: self.strict_swap(),
            ply_limit: None,
        }
    }

    #[inline]
    pub(crate) const fn pharaoh_turns(self) -> bool {
        self.0 & Options::PHARAOH_TURNS != 0
    }

    #[inline]
    pub(crate) const fn scarab_both_turns(self) -> bool {
        self.0 & Options::SCARAB_BOTH_TURNS != 0
    }

    #[inline]
    pub(crate) const fn strict_swap(self) -> bool {
        self.0 & Options::LAX_SWAP == 0
    }
}

/// One number for each piece on each square, by `code * 80 + square`.
static PIECE_KEYS: [u64; Piece::CODES * SQUARES] = zobrist::table(0x4b68_6574);
/// For each set of options; nothing for the official ones.
static OPTION_KEYS: [u64; 8] = {
    let mut keys = zobrist::table(0x6f70_7473);
    keys[0] = 0;
    keys
};
/// Red to move.
const SIDE_KEY: u64 = zobrist::table::<1>(0x7369_6465)[0];

#[inline]
fn piece_key(code: u8, index: usize) -> u64 {
    PIECE_KEYS[usize::from(code) * SQUARES + index]
}

/// What the laser takes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    /// Where it stands when the laser fires, that is, after the step or swap.
    pub square: Square,
    /// The piece, of either side.
    pub piece: Piece,
}

/// What stands beside a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Neighbour {
    /// Nothing: the board ends here.
    Edge,
    /// An empty square.
    Empty,
    /// A piece.
    Piece(Piece),
}

impl Khet {
    /// An empty board: not a position yet.
    pub(crate) fn empty(side: Side, options: Options) -> Khet {
        let key = OPTION_KEYS[usize::from(options.0)] ^ if side == Side::Second { SIDE_KEY } else { 0 };
        Khet { key, sides: [0; 2], kinds: [0; 4], squares: [0; SQUARES], side, options }
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

    /// Moves a piece in or out of the squares of `bits` on the boards of its side and kind.
    #[inline]
    fn flip_boards(&mut self, piece: Piece, bits: u128) {
        self.sides[piece.side().index()] ^= bits;
        if let Some(board) = self.kinds.get_mut(piece.kind().index()) {
            *board ^= bits;
        }
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.squares[square.index()] {
            0 => None,
            code => Some(Piece::from_code(code)),
        }
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Side) -> SquareSet {
        SquareSet::from_bits(self.sides[side.index()])
    }

    /// The pieces of a side that are of one kind.
    #[inline]
    #[must_use]
    pub const fn pieces_of(&self, side: Side, kind: Kind) -> SquareSet {
        let board = match kind {
            Kind::Sphinx => bit(Square::sphinx(side).index()),
            _ => self.kinds[kind.index()],
        };
        SquareSet::from_bits(self.sides[side.index()] & board)
    }

    /// Where a side's pharaoh stands; `None` when it has been destroyed.
    #[inline]
    #[must_use]
    pub const fn pharaoh(&self, side: Side) -> Option<Square> {
        Square::from_index(self.pieces_of(side, Kind::Pharaoh).bits().trailing_zeros() as usize)
    }

    /// What stands north, east, south and west of a square.
    #[must_use]
    pub fn neighbours(&self, square: Square) -> [Neighbour; 4] {
        Direction::ALL.map(|direction| match square.neighbour(direction) {
            None => Neighbour::Edge,
            Some(beside) => self.piece(beside).map_or(Neighbour::Empty, Neighbour::Piece),
        })
    }

    /// What stands north, east, south and west of a side's pharaoh; `None` when it has been destroyed.
    #[must_use]
    pub fn pharaoh_neighbours(&self, side: Side) -> Option<[Neighbour; 4]> {
        self.pharaoh(side).map(|square| self.neighbours(square))
    }

    /// Whether both pharaohs stand, that is, the game goes on by the board.
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

    /// The board as the laser sees it now.
    #[inline]
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { squares: &self.squares, occupied: self.occupied(), changed: [(Scene::NOWHERE, 0); 2] }
    }

    /// The board as the laser sees it after a legal move.
    #[inline]
    pub(crate) fn scene_after(&self, mv: KhetMove) -> Scene<'_> {
        let from = mv.from().index();
        let code = self.squares[from];
        let (occupied, changed) = match mv.action() {
            Action::Turn { clockwise } => {
                let turned = (from as u8, Piece::from_code(code).turned(clockwise).code());
                (self.occupied(), [turned; 2])
            }
            Action::Step(to) => {
                let to = to.index();
                let displaced = self.squares[to];
                let occupied = self.occupied() | bit(to);
                let occupied = if displaced == 0 { occupied ^ bit(from) } else { occupied };
                (occupied, [(from as u8, displaced), (to as u8, code)])
            }
        };
        Scene { squares: &self.squares, occupied, changed }
    }

    /// The piece that a legal move's shot takes off the board, without playing the move.
    #[must_use]
    pub fn hit(&self, mv: KhetMove) -> Option<Hit> {
        let scene = self.scene_after(mv);
        let square = scene.fire(self.side, |_, _, _| ()).destroyed()?;
        Some(Hit { square, piece: scene.piece(square) })
    }

    /// The beam that a side's laser would make on the board as it is, whoever is to move.
    #[must_use]
    pub fn beam(&self, side: Side) -> Beam {
        self.scene().beam(side)
    }

    /// The beam that fires at the end of a legal move.
    #[must_use]
    pub fn beam_after(&self, mv: KhetMove) -> Beam {
        self.scene_after(mv).beam(self.side)
    }

    /// Turns, steps or swaps, fires, and gives the turn to the other side.
    #[inline]
    pub(crate) fn make(&mut self, mv: KhetMove) {
        self.rearrange(mv);
        if let BeamEnd::Destroys(square) = self.scene().fire(self.side, |_, _, _| ()) {
            let index = square.index();
            let piece = Piece::from_code(self.squares[index]);
            self.key ^= piece_key(piece.code(), index);
            self.flip_boards(piece, bit(index));
            self.squares[index] = 0;
        }
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }

    /// The part of a move before the laser fires.
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

impl Hash for Khet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
