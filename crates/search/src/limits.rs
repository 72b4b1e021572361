//! Limits of a search, and their precedence: request, agent spec, plan, default.
//!
//! The reports distinguish three kinds of time. [`Limits::time`] aborts the search at once. [`Limits::soft_time`]
//! prevents a new depth from starting. The *exit counter* ([`Limits::exit_time`], [`Limits::exit_nodes`]) turns every
//! following node into a leaf, so that the current depth ends soon. [`Clock::limits`] divides the time of a whole game
//! among its moves.

use std::time::Duration;

/// Maximum depth of a search, in plies or turns.
pub const MAX_DEPTH: u32 = 500;

/// Limits of a search. The first limit that is reached ends the search. `None` in every field means no limit.
///
/// ```
/// use std::time::Duration;
/// use plyground_search::Limits;
///
/// let limits = Limits { nodes: Some(1_000_000), time: Some(Duration::from_secs(5)), ..Limits::depth(12) };
/// assert!(limits.is_limited() && !Limits::default().is_limited());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Limits {
    /// The last depth to search, in the searcher's unit; at most [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Maximum number of moves made in the tree, over all depths and threads.
    pub nodes: Option<u64>,
    /// Maximum time: the search is then aborted.
    pub time: Option<Duration>,
    /// Time after which no new depth starts. The current depth is finished.
    pub soft_time: Option<Duration>,
    /// Time after which every node is a leaf, so that the current depth ends soon.
    pub exit_time: Option<Duration>,
    /// Number of nodes after which every node is a leaf. Unlike a time, it gives the same result on every machine.
    pub exit_nodes: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits =
        Limits { depth: None, nodes: None, time: None, soft_time: None, exit_time: None, exit_nodes: None };

    /// Returns limits with only a depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Returns limits with only a number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Returns limits with only a time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Returns whether any limit is set.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        *self != Limits::NONE
    }

    /// Returns whether a clock can end the search, so that equal searches may differ.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.soft_time.is_some() || self.exit_time.is_some()
    }

    /// Returns the last depth: [`MAX_DEPTH`] if none is set.
    #[must_use]
    pub fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Returns these limits, with unset fields taken from `other`.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        Limits {
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
            soft_time: self.soft_time.or(other.soft_time),
            exit_time: self.exit_time.or(other.exit_time),
            exit_nodes: self.exit_nodes.or(other.exit_nodes),
        }
    }

    /// Returns the limits in force, by precedence: the request, the agent's spec, the agent's own plan. The default
    /// applies only if none of them sets a limit.
    ///
    /// The plan's soft time and exit counter apply in addition to a time of the request or the spec. If these set a
    /// number of nodes and no time, all times of the plan are ignored: a node limit is for reproducible results, which
    /// no clock may change.
    #[must_use]
    pub fn decide(asked: Limits, spec: Limits, plan: Limits, default: Limits) -> Limits {
        let given = asked.or(spec);
        let is_counted = given.nodes.is_some() && given.time.is_none();
        let plan = if is_counted { Limits { time: None, soft_time: None, exit_time: None, ..plan } } else { plan };
        let limits = given.or(plan);
        if limits.is_limited() { limits } else { default }
    }
}

