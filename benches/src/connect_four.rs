//! Connect Four, written once and searched by two programs: by this project through [`Position`], and by the crate `minimax`
//! through its own trait.
//!
//! Two bitboards with seven bits per column, whose topmost bit is always 0, as in other solvers of this game (Tromp 1995, Pons
//! 2015). The text of a position lists its columns from left to right, each from the bottom up.

use std::fmt;
use std::ops::ControlFlow;

use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, Reader};
use plyground_game::zobrist::mix;
use plyground_game::{Class, Outcome, Position, SearchHints, Side, Slot, StandardRules, StandardSetup};

/// Number of columns, and the bits of each: six rows and the empty one.
const WIDTH: usize = 7;
const HEIGHT: usize = 6;
const LANE: usize = HEIGHT + 1;

/// The lowest cell of each column.
const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < WIDTH {
        bits |= 1 << (column * LANE);
        column += 1;
    }
    bits
};
/// All cells.
const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);

/// The cell on which a stone lands.
pub type Cell = Slot<{ WIDTH * LANE }>;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    /// Stones of the side to move.
    own: u64,
    /// All stones.
    all: u64,
    /// Whether the other side has four in a row.
    lost: bool,
}

impl ConnectFour {
    const EMPTY: ConnectFour = ConnectFour { own: 0, all: 0, lost: false };

    /// Returns the cells on which a stone can land, even in a finished game.
    fn open(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    fn is_over(&self) -> bool {
        self.lost || self.all == BOARD
    }

    /// Returns the stones of a side.
    fn stones(&self, side: Side) -> u64 {
        if side == self.side_to_move() { self.own } else { self.own ^ self.all }
    }
}

/// Returns whether four of these stones are in a row.
fn has_four(stones: u64) -> bool {
    [1, LANE - 1, LANE, LANE + 1].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// Returns the cells that make four in a row with three of these stones.
fn fourths(stones: u64) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for step in [LANE - 1, LANE, LANE + 1] {
        let up = (stones << step) & (stones << (2 * step));
        let down = (stones >> step) & (stones >> (2 * step));
        cells |= up & ((stones << (3 * step)) | (stones >> step));
        cells |= down & ((stones >> (3 * step)) | (stones << step));
    }
    cells
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = Side::ALL.map(|side| self.stones(side));
        for column in 0..WIDTH {
            if column > 0 {
                f.write_str("/")?;
            }
            for bit in (column * LANE..column * LANE + HEIGHT).map(|place| 1 << place) {
                if first & bit != 0 {
                    f.write_str("x")?;
                } else if second & bit != 0 {
                    f.write_str("o")?;
                }
            }
        }
        Ok(())
    }
}

impl SearchHints for ConnectFour {}

impl Position for ConnectFour {
    type Move = Cell;
    type Setup = StandardSetup;
    type Rules = StandardRules;

