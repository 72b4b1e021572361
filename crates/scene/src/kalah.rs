//! Kalah: two rows of houses, two stores, and seeds that are sown one by one.

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah, Last};

use crate::{At, Clicks, Drawn, Mark, Node, Overlay, Piece, Portrait, Scene, Shape, Step, Text, Tone};

/// Distance between neighbouring houses.
const CELL: f32 = 84.0;
/// Half the width of a house.
const HALF: f32 = 37.0;
const MARGIN: f32 = 14.0;
/// Vertical position of the lower and the upper row.
const ROWS: [f32; 2] = [182.0, 74.0];
const HEIGHT: f32 = 256.0;
/// Portrait layout: two columns of houses with south's on the left, and a store at either end. Sowing keeps its direction.
const PORTRAIT_WIDTH: f32 = 480.0;
const PORTRAIT_COLUMNS: [f32; 2] = [150.0, 330.0];
const PORTRAIT_CELL: f32 = 76.0;
/// Height of a store with its margin.
const PORTRAIT_STORE: f32 = 72.0;

/// Returns the id of a house.
fn house_id(side: Side, house: House) -> String {
    format!("{}{}", ["S", "N"][side.index()], house.number())
}

/// Returns the id of a store.
fn store_id(side: Side) -> String {
    ["south-store", "north-store"][side.index()].into()
}

fn houses(pos: &Kalah) -> impl DoubleEndedIterator<Item = House> {
    (1..=pos.houses()).map(|number| House::new(number).expect("numbers up to the board's own are houses"))
}

fn counted(seeds: u16) -> String {
    if seeds == 1 { "1 seed".into() } else { format!("{seeds} seeds") }
}

/// Returns the centre of a house. North's houses run from right to left.
fn house_at(pos: &Kalah, side: Side, house: House) -> At {
    let place = match side {
        Side::First => house.number(),
        Side::Second => pos.houses() + 1 - house.number(),
    };
    [MARGIN + (place as f32 + 0.5) * CELL, ROWS[side.index()]]
}

/// Returns the seeds of a house or store as a piece.
fn heap(on: &str, side: Side, seeds: u16) -> Piece {
    Piece { on: on.into(), shape: "seeds", side: side.index(), turn: 0, count: Some(seeds), letter: None }
}

impl Drawn for Kalah {
    fn draw(&self) -> Scene {
        let width = 2.0 * MARGIN + (self.houses() as f32 + 2.0) * CELL;
        let mut scene = Scene { size: [width, HEIGHT], flips: true, ..Scene::default() };
        let (mut nodes, mut texts) = (Vec::new(), Vec::new());
        let height = 2.0 * MARGIN + 2.0 * PORTRAIT_STORE + self.houses() as f32 * PORTRAIT_CELL;
        for side in Side::ALL {
            let name = Kalah::side_name(side);
            for house in houses(self) {
                let (id, seeds, at) = (house_id(side, house), self.seeds(side, house), house_at(self, side, house));
                let away = if side == Side::First { 54.0 } else { -54.0 };
                let number = house.number().to_string();
                scene.texts.push(Text { at: [at[0], at[1] + away], text: number.clone() });
                scene.pieces.push(heap(&id, side, seeds));
                let node = Node::new(id, at, Shape::Pit, [HALF; 2]);
                scene.nodes.push(node.named(format!("{name}'s house {number}: {}", counted(seeds))));
                let place = (at[0] - MARGIN) / CELL - 1.5;
                let turned = [
                    PORTRAIT_COLUMNS[side.index()],
                    height / 2.0 + (place - (self.houses() as f32 - 1.0) / 2.0) * PORTRAIT_CELL,
                ];
                texts.push(Text { at: [turned[0] - away, turned[1]], text: number });
                nodes.extend(scene.nodes.last().map(|node| Node { at: turned, ..node.clone() }));
            }
            let x = if side == Side::First { width - MARGIN - 0.5 * CELL } else { MARGIN + 0.5 * CELL };
            let (id, seeds) = (store_id(side), self.store(side));
            scene.pieces.push(heap(&id, side, seeds));
            let tone = if side == Side::First { Tone::First } else { Tone::Second };
            let named = |node: Node| node.toned(tone).named(format!("{name}'s store: {}", counted(seeds)));
            let y = MARGIN + PORTRAIT_STORE / 2.0;
            let y = if side == Side::First { height - y } else { y };
            nodes.push(named(Node::new(
                id.clone(),
                [PORTRAIT_WIDTH / 2.0, y],
                Shape::Store,
                [PORTRAIT_WIDTH / 2.0 - MARGIN, PORTRAIT_STORE / 2.0 - 3.0],
            )));
            scene.nodes.push(named(Node::new(id, [x, HEIGHT / 2.0], Shape::Store, [HALF, 92.0])));
        }
        scene.portrait = Some(Portrait::Layout { size: [PORTRAIT_WIDTH, height], nodes, texts });
        scene
    }

    fn clicks(&self, mv: House) -> Clicks {
        Clicks::place(&house_id(self.side_to_move(), mv), "sow")
    }

    fn steps(&self, mv: House, after: &Kalah) -> (Vec<Step>, Vec<Overlay>) {
        let sowing = self.sowing(mv);
        let (own, other) = (sowing.side, !sowing.side);
        let from = house_id(own, mv);
        // Sowing order: own houses, own store, the opponent's houses.
        let mut ring: Vec<(String, u16)> =
            houses(self).map(|house| (house_id(own, house), self.seeds(own, house))).collect();
        ring.push((store_id(own), self.store(own)));
        ring.extend(houses(self).map(|house| (house_id(other, house), self.seeds(other, house))));
        let mut place = mv.number() - 1;
        ring[place].1 = 0;
        let mut drops = Vec::new();
        for _ in 0..sowing.seeds {
            place = (place + 1) % ring.len();
            ring[place].1 += 1;
            drops.push(ring[place].clone());
        }
        let mut steps = vec![Step::Sow { from: from.clone(), drops }];
        let m = self.houses();
        if let (Last::Own(last), true) = (sowing.last, sowing.captured > 0) {
            let index = last.number() - 1;
            let taken = [index, 2 * m - index];
            steps.push(Step::Gather {
                from: taken.iter().map(|&place| ring[place].0.clone()).collect(),
                to: store_id(own),
                count: ring[m].1 + sowing.captured,
            });
            for place in taken {
                ring[place].1 = 0;
            }
        }
        let swept = sowing.swept.unwrap_or_default();
        for (side, seeds) in Side::ALL.into_iter().zip(swept) {
            // If one side gets all remaining seeds, they come from both rows; otherwise each side gets those of its own row.
            let both = swept[0] > 0 && swept[1] > 0;
            let full = ring
                .iter()
                .enumerate()
                .filter(|(place, (_, seeds))| *place != m && *seeds > 0 && (!both || (*place < m) == (side == own)));
            let from: Vec<String> = full.map(|(_, (id, _))| id.clone()).collect();
            if seeds > 0 && !from.is_empty() {
                steps.push(Step::Gather { from, to: store_id(side), count: after.store(side) });
            }
        }
        let last = match sowing.last {
            Last::Store => store_id(own),
            Last::Own(house) => house_id(own, house),
            Last::Other(house) => house_id(other, house),
        };
        (steps, Overlay::mark(vec![from, last], Mark::Last, "the last move").into_iter().collect())
    }
}
