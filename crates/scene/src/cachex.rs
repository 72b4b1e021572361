//! Cachex: a rhombus of hexagons with coloured edges, captures, and a shortest path of each side.

use plyground_cachex::{BoardSize, Cachex, CachexMove, Cell, Cells};
use plyground_eval::cachex::{cost_to_win, shortest_path};
use plyground_game::{Position, Side};

use crate::{
    At, Clicks, Drawn, Edge, Fact, Mark, Node, Overlay, Palette, Piece, Portrait, Scene, Shape, Step, Text, Tone, Way,
};

/// Width of a hexagon with corners at its top and bottom.
const WIDTH: f32 = 56.0;
/// Distance from the centre of a hexagon to a corner: the width over the square root of 3.
const CORNER: f32 = 32.33;
const MARGIN: f32 = 40.0;

fn at(size: BoardSize, cell: Cell) -> At {
    let (row, column) = (f32::from(cell.row()), f32::from(cell.column()));
    let rows = f32::from(size.get()) - 1.0;
    [MARGIN + (column + row / 2.0 + 0.5) * WIDTH, MARGIN + CORNER + (rows - row) * 1.5 * CORNER]
}

fn ids(cells: Cells) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

fn stone(cell: Cell, side: Side) -> Piece {
    Piece::new(&cell, ["stone-first", "stone-second"][side.index()], side)
}

/// Returns the coloured edges of the board: red below and above, blue left and right.
fn edges(size: BoardSize) -> Vec<Edge> {
    let (half, last) = (WIDTH / 2.0, size.get() - 1);
    // Corners of a hexagon, clockwise from the top.
    let corners: [At; 6] = [
        [0.0, -CORNER],
        [half, -CORNER / 2.0],
        [half, CORNER / 2.0],
        [0.0, CORNER],
        [-half, CORNER / 2.0],
        [-half, -CORNER / 2.0],
    ];
    let mut edges = Vec::new();
    for cell in size.cells() {
        let [x, y] = at(size, cell);
        let mut side = |from: usize, tone| {
            let [one, other] = [corners[from], corners[(from + 1) % 6]];
            edges.push(Edge { from: [x + one[0], y + one[1]], to: [x + other[0], y + other[1]], tone });
        };
        let (row, column) = (cell.row(), cell.column());
        if row == last {
            side(0, Tone::First);
        }
        if column == last {
            side(1, Tone::Second);
            side(2, Tone::Second);
        } else if row == 0 {
            side(2, Tone::First);
        }
        if row == 0 {
            side(3, Tone::First);
        }
        if column == 0 {
            side(4, Tone::Second);
            side(5, Tone::Second);
        } else if row == last {
            side(5, Tone::First);
        }
    }
    edges
}

/// Returns a shortest path between the edges of a side. Own stones cost nothing.
fn shortest(pos: &Cachex, side: Side) -> Option<Overlay> {
    let size = pos.size();
    let cost = cost_to_win(pos, side);
    let [from, to] = size.edges(side);
    let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
    let mut paths = pairs.filter_map(|(from, to)| shortest_path(pos, from, to, Some(side)));
    let path = paths.find(|path| path.cost == cost)?;
    let name = format!("{} needs {cost} more", Cachex::side_name(side));
    let points = path.cells.iter().map(|&cell| at(size, cell)).collect();
    Some(Overlay::Line { points, tone: Way::Path, side: side.index(), name })
}

impl Drawn for Cachex {
    const PALETTE: Palette = Palette::new(0xdc2626, 0x2563eb);

    fn draw(&self) -> Scene {
        let size = self.size();
        let n = f32::from(size.get());
        let width = 2.0 * MARGIN + (1.5 * n - 0.5) * WIDTH;
        let height = 2.0 * MARGIN + (1.5 * n + 0.5) * CORNER;
        let mut scene = Scene {
            size: [width, height],
            edges: edges(size),
            edges_on_top: true,
            portrait: Some(Portrait::Turned),
            ..Scene::default()
        };
        let barred = self.barred_centre();
        for cell in size.cells() {
            let stone_here = self.stone_at(cell);
            let content = stone_here.map_or("empty", Cachex::side_name);
            let ban = if barred == Some(cell) { ", not for the first stone" } else { "" };
            let tone = if barred == Some(cell) { Tone::Barred } else { Tone::Plain };
            let node = Node::new(cell.to_string(), at(size, cell), Shape::Hex, [WIDTH / 2.0, CORNER]);
            scene.nodes.push(node.toned(tone).named(format!("{cell}: {content}{ban}")));
            scene.pieces.extend(stone_here.map(|side| stone(cell, side)));
        }
        for index in 0..size.get() {
            let at = |row, column| Cell::new(row, column).map_or([0.0; 2], |cell| at(size, cell));
            let ([x, y], [u, v]) = (at(index, 0), at(0, index));
            scene.texts.push(Text { at: [x - WIDTH * 0.86, y], text: index.to_string() });
            scene.texts.push(Text { at: [u + WIDTH * 0.34, v + CORNER * 1.52], text: index.to_string() });
        }
        for side in Side::ALL {
            scene.overlays.extend(shortest(self, side));
            scene.facts.push(Fact::new(&format!("{} stones", Cachex::side_name(side)), &self.stone_count(side)));
            let cost = cost_to_win(self, side);
            scene.facts.push(Fact::new(&format!("{} needs", Cachex::side_name(side)), &cost));
        }
        let won = self.winner().map_or(Cells::EMPTY, |side| {
            let [from, to] = size.edges(side);
            let on_edge = self.stones(side) & from;
            on_edge.iter().map(|cell| self.group(cell)).find(|group| group.meets(to)).unwrap_or(Cells::EMPTY)
        });
        scene.overlays.extend(Overlay::mark(ids(won), Mark::Win, "the winning chain"));
        scene
    }

    fn clicks(&self, mv: CachexMove) -> Clicks {
        match mv {
            CachexMove::Place(cell) => Clicks::place(&cell, "place"),
            CachexMove::Steal => Clicks::button("steal"),
        }
    }

    fn gain(&self, mv: CachexMove) -> Option<String> {
        let CachexMove::Place(_) = mv else { return None };
        let taken = self.captures(mv).count();
        (taken > 0).then(|| format!("capture {taken} stones"))
    }

    fn steps(&self, mv: CachexMove, after: &Cachex) -> (Vec<Step>, Vec<Overlay>) {
        let side = self.side_to_move();
        let (gone, new) = match mv {
            CachexMove::Place(cell) => (self.captures(mv), Some(cell)),
            CachexMove::Steal => (self.stones(!side), after.stones(side).first()),
        };
        let mut steps = Vec::new();
        if mv == CachexMove::Steal {
            steps.push(Step::Vanish { nodes: ids(gone) });
        }
        steps.extend(new.map(|cell| Step::Appear { piece: stone(cell, side) }));
        if mv != CachexMove::Steal && !gone.is_empty() {
            steps.push(Step::Flash { nodes: ids(gone) });
            steps.push(Step::Vanish { nodes: ids(gone) });
        }
        let touched = new.map(|cell| cell.to_string()).into_iter().collect();
        (steps, Overlay::mark(touched, Mark::Last, "the last move").into_iter().collect())
    }
}
