//! Board: ten straight lines, and the steps and jumps that follow from them, for single points and for sets of points.
//!
//! Steps and jumps are two flat tables, sorted by the point of origin. The moves of a piece are therefore a slice, and
//! the index in the table numbers the move. Every step and jump has a reverse, so [`Point::steps`] and [`Point::jumps`]
//! also list the points that a piece can have come from.

use core::ops::Range;

use crate::{Point, PointSet};

/// Straight lines of the board, as point numbers.
pub const LINES: [&[u8]; 10] = [
    &[0, 2, 8, 14, 19],
    &[0, 3, 9, 15, 20],
    &[0, 4, 10, 16, 21],
    &[0, 5, 11, 17, 22],
    &[1, 7, 13],
    &[6, 12, 18],
    &[1, 2, 3, 4, 5, 6],
    &[7, 8, 9, 10, 11, 12],
    &[13, 14, 15, 16, 17, 18],
    &[19, 20, 21, 22],
];

/// Neighbours of each point, in the order of the program of the 2013 article. This is the natural move order here,
/// because it reproduces the node counts of the article exactly.
const NEIGHBOURS: [&[u8]; Point::COUNT] = [
    &[2, 3, 4, 5],
    &[2, 7],
    &[0, 1, 3, 8],
    &[2, 0, 4, 9],
    &[3, 0, 5, 10],
    &[0, 4, 11, 6],
    &[5, 12],
    &[1, 8, 13],
    &[2, 7, 14, 9],
    &[3, 8, 10, 15],
    &[9, 4, 11, 16],
    &[5, 12, 10, 17],
    &[6, 11, 18],
    &[7, 14],
    &[13, 8, 15, 19],
    &[9, 14, 16, 20],
    &[10, 15, 17, 21],
    &[16, 11, 18, 22],
    &[12, 17],
    &[14, 20],
    &[15, 19, 21],
    &[16, 20, 22],
    &[17, 21],
];

/// Step from a point to a neighbour.
///
/// ```
/// use plyground_tigers::{JUMPS, Point, STEPS};
///
/// assert_eq!((STEPS.len(), JUMPS.len()), (2 * 38, 56));
/// let jumps = Point::new(3).expect("3 is a point").jumps();
/// assert_eq!(jumps.iter().map(|jump| jump.to.number()).collect::<Vec<_>>(), [1, 5, 15]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Point of origin.
    pub from: Point,
    /// Neighbouring point.
    pub to: Point,
}

/// Three consecutive points of a line, in one of the two directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    /// Origin of the tiger.
    pub from: Point,
    /// Point of the goat.
    pub over: Point,
    /// Landing point of the tiger.
    pub to: Point,
}

/// All steps, sorted by origin; steps of the same origin are in the natural order.
pub static STEPS: [Step; 76] = {
    let mut steps = [Step { from: Point::ALL[0], to: Point::ALL[0] }; 76];
    let (mut from, mut count) = (0, 0);
    while from < Point::COUNT {
        let mut place = 0;
        while place < NEIGHBOURS[from].len() {
            steps[count] = Step { from: Point::ALL[from], to: Point::ALL[NEIGHBOURS[from][place] as usize] };
            count += 1;
            place += 1;
        }
        from += 1;
    }
    assert!(count == steps.len());
    steps
};

/// All jumps, sorted by origin; jumps of the same origin are in the natural order of the neighbour jumped over.
pub static JUMPS: [Jump; 56] = {
    let apex = Point::ALL[0];
    let mut jumps = [Jump { from: apex, over: apex, to: apex }; 56];
    let (mut step, mut count) = (0, 0);
    while step < STEPS.len() {
        let Step { from, to: over } = STEPS[step];
        if let Some(to) = beyond(from, over) {
            jumps[count] = Jump { from, over, to };
            count += 1;
        }
        step += 1;
    }
    assert!(count == jumps.len());
    jumps
};

