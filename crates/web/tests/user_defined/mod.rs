//! A game of another crate, with a diagram, an evaluation and a solver, and without a scene of its own: noughts and crosses.

use std::fmt;
use std::ops::ControlFlow;

use plyground_catalog::{Catalog, Entry, EvaluationRow};
use plyground_game::diagram::{Diagram, Ink};
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, Reader};
use plyground_game::{Class, Evaluate, Outcome, Position, Score, SearchHints, Side, Slot};
use plyground_game::{StandardRules, StandardSetup, Term, zobrist};
use plyground_solve::Retrograde;

/// The four games and a user-defined one.
pub(crate) fn catalog() -> Catalog {
    Catalog::standard().with(entry())
}

/// The entry of the user-defined game.
pub(crate) fn entry() -> Entry<TicTacToe> {
    Entry::new("three in a row on nine cells")
        .evaluation(EvaluationRow::new("open-lines", "lines without a stone of the other side", OpenLines).lead(2.0))
        .solver(Retrograde)
}

/// The cells of each side as bits; crosses are to move when both have as many.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TicTacToe([u16; 2]);

const ALL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn has_won(&self, side: Side) -> bool {
        LINES.iter().any(|line| line & !self.0[side.index()] == 0)
    }

    fn letter(&self, cell: usize) -> char {
        match self.0.map(|stones| stones >> cell & 1) {
            [0, 0] => '.',
            [1, _] => 'x',
            _ => 'o',
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).try_for_each(|cell| write!(f, "{}", self.letter(cell)))
    }
}

impl Position for TicTacToe {
    type Move = Slot<9>;
    type Setup = StandardSetup;
    type Rules = StandardRules;
    const NAME: &'static str = "tic-tac-toe";
    const SIDES: [&'static str; 2] = ["crosses", "noughts"];
    const HAS_HISTORY: bool = false;

    fn new(_: &StandardSetup, _: &StandardRules) -> TicTacToe {
        TicTacToe([0, 0])
    }

    fn parse(text: &str, _: &StandardRules) -> Result<TicTacToe, ParsePositionError> {
        let (mut reader, mut pos) = (Reader::new(text), TicTacToe([0, 0]));
        for cell in 0..9 {
            match reader.peek() {
                Some('x') => pos.0[0] |= 1 << cell,
                Some('o') => pos.0[1] |= 1 << cell,
                Some('.') => {}
                _ => return Err(reader.fault("nine cells, each `.`, `x` or `o`").into()),
            }
            reader.next_char();
        }
        reader.end()?;
        Ok(pos)
    }

    fn side_to_move(&self) -> Side {
        if self.0[0].count_ones() == self.0[1].count_ones() { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Side::ALL.into_iter().find(|&side| self.has_won(side));
        winner.map(Outcome::Win).or((self.0[0] | self.0[1] == ALL).then_some(Outcome::Draw))
    }

    fn outcome_reason(&self) -> Option<String> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "a full board" } else { "three in a row" }.into())
    }

    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Slot<9>) -> ControlFlow<B>) -> ControlFlow<B> {
        let free = if self.outcome().is_some() { 0 } else { ALL & !(self.0[0] | self.0[1]) };
        Slot::all().filter(|mv: &Slot<9>| free >> mv.number() & 1 == 1).try_for_each(|mv| {
            let wanted = class == Class::All || class.includes(self.after(mv).has_won(self.side_to_move()));
            if wanted { visit(mv) } else { ControlFlow::Continue(()) }
        })
    }

    fn play_unchecked(&mut self, mv: Slot<9>) {
        self.0[self.side_to_move().index()] |= 1 << mv.number();
    }

    fn key(&self) -> u64 {
        zobrist::mix(u64::from(self.0[0]) << 9 | u64::from(self.0[1]))
    }

    fn parse_move(&self, text: &str) -> Result<Slot<9>, ParseMoveError> {
        let cell = text.parse().ok().and_then(|number: usize| Slot::new(number.wrapping_sub(1)));
        cell.ok_or_else(|| Fault::whole(text, "no cell", "1 to 9").into())
    }

    fn move_text(&self, mv: Slot<9>) -> String {
        (mv.number() + 1).to_string()
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::default();
        for row in 0..3 {
            for column in 0..3 {
                let cell = 3 * row + column;
                diagram.put(Ink::Dim, if column == 0 { "  " } else { " | " });
                match self.letter(cell) {
                    'x' => diagram.put(Ink::First, "x"),
                    'o' => diagram.put(Ink::Second, "o"),
                    _ => diagram.put(Ink::Dim, (cell + 1).to_string()),
                };
            }
            diagram.end_line();
            if row < 2 {
                diagram.put(Ink::Dim, " ---+---+---").end_line();
            }
        }
        diagram
    }
}

impl SearchHints for TicTacToe {}

/// Lines that a side can still fill, minus the other's.
#[derive(Clone, Copy)]
struct OpenLines;

impl OpenLines {
    fn open(pos: &TicTacToe, side: Side) -> i32 {
        LINES.iter().filter(|&line| line & pos.0[(!side).index()] == 0).count() as i32
    }
}

impl Evaluate<TicTacToe> for OpenLines {
    type Path = ();

    fn evaluate(&self, pos: &TicTacToe, (): &(), side: Side) -> Score {
        Score::new(OpenLines::open(pos, side) - OpenLines::open(pos, !side))
    }

    fn explain(&self, pos: &TicTacToe, (): &(), side: Side) -> Vec<Term> {
        let term = |name, side, weight: f64| {
            let value = f64::from(OpenLines::open(pos, side));
            Term { name, value, weight, power: 1.0, term: weight * value }
        };
        vec![term("own_lines", side, 1.0), term("other_lines", !side, -1.0)]
    }
}
