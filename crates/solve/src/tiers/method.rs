//! A game's own method to solve its tiers.

use std::ops::ControlFlow;

use plyground_game::{Game, Position};

use crate::Solution;
use crate::retrograde::Unsolved;

/// Faster method than retrograde analysis to solve the tiers of one game.
#[derive(Clone)]
pub(crate) struct Method<P: Position> {
    /// Function that solves a tier, given the solutions of those that it leads to.
    pub(crate) solve: SolveTier<P>,
    /// Number of bytes of memory for each number.
    pub(crate) memory: f64,
    /// Number of numbers that a thread solves per second, a conservative figure.
    pub(crate) speed: f64,
}

/// Function that solves a tier: game, tier, solutions of other tiers, threads, and a callback that receives the share of
/// the work that is done and may stop it.
pub(crate) type SolveTier<P> = fn(
    &Game<P>,
    usize,
    &[Option<Solution>],
    usize,
    &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Solution, Unsolved>;
