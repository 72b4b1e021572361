//! Moves: a step (or a scarab's swap) to a neighbouring square, or a turn.

use core::fmt;

use plyground_game::Move;

use crate::square::{FILES, NEIGHBOURS, SQUARES, Square, bit};

/// The action of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A step to this neighbouring square; a scarab swaps with a piece there.
    Step(Square),
    /// A turn by 90 degrees.
    Turn {
        /// Sense of the turn.
        clockwise: bool,
    },
}

/// A move without its shot: the square of the piece and the action.
///
/// ```
/// use plyground_game::{Move, Position};
/// use plyground_khet::{Action, Khet, KhetMove};
///
/// let pos = Khet::default();
/// let mv = pos.parse_move("c1d2").unwrap();
/// assert_eq!((mv.from().to_string(), mv.to_string()), ("c1".into(), "c1d2".into()));
/// assert_eq!(KhetMove::from_index(mv.index()), Some(mv));
/// assert_eq!(pos.parse_move("h2+").unwrap().action(), Action::Turn { clockwise: true });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KhetMove {
    from: u8,
    /// Target square, or [`CLOCKWISE`], or [`ANTICLOCKWISE`].
    to: u8,
}

const CLOCKWISE: u8 = SQUARES as u8;
const ANTICLOCKWISE: u8 = SQUARES as u8 + 1;

/// Difference of square indices for each direction of a step, clockwise from north.
const STEPS: [i8; 8] = [10, 11, 1, -9, -10, -11, -1, 9];

/// Number of moves of a square: eight steps and two turns.
const SLOTS: usize = 10;

impl KhetMove {
    /// Returns a step or a swap; `None` if the squares are not neighbours.
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Option<KhetMove> {
        if NEIGHBOURS[from.index()] & bit(to.index()) != 0 {
            Some(KhetMove { from: from.index() as u8, to: to.index() as u8 })
        } else {
            None
        }
    }

    /// Returns a quarter turn of the piece on `from`.
    #[inline]
    #[must_use]
    pub const fn turn(from: Square, clockwise: bool) -> KhetMove {
        KhetMove { from: from.index() as u8, to: if clockwise { CLOCKWISE } else { ANTICLOCKWISE } }
    }

    /// Returns a step between two neighbouring squares; the caller guarantees that they are neighbours.
    #[inline]
    pub(crate) const fn between(from: usize, to: usize) -> KhetMove {
        KhetMove { from: from as u8, to: to as u8 }
    }

    /// Returns the square of the moving piece.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at(self.from as usize)
    }

    /// Returns the squares of the piece before and after the move.
    #[inline]
    pub(crate) const fn squares(self) -> u128 {
        match self.action() {
            Action::Step(to) => bit(self.from().index()) | bit(to.index()),
            Action::Turn { .. } => bit(self.from().index()),
        }
    }

    /// Returns the action.
    #[inline]
    #[must_use]
    pub const fn action(self) -> Action {
        match self.to {
            CLOCKWISE => Action::Turn { clockwise: true },
            ANTICLOCKWISE => Action::Turn { clockwise: false },
            to => Action::Step(Square::at(to as usize)),
        }
    }

    /// Returns the image of the move under a half turn of the board; the sense of a turn does not change.
    #[must_use]
    pub const fn half_turned(self) -> KhetMove {
        let from = self.from().half_turned().index();
        match self.action() {
            Action::Step(to) => KhetMove::between(from, to.half_turned().index()),
            Action::Turn { .. } => KhetMove { from: from as u8, to: self.to },
        }
    }
}

impl Move for KhetMove {
    const COUNT: usize = SQUARES * SLOTS;

    #[inline]
    fn index(self) -> usize {
        let slot = match self.to {
            CLOCKWISE => 8,
            ANTICLOCKWISE => 9,
            to => SLOT_OF_STEP[(usize::from(to) + FILES + 1).wrapping_sub(usize::from(self.from))] as usize,
        };
        usize::from(self.from) * SLOTS + slot
    }

    fn from_index(index: usize) -> Option<KhetMove> {
        let from = Square::from_index(index / SLOTS)?;
        match index % SLOTS {
            8 => Some(KhetMove::turn(from, true)),
            9 => Some(KhetMove::turn(from, false)),
            slot => {
                let to = from.index().checked_add_signed(isize::from(STEPS[slot]))?;
                KhetMove::step(from, Square::from_index(to)?)
            }
        }
    }
}

/// Slot of a step by the difference of its square indices, plus 11.
const SLOT_OF_STEP: [u8; 23] = {
    let mut table = [0; 23];
    let mut slot = 0;
    while slot < 8 {
        table[(STEPS[slot] + 11) as usize] = slot as u8;
        slot += 1;
    }
    table
};

impl fmt::Display for KhetMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Step(to) => write!(f, "{}{to}", self.from()),
            Action::Turn { clockwise } => write!(f, "{}{}", self.from(), if clockwise { '+' } else { '-' }),
        }
    }
}

impl fmt::Debug for KhetMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
