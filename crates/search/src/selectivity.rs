//! Optional methods that leave the tree of fixed depth.

/// The selective methods of a search. None of them is exact.
///
/// ```
/// use plyground_search::Selectivity;
///
/// assert_eq!(Selectivity::default(), Selectivity::NONE);
/// assert!(Selectivity::NONE.is_exact() && !Selectivity::ALL.is_exact());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Selectivity {
    /// Maximum number of plies of quiescence search below the last depth; 0 for none.
    pub quiescence: u32,
    /// Whether late quiet moves are first searched to a reduced depth.
    pub reductions: bool,
    /// Whether a null move is tried first, in games that have one
    /// ([`SearchHints::pass`](plyground_game::SearchHints::pass)).
    pub null_move: bool,
    /// Whether positions without a hash move are searched one ply less.
    pub internal_reductions: bool,
    /// Whether a side that must prevent a win at the opponent's next move searches only the moves that may prevent it
    /// ([`SearchHints::parries`](plyground_game::SearchHints::parries)), and prunes none of them.
    pub threats: bool,
    /// Pruning of shallow nodes and moves by the static evaluation and by the number of moves tried.
    pub pruning: Pruning,
}

/// The pruning rules of a search. Each rule applies only in null windows and never proves a win or a loss.
///
/// The margins are in displayed units, before [`Evaluate::scale`](plyground_game::Evaluate::scale). They belong to one
/// evaluation of one game.
///
/// ```
/// use plyground_search::{Margin, Pruning};
///
/// let pruning = Pruning { futility: Some(Margin { max_depth: 4, per_ply: 150 }), ..Pruning::NONE };
/// assert_eq!(pruning.futility.and_then(|margin| margin.at(2)), Some(300));
/// assert_eq!(pruning.futility.and_then(|margin| margin.at(5)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pruning {
    /// Reverse futility pruning: a node fails high without a search if its static evaluation exceeds beta by the margin.
    pub reverse_futility: Option<Margin>,
    /// Razoring: quiescence replaces the search of a node whose static evaluation is below alpha by the margin and that
    /// quiescence does not lift above alpha.
    pub razoring: Option<Margin>,
    /// Futility pruning: quiet moves are skipped if the static evaluation plus the margin does not exceed alpha.
    pub futility: Option<Margin>,
    /// Late move pruning: quiet moves are skipped after this number of moves.
    pub late_moves: Option<MoveCount>,
}

impl Pruning {
    /// No pruning.
    pub const NONE: Pruning = Pruning { reverse_futility: None, razoring: None, futility: None, late_moves: None };

    /// Returns whether a rule needs the static evaluation at a depth.
    #[inline]
    pub(crate) fn needs_static_eval(self, depth: u32) -> bool {
        [self.reverse_futility, self.razoring, self.futility]
            .into_iter()
            .flatten()
            .any(|margin| depth <= margin.max_depth)
    }
}

/// A margin that grows with the depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Margin {
    /// Maximum depth at which the rule applies.
    pub max_depth: u32,
    /// Margin per ply of depth, in displayed units of the evaluation.
    pub per_ply: i32,
}

impl Margin {
    /// Returns the margin at a depth, or `None` if the rule does not apply.
    #[inline]
    #[must_use]
    pub fn at(self, depth: u32) -> Option<i32> {
        (depth <= self.max_depth).then(|| self.per_ply.saturating_mul(depth as i32))
    }
}

/// A number of moves that grows with the square of the depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveCount {
    /// Maximum depth at which the rule applies.
    pub max_depth: u32,
    /// The count at depth d is `factor * (1 + d * d)`.
    pub factor: u32,
}

impl MoveCount {
    /// Returns the number of moves at a depth, or `None` if the rule does not apply.
    #[inline]
    #[must_use]
    pub fn at(self, depth: u32) -> Option<u32> {
        (depth <= self.max_depth).then(|| self.factor.saturating_mul(1 + depth * depth))
    }
}

impl Selectivity {
    /// The tree of fixed depth.
    pub const NONE: Selectivity = Selectivity {
        quiescence: 0,
        reductions: false,
        null_move: false,
        internal_reductions: false,
        threats: false,
        pruning: Pruning::NONE,
    };

    /// Every method that suits any evaluation: all except pruning, whose margins belong to one evaluation.
    pub const ALL: Selectivity = Selectivity {
        quiescence: 8,
        reductions: true,
        null_move: true,
        internal_reductions: true,
        threats: true,
        pruning: Pruning::NONE,
    };

    /// Returns whether the search stays in the tree of fixed depth.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Selectivity::NONE
    }
}

/// Returns the reduction of the first search of a late quiet move: about half the product of the logarithms of the
/// depth and of the number of moves tried, as in chess programs. At least one ply of depth remains.
#[inline]
pub(crate) fn reduction(depth: u32, tried: u32) -> u32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let product = (depth.ilog2() * tried.ilog2()) as f32;
    // Converts both logarithms from base 2 to base e, and halves the product.
    ((product * 0.24 + 0.5) as u32).clamp(1, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_and_leave_some_depth() {
        assert_eq!((reduction(2, 50), reduction(9, 2)), (0, 0));
        // Logarithms to base 2, rounded down. The products 1 x 1, 2 x 2, 3 x 2, 3 x 3, 3 x 4, 4 x 4 and 5 x 6 times
        // 0.24 are rounded to the nearest number.
        let places = [(3, 3), (4, 4), (8, 4), (8, 8), (8, 16), (16, 16), (32, 64)];
        assert_eq!(places.map(|(depth, tried)| reduction(depth, tried)), [1, 1, 1, 2, 3, 4, 7]);
        for depth in 3..60 {
            for tried in 3..200 {
                assert!((1..depth).contains(&reduction(depth, tried)));
                assert!(reduction(depth, tried) <= reduction(depth + 1, tried + 1));
            }
        }
    }

    #[test]
    fn margins_and_counts_grow_up_to_their_last_depth() {
        let margin = Margin { max_depth: 3, per_ply: 100 };
        assert_eq!([1, 2, 3, 4].map(|depth| margin.at(depth)), [Some(100), Some(200), Some(300), None]);
        let count = MoveCount { max_depth: 3, factor: 4 };
        assert_eq!([1, 2, 3, 4].map(|depth| count.at(depth)), [Some(8), Some(20), Some(40), None]);
        let pruning = Pruning { futility: Some(margin), late_moves: Some(count), ..Pruning::NONE };
        assert!(pruning.needs_static_eval(3) && !pruning.needs_static_eval(4));
        assert!(!Pruning { futility: None, ..pruning }.needs_static_eval(1));
    }
}
