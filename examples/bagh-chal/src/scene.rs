//! The board as a clickable picture.

use plyground::game::Side;
use plyground::scene::{
    Arranged, At, Brush, Clicks, Drawn, Edge, Fact, Mark, Node, Number, Overlay, Piece, Placed, Scene, Shape,
    Step as SceneStep, Text, Tone,
};

use crate::board::{Jump, Point, Points, Step};
use crate::moves::{BaghChalMove, MoveKind};
use crate::position::{BaghChal, threatened_goats, trapped_tigers};

const SIZE: At = [600.0, 600.0];
/// Distance from the border of the picture to the outer points, and between points.
const MARGIN: f32 = 70.0;
const STRIDE: f32 = 115.0;

fn at(point: Point) -> At {
    [MARGIN + STRIDE * point.file() as f32, MARGIN + STRIDE * (4 - point.rank()) as f32]
}

fn ids(points: Points) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

fn piece(point: Point, side: Side) -> Piece {
    let shape = ["goat", "tiger"][side.index()];
    Piece { on: point.to_string(), shape, side: side.index(), turn: 0, count: None, letter: None }
}

/// The straight lines of the board by their end points.
const LINES: [[(usize, usize); 2]; 16] = [
    [(0, 0), (4, 0)],
    [(0, 1), (4, 1)],
    [(0, 2), (4, 2)],
    [(0, 3), (4, 3)],
    [(0, 4), (4, 4)],
    [(0, 0), (0, 4)],
    [(1, 0), (1, 4)],
    [(2, 0), (2, 4)],
    [(3, 0), (3, 4)],
    [(4, 0), (4, 4)],
    [(0, 0), (4, 4)],
    [(0, 4), (4, 0)],
    [(0, 2), (2, 4)],
    [(2, 4), (4, 2)],
    [(4, 2), (2, 0)],
    [(2, 0), (0, 2)],
];

impl Drawn for BaghChal {
    fn draw(&self) -> Scene {
        let mut scene = Scene { size: SIZE, ..Scene::default() };
        for ends in LINES {
            let [from, to] = ends.map(|(file, rank)| Point::at(file, rank).map_or([0.0; 2], at));
            scene.edges.push(Edge { from, to, tone: Tone::Plain });
        }
        let (threatened, trapped) = (threatened_goats(self), trapped_tigers(self));
        for point in Point::all() {
            let content = if self.tigers.contains(point) {
                scene.pieces.push(piece(point, Side::Second));
                if trapped.contains(point) { "tiger, shut in" } else { "tiger" }
            } else if self.goats.contains(point) {
                scene.pieces.push(piece(point, Side::First));
                if threatened.contains(point) { "goat in danger" } else { "goat" }
            } else {
                "empty"
            };
            let [x, y] = at(point);
            scene.texts.push(Text { at: [x + 27.0, y - 25.0], text: point.to_string() });
            let node = Node::new(point.to_string(), [x, y], Shape::Point, [24.0; 2]);
            scene.nodes.push(node.named(format!("point {point}: {content}")));
        }
        scene.overlays.extend(Overlay::mark(ids(threatened), Mark::Threat, "goats that can be captured"));
        scene.overlays.extend(Overlay::mark(ids(trapped), Mark::Trapped, "tigers shut in"));
        scene.facts = vec![
            Fact::new("goats in hand", &self.in_hand),
            Fact::new("goats captured", &self.captured()),
            Fact::new("captures to win", &self.captures_left()),
        ];
        scene
    }

    fn clicks(&self, mv: BaghChalMove) -> Clicks {
        match mv.kind() {
            MoveKind::Place(to) => Clicks::place(&to, "place"),
            MoveKind::Step(Step { from, to }) => Clicks::way(&from, &to, "step"),
            MoveKind::Jump(Jump { from, to, .. }) => Clicks::way(&from, &to, "jump"),
        }
    }

    fn steps(&self, mv: BaghChalMove, _: &BaghChal) -> (Vec<SceneStep>, Vec<Overlay>) {
        let slide = |from: Point, to: Point| SceneStep::Slide { ways: vec![[from.to_string(), to.to_string()]] };
        let (steps, touched) = match mv.kind() {
            MoveKind::Place(to) => (vec![SceneStep::Appear { piece: piece(to, Side::First) }], vec![to]),
            MoveKind::Step(Step { from, to }) => (vec![slide(from, to)], vec![from, to]),
            MoveKind::Jump(Jump { from, over, to }) => {
                let captured = vec![over.to_string()];
                let vanish = SceneStep::Vanish { nodes: captured.clone() };
                (vec![slide(from, to), SceneStep::Flash { nodes: captured }, vanish], vec![from, to])
            }
        };
        let touched = touched.iter().map(ToString::to_string).collect();
        (steps, Overlay::mark(touched, Mark::Last, "the last move").into_iter().collect())
    }
}

impl Arranged for BaghChal {
    fn brushes() -> Vec<Brush> {
        vec![
            Brush::piece("goat".to_owned(), "goat", Side::First, 1),
            Brush::piece("tiger".to_owned(), "tiger", Side::Second, 1),
            Brush::nothing(),
        ]
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number { name: "goats in hand", value: u32::from(self.in_hand) },
            Number { name: "goats captured", value: u32::from(self.captured()) },
        ]
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> String {
        let piece = |point: Point| match pieces.iter().find(|piece| piece.on == point.to_string()) {
            Some(piece) if piece.side == 0 => 'G',
            Some(_) => 'T',
            None => '1',
        };
        let rank = |rank: usize| -> String { (0..5).filter_map(|file| Point::at(file, rank)).map(piece).collect() };
        // Runs of single empty points become one digit, as the notation requires.
        let merged = (0..5).rev().map(|number| {
            (2..=5).rev().fold(rank(number), |text, run| text.replace(&"1".repeat(run), &run.to_string()))
        });
        let board = merged.collect::<Vec<_>>().join("/");
        let number = |place: usize| numbers.get(place).copied().unwrap_or(0);
        format!("{board} {} {} {}", ["g", "t"][to_move.index()], number(0), number(1))
    }
}