/// Returns the point after `from` and `over` on their line.
const fn beyond(from: Point, over: Point) -> Option<Point> {
    let mut line = 0;
    while line < LINES.len() {
        let points = LINES[line];
        let mut middle = 1;
        while middle + 1 < points.len() {
            let (before, after) = (points[middle - 1], points[middle + 1]);
            if points[middle] == over.number() && before == from.number() {
                return Point::new(after);
            }
            if points[middle] == over.number() && after == from.number() {
                return Point::new(before);
            }
            middle += 1;
        }
        line += 1;
    }
    None
}

/// Index of the first step of each point in [`STEPS`]; the last element is the number of steps.
static FIRST_STEP: [u8; Point::COUNT + 1] = {
    let mut first = [0; Point::COUNT + 1];
    let mut step = 0;
    while step < STEPS.len() {
        first[STEPS[step].from.index() + 1] = step as u8 + 1;
        step += 1;
    }
    first
};

/// Index of the first jump of each point in [`JUMPS`]; the last element is the number of jumps. Every point has a jump.
static FIRST_JUMP: [u8; Point::COUNT + 1] = {
    let mut first = [0; Point::COUNT + 1];
    let mut jump = 0;
    while jump < JUMPS.len() {
        first[JUMPS[jump].from.index() + 1] = jump as u8 + 1;
        jump += 1;
    }
    first
};

static NEIGHBOUR_SETS: [PointSet; Point::COUNT] = {
    let mut sets = [PointSet::EMPTY; Point::COUNT];
    let mut step = 0;
    while step < STEPS.len() {
        let Step { from, to } = STEPS[step];
        sets[from.index()] = PointSet::from_bits(sets[from.index()].bits() | to.set().bits());
        step += 1;
    }
    sets
};

impl Point {
    /// Returns the neighbours, two to four points.
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> PointSet {
        NEIGHBOUR_SETS[self.index()]
    }

    /// Returns the indices in [`STEPS`] of the steps from this point.
    #[inline]
    pub(crate) fn step_range(self) -> Range<usize> {
        FIRST_STEP[self.index()].into()..FIRST_STEP[self.index() + 1].into()
    }

    /// Returns the indices in [`JUMPS`] of the jumps from this point.
    #[inline]
    pub(crate) fn jump_range(self) -> Range<usize> {
        FIRST_JUMP[self.index()].into()..FIRST_JUMP[self.index() + 1].into()
    }

    /// Returns the steps from this point in the natural order; their reverses are the steps to this point.
    #[inline]
    #[must_use]
    pub fn steps(self) -> &'static [Step] {
        &STEPS[self.step_range()]
    }

    /// Returns the jumps from this point in the natural order; their reverses are the jumps to this point.
    #[inline]
    #[must_use]
    pub fn jumps(self) -> &'static [Jump] {
        &JUMPS[self.jump_range()]
    }
}

/// Apex of the board.
const APEX: PointSet = PointSet::from_bits(1);
/// Neighbours of the apex.
const FAN: PointSet = PointSet::from_bits(0b11_1100);
/// Points with a neighbour to the left: all except the apex and the left ends of the rows.
const HAS_WEST: PointSet = PointSet::from_bits(!(1 | 1 << 1 | 1 << 7 | 1 << 13 | 1 << 19));
/// Points with a neighbour to the right.
const HAS_EAST: PointSet = PointSet::from_bits(!(1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 22));
/// First and second row of six. The neighbour below has a number larger by six.
const UPPER_ROWS: PointSet = PointSet::from_bits(0x1ffe);
/// Second and third row of six.
const LOWER_ROWS: PointSet = PointSet::from_bits(0x1ffe << 6);
/// Points of the third row with a neighbour in the bottom row. The neighbour has a number larger by five.
const ABOVE_BOTTOM: PointSet = PointSet::from_bits(0b1111 << 14);
/// Bottom row.
const BOTTOM: PointSet = PointSet::from_bits(0b1111 << 19);

#[inline]
const fn west(set: PointSet) -> PointSet {
    PointSet::from_bits((set.bits() & HAS_WEST.bits()) >> 1)
}

#[inline]
const fn east(set: PointSet) -> PointSet {
    PointSet::from_bits((set.bits() & HAS_EAST.bits()) << 1)
}