    const NAME: &'static str = "connect-four";
    const SIDES: [&'static str; 2] = ["crosses", "noughts"];
    const HAS_HISTORY: bool = false;

    fn new(_: &StandardSetup, _: &StandardRules) -> ConnectFour {
        ConnectFour::EMPTY
    }

    fn parse(text: &str, _: &StandardRules) -> Result<ConnectFour, ParsePositionError> {
        let (mut reader, mut sides) = (Reader::new(text), [0u64; 2]);
        for column in 0..WIDTH {
            if column > 0 && !reader.take("/") {
                return Err(reader.fault("`/`, `x` or `o`: seven columns of up to six stones").into());
            }
            for row in 0..HEIGHT {
                let side = match reader.peek() {
                    Some('x') => 0,
                    Some('o') => 1,
                    _ => break,
                };
                sides[side] |= 1 << (column * LANE + row);
                reader.next_char();
            }
        }
        reader.end()?;
        let [first, second] = sides.map(u64::count_ones);
        let (own, other) = if first == second { (sides[0], sides[1]) } else { (sides[1], sides[0]) };
        if first.wrapping_sub(second) > 1 || has_four(own) {
            let found = format!("{first} crosses and {second} noughts, or a game that went on after four in a row");
            return Err(Fault::whole(text, found, "a position that a game can reach").into());
        }
        Ok(ConnectFour { own, all: own | other, lost: has_four(other) })
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.all.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.lost { Some(Outcome::Win(!self.side_to_move())) } else { (self.all == BOARD).then_some(Outcome::Draw) }
    }

    fn outcome_reason(&self) -> Option<String> {
        self.outcome().map(|_| if self.lost { "four in a row" } else { "the board is full" }.into())
    }

    /// Visits the moves by column. Winning moves are noisy.
    #[inline]
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let mut cells = match class {
            Class::All => self.open(),
            Class::Noisy => self.open() & fourths(self.own),
            Class::Quiet => self.open() & !fourths(self.own),
        };
        while cells != 0 {
            visit(Cell::new(cells.trailing_zeros() as usize).expect("the board has no other bits"))?;
            cells &= cells - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Cell) {
        let placed = self.own | 1 << mv.number();
        self.own ^= self.all;
        self.all |= placed;
        self.lost = has_four(placed);
    }

    #[inline]
    fn key(&self) -> u64 {
        // The sum sets a bit above the highest stone of each column, so it identifies the position.
        mix(self.own + self.all + BOTTOM)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseMoveError> {
        let column = text.parse().ok().filter(|column| (1..=WIDTH).contains(column));
        let cells = column.map(|column| self.open() >> ((column - 1) * LANE) & ((1 << LANE) - 1));
        match (column, cells) {
            (Some(column), Some(cells)) if cells != 0 => {
                Ok(Cell::new((column - 1) * LANE + cells.trailing_zeros() as usize).expect("a cell of the board"))
            }
            (Some(_), _) => Err(Fault::whole(text, "a full column", "a column with room").into()),
            _ => Err(Fault::whole(text, "no column", "1 to 7").into()),
        }
    }

    fn move_text(&self, mv: Cell) -> String {
        (mv.number() / LANE + 1).to_string()
    }

    #[inline]
    fn is_irreversible(&self, _mv: Cell) -> bool {
        true
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() { 0 } else { self.open().count_ones().into() }
    }

    #[inline]
    fn is_legal(&self, mv: Cell) -> bool {
        !self.is_over() && self.open() >> mv.number() & 1 != 0
    }
}

/// The same game for the crate `minimax`.
#[derive(Debug)]
pub struct ForMinimax;

impl minimax::Game for ForMinimax {
    type S = ConnectFour;
    type M = Cell;

    fn generate_moves(pos: &ConnectFour, moves: &mut Vec<Cell>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(pos);
        if winner.is_none() {
            let _ = pos.visit_moves(Class::All, |mv| {
                moves.push(mv);
                ControlFlow::<()>::Continue(())
            });
        }
        winner
    }

    fn apply(pos: &mut ConnectFour, mv: Cell) -> Option<ConnectFour> {
        Some(pos.after(mv))
    }

    fn get_winner(pos: &ConnectFour) -> Option<minimax::Winner> {
        if pos.lost {
            Some(minimax::Winner::PlayerJustMoved)
        } else {
            (pos.all == BOARD).then_some(minimax::Winner::Draw)
        }
    }

    fn zobrist_hash(pos: &ConnectFour) -> u64 {
        pos.key()
    }

    fn table_index(mv: Cell) -> u16 {
        mv.number() as u16
    }

    fn max_table_index() -> u16 {
        (WIDTH * LANE - 1) as u16
    }
}

/// Evaluates results only, like `plyground_game::Nothing`.
#[derive(Debug)]
pub struct NothingForMinimax;

impl minimax::Evaluator for NothingForMinimax {
    type G = ForMinimax;

    fn evaluate(&self, _: &ConnectFour) -> minimax::Evaluation {
        0
    }
}
