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

use crate::cell::DIRECTIONS;
use crate::{Cachex, Cell};

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
const MOST_DISTANCE: usize = 4;
const DISTANCES: usize = MOST_DISTANCE + 1;

/// One signed byte per pattern.
static WEIGHTS: &[u8; Cachex::PATTERNS] = include_bytes!("patterns.bin");

/// The bit of each direction in [`neighbours`] and in [`bridge_ends`].
const NEIGHBOUR_BITS: [u32; 6] = [5, 6, 4, 1, 0, 2];
const END_BITS: [u32; 6] = [5, 3, 4, 2, 1, 0];

/// The place of each direction in a pattern of neighbours and in one of bridge ends, by side to move: for Blue, rows and columns
/// are exchanged.
const PLACES: [[[u32; 6]; 2]; 2] = [[[0, 1, 2, 3, 4, 5]; 2], [[3, 2, 1, 0, 5, 4], [2, 1, 0, 5, 4, 3]]];

/// The numbers of all sets of neighbours and of bridge ends, by side to move.
static NEIGHBOUR_NUMBERS: [[u16; 128]; 2] =
    [numbers(PLACES[0][0], NEIGHBOUR_BITS), numbers(PLACES[1][0], NEIGHBOUR_BITS)];
static END_NUMBERS: [[u16; 64]; 2] = [numbers(PLACES[0][1], END_BITS), numbers(PLACES[1][1], END_BITS)];

/// Returns the number of each set of directions in the base of five: the sum of `5^place`. A set has `bits[i]` for direction i.
const fn numbers<const SETS: usize>(places: [u32; 6], bits: [u32; 6]) -> [u16; SETS] {
    let mut numbers = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut direction = 0;
        while direction < 6 {
            if set >> bits[direction] & 1 != 0 {
                numbers[set] += 5u16.pow(places[direction]);
            }
            direction += 1;
        }
        set += 1;
    }
    numbers
}

/// For each set of neighbours, the bridge ends between two cells that are not in it.
static OPEN_ENDS: [u8; 128] = {
    let mut open = [0; 128];
    let mut set = 0;
    while set < 128 {
        let mut end = 0;
        while end < 6 {
            if (set >> NEIGHBOUR_BITS[end] | set >> NEIGHBOUR_BITS[(end + 1) % 6]) & 1 == 0 {
                open[set] |= 1 << END_BITS[end];
            }
            end += 1;
        }
        set += 1;
    }
    open
};

/// Returns the neighbours in a window: those of the row below, of the same row, and of the row above. The cell itself, bit 3, is
/// left out.
#[inline(always)]
fn neighbours(window: u64) -> usize {
    (window >> 16 & 0b11 | window >> 29 & 0b1_0100 | window >> 42 & 0b110_0000) as usize
}

/// Returns the bridge ends in a window: those one row below, two below, one above, and two above.
#[inline(always)]
fn bridge_ends(window: u64) -> usize {
    (window >> 14 & 0b1_0010 | window << 1 & 0b100 | window >> 46 & 0b1001 | window >> 58 & 0b10_0000) as usize
}

/// Number of lines: a row or a column is known by its distances from the low and the high edge, each at most [`MOST_DISTANCE`].
const LINES: usize = DISTANCES * DISTANCES;

/// The line of each row or column, by board size.
static LINES_OF: [[u8; 16]; 16] = {
    let mut lines = [[0; 16]; 16];
    let mut size = 1;
    while size < 16 {
        let mut low = 0;
        while low < size {
            lines[size][low] = (least(low, MOST_DISTANCE) * DISTANCES + least(size - 1 - low, MOST_DISTANCE)) as u8;
            low += 1;
        }
        size += 1;
    }
    lines
};

const fn least(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
}

/// What the edges add to the patterns of a cell.
#[derive(Clone, Copy)]
struct Border {
    /// Number of the neighbours beyond edges.
    number: u16,
    /// The neighbours beyond an edge.
    neighbours: u8,
    /// The bridge ends beyond an own edge, and those beyond an edge of the opponent alone.
    ends: [u8; 2],
    /// Number of the distances.
    distances: u8,
}

/// The borders by side to move, by the line between the own edges, and by the line between the opponent's.
static BORDERS: [[[Border; LINES]; LINES]; 2] = {
    let mut borders = [[[Border { number: 0, neighbours: 0, ends: [0; 2], distances: 0 }; LINES]; LINES]; 2];
    let mut index = 0;
    while index < 2 * LINES * LINES {
        let (side, own, theirs) = (index / LINES / LINES, index / LINES % LINES, index % LINES);
        borders[side][own][theirs] = border(side, own, theirs);
        index += 1;
    }
    borders
};

