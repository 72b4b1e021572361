//! Boards of rows and columns for games without a scene of their own.
//!
//! A [`Grid`] states how large the board is and how it looks.
//! Stones, letters and coordinates come from the game's [`diagram`](Position::diagram), and the clicks that make a move from the
//! difference between the diagrams before and after it.

mod cells;
mod clicks;

use plyground_game::{Position, Side};

use crate::diagram::diagram_scene;
use crate::drawn::hints;
use crate::{At, Edge, Fact, Mark, Node, Overlay, Piece, Scene, Shape, Step, Text, Tone};
use cells::{Board, Content};
use clicks::{Change, unambiguous};

/// Distance between neighbouring places.
const CELL: f32 = 60.0;
/// Half the width of a point.
const POINT: f32 = 21.0;
/// Width of the border for coordinates.
const MARGIN: f32 = 24.0;

/// A board of rows and columns, and how it looks.
///
/// ```
/// use plyground_scene::{Grid, grid_scene};
/// use plyground_khet::Khet;
///
/// let pos = Khet::default();
/// let scene = grid_scene(&pos, None, true, &Grid::squares(8, 10).letters());
/// assert_eq!((scene.nodes.len(), scene.pieces.len()), (80, 26));
/// let step = scene.moves.iter().find(|hint| hint.text == "h2h3").unwrap();
/// assert_eq!((step.from.as_deref(), step.to.as_deref()), (Some("7,8"), Some("6,8")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// Lines between points, by row and column from 0 at the upper left; `None` if places are squares.
    lines: Option<Vec<Line>>,
    letters: bool,
    checkered: bool,
    flips: bool,
}

/// Ends of a line: row and column of each, from 0 at the upper left.
type Line = [(usize, usize); 2];

impl Grid {
    /// Describes a board of squares.
    #[must_use]
    pub fn squares(rows: usize, columns: usize) -> Grid {
        Grid { rows, columns, lines: None, letters: false, checkered: false, flips: false }
    }

    /// Describes a board of points, each joined by lines to its neighbours in the row and the column, as for Go.
    #[must_use]
    pub fn points(rows: usize, columns: usize) -> Grid {
        let (bottom, right) = (rows.saturating_sub(1), columns.saturating_sub(1));
        let across = (0..rows).map(|row| [(row, 0), (row, right)]);
        let down = (0..columns).map(|column| [(0, column), (bottom, column)]);
        Grid { lines: Some(across.chain(down).collect()), ..Grid::squares(rows, columns) }
    }

    /// Adds the diagonals through every second point, as for Alquerque and Bagh-chal.
    #[must_use]
    pub fn diagonals(self) -> Grid {
        let mut lines = self.lines.unwrap_or_default();
        for (row, column) in (1..self.rows).flat_map(|row| (1..self.columns).map(move |column| (row, column))) {
            // A square of four points has the diagonal that joins its two strong points.
            let is_strong = (row + column).is_multiple_of(2);
            lines.push(if is_strong {
                [(row - 1, column - 1), (row, column)]
            } else {
                [(row - 1, column), (row, column - 1)]
            });
        }
        Grid { lines: Some(lines), ..self }
    }

    /// Replaces the lines between points. Rows and columns count from 0 at the upper left.
    #[must_use]
    pub fn lines(self, lines: impl IntoIterator<Item = [(usize, usize); 2]>) -> Grid {
        Grid { lines: Some(lines.into_iter().collect()), ..self }
    }

    /// Writes the letters of the diagram on the stones, for games with several kinds of pieces.
    #[must_use]
    pub fn letters(self) -> Grid {
        Grid { letters: true, ..self }
    }

    /// Darkens every second square.
    #[must_use]
    pub fn checkered(self) -> Grid {
        Grid { checkered: true, ..self }
    }

    /// Turns the board for the player of the second side.
    #[must_use]
    pub fn flips(self) -> Grid {
        Grid { flips: true, ..self }
    }

    /// Returns the row and column of a place.
    fn place(&self, index: usize) -> (usize, usize) {
        (index / self.columns, index % self.columns)
    }
}

/// Returns the id of a place: row and column, from 1 at the upper left.
fn id((row, column): (usize, usize)) -> String {
    format!("{},{}", row + 1, column + 1)
}

fn at((row, column): (usize, usize)) -> At {
    [MARGIN + (column as f32 + 0.5) * CELL, MARGIN + (row as f32 + 0.5) * CELL]
}

