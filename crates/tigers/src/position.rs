//! Position, stored as one number.
//!
//! Two masks of 23 points, the goats outside (4 bits) and the side to move (1 bit) are the 51 bits of the perfect hash
//! of the 2013 article. The next 4 bits are the captures that tigers still need. They follow from the board and the
//! rule option, but with them a finished game is detected without counting goats, and equal positions under different
//! options stay distinct. Playing a move adds one number from a table. The position key is the number, spread over 64
//! bits by a bijection.

use alloc::format;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

use plyground_game::StandardSetup;
use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParseMoveError, ParsePositionError};
use plyground_game::{Class, Outcome, Position, Side, zobrist};

use crate::moves::KINDS;
use crate::{GOATS, Jump, MoveKind, Point, PointSet, Step, TIGERS, TigersMove, TigersRules};

const GOATS_SHIFT: u32 = 23;
const OUTSIDE_SHIFT: u32 = 46;
const SIDE_SHIFT: u32 = 50;
const LEFT_SHIFT: u32 = 51;

/// Position of Tigers and Goats.
///
/// # Notation
/// 23 characters for points 0 to 22 (`T` a tiger, `G` a goat, `.` an empty point), the number of goats outside, and the side to move
/// (`g` or `t`). `@9` puts a goat on point 9, `4-7` steps, and `3x15` jumps.
///
/// ```
/// use plyground_game::{Position, Side, StandardSetup};
/// use plyground_tigers::{PointSet, Tigers, TigersRules};
///
/// let [tigers, goats] = [0b111, 0b1000].map(PointSet::from_bits);
/// let rules = TigersRules::default();
/// let pos = Tigers::from_parts(tigers, goats, 2, Side::Second, &rules)?;
/// assert_eq!(pos.to_string(), "TTTG................... 2 t");
/// assert_eq!((pos.captured(), pos.captures_left()), (12, 3));
/// assert!(pos.perfect_hash() < 1 << 51);
/// # Ok::<(), plyground_tigers::ArrangementError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tigers {
    /// From bit 0 the tigers, from 23 the goats, from 46 the goats outside, at 50 the side to move (1: tigers), from 51
    /// the captures left.
    bits: u64,
}

const _: () = assert!(size_of::<Tigers>() == 8);

/// Reason why an arrangement of pieces is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ArrangementError {
    /// A tiger and a goat share a point.
    Overlap,
    /// Too few or too many tigers.
    TigerCount(u32),
    /// Too many goats.
    GoatCount(u32),
}

impl fmt::Display for ArrangementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrangementError::Overlap => f.write_str("a tiger and a goat stand on the same point"),
            ArrangementError::TigerCount(found) => write!(f, "{found} tigers, expected exactly 3"),
            ArrangementError::GoatCount(found) => {
                write!(f, "{found} goats on the board and outside, expected at most 15")
            }
        }
    }
}

impl Error for ArrangementError {}

impl Tigers {
    /// Creates the position with these pieces: exactly 3 tigers, at most 15 goats in total, and no shared point. The
    /// position need not be reachable in a game, and it may be a finished game.
    ///
    /// # Errors
    /// Returns an error if the pieces violate these conditions.
    pub fn from_parts(
        tigers: PointSet,
        goats: PointSet,
        outside: u8,
        side: Side,
        rules: &TigersRules,
    ) -> Result<Tigers, ArrangementError> {
        let left = goats.len() + u32::from(outside);
        if tigers.meets(goats) {
            return Err(ArrangementError::Overlap);
        }
        if tigers.len() != u32::from(TIGERS) {
            return Err(ArrangementError::TigerCount(tigers.len()));
        }
        if left > u32::from(GOATS) {
            return Err(ArrangementError::GoatCount(left));
        }
        // Tigers win when this many goats are left; positions from other sources can have fewer.
        let last = u32::from(GOATS - rules.captures_to_win());
        let bits = u64::from(tigers.bits())
            | u64::from(goats.bits()) << GOATS_SHIFT
            | u64::from(outside) << OUTSIDE_SHIFT
            | (side.index() as u64) << SIDE_SHIFT
            | u64::from(left.saturating_sub(last)) << LEFT_SHIFT;
        Ok(Tigers { bits })
    }

    /// Returns the rules that decide when tigers win. The repetition rule is not part of the position.
    #[must_use]
    pub fn rules(&self) -> TigersRules {
        TigersRules::new(self.captured() + self.captures_left(), None).expect("from 1 to 15 captures win")
    }

    /// Returns the points of the tigers.
    #[inline]
    #[must_use]
    pub const fn tigers(&self) -> PointSet {
        PointSet::from_bits(self.bits as u32)
    }

    /// Returns the points of the goats.
    #[inline]
    #[must_use]
    pub const fn goats(&self) -> PointSet {
        PointSet::from_bits((self.bits >> GOATS_SHIFT) as u32)
    }

