//! Kalah: two rows of houses, two stores, and seeds that are sown one by one.

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah, Last};

use crate::{At, Clicks, Drawn, Layout, Mark, Node, Overlay, Piece, Portrait, Scene, Shape, Step, Text, Tone};

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
/// Layout for a low window: two rows of houses, and each store behind the end of its row. Without stores beside them, houses are
/// larger by a third.
const LOW_HEIGHT: f32 = 440.0;
const LOW_ROWS: [f32; 2] = [270.0, 170.0];
/// Distance of a store's centre from the edge, above which the score bar lies, and half the height of a store.
const LOW_END: f32 = 60.0;
const LOW_STORE: f32 = 42.0;
/// Distance from a house to its number, away from the other row.
const AWAY: f32 = 54.0;

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

/// Returns the place of a house in its row, from the left and from 0. North's houses run from right to left.
fn place_of(pos: &Kalah, side: Side, house: House) -> f32 {
    let place = match side {
        Side::First => house.number() - 1,
        Side::Second => pos.houses() - house.number(),
    };
    place as f32
}

/// Returns the seeds of a house or store as a piece.
fn heap(on: &str, side: Side, seeds: u16) -> Piece {
    Piece { on: on.into(), shape: "seeds", side: side.index(), turn: 0, count: Some(seeds), letter: None }
}

/// Places the houses and stores in a picture. `house` returns the centre of a house and of its number, `store` the centre and the
/// half size of a store.
fn layout(pos: &Kalah, size: At, house: impl Fn(Side, f32) -> [At; 2], store: impl Fn(Side) -> [At; 2]) -> Layout {
    let mut layout = Layout { size, nodes: Vec::new(), texts: Vec::new() };
    for side in Side::ALL {
        let name = Kalah::side_name(side);
        for each in houses(pos) {
            let ([at, label], number) = (house(side, place_of(pos, side, each)), each.number().to_string());
            let node = Node::new(house_id(side, each), at, Shape::Pit, [HALF; 2]);
            layout.nodes.push(node.named(format!("{name}'s house {number}: {}", counted(pos.seeds(side, each)))));
            layout.texts.push(Text { at: label, text: number });
        }
        let [at, half] = store(side);
        let tone = if side == Side::First { Tone::First } else { Tone::Second };
        let node = Node::new(store_id(side), at, Shape::Store, half).toned(tone);
        layout.nodes.push(node.named(format!("{name}'s store: {}", counted(pos.store(side)))));
    }
    layout
}

/// Returns the normal layout: two rows between two stores.
fn wide(pos: &Kalah) -> Layout {
    let width = 2.0 * MARGIN + (pos.houses() as f32 + 2.0) * CELL;
    let house = |side: Side, place: f32| {
        let [x, y] = [MARGIN + (place + 1.5) * CELL, ROWS[side.index()]];
        [[x, y], [x, y + [AWAY, -AWAY][side.index()]]]
    };
    let store =
        |side: Side| [[[width - MARGIN - 0.5 * CELL, MARGIN + 0.5 * CELL][side.index()], HEIGHT / 2.0], [HALF, 92.0]];
    layout(pos, [width, HEIGHT], house, store)
}

fn portrait(pos: &Kalah) -> Layout {
    let height = 2.0 * MARGIN + 2.0 * PORTRAIT_STORE + pos.houses() as f32 * PORTRAIT_CELL;
    let house = |side: Side, place: f32| {
        let x = PORTRAIT_COLUMNS[side.index()];
        let y = height / 2.0 + (place - (pos.houses() as f32 - 1.0) / 2.0) * PORTRAIT_CELL;
        [[x, y], [x - [AWAY, -AWAY][side.index()], y]]
    };
    let end = MARGIN + PORTRAIT_STORE / 2.0;
    let half = [PORTRAIT_WIDTH / 2.0 - MARGIN, PORTRAIT_STORE / 2.0 - 3.0];
    let store = |side: Side| [[PORTRAIT_WIDTH / 2.0, [height - end, end][side.index()]], half];
    layout(pos, [PORTRAIT_WIDTH, height], house, store)
}

fn low(pos: &Kalah) -> Layout {
    let row = pos.houses() as f32 * CELL;
    let house = |side: Side, place: f32| {
        let [x, y] = [MARGIN + (place + 0.5) * CELL, LOW_ROWS[side.index()]];
        [[x, y], [x, y + [AWAY, -AWAY][side.index()]]]
    };
    let store = |side: Side| {
        let at = [[MARGIN + 0.75 * row, LOW_HEIGHT - LOW_END], [MARGIN + 0.25 * row, LOW_END]];
        [at[side.index()], [row / 4.0 - 3.0, LOW_STORE]]
    };
    layout(pos, [2.0 * MARGIN + row, LOW_HEIGHT], house, store)
}

impl Drawn for Kalah {
    fn draw(&self) -> Scene {
        let Layout { size, nodes, texts } = wide(self);
        let mut scene = Scene { size, nodes, texts, flips: true, ..Scene::default() };
        for side in Side::ALL {
            let heaps = houses(self).map(|house| heap(&house_id(side, house), side, self.seeds(side, house)));
            scene.pieces.extend(heaps);
            scene.pieces.push(heap(&store_id(side), side, self.store(side)));
        }
        scene.portrait = Some(Portrait::Layout(portrait(self)));
        scene.low = Some(low(self));
        scene
    }

    fn clicks(&self, mv: House) -> Clicks {
        Clicks::place(&house_id(self.side_to_move(), mv), "sow")
    }

    fn gain(&self, mv: House) -> Option<String> {
        let captured = self.sowing(mv).captured;
        (captured > 0).then(|| format!("capture {}", counted(captured)))
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
