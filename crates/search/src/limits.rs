//! When to stop a search, and who has the say: what is asked for, the agent's spec, its plan, a default.
//!
//! Three kinds of time are distinguished, because the reports use all three. [`Limits::time`] breaks a search off wherever it
//! is. [`Limits::soft_time`] only keeps a new depth from being begun. The *exit counter* ([`Limits::exit_time`],
//! [`Limits::exit_nodes`]) turns every node into a leaf from then on, so that the running depth comes to an end of its
//! own. A whole game's time is shared out over its moves by [`Clock::limits`].
//!
//! ```
//! use std::time::Duration;
//! use plyground_search::{Clock, Limits};
//!
//! let asked = Limits { time: Some(Duration::from_secs(5)), ..Limits::depth(12) };
//! assert_eq!(asked.or(Limits { depth: Some(3), ..Limits::nodes(9) }), Limits { nodes: Some(9), ..asked });
//!
//! let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1) };
//! let limits = clock.limits(0, None);
//! assert!(limits.soft_time < limits.time && limits.time < Some(Duration::from_secs(20)));
//! ```

use std::time::Duration;

/// The deepest search that can be asked for, in plies or turns.
pub const MAX_DEPTH: u32 = 500;

/// What ends a search; whichever comes first. `None` everywhere is no limit at all.
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
    /// The most moves to make in the tree, over all depths and threads.
    pub nodes: Option<u64>,
    /// The most time to spend: the search is broken off then.
    pub time: Option<Duration>,
    /// After this time no new depth is begun; a running one is finished.
    pub soft_time: Option<Duration>,
    /// After this time every node is valued without looking further, so that the running depth ends soon.
    pub exit_time: Option<Duration>,
    /// The same after this many nodes, which is the same on every machine.
    pub exit_nodes: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits =
        Limits { depth: None, nodes: None, time: None, soft_time: None, exit_time: None, exit_nodes: None };

    /// No limit but a depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// No limit but a number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// No limit but a time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Whether anything ends the search but its own end.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        *self != Limits::NONE
    }

    /// The last depth: [`MAX_DEPTH`] where none is set.
    #[must_use]
    pub fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// These limits, and where they say nothing, those of `other`.
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

    /// Who wins: what is asked for, then what the agent's spec says, then the plan that the agent has of its own, and a
    /// default only where none of these limits anything.
    ///
    /// A plan's soft time and exit counter stay beside a time that is said; whichever comes first. Where nodes are said, and
    /// no time, no time of the plan holds: a limit of nodes is for results that repeat themselves, and no clock may interfere
    /// with it.
    #[must_use]
    pub fn decide(asked: Limits, spec: Limits, plan: Limits, default: Limits) -> Limits {
        let given = asked.or(spec);
        let is_counted = given.nodes.is_some() && given.time.is_none();
        let plan = if is_counted { Limits { time: None, soft_time: None, exit_time: None, ..plan } } else { plan };
        let limits = given.or(plan);
        if limits.is_limited() { limits } else { default }
    }
}

/// What is left on a player's clock for the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left before this move.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Moves that a game is expected to last for from anywhere, when nothing better is known.
const MOVES_TO_GO: u32 = 30;
/// Kept back on every move for what lies between the search and the clock.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Clock {
    /// Limits for the next move. `played` moves of this player are over; `moves_to_go` are expected to follow, else the
    /// game is taken to go on for 30 moves, fewer when it has been long already.
    ///
    /// An even share of what is left, and the increment, is the time after which no new depth is begun; a running depth may
    /// take four times as much, and never more than four fifths of what is left: there is always time for another move.
    #[must_use]
    pub fn limits(&self, played: u32, moves_to_go: Option<u32>) -> Limits {
        let moves = moves_to_go.unwrap_or_else(|| MOVES_TO_GO.saturating_sub(played / 2).max(12)).max(1);
        let usable = self.left.saturating_sub(OVERHEAD);
        let most = usable / 5 * 4;
        let share = (usable / moves).saturating_add(self.increment / 4 * 3).min(most);
        // A depth takes a few times as long as the one before: begin one only while it may well be finished.
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

    /// Who wins among request, spec, plan and default, one row a case: the four, and what comes of them.
    #[test]
    fn limits_are_decided_in_one_place() {
        let none = Limits::NONE;
        let plan = Limits { depth: Some(6), ..soft(50).or(time(900)) };
        let rows = [
            // Unset: the default; it is no limit beside another one.
            ([none, none, none, time(5)], time(5)),
            ([Limits::depth(3), none, none, time(5)], Limits::depth(3)),
            ([none, Limits::nodes(7), none, time(5)], Limits::nodes(7)),
            ([none, none, plan, time(5)], plan),
            // The request goes before the spec, field by field.
            ([Limits::depth(3), Limits::depth(9), none, none], Limits::depth(3)),
            ([Limits::depth(3), Limits::nodes(9), none, none], Limits { nodes: Some(9), ..Limits::depth(3) }),
            // Both go before the plan; all its times are gone with a number of nodes, its depth is not.
            ([none, Limits::depth(9), plan, none], Limits { depth: Some(9), ..plan }),
            ([Limits::nodes(9), none, plan, none], Limits { depth: Some(6), ..Limits::nodes(9) }),
            // With a time, only its hard time is: soft and hard limits work together.
            ([none, time(300), plan, none], Limits { depth: Some(6), ..time(300).or(soft(50)) }),
            ([time(300), none, exit(86), none], time(300).or(exit(86))),
            (
                [time(300), Limits::nodes(9), plan, none],
                Limits { nodes: Some(9), depth: Some(6), ..time(300).or(soft(50)) },
            ),
            // What the spec itself says of soft time or the exit counter goes before the plan's, and stays beside all else.
            ([time(300), soft(100), plan, none], Limits { depth: Some(6), ..time(300).or(soft(100)) }),
            ([Limits::nodes(9), exit(100), exit(86), none], Limits { nodes: Some(9), ..exit(100) }),
        ];
        for ([asked, spec, plan, default], expected) in rows {
            assert_eq!(Limits::decide(asked, spec, plan, default), expected, "{asked:?} {spec:?} {plan:?} {default:?}");
        }
    }

    #[test]
    fn a_clock_is_shared_out() {
        // Milliseconds left and added, moves played and to go, and what comes of them: the soft time and the hard one.
        let rows = [
            ((60_005, 0), (0, None), (1_000, 8_000)),
            ((60_005, 0), (20, None), (1_500, 12_000)),
            ((60_005, 0), (100, None), (2_500, 20_000)),
            ((60_005, 0), (0, Some(60)), (500, 4_000)),
            ((60_005, 1_000), (0, None), (1_375, 11_000)),
            // Never more than four fifths of what is left beside the overhead.
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