/// Returns the scene of a position on a board of rows and columns; arguments as in [`scene_of`](crate::scene_of).
/// If the diagram contains no such board, returns the [`diagram_scene`].
///
/// A move that puts a stone takes one click, and a move of a stone takes two.
/// A move that the board does not show, such as a pass, is a button.
#[must_use]
pub fn grid_scene<P: Position>(pos: &P, last: Option<(&P, P::Move)>, open: bool, grid: &Grid) -> Scene {
    let Some(board) = Board::read(&pos.diagram(), grid.rows, grid.columns) else {
        return diagram_scene(pos, last, open);
    };
    let mut scene = drawn::<P>(grid, &board);
    let named = |index: usize| id(grid.place(index));
    if open {
        let side = pos.side_to_move();
        let clicks = |mv| match Board::read(&pos.after(mv).diagram(), grid.rows, grid.columns) {
            Some(after) => Change::new(&board, &after, side).clicks(named),
            None => crate::Clicks::button("move"),
        };
        scene.moves = unambiguous(hints(pos, clicks, |_| None));
    }
    let before = last.and_then(|(before, _)| Some((before, Board::read(&before.diagram(), grid.rows, grid.columns)?)));
    if let Some((before, former)) = before {
        let change = Change::new(&former, &board, before.side_to_move());
        scene.steps = steps(&change, grid, &board);
        let changed = change.places.iter().map(|&index| named(index)).collect();
        scene.overlays.extend(Overlay::mark(changed, Mark::Last, "the last move"));
    }
    scene
}

/// Returns the board with its stones, without moves.
fn drawn<P: Position>(grid: &Grid, board: &Board) -> Scene {
    let size = [2.0 * MARGIN + grid.columns as f32 * CELL, 2.0 * MARGIN + grid.rows as f32 * CELL];
    let mut scene = Scene { size, flips: grid.flips, ..Scene::default() };
    let is_point = grid.lines.is_some();
    for [from, to] in grid.lines.iter().flatten() {
        scene.edges.push(Edge { from: at(*from), to: at(*to), tone: Tone::Plain });
    }
    for (index, content) in board.cells.iter().enumerate() {
        let (row, column) = grid.place(index);
        let (shape, half) = if is_point { (Shape::Point, POINT) } else { (Shape::Square, CELL / 2.0) };
        let is_dark = grid.checkered && !is_point && (row + column) % 2 == 1;
        let place = match (board.columns.get(column), board.rows.get(row).and_then(Option::as_ref)) {
            (Some(column), Some(row)) => format!("{column}{row}"),
            _ => format!("row {}, column {}", row + 1, column + 1),
        };
        let node = Node::new(id((row, column)), at((row, column)), shape, [half; 2]);
        let node = node.named(format!("{place}: {}", in_words::<P>(content, grid)));
        scene.nodes.push(if is_dark { node.toned(Tone::Dark) } else { node });
        match content {
            Content::Empty => {}
            Content::Stone(side, text) => scene.pieces.push(stone(grid, index, *side, text)),
            Content::Sign(text) => scene.texts.push(Text { at: at((row, column)), text: text.clone() }),
        }
    }
    for (row, text) in board.rows.iter().enumerate().filter_map(|(row, text)| Some((row, text.as_ref()?))) {
        scene.texts.push(Text { at: [MARGIN / 2.0, at((row, 0))[1]], text: text.clone() });
    }
    for (column, text) in board.columns.iter().enumerate() {
        let y = if board.heads_columns { MARGIN / 2.0 } else { size[1] - MARGIN / 2.0 };
        scene.texts.push(Text { at: [at((0, column))[0], y], text: text.clone() });
    }
    scene.facts = board.facts.iter().map(|(name, value)| Fact::new(name, value)).collect();
    scene
}

fn in_words<P: Position>(content: &Content, grid: &Grid) -> String {
    match content {
        Content::Empty => "empty".to_owned(),
        Content::Stone(side, text) if grid.letters => format!("{} {text}", P::side_name(*side)),
        Content::Stone(side, _) => format!("{} stone", P::side_name(*side)),
        Content::Sign(text) => text.clone(),
    }
}

/// Returns a stone. The second side's stones have a ring, because colour alone must not distinguish the sides.
fn stone(grid: &Grid, index: usize, side: Side, text: &str) -> Piece {
    let letter = grid.letters.then(|| text.to_owned());
    let shape = if letter.is_none() && side == Side::Second { "ring" } else { "disc" };
    Piece { on: id(grid.place(index)), shape, side: side.index(), turn: 0, count: None, letter }
}

/// Returns the animation of a move: a replaced stone vanishes, a stone slides or appears, and captured stones vanish.
fn steps(change: &Change<'_>, grid: &Grid, board: &Board) -> Vec<Step> {
    let named = |index: usize| id(grid.place(index));
    let mut steps = Vec::new();
    if let Some(to) = change.to.filter(|&to| change.before.cells[to] != Content::Empty) {
        steps.push(Step::Vanish { nodes: vec![named(to)] });
    }
    match (change.from, change.to) {
        (Some(from), Some(to)) => steps.push(Step::Slide { ways: vec![[named(from), named(to)]] }),
        (None, Some(to)) => {
            if let Content::Stone(side, text) = &board.cells[to] {
                steps.push(Step::Appear { piece: stone(grid, to, *side, text) });
            }
        }
        _ => {}
    }
    let is_gone = |&&index: &&usize| {
        Some(index) != change.from
            && matches!(change.before.cells[index], Content::Stone(..))
            && board.cells[index] == Content::Empty
    };
    let gone: Vec<String> = change.places.iter().filter(is_gone).map(|&index| named(index)).collect();
    if !gone.is_empty() {
        steps.push(Step::Vanish { nodes: gone });
    }
    steps
}