/// State of a player's clock.
///
/// ```
/// use std::time::Duration;
/// use plyground_search::{Clock, Limits};
///
/// let asked = Limits { time: Some(Duration::from_secs(5)), ..Limits::depth(12) };
/// assert_eq!(asked.or(Limits { depth: Some(3), ..Limits::nodes(9) }), Limits { nodes: Some(9), ..asked });
///
/// let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1) };
/// let limits = clock.limits(0, None);
/// assert!(limits.soft_time < limits.time && limits.time < Some(Duration::from_secs(20)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left before this move.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Default estimate of the number of moves left in a game.
const MOVES_TO_GO: u32 = 30;
/// Reserve per move for the delay between the search and the clock.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Clock {
    /// Returns limits for the next move. The player has made `played` moves and expects to make `moves_to_go` more. The
    /// default estimate is 30 moves, and fewer in a long game.
    ///
    /// The share of a move is an even part of the time left and three quarters of the increment. No new depth starts after
    /// half of the share. The current depth may take up to four times the share, but never more than four fifths of the time
    /// left, so that time for another move remains.
    #[must_use]
    pub fn limits(&self, played: u32, moves_to_go: Option<u32>) -> Limits {
        let moves = moves_to_go.unwrap_or_else(|| MOVES_TO_GO.saturating_sub(played / 2).max(12)).max(1);
        let usable = self.left.saturating_sub(OVERHEAD);
        let most = usable / 5 * 4;
        let share = (usable / moves).saturating_add(self.increment / 4 * 3).min(most);
        // A depth takes a few times as long as the one before. A new depth starts only if it can probably finish.
        Limits { soft_time: Some(share / 2), time: Some(share.saturating_mul(4).min(most)), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn time(milliseconds: u64) -> Limits {
        Limits::time(Duration::from_millis(milliseconds))
    }

    const fn soft(milliseconds: u64) -> Limits {
        Limits { soft_time: Some(Duration::from_millis(milliseconds)), ..Limits::NONE }
    }

    const fn exit(milliseconds: u64) -> Limits {
        Limits { exit_time: Some(Duration::from_millis(milliseconds)), ..Limits::NONE }
    }

    /// One row per case: request, spec, plan, default, and the limits in force.
    #[test]
    fn limits_are_decided_in_one_place() {
        let none = Limits::NONE;
        let plan = Limits { depth: Some(6), ..soft(50).or(time(900)) };
        let rows = [
            // The default applies only if no other limit is set.
            ([none, none, none, time(5)], time(5)),
            ([Limits::depth(3), none, none, time(5)], Limits::depth(3)),
            ([none, Limits::nodes(7), none, time(5)], Limits::nodes(7)),
            ([none, none, plan, time(5)], plan),
            // The request takes precedence over the spec, field by field.
            ([Limits::depth(3), Limits::depth(9), none, none], Limits::depth(3)),
            ([Limits::depth(3), Limits::nodes(9), none, none], Limits { nodes: Some(9), ..Limits::depth(3) }),
            // Both take precedence over the plan. A number of nodes removes all times of the plan but not its depth.
            ([none, Limits::depth(9), plan, none], Limits { depth: Some(9), ..plan }),
            ([Limits::nodes(9), none, plan, none], Limits { depth: Some(6), ..Limits::nodes(9) }),
            // A requested time replaces only the hard time: soft and hard limits work together.
            ([none, time(300), plan, none], Limits { depth: Some(6), ..time(300).or(soft(50)) }),
            ([time(300), none, exit(86), none], time(300).or(exit(86))),
            (
                [time(300), Limits::nodes(9), plan, none],
                Limits { nodes: Some(9), depth: Some(6), ..time(300).or(soft(50)) },
            ),
            // Soft time and exit counter of the spec take precedence over those of the plan, and apply in addition to
            // all other limits.
            ([time(300), soft(100), plan, none], Limits { depth: Some(6), ..time(300).or(soft(100)) }),
            ([Limits::nodes(9), exit(100), exit(86), none], Limits { nodes: Some(9), ..exit(100) }),
        ];
        for ([asked, spec, plan, default], expected) in rows {
            assert_eq!(Limits::decide(asked, spec, plan, default), expected, "{asked:?} {spec:?} {plan:?} {default:?}");
        }
    }

    #[test]
    fn a_clock_is_shared_out() {
        // Milliseconds left and added, moves played and to go, and the expected soft and hard times.
        let rows = [
            ((60_005, 0), (0, None), (1_000, 8_000)),
            ((60_005, 0), (20, None), (1_500, 12_000)),
            ((60_005, 0), (100, None), (2_500, 20_000)),
            ((60_005, 0), (0, Some(60)), (500, 4_000)),
            ((60_005, 1_000), (0, None), (1_375, 11_000)),
            // The time never exceeds four fifths of the time left after the overhead.
            ((60_005, 0), (0, Some(1)), (24_000, 48_000)),
            ((60_005, 0), (0, Some(0)), (24_000, 48_000)),
            ((15, 1_000), (0, None), (4, 8)),
            ((5, 1_000), (0, None), (0, 0)),
        ];
        for ((left, increment), (played, to_go), (soft, hard)) in rows {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let limits = Clock { left, increment }.limits(played, to_go);
            let expected = Limits {
                soft_time: Some(Duration::from_millis(soft)),
                time: Some(Duration::from_millis(hard)),
                ..Limits::NONE
            };
            assert_eq!(limits, expected, "{left:?} and {increment:?}, {played} of {to_go:?} moves");
        }
    }
}
