//! Options of all algorithms.

use std::str::FromStr;

use plyground_game::{Score, SearchHints, Window};

use crate::iteration::Iteration;

/// The side for which leaves are valued. For an antisymmetric evaluation, both views give the same values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// The side to move at the leaf, as in negamax.
    #[default]
    Mover,
    /// The side to move at the root. Some published agents use this view with evaluations that are not antisymmetric.
    Root,
}

/// The unit of depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unit {
    /// A move.
    #[default]
    Ply,
    /// A change of the side to move: all consecutive moves of a side are one step.
    Turn,
    /// A move with a variable cost. A line ends when its depth is used up, so the last move may cost more than is left.
    Variable(CheapPlies),
}

/// Plies that cost less than a whole ply, because there is little choice before them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheapPlies {
    /// Positions with a [`SearchHints::choice`] below this number have cheap plies.
    pub choice_below: u32,
    /// Cost of a cheap ply in hundredths of a ply, 1 to 100.
    pub cost: u32,
}

impl CheapPlies {
    /// Returns the cost of a move from `pos`, in hundredths of a ply.
    #[inline]
    pub(crate) fn cost_at(self, pos: &impl SearchHints) -> u32 {
        if pos.choice() < self.choice_below { self.cost.clamp(1, 100) } else { 100 }
    }
}

impl FromStr for View {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<View, &'static str> {
        match text {
            "mover" => Ok(View::Mover),
            "root" => Ok(View::Root),
            _ => Err("`mover` or `root`"),
        }
    }
}

impl FromStr for Unit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Unit, &'static str> {
        match text {
            "ply" => Ok(Unit::Ply),
            "turn" => Ok(Unit::Turn),
            _ => Err("`ply` or `turn`"),
        }
    }
}

/// Options of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// View of the leaf values.
    pub view: View,
    /// Unit of depth.
    pub unit: Unit,
    /// Number of best root moves with an exact value and line; at least 1.
    pub lines: usize,
    /// Whether each depth tries the best lines of the depth before first. Otherwise root moves are tried in the game's
    /// order.
    pub sort_root: bool,
    /// Seed of a random choice among root moves of equal value. `None` chooses the first.
    pub noise: Option<u64>,
}

impl Default for Options {
    /// Returns the mover's view, plies, one line, sorted root moves and no randomness.
    fn default() -> Options {
        Options { view: View::Mover, unit: Unit::Ply, lines: 1, sort_root: true, noise: None }
    }
}

impl Options {
    /// Returns alpha for the next root move: the value of the last requested line. Values above it are exact. With
    /// `noise`, alpha is one less, so that equal moves are exact too.
    pub(crate) fn root_alpha<M: Copy + Eq>(&self, iteration: &Iteration<M>) -> Score {
        let alpha = iteration.nth_best(self.lines).unwrap_or(Window::FULL.alpha);
        if self.noise.is_some() { alpha.next_down() } else { alpha }
    }
}

#[cfg(test)]
mod tests {
    use plyground_khet::Khet;

    use super::*;

    #[test]
    fn views_and_units_are_read_by_their_names() {
        assert_eq!(
            ["mover", "root", "Root"].map(str::parse),
            [Ok(View::Mover), Ok(View::Root), Err("`mover` or `root`")]
        );
        assert_eq!(["ply", "turn", ""].map(str::parse), [Ok(Unit::Ply), Ok(Unit::Turn), Err("`ply` or `turn`")]);
    }

    #[test]
    fn plies_are_cheap_below_a_choice() {
        let pos = Khet::default();
        let cost = |choice_below, cost| CheapPlies { choice_below, cost }.cost_at(&pos);
        let choice = pos.choice();
        assert_eq!([cost(choice, 74), cost(choice + 1, 74), cost(0, 74)], [100, 74, 100]);
        assert_eq!(
            [cost(u32::MAX, 0), cost(u32::MAX, 101)],
            [1, 100],
            "not for nothing, and not dearer than a whole one"
        );
    }
}
