//! Noughts and crosses, the smallest complete game: see `docs/guides/add-a-game.md`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::{fmt, ops::ControlFlow};

use plyground_game::diagram::{Diagram, Ink};
use plyground_game::notation::{Fault, ParseMoveError, ParsePositionError, Reader};
use plyground_game::{Class, Outcome, Position, SearchHints, Side, Slot, StandardRules, StandardSetup};

/// The cells of each side as bits; crosses are to move when both have as many.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TicTacToe([u16; 2]);

type Cell = Slot<9>;
const ALL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn has_won(&self, side: Side) -> bool {
        LINES.iter().any(|line| line & !self.0[side.index()] == 0)
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).map(|cell| self.0.map(|stones| stones >> cell & 1)).try_for_each(|stones| match stones {
            [0, 0] => f.write_str("."),
            [crosses, _] => f.write_str(if crosses == 1 { "x" } else { "o" }),
        })
    }
}

impl Position for TicTacToe {
    type Move = Cell;
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
        let [crosses, noughts] = pos.0.map(u16::count_ones);
        let sound = crosses.wrapping_sub(noughts) <= 1 && !Side::ALL.iter().all(|&side| pos.has_won(side));
        let fault = || Fault::whole(text, format!("{crosses} crosses and {noughts} noughts"), "a possible game");
        if sound { Ok(pos) } else { Err(fault().into()) }
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
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        let free = if self.outcome().is_some() { 0 } else { ALL & !(self.0[0] | self.0[1]) };
        Cell::all().filter(|mv| free >> mv.number() & 1 == 1).try_for_each(|mv| {
            // A move is noisy when it wins.
            let wanted = class == Class::All || class.includes(self.after(mv).has_won(self.side_to_move()));
            if wanted { visit(mv) } else { ControlFlow::Continue(()) }
        })
    }
    fn play_unchecked(&mut self, mv: Cell) {
        self.0[self.side_to_move().index()] |= 1 << mv.number();
    }
    fn key(&self) -> u64 {
        plyground_game::zobrist::mix(u64::from(self.0[0]) << 9 | u64::from(self.0[1]))
    }
    fn parse_move(&self, text: &str) -> Result<Cell, ParseMoveError> {
        let cell = text.parse().ok().and_then(|number: usize| Cell::new(number.wrapping_sub(1)));
        cell.ok_or_else(|| Fault::whole(text, "no cell", "1 to 9").into())
    }
    fn move_text(&self, mv: Cell) -> String {
        (mv.number() + 1).to_string()
    }
    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::default();
        for row in 0..3 {
            for cell in 3 * row..3 * row + 3 {
                match self.0.map(|stones| stones >> cell & 1) {
                    [0, 0] => diagram.put(Ink::Dim, " ."),
                    [1, _] => diagram.put(Ink::First, " X"),
                    _ => diagram.put(Ink::Second, " O"),
                };
            }
            diagram.end_line();
        }
        diagram
    }
}
impl SearchHints for TicTacToe {}

fn main() {
    use plyground_game::{Game, HashEvaluation};
    use plyground_search::{AlphaBeta, Limits, Options, deepen};

    let game = Game::<TicTacToe>::new(&StandardSetup, &StandardRules);
    let nothing = HashEvaluation { seed: 0, range: 0, antisymmetric: true };
    let report = deepen(&mut AlphaBeta::new(&nothing, Options::default()), &game, Limits::depth(9), |_| {});
    println!("noughts and crosses is worth {} after {} nodes", report.score, report.nodes);
}
