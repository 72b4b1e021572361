//! Limits of a player per move and per game. Only this module of the arena reads a clock.
//!
//! Node limits are the default of statistics, because they do not depend on the load of the machine. A time per move, or a clock
//! with an increment, compares agents in practical use.

#![expect(clippy::disallowed_methods, reason = "the arena's one place that asks the time")]

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::{Duration, Instant};

use plyground_game::notation::quote;
use plyground_search::{Clock, Job, Limits, StopFlag};

/// Default delay of a move that does not lose on time. It covers the latency of a busy machine.
pub(crate) const GRACE: Duration = Duration::from_millis(100);

/// Range of factors for time limits on a machine that is slower or faster than the reference machine. Beyond it, the games would
/// be too different.
pub const TIME_SCALES: RangeInclusive<f64> = 0.5..=2.0;

/// Limits of one player in a game. All limits that are set apply together.
///
/// ```
/// use std::time::Duration;
/// use plyground_arena::TimeControl;
///
/// let control = TimeControl::clock(Duration::from_secs(10), Duration::from_millis(100));
/// assert_eq!(control.to_string(), "clock=10s+0.1s");
/// assert!(control.has_time() && !TimeControl::nodes(5_000).has_time());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Limits of every move's search.
    pub limits: Limits,
    /// Time of the whole game, and increment per move.
    pub clock: Option<Clock>,
    /// Maximum delay of a move that does not lose on time.
    pub grace: Duration,
    /// Whether the search skips the depths before the depth limit.
    pub fixed: bool,
}

impl Default for TimeControl {
    /// Returns a control without limits, for agents that have their own.
    fn default() -> TimeControl {
        TimeControl { limits: Limits::NONE, clock: None, grace: GRACE, fixed: false }
    }
}

impl From<Limits> for TimeControl {
    /// Applies the same limits to every move, without a clock.
    fn from(limits: Limits) -> TimeControl {
        TimeControl { limits, ..TimeControl::default() }
    }
}

impl TimeControl {
    /// Limits the nodes of a move.
    #[must_use]
    pub fn nodes(nodes: u64) -> TimeControl {
        Limits::nodes(nodes).into()
    }

    /// Limits the depth.
    #[must_use]
    pub fn depth(depth: u32) -> TimeControl {
        Limits::depth(depth).into()
    }

    /// Limits the time of a move.
    #[must_use]
    pub fn move_time(time: Duration) -> TimeControl {
        Limits::time(time).into()
    }

    /// Sets a time per game and an increment per move.
    #[must_use]
    pub fn clock(time: Duration, increment: Duration) -> TimeControl {
        TimeControl { clock: Some(Clock { left: time, increment }), ..TimeControl::default() }
    }

    /// Returns the control with all times multiplied by `scale`. The grace is unchanged.
    #[must_use]
    pub fn scaled(&self, scale: f64) -> TimeControl {
        let times = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * scale).unwrap_or(time);
        let Limits { time, soft_time, exit_time, .. } = self.limits;
        let clock = |clock: Clock| Clock { left: times(clock.left), increment: times(clock.increment) };
        TimeControl {
            limits: Limits {
                time: time.map(times),
                soft_time: soft_time.map(times),
                exit_time: exit_time.map(times),
                ..self.limits
            },
            clock: self.clock.map(clock),
            ..self.clone()
        }
    }

    /// Reports whether the control limits time. Such games cannot be repeated exactly.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.limits.time.is_some() || self.clock.is_some()
    }
}

/// Formats a duration in seconds without trailing zeros.
fn seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}

impl fmt::Display for TimeControl {
    /// Writes `nodes=1000`, `depth=4,time=0.5s`, `clock=60s+1s`, or `no limit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock.map(|clock| format!("{}+{}", seconds(clock.left), seconds(clock.increment)));
        let parts = [
            ("depth", self.limits.depth.map(|depth| format!("{depth}{}", if self.fixed { ",fixed" } else { "" }))),
            ("nodes", self.limits.nodes.map(|nodes| nodes.to_string())),
            ("time", self.limits.time.map(seconds)),
            ("clock", clock),
        ];
        let set: Vec<String> = parts.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?))).collect();
        if set.is_empty() { f.write_str("no limit") } else { f.write_str(&set.join(",")) }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads the output of [`Display`](fmt::Display). The grace is not part of it.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let fault = || format!("found {}, expected such as `nodes=1000` or `no limit`", quote(text));
        let mut control = TimeControl::default();
        for part in text.split(',').filter(|_| text != "no limit") {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            match key {
                "depth" => control.limits.depth = Some(value.parse().map_err(|_| fault())?),
                "fixed" => control.fixed = true,
                "nodes" => control.limits.nodes = Some(value.parse().map_err(|_| fault())?),
                "time" => control.limits.time = Some(read_seconds(value).ok_or_else(fault)?),
                "clock" => {
                    let (left, increment) = value.split_once('+').ok_or_else(fault)?;
                    let (left, increment) = (read_seconds(left).ok_or_else(fault)?, read_seconds(increment));
                    control.clock = Some(Clock { left, increment: increment.ok_or_else(fault)? });
                }
                _ => return Err(fault()),
            }
        }
        if control.to_string() == text { Ok(control) } else { Err(fault()) }
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

/// Clock of a player in a running game.
#[derive(Clone, Debug)]
pub(crate) struct PlayerClock<'a> {
    control: &'a TimeControl,
    left: Duration,
    played: u32,
}

