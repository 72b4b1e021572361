//! Khet: squares, mirrors with orientations, and the beam of the last shot.

use plyground_game::{Position, Side};
use plyground_khet::{Action, Beam, BeamEnd, Direction, Khet, KhetMove, Kind, Piece as KhetPiece, Square};

use crate::{At, Clicks, Drawn, Fact, Mark, Node, Overlay, Piece, Portrait, Scene, Shape, Step, Text, Tone, Way};

/// Width of a square.
const CELL: f32 = 60.0;
/// Width of the border for coordinates.
const MARGIN: f32 = 24.0;

fn at(square: Square) -> At {
    let (file, rank) = (square.file() as f32, square.rank() as f32);
    [MARGIN + (file + 0.5) * CELL, MARGIN + (7.5 - rank) * CELL]
}

/// Returns the point on the edge of a square where a beam leaves the board.
fn edge(square: Square, direction: Direction) -> At {
    let [x, y] = at(square);
    match direction {
        Direction::North => [x, y - 0.5 * CELL],
        Direction::East => [x + 0.5 * CELL, y],
        Direction::South => [x, y + 0.5 * CELL],
        Direction::West => [x - 0.5 * CELL, y],
    }
}

fn in_words(piece: KhetPiece) -> String {
    let side = Khet::side_name(piece.side());
    let facing = piece.facing().index();
    match piece.kind() {
        Kind::Pharaoh => format!("{side} pharaoh"),
        Kind::Scarab => format!("{side} scarab, mirror {}", ["\\", "/"][facing & 1]),
        Kind::Pyramid => {
            let quadrant = ["north-east", "south-east", "south-west", "north-west"][facing];
            format!("{side} pyramid, mirror {quadrant}")
        }
        kind @ (Kind::Anubis | Kind::Sphinx) => format!("{side} {kind} facing {}", piece.facing()),
    }
}

fn drawn(piece: KhetPiece, square: Square) -> Piece {
    Piece { turn: 90 * piece.facing().index() as u16, ..Piece::new(&square, piece.kind().name(), piece.side()) }
}

/// Returns the vertices of a beam.
fn way(beam: &Beam) -> Vec<At> {
    let mut points = vec![at(Square::sphinx(beam.side))];
    points.extend(beam.reflections.iter().map(|mirror| at(mirror.square)));
    points.push(match beam.end {
        BeamEnd::Leaves(square, direction) => {
            let mut last = square;
            while let Some(next) = last.neighbour(direction) {
                last = next;
            }
            edge(last, direction)
        }
        BeamEnd::Absorbed(square) | BeamEnd::Destroys(square) => at(square),
    });
    points
}

/// Returns a laser's beam as a line over the board.
fn shot(beam: &Beam) -> Overlay {
    let name = format!("{}'s laser", Khet::side_name(beam.side));
    Overlay::Line { points: way(beam), tone: Way::Beam, side: beam.side.index(), name }
}

/// Returns the path that the laser of a side would take now, for [`Scene::overlays`].
#[must_use]
pub fn laser(pos: &Khet, side: Side) -> Overlay {
    shot(&pos.beam(side))
}