/// Shifts the points one row down, except the apex, which has four points below it.
#[inline]
const fn south(set: PointSet) -> PointSet {
    PointSet::from_bits((set.bits() & UPPER_ROWS.bits()) << 6 | (set.bits() & ABOVE_BOTTOM.bits()) << 5)
}

/// Shifts the points one row up, except to the apex.
#[inline]
const fn north(set: PointSet) -> PointSet {
    PointSet::from_bits((set.bits() & LOWER_ROWS.bits()) >> 6 | (set.bits() & BOTTOM.bits()) >> 5)
}

/// Returns `set` if `condition` holds, and the empty set otherwise, without a branch.
#[inline]
const fn only_if(condition: bool, set: PointSet) -> PointSet {
    PointSet::from_bits(set.bits() & 0u32.wrapping_sub(condition as u32))
}

/// Moves of a set of pieces, separated by direction so that they can be counted: each element of each set is one move.
/// For a move along a row or a column, and from the apex, the element is the point where the move ends. For a move to
/// the apex it is the neighbour of the apex that the piece comes from or jumps over.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fans {
    west: PointSet,
    east: PointSet,
    south: PointSet,
    north: PointSet,
    from_apex: PointSet,
    to_apex: PointSet,
}

impl Fans {
    /// Returns the steps of `movers` to points of `empty`.
    #[inline]
    pub(crate) fn steps(movers: PointSet, empty: PointSet) -> Fans {
        Fans {
            west: west(movers) & empty,
            east: east(movers) & empty,
            south: south(movers) & empty,
            north: north(movers) & empty,
            from_apex: only_if(movers.meets(APEX), FAN & empty),
            to_apex: only_if(empty.meets(APEX), FAN & movers),
        }
    }

    /// Returns the jumps of `movers` over `goats` to points of `empty`.
    #[inline]
    pub(crate) fn jumps(movers: PointSet, goats: PointSet, empty: PointSet) -> Fans {
        Fans {
            west: west(west(movers) & goats) & empty,
            east: east(east(movers) & goats) & empty,
            south: south(south(movers) & goats) & empty,
            north: north(north(movers) & goats) & empty,
            from_apex: only_if(movers.meets(APEX), south(FAN & goats) & empty),
            to_apex: only_if(empty.meets(APEX), FAN & north(movers) & goats),
        }
    }

    /// Returns the moves of both sets. They must not overlap: no piece may step where another jumps in the same
    /// direction. This holds for the same `movers`, because the jump would go over the stepping piece, which is not a
    /// goat.
    #[inline]
    pub(crate) fn union(self, other: Fans) -> Fans {
        Fans {
            west: self.west | other.west,
            east: self.east | other.east,
            south: self.south | other.south,
            north: self.north | other.north,
            from_apex: self.from_apex | other.from_apex,
            to_apex: self.to_apex | other.to_apex,
        }
    }

    /// Returns the number of moves. Two sets and one apex field share a word, because population counts dominate the
    /// cost. The fields fit: the points of `from_apex` are below 12, those of `to_apex` below 6.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        let word = |low: PointSet, high: PointSet, top: PointSet| {
            u64::from(low.bits()) | u64::from(high.bits()) << 23 | u64::from(top.bits()) << 46
        };
        word(self.west, self.east, self.from_apex).count_ones()
            + word(self.south, self.north, self.to_apex).count_ones()
    }

    /// Returns the points where the moves end.
    #[inline]
    pub(crate) fn targets(self) -> PointSet {
        self.west | self.east | self.south | self.north | self.from_apex | only_if(!self.to_apex.is_empty(), APEX)
    }

    /// Returns whether there are no moves.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        (self.west | self.east | self.south | self.north | self.from_apex | self.to_apex).is_empty()
    }

    /// Returns the points jumped over, if the moves are jumps.
    #[inline]
    pub(crate) fn jumped(self) -> PointSet {
        east(self.west) | west(self.east) | north(self.south | self.from_apex) | south(self.north) | self.to_apex
    }
}

impl PointSet {
    /// Edge of the board: the apex, the ends of the rows, and the bottom row.
    pub const EDGE: PointSet = PointSet::from_bits(!(HAS_WEST.bits() & HAS_EAST.bits()) | BOTTOM.bits());

