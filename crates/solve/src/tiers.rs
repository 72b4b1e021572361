//! Strong solution of any game whose positions can be numbered in tiers: every position has its value.
//!
//! A tier contains positions between which moves can lead in both directions, such as those with the same number of
//! pieces. All other moves lead to tiers that are solved before. Retrograde analysis \[Thompson1986\] solves one tier
//! at a time, so memory contains one tier and those that it leads to. Each solved tier is a file, and an interrupted
//! run resumes after the last one.
//!
//! There are two ways to define the tiers of a game:
//!
//! - [`Tiers::new`] needs only the tier of a position. The library finds all positions that can follow, and numbers
//!   them by their keys.
//! - [`Tiers::ranked`] needs a numbering by formula, [`Tiered`]. Tables are smaller, and positions need no memory.

mod estimate;
mod exact;
mod file;
mod method;
mod oracle;
mod reached;
mod scoring;
mod solver;
mod tables;
#[cfg(test)]
mod tests;
mod verify;

use std::sync::Arc;

use plyground_game::Position;

use crate::{Value, Wdl};

pub use exact::Tiers;
pub(crate) use method::Method;
pub(crate) use reached::capacity;
pub(crate) use scoring::Scoring;
pub(crate) use verify::{Values, Verifier};

/// Numbering of the positions of a game by formula, tier by tier.
///
/// Positions of equal value, such as images under a symmetry, may share a number: see [`Indexed::place`](crate::Indexed::place).
/// Finished positions need no number.
///
/// ```
/// use plyground_game::{Outcome, Position, Side};
/// use plyground_kalah::Kalah;
/// use plyground_solve::{Rank, Tiered};
///
/// /// One tier with one position.
/// struct Only(Kalah);
///
/// impl Tiered<Kalah> for Only {
///     fn name(&self) -> String {
///         self.0.to_string()
///     }
///     fn tiers(&self) -> usize {
///         1
///     }
///     fn size(&self, _: usize) -> usize {
///         1
///     }
///     fn leads_to(&self, _: usize) -> Vec<usize> {
///         Vec::new()
///     }
///     fn unrank(&self, _: usize, _: usize) -> Option<Kalah> {
///         Some(self.0.clone())
///     }
///     fn rank(&self, pos: &Kalah) -> Option<Rank> {
///         (*pos == self.0).then_some(Rank { tier: 0, index: 0 })
///     }
/// }
/// ```
pub trait Tiered<P: Position>: Send + Sync {
    /// Returns what distinguishes this numbering from others of the game under the same rules, such as the size of the board.
    fn name(&self) -> String;

    /// Returns the number of tiers, at most 65,536.
    fn tiers(&self) -> usize;

    /// Returns the number of numbers of a tier, at most 2^31.
    fn size(&self, tier: usize) -> usize;

    /// Returns the other tiers that the moves of a tier lead to. The tiers must not form a cycle.
    fn leads_to(&self, tier: usize) -> Vec<usize>;

    /// Returns the position with a number, or `None` for a hole in the numbering.
    fn unrank(&self, tier: usize, index: usize) -> Option<P>;

    /// Returns the number of a position, or `None` if it has none.
    fn rank(&self, pos: &P) -> Option<Rank>;
}

/// Numbering that tables share with their solver.
pub(crate) type SharedNumbering<P> = Arc<dyn Tiered<P>>;

/// Number of a position: its tier, and its index there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rank {
    /// Tier, from 0.
    pub tier: usize,
    /// Index, from 0.
    pub index: usize,
}

/// Maximum number of tiers of a numbering.
const MOST_TIERS: usize = 1 << 16;

/// Counts of the values in tables, for the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TableCounts {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that neither side wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Longest distance to the end of a won or lost game, in plies.
    pub longest: Option<u32>,
}

impl TableCounts {
    /// Returns the number of positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a value.
    pub(crate) fn count(&mut self, value: Value) {
        match value.result() {
            Wdl::Win => self.wins += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Loss => self.losses += 1,
        }
        self.longest = self.longest.max(value.plies());
    }

    pub(crate) fn add(&mut self, other: TableCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
    }
}

/// Result of a comparison of tables with the rules.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TableCheck {
    /// Positions that were compared with their successors.
    pub positions: u64,
    /// Positions whose value is missing or differs from that of their best move.
    pub wrong: u64,
    /// Examples of wrong positions, with both values.
    pub examples: Vec<String>,
}
