//! A game of another crate, with a diagram, an evaluation and a solver, and without a scene of its own: noughts and crosses.

use plyground_catalog::{Catalog, Entry, EvaluationRow};
use plyground_game::{Evaluate, Score, Side, Term};
use plyground_solve::Retrograde;

use self::tic_tac_toe::TicTacToe;

#[allow(dead_code, unreachable_pub)]
#[path = "../../../search/examples/tic_tac_toe.rs"]
mod tic_tac_toe;

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

/// Cells of each line in the text of a position.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Lines that a side can still fill, minus the other's.
#[derive(Clone, Copy)]
struct OpenLines;

impl OpenLines {
    fn open(pos: &TicTacToe, side: Side) -> i32 {
        let (text, other) = (pos.to_string(), [b'o', b'x'][side.index()]);
        LINES.iter().filter(|line| line.iter().all(|&cell| text.as_bytes()[cell] != other)).count() as i32
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
