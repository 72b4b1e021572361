//! The rules: a stone falls to the lowest free cell of its column, and four in a row win.

use std::ops::ControlFlow;

use plyground::game::diagram::Diagram;
use plyground::game::notation::{Fault, ParseMoveError, ParsePositionError};
use plyground::game::zobrist::mix;
use plyground::game::{Class, Outcome, Position, SearchHints, Side, Slot, StandardRules, Symmetric};

use crate::board::Board;

/// A move is a column from 0; the notation counts from 1.
pub type Column = Slot<8>;

/// Shifts from a cell to the next one up, to the right, and on both diagonals.
pub(crate) const DIRECTIONS: [u32; 4] = [1, 8, 7, 9];

/// The stones of each side. Red moves first, so red is to move if both have the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    pub(crate) board: Board,
    pub(crate) stones: [u64; 2],
}

impl ConnectFour {
    /// Returns the stones of one side as bits.
    pub(crate) fn of(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// Returns the number of stones.
    pub fn count(&self) -> usize {
        (self.stones[0] | self.stones[1]).count_ones() as usize
    }

    /// Returns the empty cells.
    pub(crate) fn empty(&self) -> u64 {
        self.board.cells() & !(self.stones[0] | self.stones[1])
    }

    /// Returns the cells on which a stone can land. Adding 1 to a column that is filled from below sets its first free bit.
    fn open(&self) -> u64 {
        ((self.stones[0] | self.stones[1]) + self.board.bottom()) & self.board.cells()
    }

    /// Returns the cell on which a stone in a column lands; 0 for a full column.
    fn landing(&self, column: Column) -> u64 {
        self.open() & (0xff << (8 * column.number()))
    }

    /// Returns whether the side to move wins by this move.
    pub(crate) fn wins(&self, column: Column) -> bool {
        has_four(self.of(self.side_to_move()) | self.landing(column))
    }
}

/// Returns whether four of these stones are in a row.
pub(crate) fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Position for ConnectFour {
    type Move = Column;
    type Setup = Board;
    type Rules = StandardRules;
    const NAME: &'static str = "connect-four";
    const SIDES: [&'static str; 2] = ["red", "yellow"];
    const HAS_HISTORY: bool = false;

    fn new(board: &Board, _: &StandardRules) -> ConnectFour {
        ConnectFour { board: *board, stones: [0, 0] }
    }

    fn parse(text: &str, _: &StandardRules) -> Result<ConnectFour, ParsePositionError> {
        Ok(ConnectFour::read(text)?)
    }

    fn side_to_move(&self) -> Side {
        if self.stones[0].count_ones() == self.stones[1].count_ones() { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the last move can make four.
        let last = self.side_to_move().other();
        if has_four(self.of(last)) { Some(Outcome::Win(last)) } else { (self.empty() == 0).then_some(Outcome::Draw) }
    }

    fn outcome_reason(&self) -> Option<String> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "a full board" } else { "four in a row" }.into())
    }

    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Column) -> ControlFlow<B>) -> ControlFlow<B> {
        let open = if has_four(self.of(self.side_to_move().other())) { 0 } else { self.open() };
        Column::all().filter(|mv| open >> (8 * mv.number()) & 0xff != 0).try_for_each(|mv| {
            // Winning moves are noisy.
            if class == Class::All || class.includes(self.wins(mv)) { visit(mv) } else { ControlFlow::Continue(()) }
        })
    }

    fn play_unchecked(&mut self, mv: Column) {
        self.stones[self.side_to_move().index()] |= self.landing(mv);
    }

    fn key(&self) -> u64 {
        let board = u64::from(8 * self.board.columns + self.board.rows);
        self.stones.iter().fold(board, |key, &stones| mix(key ^ stones))
    }

    fn parse_move(&self, text: &str) -> Result<Column, ParseMoveError> {
        let column = text.parse().ok().and_then(|number: usize| Column::new(number.wrapping_sub(1)));
        column.ok_or_else(|| Fault::whole(text, "no column", format!("1 to {}", self.board.columns)).into())
    }

    fn move_text(&self, mv: Column) -> String {
        (mv.number() + 1).to_string()
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn describe(&self, mv: Column) -> String {
        let end = if self.wins(mv) { " and wins" } else { "" };
        format!("{} drops into column {}{end}", Self::side_name(self.side_to_move()), self.move_text(mv))
    }

    fn is_irreversible(&self, _: Column) -> bool {
        true
    }
}

/// Mirrors the board, left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mirror;

impl Symmetric for ConnectFour {
    type Symmetry = Mirror;

    fn symmetries(&self) -> &'static [Mirror] {
        &[Mirror]
    }

    fn swaps_sides(_: Mirror) -> bool {
        false
    }

    fn map(&self, _: Mirror) -> ConnectFour {
        // A column is a byte.
        let mirrored = |stones: u64| stones.swap_bytes() >> (8 * (8 - self.board.columns));
        ConnectFour { board: self.board, stones: self.stones.map(mirrored) }
    }

    fn map_move(&self, _: Mirror, mv: Column) -> Column {
        let column = self.board.columns as usize - 1 - mv.number();
        Column::new(column).expect("a column of the board has an image")
    }
}

impl SearchHints for ConnectFour {
    // No position recurs.
    const NO_RETURN_WITHIN: u32 = 4;
}