impl Drawn for Khet {
    fn draw(&self) -> Scene {
        let size = [2.0 * MARGIN + 10.0 * CELL, 2.0 * MARGIN + 8.0 * CELL];
        let mut scene = Scene { size, flips: true, portrait: Some(Portrait::Turned), ..Scene::default() };
        for square in Square::all() {
            let (piece, reserved) = (self.piece(square), square.reserved_for());
            let content = piece.map_or_else(|| "empty".into(), in_words);
            let only = reserved.map_or_else(String::new, |side| format!(", {} only", Khet::side_name(side)));
            let (tone, glyph) = match reserved {
                Some(Side::First) => (Tone::First, Some("ankh")),
                Some(Side::Second) => (Tone::Second, Some("eye")),
                None if (square.file() + square.rank()) % 2 == 0 => (Tone::Dark, None),
                None => (Tone::Plain, None),
            };
            let node = Node::new(square.to_string(), at(square), Shape::Square, [CELL / 2.0; 2]);
            scene.nodes.push(Node { glyph, ..node.toned(tone).named(format!("{square}: {content}{only}")) });
            scene.pieces.extend(piece.map(|piece| drawn(piece, square)));
        }
        for file in 0..10_u8 {
            let x = MARGIN + (f32::from(file) + 0.5) * CELL;
            for y in [MARGIN / 2.0, size[1] - MARGIN / 2.0] {
                scene.texts.push(Text { at: [x, y], text: char::from(b'a' + file).to_string() });
            }
        }
        for rank in 0..8_u8 {
            let y = MARGIN + (7.5 - f32::from(rank)) * CELL;
            for x in [MARGIN / 2.0, size[0] - MARGIN / 2.0] {
                scene.texts.push(Text { at: [x, y], text: (rank + 1).to_string() });
            }
        }
        for side in Side::ALL {
            let pieces = self.pieces(side).len();
            scene.facts.push(Fact::new(&format!("{} pieces", Khet::side_name(side)), &pieces));
        }
        scene
    }

    fn clicks(&self, mv: KhetMove) -> Clicks {
        let from = mv.from();
        match mv.action() {
            Action::Turn { clockwise: true } => Clicks::piece(&from, "clockwise"),
            Action::Turn { clockwise: false } => Clicks::piece(&from, "anticlockwise"),
            Action::Step(to) => Clicks::way(&from, &to, if self.piece(to).is_some() { "swap" } else { "step" }),
        }
    }

    fn gain(&self, mv: KhetMove) -> Option<String> {
        let BeamEnd::Destroys(square) = self.beam_after(mv).end else { return None };
        // The beam meets the pieces where the move has put them.
        let before = match mv.action() {
            Action::Step(to) if square == to => mv.from(),
            Action::Step(to) if square == mv.from() => to,
            _ => square,
        };
        let struck = self.piece(before).filter(|piece| piece.side() != self.side_to_move())?;
        Some(format!("destroy the {} on {square}", struck.kind()))
    }

    fn steps(&self, mv: KhetMove, _: &Khet) -> (Vec<Step>, Vec<Overlay>) {
        let side = self.side_to_move();
        let from = mv.from().to_string();
        let mut touched = vec![from.clone()];
        let mut steps = Vec::new();
        match mv.action() {
            Action::Turn { clockwise } => {
                // Scarabs and sphinxes have only two orientations, so the piece rotates by the smaller angle between its
                // pictures.
                let by = self.piece(mv.from()).map_or(0, |piece| {
                    let turned = piece.turned(clockwise).facing().index() as i16 - piece.facing().index() as i16;
                    [0, 90, 180, -90][turned.rem_euclid(4) as usize]
                });
                steps.push(Step::Turn { on: from, by });
            }
            Action::Step(square) => {
                let to = square.to_string();
                let mut ways = vec![[from.clone(), to.clone()]];
                if self.piece(square).is_some() {
                    ways.push([to.clone(), from]);
                }
                touched.push(to);
                steps.push(Step::Slide { ways });
            }
        }
        let beam = self.beam_after(mv);
        let end = match beam.end {
            BeamEnd::Leaves(..) => None,
            BeamEnd::Absorbed(square) => Some((square.to_string(), false)),
            BeamEnd::Destroys(square) => Some((square.to_string(), true)),
        };
        steps.push(Step::Beam { points: way(&beam), side: side.index(), end: end.clone() });
        if let Some((square, true)) = end {
            steps.push(Step::Vanish { nodes: vec![square] });
        }
        let mut marks: Vec<Overlay> = Overlay::mark(touched, Mark::Last, "the last move").into_iter().collect();
        marks.push(shot(&beam));
        (steps, marks)
    }
}
