//! The cost to win: the least number of stones that a side must still place to join its edges if the opponent passes.
//!
//! An own stone costs 0, an empty cell costs 1, and the opponent's stones block. Both ends of a path count. The module has two
//! exact searches, [`astar_cost`](super::astar_cost) and [`flood_costs`](super::flood_costs). The bench `eval` compares them, and
//! evaluations use the faster one.

pub(super) mod astar;
pub(super) mod flood;

use flood::flood_costs;
use plyground_cachex::Cachex;
use plyground_game::Side;

/// Returns the costs to win of Red and Blue, from 0 (joined) to the number of cells. Without a path, the cost is twice the board
/// size. A side has no path exactly when the other side has joined its edges.
///
/// ```
/// use plyground_cachex::{Cachex, CachexRules};
/// use plyground_eval::cachex::{astar_cost, cost_to_win, costs_to_win};
/// use plyground_game::{Position, Side};
///
/// let pos = Cachex::parse("4 .b../.r../b.b./.... r 6", &CachexRules::default())?;
/// assert_eq!(costs_to_win(&pos), [3, 2]);
/// assert_eq!(astar_cost(&pos, Side::First), Some(3));
/// let shut = Cachex::parse("3 .../bbb/... r 6", &CachexRules::default())?;
/// assert_eq!(cost_to_win(&shut, Side::First), 6, "no path");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[inline]
#[must_use]
pub fn costs_to_win(pos: &Cachex) -> [u32; 2] {
    let blocked = 2 * u32::from(pos.size().get());
    flood_costs(pos).map(|cost| cost.unwrap_or(blocked))
}

/// Returns the cost to win of one side, as in [`costs_to_win`].
#[must_use]
pub fn cost_to_win(pos: &Cachex, side: Side) -> u32 {
    costs_to_win(pos)[side.index()]
}
