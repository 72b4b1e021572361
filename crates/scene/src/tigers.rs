//! Tigers and Goats: 23 points on ten lines, marks for threatened goats and shut-in tigers.

use plyground_game::{Position, Side};
use plyground_tigers::{Jump, LINES, MoveKind, Point, PointSet, Step as TigersStep, Tigers, TigersMove};

use crate::{At, Clicks, Drawn, Edge, Fact, Mark, Node, Overlay, Piece, Scene, Shape, Step, Text, Tone};

const SIZE: At = [620.0, 570.0];
/// The apex, and the vertical extent of the four rays.
const APEX: At = [310.0, 42.0];
const DOWN: f32 = 480.0;
/// Horizontal offsets of the ends of the rays from the apex.
const RAYS: [f32; 4] = [-240.0, -80.0, 80.0, 240.0];
/// Vertical position of the rows, as a share of the rays' extent.
const ROWS: [f32; 4] = [0.4, 0.58, 0.76, 1.0];
/// Horizontal offset of the outermost points from the middle.
const OUTER: f32 = 268.0;

fn at(point: Point) -> At {
    let number = usize::from(point.number());
    let row = match number {
        0 => return APEX,
        19.. => 3,
        _ => (number - 1) / 6,
    };
    let y = APEX[1] + ROWS[row] * DOWN;
    // Rows of six have a point outside the rays on either side; the bottom row has none.
    let place = if row == 3 { number - 18 } else { (number - 1) % 6 };
    let x = match place {
        0 => -OUTER,
        5 => OUTER,
        _ => RAYS[place - 1] * ROWS[row],
    };
    [APEX[0] + x, y]
}

fn ids(points: PointSet) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

fn piece(point: Point, side: Side) -> Piece {
    Piece::new(&point, ["goat", "tiger"][side.index()], side)
}

impl Drawn for Tigers {
    fn draw(&self) -> Scene {
        let mut scene = Scene { size: SIZE, ..Scene::default() };
        for line in LINES {
            let ends = [line[0], line[line.len() - 1]].map(|number| Point::new(number).map(at).unwrap_or(APEX));
            scene.edges.push(Edge { from: ends[0], to: ends[1], tone: Tone::Plain });
        }
        let (threatened, trapped) = (self.threatened_goats(), self.trapped_tigers());
        for point in Point::ALL {
            let content = if self.tigers().contains(point) {
                scene.pieces.push(piece(point, Side::Second));
                if trapped.contains(point) { "tiger, shut in" } else { "tiger" }
            } else if self.goats().contains(point) {
                scene.pieces.push(piece(point, Side::First));
                if threatened.contains(point) { "goat in danger" } else { "goat" }
            } else {
                "empty"
            };
            let [x, y] = at(point);
            scene.texts.push(Text { at: [x + 24.0, y - 22.0], text: point.to_string() });
            let node = Node::new(point.to_string(), [x, y], Shape::Point, [21.0; 2]);
            scene.nodes.push(node.named(format!("point {point}: {content}")));
        }
        scene.overlays.extend(Overlay::mark(ids(threatened), Mark::Threat, "goats that can be taken"));
        scene.overlays.extend(Overlay::mark(ids(trapped), Mark::Trapped, "tigers shut in"));
        scene.facts = vec![
            Fact::new("goats outside", &self.outside()),
            Fact::new("goats taken", &self.captured()),
            Fact::new("tigers still need", &self.captures_left()),
        ];
        scene
    }

    fn clicks(&self, mv: TigersMove) -> Clicks {
        match mv.kind() {
            MoveKind::Place(to) => Clicks::place(&to, "place"),
            MoveKind::Step(TigersStep { from, to }) => Clicks::way(&from, &to, "step"),
            MoveKind::Jump(Jump { from, to, .. }) => Clicks::way(&from, &to, "jump"),
        }
    }

    fn gain(&self, mv: TigersMove) -> Option<String> {
        match mv.kind() {
            MoveKind::Jump(Jump { over, .. }) => Some(format!("capture the goat on {over}")),
            _ => {
                (self.after(mv).trapped_tigers().len() > self.trapped_tigers().len()).then(|| "shut in a tiger".into())
            }
        }
    }

    fn steps(&self, mv: TigersMove, _: &Tigers) -> (Vec<Step>, Vec<Overlay>) {
        let slide = |from: Point, to: Point| Step::Slide { ways: vec![[from.to_string(), to.to_string()]] };
        let (steps, touched) = match mv.kind() {
            MoveKind::Place(to) => (vec![Step::Appear { piece: piece(to, Side::First) }], vec![to]),
            MoveKind::Step(TigersStep { from, to }) => (vec![slide(from, to)], vec![from, to]),
            MoveKind::Jump(Jump { from, over, to }) => {
                let taken = vec![over.to_string()];
                (
                    vec![slide(from, to), Step::Flash { nodes: taken.clone() }, Step::Vanish { nodes: taken }],
                    vec![from, to],
                )
            }
        };
        let touched = touched.iter().map(ToString::to_string).collect();
        (steps, Overlay::mark(touched, Mark::Last, "the last move").into_iter().collect())
    }
}
