//! The board: 25 points, 56 lines, and the steps and jumps along them.
//!
//! A point is numbered `5 * rank + file`, so that `a1` is 0 and `e5` is 24. Diagonals exist only between strong points,
//! those whose file and rank add up to an even number.
//!
//! ```
//! use bagh_chal::{JUMPS, STEPS};
//!
//! assert_eq!((STEPS.len(), JUMPS.len()), (2 * 56, 80));
//! ```

use std::fmt;

/// The number of tigers.
pub const TIGERS: u8 = 4;
/// The number of goats: in hand, on the board and captured.
pub const GOATS: u8 = 20;

/// A point of the board, 0 to 24.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// The number of points.
    pub const COUNT: usize = 25;

    /// Returns the point with this number, or `None` from 25 on.
    #[must_use]
    pub const fn new(number: usize) -> Option<Point> {
        if number < Point::COUNT { Some(Point(number as u8)) } else { None }
    }

    /// Returns the point on this file and rank, each from 0 to 4.
    #[must_use]
    pub const fn at(file: usize, rank: usize) -> Option<Point> {
        if file < 5 && rank < 5 { Point::new(5 * rank + file) } else { None }
    }

    /// Returns all points, rising.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT).filter_map(Point::new)
    }

    /// Returns the number, 0 to 24.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for `a` to 4 for `e`.
    #[must_use]
    pub const fn file(self) -> usize {
        self.number() % 5
    }

    /// Returns the rank, 0 for `1` to 4 for `5`.
    #[must_use]
    pub const fn rank(self) -> usize {
        self.number() / 5
    }

    /// Returns the set that holds this point alone.
    #[must_use]
    pub const fn set(self) -> Points {
        Points(1 << self.0)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points(pub u32);

impl Points {
    /// All 25 points.
    pub const ALL: Points = Points((1 << Point::COUNT) - 1);

    /// Returns whether the point is in the set.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether no point is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the points of the set, rising.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let rest = |bits: &u32| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
        std::iter::successors(Some(self.0).filter(|&bits| bits != 0), rest)
            .map(|bits| Point(bits.trailing_zeros() as u8))
    }
}

/// The four directions along files, ranks and diagonals, and their opposites, as differences of file and rank.
const DIRECTIONS: [(isize, isize); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// A line from a point to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The start.
    pub from: Point,
    /// The neighbour.
    pub to: Point,
}

/// A tiger's jump over a goat: three points in a straight line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    /// The start.
    pub from: Point,
    /// The point of the goat.
    pub over: Point,
    /// The end.
    pub to: Point,
}

/// Returns the neighbour of a point in a direction, if a line leads there.
const fn neighbour(point: Point, (file, rank): (isize, isize)) -> Option<Point> {
    let is_strong = (point.file() + point.rank()).is_multiple_of(2);
    if file != 0 && rank != 0 && !is_strong {
        return None;
    }
    let (file, rank) = (point.file() as isize + file, point.rank() as isize + rank);
    if file < 0 || rank < 0 { None } else { Point::at(file as usize, rank as usize) }
}

/// All steps, sorted by their start.
pub static STEPS: [Step; 112] = {
    let mut steps = [Step { from: Point(0), to: Point(0) }; 112];
    let (mut number, mut count) = (0, 0);
    while number < Point::COUNT * DIRECTIONS.len() {
        let from = Point((number / DIRECTIONS.len()) as u8);
        if let Some(to) = neighbour(from, DIRECTIONS[number % DIRECTIONS.len()]) {
            steps[count] = Step { from, to };
            count += 1;
        }
        number += 1;
    }
    assert!(count == steps.len());
    steps
};

/// All jumps, sorted by their start.
pub static JUMPS: [Jump; 80] = {
    let mut jumps = [Jump { from: Point(0), over: Point(0), to: Point(0) }; 80];
    let (mut number, mut count) = (0, 0);
    while number < Point::COUNT * DIRECTIONS.len() {
        let from = Point((number / DIRECTIONS.len()) as u8);
        let direction = DIRECTIONS[number % DIRECTIONS.len()];
        if let Some(over) = neighbour(from, direction)
            && let Some(to) = neighbour(over, direction)
        {
            jumps[count] = Jump { from, over, to };
            count += 1;
        }
        number += 1;
    }
    assert!(count == jumps.len());
    jumps
};

/// The neighbours of each point.
static NEIGHBOURS: [Points; Point::COUNT] = {
    let mut sets = [Points(0); Point::COUNT];
    let mut step = 0;
    while step < STEPS.len() {
        let Step { from, to } = STEPS[step];
        sets[from.number()] = Points(sets[from.number()].0 | to.set().0);
        step += 1;
    }
    sets
};

impl Point {
    /// Returns the neighbours, three to eight.
    #[must_use]
    pub fn neighbours(self) -> Points {
        NEIGHBOURS[self.number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_as_many_neighbours_as_the_rules_say() {
        let counts: Vec<u32> = Point::all().map(|point| point.neighbours().len()).collect();
        assert_eq!(
            counts,
            [3, 3, 5, 3, 3, 3, 8, 4, 8, 3, 5, 4, 8, 4, 5, 3, 8, 4, 8, 3, 3, 3, 5, 3, 3],
            "the board from `a1` to `e5`"
        );
        let diagonal = |jump: &&Jump| jump.from.file() != jump.to.file() && jump.from.rank() != jump.to.rank();
        assert_eq!(JUMPS.iter().filter(diagonal).count(), 20);
    }

    #[test]
    fn sets_list_their_points() {
        assert_eq!(Points::ALL.iter().count(), 25);
        assert_eq!(Points(0).iter().count(), 0);
        let corners: Vec<String> = Points(1 | 1 << 4 | 1 << 20 | 1 << 24).iter().map(|p| p.to_string()).collect();
        assert_eq!(corners, ["a1", "e1", "a5", "e5"]);
    }
}
