//! What may leave the tree of fixed depth, all of it optional.
//!
//! ```
//! use plyground_search::Selectivity;
//!
//! assert_eq!(Selectivity::default(), Selectivity::NONE);
//! assert!(Selectivity::NONE.is_exact() && !Selectivity::ALL.is_exact());
//! ```

/// Which liberties a search takes. None of them is exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Selectivity {
    /// Below the last depth, noisy moves are searched for at most this many plies; 0 for none.
    pub quiescence: u32,
    /// Late quiet moves are searched less deep at first.
    pub reductions: bool,
    /// Where the game has one ([`SearchHints::pass`](plyground_game::SearchHints::pass)), a null move is tried first.
    pub null_move: bool,
    /// Positions without a move from the table are searched one ply less.
    pub internal_reductions: bool,
}

impl Selectivity {
    /// The tree of fixed depth.
    pub const NONE: Selectivity =
        Selectivity { quiescence: 0, reductions: false, null_move: false, internal_reductions: false };

    /// Every liberty.
    pub const ALL: Selectivity =
        Selectivity { quiescence: 8, reductions: true, null_move: true, internal_reductions: true };

    /// Whether the search keeps to the tree of fixed depth.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Selectivity::NONE
    }
}

/// How much less deep a late quiet move is searched at first: about half the product of the logarithms of depth and number
/// of moves before it, as chess programs have it; never down to nothing.
#[inline]
pub(crate) fn reduction(depth: u32, tried: u32) -> u32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let product = (depth.ilog2() * tried.ilog2()) as f32;
    // Base 2 to base e twice, halved.
    ((product * 0.24 + 0.5) as u32).clamp(1, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_and_leave_some_depth() {
        assert_eq!((reduction(2, 50), reduction(9, 2)), (0, 0));
        // Logarithms to base 2, rounded down: 1 x 1, 2 x 2, 3 x 2, 3 x 3, 3 x 4, 4 x 4 and 5 x 6 by 0.24, to the nearest.
        let places = [(3, 3), (4, 4), (8, 4), (8, 8), (8, 16), (16, 16), (32, 64)];
        assert_eq!(places.map(|(depth, tried)| reduction(depth, tried)), [1, 1, 1, 2, 3, 4, 7]);
        for depth in 3..60 {
            for tried in 3..200 {
                assert!((1..depth).contains(&reduction(depth, tried)));
                assert!(reduction(depth, tried) <= reduction(depth + 1, tried + 1));
            }
        }
    }
}
