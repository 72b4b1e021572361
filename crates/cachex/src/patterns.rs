//! Learned ordering of quiet placements by the cells around them, the placement before, and the edges.
//!
//! Four patterns describe a placement, and each has a weight:
//!
//! - the states of its six neighbours;
//! - the states of its six bridge ends, the acute opposites of [`captures`](crate::captures);
//! - the offset from the placement before, if that is at most three rows and columns away;
//! - the distances from the nearest own edge and from the nearest edge of the opponent.
//!
//! A cell is free, own, of the opponent, beyond an own edge, or beyond an edge of the opponent. A bridge end counts as free unless
//! both cells between are free. Patterns are seen by the side to move: exchanging the sides together with rows and columns
//! changes no pattern. The weights of a pattern and of its half turn are equal.
//!
//! `cargo run --release -p plyground-papers --example cachex-patterns` fits the weights to moves of games.

use plyground_game::{Position, Side};

use crate::captures::{acute_opposites, before, neighbours};
use crate::{BoardSize, Cachex, Cell};

/// Number of patterns of six cells in five states.
const SIX_CELLS: usize = 5usize.pow(6);
/// The first patterns of bridge ends, of offsets, and of distances.
const BRIDGES_AT: usize = SIX_CELLS;
const OFFSETS_AT: usize = BRIDGES_AT + SIX_CELLS;
const DISTANCES_AT: usize = OFFSETS_AT + SPAN * SPAN + 1;

/// The largest offset in rows and in columns, and the number of offsets in one line.
const MOST_OFFSET: i32 = 3;
const SPAN: usize = 2 * MOST_OFFSET as usize + 1;
/// Distances from an edge are at most this.
const MOST_DISTANCE: u8 = 4;
const DISTANCES: usize = MOST_DISTANCE as usize + 1;

/// One signed byte per pattern.
static WEIGHTS: &[u8; Cachex::PATTERNS] = include_bytes!("patterns.bin");

/// The number of each set of directions in the base of five: the sum of `5^i`, where i is the place of a direction.
type Numbers = [u16; 64];

/// The places of neighbours and of bridge ends as Red sees them: the directions.
const DIRECT: Numbers = numbers([0, 1, 2, 3, 4, 5]);
/// The places of neighbours and of bridge ends as Blue sees them: the directions after rows and columns are exchanged.
const MIRRORED: [Numbers; 2] = [numbers([3, 2, 1, 0, 5, 4]), numbers([2, 1, 0, 5, 4, 3])];

/// Returns the number of each set of directions with these places.
const fn numbers(places: [u32; 6]) -> Numbers {
    let mut numbers = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut direction = 0;
        while direction < 6 {
            if set >> direction & 1 != 0 {
                numbers[set] += 5u16.pow(places[direction]);
            }
            direction += 1;
        }
        set += 1;
    }
    numbers
}

impl Cachex {
    /// Number of ordering patterns.
    pub const PATTERNS: usize = DISTANCES_AT + DISTANCES * DISTANCES;

    /// Returns the patterns of a placement of the side to move after a placement on `previous`, below [`Cachex::PATTERNS`]:
    /// those of the neighbours, of the bridge ends, of the offset, and of the distances from the edges.
    #[inline]
    #[must_use]
    pub fn patterns(&self, cell: Cell, previous: Option<Cell>) -> [usize; 4] {
        let side = self.side_to_move();
        let [near_places, bridge_places] = match side {
            Side::First => [&DIRECT; 2],
            Side::Second => MIRRORED.each_ref(),
        };
        let windows = [side, !side].map(|side| self.stones(side).window(cell));
        let [own_edge, their_edge] = [side, !side].map(|side| beyond(self.size(), side, cell));
        let [own, theirs] = windows.map(neighbours);
        let near = number(near_places, [own, theirs, own_edge.neighbours, their_edge.neighbours]);
        // A bridge needs both cells between: those in the direction of its end and in the next one.
        let free = !(own | theirs | own_edge.neighbours | their_edge.neighbours) & 63;
        let open = free & before(free);
        let [own, theirs] = windows.map(acute_opposites);
        let ends = [own, theirs, own_edge.bridge_ends, their_edge.bridge_ends].map(|ends| ends & open);
        let bridges = number(bridge_places, ends);
        let offset = previous.and_then(|previous| offset(side, previous, cell)).unwrap_or(SPAN * SPAN);
        let [own, theirs] = [side, !side].map(|side| usize::from(distance(self.size(), side, cell)));
        [near, BRIDGES_AT + bridges, OFFSETS_AT + offset, DISTANCES_AT + own * DISTANCES + theirs]
    }

    /// Returns the pattern that stands for a pattern and for its half turn: the one with the lower number.
    #[must_use]
    pub const fn canonical_pattern(pattern: usize) -> usize {
        let (start, turned) = if pattern < OFFSETS_AT {
            // A half turn exchanges the first three and the last three directions.
            let start = pattern / SIX_CELLS * SIX_CELLS;
            (start, (pattern - start) % 125 * 125 + (pattern - start) / 125)
        } else if pattern < OFFSETS_AT + SPAN * SPAN {
            // It negates an offset.
            (OFFSETS_AT, SPAN * SPAN - 1 - (pattern - OFFSETS_AT))
        } else {
            return pattern;
        };
        if start + turned < pattern { start + turned } else { pattern }
    }

    /// Returns the learned ordering score of a placement of the side to move after a placement on `previous`: the sum of its four
    /// weights.
    #[inline]
    pub(crate) fn pattern_score(&self, cell: Cell, previous: Option<Cell>) -> i32 {
        let weight = |pattern: usize| i32::from(WEIGHTS[pattern].cast_signed());
        self.patterns(cell, previous).into_iter().map(weight).sum()
    }
}