impl<'a> PlayerClock<'a> {
    pub(crate) fn new(control: &'a TimeControl) -> PlayerClock<'a> {
        PlayerClock { control, left: control.clock.map_or(Duration::ZERO, |clock| clock.left), played: 0 }
    }

    /// Returns the state of the clock; `None` if the game has none.
    fn clock(&self) -> Option<Clock> {
        Some(Clock { left: self.left, ..self.control.clock? })
    }

    /// Returns the clocks of both sides; `None` if moves have a time of their own, which no player may divide.
    pub(crate) fn both([first, second]: &[PlayerClock<'_>; 2]) -> Option<[Clock; 2]> {
        let has_move_time = [first, second].iter().any(|clock| clock.control.limits.time.is_some());
        Some([first.clock()?, second.clock()?]).filter(|_| !has_move_time)
    }

    /// Returns the job of the player's next move.
    pub(crate) fn job(&self, stop: &StopFlag) -> Job {
        let control = self.control;
        let clock = self.clock().map_or(Limits::NONE, |clock| clock.limits(self.played, None));
        let least = |one: Option<Duration>, other: Option<Duration>| one.into_iter().chain(other).min();
        let limits = Limits {
            time: least(control.limits.time, clock.time),
            soft_time: least(control.limits.soft_time, clock.soft_time),
            ..control.limits
        };
        Job { fixed: control.fixed, stop: stop.clone(), ..Job::new(limits) }
    }

    /// Subtracts a move's time from the clock. Returns whether the move was in time.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> bool {
        let is_in_time = self.lateness(elapsed) <= self.control.grace;
        self.played += 1;
        let increment = self.control.clock.map_or(Duration::ZERO, |clock| clock.increment);
        self.left = self.left.saturating_sub(elapsed).saturating_add(increment);
        is_in_time
    }

    /// Returns by how much the next move exceeds its limit if it takes `elapsed`.
    pub(crate) fn lateness(&self, elapsed: Duration) -> Duration {
        let allowed = [self.control.limits.time, self.control.clock.map(|_| self.left)].into_iter().flatten().min();
        allowed.map_or(Duration::ZERO, |allowed| elapsed.saturating_sub(allowed))
    }
}

/// Measures the time of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clocks_run_down_and_gain_their_increment() {
        let control = TimeControl::clock(10 * SECOND, SECOND);
        let mut clock = PlayerClock::new(&control);
        assert!(clock.spend(4 * SECOND));
        assert_eq!(clock.left, 7 * SECOND);
        let limits = clock.job(&StopFlag::default()).limits;
        assert!(limits.soft_time < limits.time && limits.time < Some(7 * SECOND));
        assert!(clock.spend(7 * SECOND), "as long as there is grace");
        assert!(!clock.spend(2 * SECOND), "only the increment was left");
    }

    /// Regression: a limit of 2^64 - 1 seconds per move caused a panic.
    #[test]
    fn the_longest_times_are_added_without_a_panic() {
        let most = Duration::MAX;
        let control = TimeControl { grace: most, ..TimeControl::clock(most, most) };
        let control = TimeControl { limits: Limits::time(most), ..control.scaled(2.0) };
        let mut clock = PlayerClock::new(&control);
        for elapsed in [SECOND, most, Duration::ZERO] {
            assert!(clock.job(&StopFlag::default()).limits.time.is_some());
            assert!(clock.spend(elapsed));
        }
    }

    #[test]
    fn a_time_a_move_has_its_grace() {
        let control = TimeControl::move_time(SECOND);
        let mut clock = PlayerClock::new(&control);
        assert_eq!(clock.job(&StopFlag::default()).limits.time, Some(SECOND));
        assert!(clock.spend(SECOND + GRACE));
        assert!(!clock.spend(SECOND + GRACE + Duration::from_nanos(1)));
    }

    #[test]
    fn only_times_are_scaled() {
        let control = TimeControl {
            limits: Limits { nodes: Some(7), ..Limits::time(SECOND) },
            ..TimeControl::clock(10 * SECOND, SECOND)
        };
        let scaled = control.scaled(1.5);
        assert_eq!(scaled.to_string(), "nodes=7,time=1.5s,clock=15s+1.5s");
        assert_eq!(scaled.grace, control.grace);
        let early = Limits { soft_time: Some(SECOND), exit_time: Some(2 * SECOND), ..Limits::NONE };
        let twice = Limits { soft_time: Some(2 * SECOND), exit_time: Some(4 * SECOND), ..Limits::NONE };
        assert_eq!(TimeControl::from(early).scaled(2.0).limits, twice);
        assert_eq!(TimeControl::nodes(5).scaled(2.0), TimeControl::nodes(5));
    }

    #[test]
    fn without_a_time_limit_no_move_is_late() {
        let control = TimeControl { fixed: true, ..Limits { nodes: Some(7), ..Limits::depth(3) }.into() };
        let mut clock = PlayerClock::new(&control);
        assert!(clock.spend(3600 * SECOND));
        let job = clock.job(&StopFlag::default());
        assert_eq!((job.limits.depth, job.limits.nodes, job.limits.time, job.fixed), (Some(3), Some(7), None, true));
        assert_eq!(control.to_string(), "depth=3,fixed,nodes=7");
        assert_eq!(TimeControl::default().to_string(), "no limit");
    }

    #[test]
    fn limits_read_back_from_their_text() {
        let all = TimeControl {
            limits: Limits { nodes: Some(7), depth: Some(3), ..Limits::time(SECOND / 3) },
            fixed: true,
            ..TimeControl::clock(10 * SECOND, SECOND / 10)
        };
        for control in [all, TimeControl::default(), TimeControl::nodes(u64::MAX), TimeControl::depth(1)] {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        for text in [
            "",
            "nodes",
            "nodes=-1",
            "nodes=1,",
            "nodes=1,depth=2",
            "time=1",
            "time=-1s",
            "time=NaNs",
            "clock=1s",
            "x=1",
        ] {
            assert!(text.parse::<TimeControl>().unwrap_err().contains("expected such as"), "{text}");
        }
    }
}