    /// Returns the points that have a neighbour in this set. These are also the points from which a step can lead into
    /// the set.
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> PointSet {
        Fans::steps(self, PointSet::ALL).targets()
    }

    /// Adds the points of `empty` that a piece on a point of this set can step to, or jump to over one of `goats`. A piece may
    /// move on in the directions that follow: west, east, south, north, from the apex, to the apex.
    #[inline]
    pub(crate) fn spread(mut self, empty: PointSet, goats: PointSet) -> PointSet {
        self |= (west(self) | west(west(self) & goats)) & empty;
        self |= (east(self) | east(east(self) & goats)) & empty;
        self |= (south(self) | south(south(self) & goats)) & empty;
        self |= (north(self) | north(north(self) & goats)) & empty;
        self |= only_if(self.meets(APEX), (FAN | south(FAN & goats)) & empty);
        self | only_if(self.meets(FAN) || (north(self) & goats).meets(FAN), APEX & empty)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn neighbours_are_those_of_the_lines() {
        let mut expected = [PointSet::EMPTY; Point::COUNT];
        let mut jumps = 0;
        for line in LINES {
            jumps += 2 * line.len().saturating_sub(2);
            for pair in line.windows(2) {
                expected[usize::from(pair[0])] |= Point::ALL[usize::from(pair[1])].set();
                expected[usize::from(pair[1])] |= Point::ALL[usize::from(pair[0])].set();
            }
        }
        assert_eq!(Point::ALL.map(Point::neighbours), expected);
        assert_eq!(Point::ALL.map(|point| point.set().neighbours()), expected);
        assert_eq!(JUMPS.len(), jumps);
        assert!(JUMPS.iter().all(|jump| jump.over != Point::ALL[0]), "nothing jumps over the apex");
    }

    #[test]
    fn the_edge_is_the_apex_the_ends_of_rows_and_the_bottom_row() {
        let numbers: Vec<u8> = PointSet::EDGE.into_iter().map(Point::number).collect();
        assert_eq!(numbers, [0, 1, 6, 7, 12, 13, 18, 19, 20, 21, 22]);
    }

    #[test]
    fn tables_are_closed_under_going_back() {
        for point in Point::ALL {
            for step in point.steps() {
                assert_eq!(step.from, point);
                assert!(step.to.steps().iter().any(|back| back.to == point));
            }
            for &Jump { from, over, to } in point.jumps() {
                assert_eq!(from, point);
                assert!(to.jumps().contains(&Jump { from: to, over, to: point }));
            }
        }
    }

    #[test]
    fn sets_move_as_their_points_do() {
        // Three pieces, some empty points and goats on all other points, chosen by the same bit mixing.
        for seed in 0u32..4000 {
            let mix = seed.wrapping_mul(2_654_435_761);
            let movers = PointSet::from_bits(mix & mix >> 7 & mix >> 3);
            let empty = PointSet::from_bits(mix.rotate_left(13) ^ mix >> 5) & !movers;
            let goats = !(movers | empty);
            let steps: Vec<&Step> =
                STEPS.iter().filter(|step| movers.contains(step.from) && empty.contains(step.to)).collect();
            let jumps: Vec<&Jump> = JUMPS
                .iter()
                .filter(|jump| movers.contains(jump.from) && goats.contains(jump.over) && empty.contains(jump.to))
                .collect();
            let (step_fans, jump_fans) = (Fans::steps(movers, empty), Fans::jumps(movers, goats, empty));
            assert_eq!(step_fans.count() as usize, steps.len());
            assert_eq!(jump_fans.count() as usize, jumps.len());
            assert_eq!(step_fans.union(jump_fans).count() as usize, steps.len() + jumps.len());
            assert_eq!(step_fans.targets(), steps.iter().map(|step| step.to).collect());
            assert_eq!(jump_fans.targets(), jumps.iter().map(|jump| jump.to).collect());
            assert_eq!(jump_fans.jumped(), jumps.iter().map(|jump| jump.over).collect());
            assert_eq!((step_fans.is_empty(), jump_fans.is_empty()), (steps.is_empty(), jumps.is_empty()));
        }
    }
}