    /// Returns the empty points, at least five.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> PointSet {
        PointSet::from_bits(!(self.bits as u32 | (self.bits >> GOATS_SHIFT) as u32))
    }

    /// Returns the number of goats that have not entered, 0 to 15.
    #[inline]
    #[must_use]
    pub const fn outside(&self) -> u8 {
        (self.bits >> OUTSIDE_SHIFT) as u8 & 15
    }

    /// Returns the number of captured goats, 0 to 15.
    #[inline]
    #[must_use]
    pub const fn captured(&self) -> u8 {
        GOATS - self.outside() - self.goats().len() as u8
    }

    /// Returns the number of captures that tigers still need, 0 to 15; with 0 they have won.
    #[inline]
    #[must_use]
    pub const fn captures_left(&self) -> u8 {
        (self.bits >> LEFT_SHIFT) as u8
    }

    /// Returns whether goats are still being placed.
    #[inline]
    #[must_use]
    pub const fn is_placement_phase(&self) -> bool {
        self.outside() > 0
    }

    /// Returns points, goats outside and side to move in 51 bits. Different positions under the same rules have
    /// different values. Tigers are stored from bit 0, goats from 23, goats outside from 46; bit 50 is set if tigers
    /// are to move.
    #[inline]
    #[must_use]
    pub const fn perfect_hash(&self) -> u64 {
        self.bits & ((1 << LEFT_SHIFT) - 1)
    }

    #[inline]
    pub(crate) const fn tigers_to_move(&self) -> bool {
        self.bits >> SIDE_SHIFT & 1 != 0
    }

    /// Returns the image under `map`, which maps both boards in one word: tigers from bit 0, goats from 23.
    #[inline]
    pub(crate) fn map_boards(self, map: impl FnOnce(u64) -> u64) -> Tigers {
        let boards = (1 << OUTSIDE_SHIFT) - 1;
        Tigers { bits: map(self.bits & boards) | self.bits & !boards }
    }
}

/// Change that each move makes to the position, by the side that plays it; 0 if the side has no such move. A move
/// number is a byte, so an array of 256 elements needs no bounds check.
static CHANGES: [[u64; 256]; 2] = {
    let turn = 1u64 << SIDE_SHIFT;
    let mut changes = [[0; 256]; 2];
    let mut number = 0;
    while number < KINDS.len() {
        match KINDS[number] {
            MoveKind::Place(to) => changes[0][number] = (bit(to) << GOATS_SHIFT) + turn - (1 << OUTSIDE_SHIFT),
            MoveKind::Step(Step { from, to }) => {
                let way = bit(to).wrapping_sub(bit(from));
                changes[0][number] = (way << GOATS_SHIFT).wrapping_add(turn);
                changes[1][number] = way.wrapping_sub(turn);
            }
            MoveKind::Jump(Jump { from, over, to }) => {
                let taken = bit(over) << GOATS_SHIFT | 1 << LEFT_SHIFT;
                changes[1][number] = bit(to).wrapping_sub(bit(from)).wrapping_sub(taken + turn);
            }
        }
        number += 1;
    }
    changes
};

const fn bit(point: Point) -> u64 {
    1 << point.number()
}

/// The usual start by the usual rules.
impl Default for Tigers {
    fn default() -> Tigers {
        Tigers::new(&StandardSetup, &TigersRules::default())
    }
}

impl Position for Tigers {
    type Move = TigersMove;
    type Setup = StandardSetup;
    type Rules = TigersRules;

    const NAME: &'static str = "tigers";
    const SIDES: [&'static str; 2] = ["goats", "tigers"];
    const HAS_HISTORY: bool = true;

    fn new(_: &StandardSetup, rules: &TigersRules) -> Tigers {
        let tigers = PointSet::from_bits(1 | 1 << 3 | 1 << 4);
        Tigers::from_parts(tigers, PointSet::EMPTY, GOATS, Side::First, rules)
            .expect("three tigers and fifteen goats outside are an arrangement")
    }

    fn parse(text: &str, rules: &TigersRules) -> Result<Tigers, ParsePositionError> {
        Tigers::read(text, rules)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.tigers_to_move() { Side::Second } else { Side::First }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.captures_left() == 0 {
            Some(Outcome::Win(Side::Second))
        } else if self.can_move() {
            None
        } else {
            Some(Outcome::Win(!self.side_to_move()))
        }
    }

    fn outcome_reason(&self) -> Option<String> {
        self.outcome()?;
        Some(match (self.captures_left(), self.captured(), self.side_to_move()) {
            (0, GOATS, _) => "no goat is left".into(),
            (0, 1, _) => "the tigers have taken a goat".into(),
            (0, captured, _) => format!("the tigers have taken {captured} goats"),
            (_, _, Side::First) => "no goat can move".into(),
            (_, _, Side::Second) => "no tiger can move".into(),
        })
    }

    /// Visits the legal moves of a class. Noisy moves are exactly the jumps: a move that leaves the other side without
    /// a move is quiet unless it captures. The natural order is that of the 2013 article: placements by point;
    /// otherwise piece by piece by point, jumps of a tiger before its steps, to the neighbours in the order of
    /// [`Point::steps`].
    #[inline]
    fn visit_moves<B>(&self, class: Class, visit: impl FnMut(TigersMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate(class, visit)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: TigersMove) {
        let change = CHANGES[usize::from(self.tigers_to_move())][usize::from(mv.number())];
        self.bits = self.bits.wrapping_add(change);
    }

    /// Returns a bijection of the position's 55 bits, so no two positions share a key.
    #[inline]
    fn key(&self) -> u64 {
        zobrist::mix(self.bits)
    }

    fn parse_move(&self, text: &str) -> Result<TigersMove, ParseMoveError> {
        TigersMove::read(text)
    }

    fn move_text(&self, mv: TigersMove) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn describe(&self, mv: TigersMove) -> String {
        self.describe_move(mv)
    }

    /// Returns true for placements and captures: goats never leave the board again, and captured goats do not return.
    #[inline]
    fn is_irreversible(&self, mv: TigersMove) -> bool {
        !matches!(mv.kind(), MoveKind::Step(_))
    }

    /// Returns true for jumps.
    #[inline]
    fn is_noisy(&self, mv: TigersMove) -> bool {
        matches!(mv.kind(), MoveKind::Jump(_))
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count().into()
    }

    #[inline]
    fn is_legal(&self, mv: TigersMove) -> bool {
        self.allows(mv)
    }
}

impl fmt::Debug for Tigers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tigers({self}, {} captures left)", self.captures_left())
    }
}
