//! Catalog entry of the game.

use plyground::scene::Grid;
use plyground::solve::Tiers;
use plyground::{AgentRow, Entry, EvaluationRow};

use crate::{Blocker, Cells, Centre, ConnectFour, LineFeatures, Lines};

/// Returns the game with its set-ups, evaluations, player and solver.
pub fn entry() -> Entry<ConnectFour> {
    let lines = EvaluationRow::linear::<LineFeatures>("open lines, threats, the centre");
    let learned = EvaluationRow::learned::<Lines, Cells>(
        "lines, and tables of cells: zeros until `connect-four learn` fits them",
    );
    let centre = EvaluationRow::new("centre", "stones in the middle of the board", Centre);
    let blocker = AgentRow::new("blocker", "wins at once, else stops a win, else plays in the middle", &[], |_| {
        Ok(Box::new(Blocker))
    });
    Entry::new("four in a row, on a board that stands upright")
        .grid(|pos: &ConnectFour| Grid::squares(pos.board.rows as usize, pos.board.columns as usize))
        .colours([0xdc2626, 0xfacc15])
        .setups(["7x6", "4x4", "5x4", "6x5", "8x7"])
        // A lead of 25 makes 73 % of the points.
        .evaluation(lines.lead(25.0))
        .evaluation(learned.lead(25.0))
        .evaluation(centre.lead(3.0))
        .symmetries()
        .agent(blocker)
        // A stone never leaves the board, and mirror images have the same value.
        .solver(Tiers::new(ConnectFour::count).folded())
}
