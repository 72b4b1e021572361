//! The board of a hunting game as numbers.

/// Points, lines, pieces and symmetries of a hunting game.
///
/// Points are numbered from 0 and sets of points are bits of a `u32`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The number of points, at most 31.
    pub points: usize,
    /// The number of hunters, at most 5; at least 10 points are without one.
    pub hunters: usize,
    /// The number of animals of the herd.
    pub herd: u8,
    /// The steps along a line, in both directions: start and end.
    pub steps: Vec<(usize, usize)>,
    /// The jumps: start, the captured animal, end.
    pub jumps: Vec<(usize, usize, usize)>,
    /// The symmetries of the board, without the identity: the image of each point.
    pub symmetries: Vec<Vec<usize>>,
    /// All points in the order of their slots. The first six select the bit inside a word. Points with few moves that
    /// symmetries map among themselves are best there; the rest follows in ascending number of neighbours.
    pub order: Vec<usize>,
}

impl Ground {
    /// Returns the number of points without a hunter.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.points - self.hunters
    }

    /// Returns the number of hunter sets.
    pub(crate) fn sets(&self) -> u64 {
        binomial(self.points as u64, self.hunters as u64)
    }

    /// Returns the number of words of a bitmap.
    pub(crate) fn words(&self) -> usize {
        1 << (self.slots() - super::bitmap::LOW_BITS)
    }
}

/// Returns the number of subsets of `size` out of `all`.
pub(crate) fn binomial(all: u64, size: u64) -> u64 {
    if size > all { 0 } else { (0..size).fold(1, |product, taken| product * (all - taken) / (taken + 1)) }
}