const fn border(side: usize, own: usize, theirs: usize) -> Border {
    let own_distance = least(own / DISTANCES, own % DISTANCES);
    let their_distance = least(theirs / DISTANCES, theirs % DISTANCES);
    let distances = (own_distance * DISTANCES + their_distance) as u8;
    let mut border = Border { number: 0, neighbours: 0, ends: [0; 2], distances };
    let mut direction = 0;
    while direction < 6 {
        let (one, next) = (DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]);
        if let Some(edge) = edge_beyond(side, own, theirs, one) {
            border.number += (3 + edge as u16) * 5u16.pow(PLACES[side][0][direction]);
            border.neighbours |= 1 << NEIGHBOUR_BITS[direction];
        }
        if let Some(edge) = edge_beyond(side, own, theirs, (one.0 + next.0, one.1 + next.1)) {
            border.ends[edge] |= 1 << END_BITS[direction];
        }
        direction += 1;
    }
    border
}

/// Returns 0 for a step beyond an own edge, and 1 for one beyond an edge of the opponent alone. A cell beyond a corner counts as
/// beyond an own edge.
const fn edge_beyond(side: usize, own: usize, theirs: usize, (rows, columns): (i8, i8)) -> Option<usize> {
    let (along, across) = if side == 0 { (rows, columns) } else { (columns, rows) };
    if leaves(own, along) {
        Some(0)
    } else if leaves(theirs, across) {
        Some(1)
    } else {
        None
    }
}

/// Returns whether a step of at most two lines leads beyond an edge.
const fn leaves(line: usize, step: i8) -> bool {
    let distance = if step < 0 { line / DISTANCES } else { line % DISTANCES };
    step.unsigned_abs() as usize > distance
}

impl Cachex {
    /// Number of ordering patterns.
    pub const PATTERNS: usize = DISTANCES_AT + DISTANCES * DISTANCES;

    /// Returns the patterns of a placement of the side to move after a placement on `previous`, below [`Cachex::PATTERNS`]:
    /// those of the neighbours, of the bridge ends, of the offset, and of the distances from the edges.
    // Always inlined: what is the same for all placements of a position is computed once.
    #[inline(always)]
    #[must_use]
    pub fn patterns(&self, cell: Cell, previous: Option<Cell>) -> [usize; 4] {
        let side = self.side_to_move();
        let lines = &LINES_OF[usize::from(self.size().get())];
        let [own_line, their_line] = [side, !side].map(|side| usize::from(lines[usize::from(coordinate(side, cell))]));
        let border = &BORDERS[side.index()][own_line][their_line];
        let [own, theirs] = [side, !side].map(|side| self.stones[side.index()].window(cell));

        let numbers = &NEIGHBOUR_NUMBERS[side.index()];
        let (own_near, their_near) = (neighbours(own), neighbours(theirs));
        let near = numbers[own_near] + 2 * numbers[their_near] + border.number;

        // A bridge needs both cells between.
        let open = usize::from(OPEN_ENDS[own_near | their_near | usize::from(border.neighbours)]);
        let number = |ends: usize| END_NUMBERS[side.index()][ends & open];
        let [own_edge, their_edge] = border.ends.map(|ends| number(usize::from(ends)));
        let bridges = number(bridge_ends(own)) + 2 * number(bridge_ends(theirs)) + 3 * own_edge + 4 * their_edge;

        let offset = previous.and_then(|previous| offset(side, previous, cell)).unwrap_or(SPAN * SPAN);
        let [near, bridges, distances] = [near, bridges, border.distances.into()].map(usize::from);
        [near, BRIDGES_AT + bridges, OFFSETS_AT + offset, DISTANCES_AT + distances]
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
    #[inline(always)]
    pub(crate) fn pattern_score(&self, cell: Cell, previous: Option<Cell>) -> i32 {
        let weight = |pattern: usize| i32::from(WEIGHTS[pattern].cast_signed());
        self.patterns(cell, previous).into_iter().map(weight).sum()
    }
}

/// Returns the coordinate of a cell along the direction in which a side joins its edges: its row for Red, its column for Blue.
#[inline]
fn coordinate(side: Side, cell: Cell) -> u8 {
    match side {
        Side::First => cell.row(),
        Side::Second => cell.column(),
    }
}

/// Returns the number of the offset between two cells, seen by `side`; `None` if they are too far apart.
#[inline]
fn offset(side: Side, from: Cell, to: Cell) -> Option<usize> {
    let of = |side| i32::from(coordinate(side, to)) - i32::from(coordinate(side, from));
    let (along, across) = (of(side), of(!side));
    let is_near = along.abs() <= MOST_OFFSET && across.abs() <= MOST_OFFSET;
    is_near.then(|| (along + MOST_OFFSET) as usize * SPAN + (across + MOST_OFFSET) as usize)
}

#[cfg(test)]
mod tests {
    use plyground_game::Symmetric;
    use plyground_game::random::Random;

    use super::*;
    use crate::{BoardSize, CachexRules, CachexSymmetry};

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
