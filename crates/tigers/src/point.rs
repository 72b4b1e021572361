//! Points of the board, and sets of points as bit masks.
//!
//! Point `n` is bit `n` of a [`PointSet`], so callers can write, pack and rank masks themselves.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Point of the board: 0 is the apex; 1 to 6, 7 to 12 and 13 to 18 are the rows of six; 19 to 22 is the bottom row.
///
/// ```
/// use plyground_tigers::{Point, PointSet};
///
/// let apex = Point::new(0).expect("0 is a point");
/// assert_eq!(apex.neighbours(), PointSet::from_bits(0b11_1100));
/// assert_eq!(apex.neighbours().into_iter().map(Point::number).collect::<Vec<_>>(), [2, 3, 4, 5]);
/// assert_eq!(Point::new(23), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// Number of points.
    pub const COUNT: usize = 23;

    /// All points, ascending.
    pub const ALL: [Point; Point::COUNT] = {
        let mut points = [Point(0); Point::COUNT];
        let mut number = 0;
        while number < Point::COUNT {
            points[number] = Point(number as u8);
            number += 1;
        }
        points
    };

    /// Returns the point with this number; `None` for 23 and above.
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Point> {
        if (number as usize) < Point::COUNT { Some(Point(number)) } else { None }
    }

    /// Returns the number in the notation, 0 to 22.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set that contains only this point.
    #[inline]
    #[must_use]
    pub const fn set(self) -> PointSet {
        PointSet(1 << self.0)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Set of points: bit `n` stands for point `n`. The upper nine bits are always zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointSet(u32);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet(0);

    /// All 23 points.
    pub const ALL: PointSet = PointSet((1 << Point::COUNT) - 1);

    /// Creates the set of the points whose bits are set; bits of no point are ignored.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> PointSet {
        PointSet(bits & PointSet::ALL.0)
    }

    /// Returns the mask, below 2^23.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the number of points.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains this point.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 != 0
    }

    /// Returns whether the two sets intersect.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: PointSet) -> bool {
        self.0 & other.0 != 0
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Point::number)).finish()
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        self.0 &= other.0;
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0 |= other.0;
    }
}

impl BitXor for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitxor(self, other: PointSet) -> PointSet {
        PointSet(self.0 ^ other.0)
    }
}

impl BitXorAssign for PointSet {
    #[inline]
    fn bitxor_assign(&mut self, other: PointSet) {
        self.0 ^= other.0;
    }
}

impl Not for PointSet {
    type Output = PointSet;

    #[inline]
    fn not(self) -> PointSet {
        PointSet(!self.0 & PointSet::ALL.0)
    }
}

impl From<Point> for PointSet {
    #[inline]
    fn from(point: Point) -> PointSet {
        point.set()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | point.set())
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        Points(self)
    }
}

/// Iterator over the points of a set, ascending.
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let bits = self.0.0;
        if bits == 0 {
            return None;
        }
        self.0.0 = bits & (bits - 1);
        Some(Point(bits.trailing_zeros() as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Points {}

impl FusedIterator for Points {}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn sets_contain_their_points() {
        let set: PointSet = [22, 0, 7].into_iter().filter_map(Point::new).collect();
        assert_eq!(set.bits(), 1 << 22 | 1 << 7 | 1);
        assert_eq!(set.into_iter().map(Point::number).collect::<Vec<_>>(), [0, 7, 22]);
        assert_eq!((!set).len(), 20);
        assert_eq!(!PointSet::ALL, PointSet::EMPTY);
        assert_eq!(PointSet::from_bits(u32::MAX), PointSet::ALL);
        assert_eq!(format!("{set:?}"), "{0, 7, 22}");
        assert_eq!(set.into_iter().len(), 3);
    }

    #[test]
    fn sets_are_joined_as_their_bits() {
        let (one, other) = (PointSet::from_bits(0b0011), PointSet::from_bits(0b0101));
        assert_eq!([one & other, one | other, one ^ other].map(PointSet::bits), [0b0001, 0b0111, 0b0110]);
        let assigned = |assign: fn(&mut PointSet, PointSet)| {
            let mut set = one;
            assign(&mut set, other);
            set
        };
        assert_eq!(assigned(|set, other| *set &= other), one & other);
        assert_eq!(assigned(|set, other| *set |= other), one | other);
        assert_eq!(assigned(|set, other| *set ^= other), one ^ other);
    }
}