/// Returns the line of a cell along the direction in which a side joins its edges: its row for Red, its column for Blue.
#[inline]
fn line(side: Side, cell: Cell) -> u8 {
    match side {
        Side::First => cell.row(),
        Side::Second => cell.column(),
    }
}

/// Returns the number of the offset between two cells, seen by `side`; `None` if they are too far apart.
#[inline]
fn offset(side: Side, from: Cell, to: Cell) -> Option<usize> {
    let of = |side| i32::from(line(side, to)) - i32::from(line(side, from));
    let (along, across) = (of(side), of(!side));
    let is_near = along.abs() <= MOST_OFFSET && across.abs() <= MOST_OFFSET;
    is_near.then(|| (along + MOST_OFFSET) as usize * SPAN + (across + MOST_OFFSET) as usize)
}

/// Returns the distance of a cell from the nearest edge of a side, at most [`MOST_DISTANCE`].
#[inline]
fn distance(size: BoardSize, side: Side, cell: Cell) -> u8 {
    let line = line(side, cell);
    line.min(size.get() - 1 - line).min(MOST_DISTANCE)
}

/// The directions from a cell that lead beyond the edges of a side.
struct Beyond {
    neighbours: u32,
    bridge_ends: u32,
}

/// Returns the directions from a cell that lead beyond the edges of a side.
#[inline]
fn beyond(size: BoardSize, side: Side, cell: Cell) -> Beyond {
    let (line, last) = (line(side, cell), size.get() - 1);
    // The neighbours and the bridge end beyond the low edge, then those beyond the high edge.
    let [low, high] = match side {
        Side::First => [(0b01_1000, 0b00_1000), (0b00_0011, 0b00_0001)],
        Side::Second => [(0b10_0001, 0b10_0000), (0b00_1100, 0b00_0100)],
    };
    Beyond {
        neighbours: if line == 0 { low.0 } else { 0 } | if line == last { high.0 } else { 0 },
        bridge_ends: if line == 1 { low.1 } else { 0 } | if line + 1 == last { high.1 } else { 0 },
    }
}

/// Returns the number of a pattern from the directions of its four states other than free.
#[inline]
fn number(places: &Numbers, [own, theirs, own_edge, their_edge]: [u32; 4]) -> usize {
    // A direction beyond a corner leads beyond an edge of each side, and counts as beyond an own edge.
    let their_edge = their_edge & !own_edge;
    let of = |directions: u32| usize::from(places[directions as usize]);
    of(own) + 2 * of(theirs) + 3 * of(own_edge) + 4 * of(their_edge)
}

#[cfg(test)]
mod tests {
    use plyground_game::Symmetric;
    use plyground_game::random::Random;

    use super::*;
    use crate::{CachexRules, CachexSymmetry};

    /// Visits the placements of positions of random games, and the cell of the placement before.
    fn visit_placements(mut visit: impl FnMut(&Cachex, Cell, Option<Cell>)) {
        let mut random = Random::new(3);
        for size in (BoardSize::MIN..=BoardSize::MAX).filter_map(BoardSize::new) {
            let (mut pos, mut previous) = (Cachex::new(&size, &CachexRules::default()), None);
            while pos.outcome().is_none() && pos.turn() < 120 {
                for cell in pos.placements() {
                    visit(&pos, cell, previous);
                }
                let moves = pos.legal_moves();
                let mv = moves[random.below(moves.len())];
                pos.play_unchecked(mv);
                previous = mv.cell();
            }
        }
    }

    #[test]
    fn exchanged_sides_have_the_same_patterns() {
        visit_placements(|pos, cell, previous| {
            let map = |cell| CachexSymmetry::TransposeSwap.map_cell(pos.size(), cell);
            let image = pos.map(CachexSymmetry::TransposeSwap);
            assert_eq!(image.patterns(map(cell), previous.map(map)), pos.patterns(cell, previous), "{cell} in {pos}");
        });
    }

    #[test]
    fn a_half_turn_has_the_same_score() {
        let mut scores = alloc::collections::BTreeSet::new();
        visit_placements(|pos, cell, previous| {
            let map = |cell| CachexSymmetry::HalfTurn.map_cell(pos.size(), cell);
            let score = pos.pattern_score(cell, previous);
            let image = pos.map(CachexSymmetry::HalfTurn);
            let canonical = |patterns: [usize; 4]| patterns.map(Cachex::canonical_pattern);
            let turned = image.patterns(map(cell), previous.map(map));
            assert_eq!(canonical(turned), canonical(pos.patterns(cell, previous)), "{cell} in {pos}");
            assert_eq!(image.pattern_score(map(cell), previous.map(map)), score);
            scores.insert(score);
        });
        assert!(scores.len() > 100, "{}", scores.len());
    }

    #[test]
    fn an_intruder_in_a_bridge_is_answered() {
        // Blue is between two red stones that form a bridge; Red joins them.
        let pos =
            Cachex::parse("7 ......./......./...r.../..b..../..r..../......./....... r 5", &CachexRules::default())
                .unwrap();
        let cell = |text: &str| pos.parse_move(text).unwrap().cell().unwrap();
        let score = |text: &str| pos.pattern_score(cell(text), Some(cell("3,2")));
        let others = pos.placements().iter().filter(|other| *other != cell("3,3"));
        assert!(others.map(|other| pos.pattern_score(other, Some(cell("3,2")))).all(|other| other < score("3,3")));
    }
}
