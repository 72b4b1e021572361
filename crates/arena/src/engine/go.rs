//! The `go` command: the limits of one search as text.

use std::time::Duration;

use plyground_game::notation::quote;
use plyground_search::{Clock, Job, Limits, MAX_DEPTH};

use crate::duration::LONGEST_TIME;

/// Limits of a search whose command has limits that cannot be read.
pub const DEFAULT_LIMITS: Limits = Limits { nodes: Some(10_000), ..Limits::time(Duration::from_secs(1)) };

/// Keywords of `go`.
const WORDS: [&str; 9] = ["depth", "nodes", "movetime", "fixed", "infinite", "p1time", "p2time", "p1inc", "p2inc"];

/// Parsed `go` command.
#[derive(Clone, Debug)]
pub struct GoCommand {
    /// Job of the search.
    pub job: Job,
    /// Messages about words that could not be read.
    pub problems: Vec<String>,
}

/// Returns the `go` line of a job. The line contains depth, nodes, and either the clocks of the job or its time; the stop flag is
/// sent separately as `stop`.
#[must_use]
pub fn go_line(job: &Job) -> String {
    let Limits { depth, nodes, time, soft_time, .. } = job.limits;
    // An engine uses all of the time that it is given, so a soft limit is sent as twice its time.
    let time = soft_time.map(|soft| soft.saturating_mul(2)).into_iter().chain(time).min();
    let time = time.filter(|_| job.clocks.is_none()).map(|time| (time.as_millis() as u64).max(1));
    let clocks = job.clocks.map(|[first, second]| {
        let [p1time, p2time] = [first.left, second.left].map(|time| time.as_millis());
        let [p1inc, p2inc] = [first.increment, second.increment].map(|time| time.as_millis());
        format!(" p1time {p1time} p2time {p2time} p1inc {p1inc} p2inc {p2inc}")
    });
    let words = [
        clocks,
        depth.map(|depth| format!(" depth {depth}")),
        nodes.map(|nodes| format!(" nodes {nodes}")),
        time.map(|time| format!(" movetime {time}")),
        job.fixed.then(|| " fixed".into()),
    ];
    let words: String = words.into_iter().flatten().collect();
    format!("go{words}")
}

/// Reads the words after `go`. Without limits, the search runs until it is stopped.
///
/// A number out of range is clamped, and a fraction is rounded down. Any other word that cannot be read is reported as a problem,
/// and [`DEFAULT_LIMITS`] apply if no other limit is left. The last of two values of one limit counts.
///
/// ```
/// use plyground_arena::engine::{go_line, read_go};
///
/// let go = read_go("depth 8 movetime 500");
/// assert_eq!(go.job.limits.depth, Some(8));
/// assert_eq!(go_line(&go.job), "go depth 8 movetime 500");
///
/// // A limit that cannot be read never becomes a search without end.
/// let go = read_go("movetime 10ms");
/// assert_eq!(go.problems, ["`movetime` is not a number: found `10ms`, expected milliseconds"]);
/// assert!(go.job.limits.is_limited());
/// ```
#[must_use]
pub fn read_go(text: &str) -> GoCommand {
    let (mut job, mut problems, mut unknown) = (Job::default(), Vec::new(), Vec::new());
    let (mut is_infinite, mut seen) = (false, Vec::new());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some(known) = WORDS.into_iter().find(|known| *known == word) else {
            unknown.push(word);
            continue;
        };
        if seen.contains(&known) {
            note(&mut problems, format!("`{known}` twice: the last one that can be read counts"));
        }
        seen.push(known);
        let unit = match known {
            "depth" => "a depth",
            "nodes" => "a number of nodes",
            "movetime" | "p1time" | "p2time" | "p1inc" | "p2inc" => "milliseconds",
            "fixed" => {
                job.fixed = true;
                continue;
            }
            _ => {
                is_infinite = true;
                continue;
            }
        };
        let Some(value) = words.next_if(|next| !WORDS.contains(next)) else {
            note(&mut problems, format!("`{known}` without a value: expected {unit}"));
            continue;
        };
        let Some(number) = read_number(value) else {
            note(&mut problems, format!("`{known}` is not a number: found {}, expected {unit}", quote(value)));
            continue;
        };
        let limits = &mut job.limits;
        let time = |least: u64| Duration::from_millis(number.max(least)).min(LONGEST_TIME);
        match known {
            "depth" => limits.depth = Some(number.clamp(1, u64::from(MAX_DEPTH)) as u32),
            "nodes" => limits.nodes = Some(number.max(1)),
            "movetime" => limits.time = Some(time(1)),
            clock => {
                let none = Clock { left: Duration::ZERO, increment: Duration::ZERO };
                let side = &mut job.clocks.get_or_insert([none; 2])[usize::from(clock.starts_with("p2"))];
                *(if clock.ends_with("inc") { &mut side.increment } else { &mut side.left }) = time(0);
            }
        }
    }
    if !unknown.is_empty() {
        let words = quote(&unknown.join(" "));
        note(&mut problems, format!("unknown in `go`: {words}, expected {}", WORDS.join(", ")));
    }
    if job.fixed && job.limits.depth.is_none() {
        job.fixed = false;
        note(&mut problems, "`fixed` without a depth: expected `depth N fixed`".into());
    }
    if !problems.is_empty() && !is_infinite && !job.limits.is_limited() && job.clocks.is_none() {
        job.limits = DEFAULT_LIMITS;
    }
    GoCommand { job, problems }
}

/// Adds a problem, unless it is already there or there are 8 of them.
fn note(problems: &mut Vec<String>, problem: String) {
    if problems.len() < 8 && !problems.contains(&problem) {
        problems.push(problem);
    }
}

/// Reads a decimal number. Negative numbers become zero, too large ones become the maximum, and a fraction is rounded down.
fn read_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Words such as `inf` and `nan` are not accepted.
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let rounded = || digits.parse::<f64>().ok().map(|number| number as u64);
    let number = digits.parse::<u64>().ok().or_else(rounded)?;
    Some(if text.starts_with('-') { 0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_read_back() {
        let clock = "go p1time 60000 p2time 5000 p1inc 0 p2inc 100 depth 7";
        for text in ["go", "go depth 3", "go nodes 1000 movetime 5", "go depth 2 fixed", clock] {
            let go = read_go(text.trim_start_matches("go"));
            assert_eq!((go_line(&go.job).as_str(), go.problems.len()), (text, 0));
        }
        assert!(!read_go("infinite").job.limits.is_limited());
        assert_eq!(go_line(&read_go("p2time -5").job), "go p1time 0 p2time 0 p1inc 0 p2inc 0");
        assert_eq!(go_line(&Limits::time(Duration::from_micros(10)).into()), "go movetime 1");
        let endless = Limits { soft_time: Some(Duration::MAX), ..Limits::NONE };
        assert!(go_line(&endless.into()).starts_with("go movetime "));
    }

    /// Regression: a negative depth, a fraction or a number of twenty digits was ignored.
    #[test]
    fn numbers_are_clamped_to_their_range() {
        for (text, line) in [
            ("movetime -5", "go movetime 1"),
            ("movetime 0", "go movetime 1"),
            ("movetime 0.5", "go movetime 1"),
            ("movetime 12.9", "go movetime 12"),
            ("movetime 1e2", "go movetime 100"),
            ("movetime 18446744073709551616", "go movetime 31622400000"),
            ("movetime 18446744073709551615", "go movetime 31622400000"),
            ("nodes -1", "go nodes 1"),
            ("nodes -0", "go nodes 1"),
            ("nodes +7", "go nodes 7"),
            ("nodes 0", "go nodes 1"),
            ("nodes -1e999", "go nodes 1"),
            ("nodes 99999999999999999999999", "go nodes 18446744073709551615"),
            ("nodes 1e999", "go nodes 18446744073709551615"),
            ("depth 2.0", "go depth 2"),
            ("depth -3", "go depth 1"),
            ("depth 0", "go depth 1"),
            ("depth 4294967296", "go depth 500"),
            ("depth 501", "go depth 500"),
            ("depth -2 nodes 2.5 movetime 1e99 fixed", "go depth 1 nodes 2 movetime 31622400000 fixed"),
        ] {
            let go = read_go(text);
            assert_eq!((go_line(&go.job).as_str(), go.problems.as_slice()), (line, &[][..]), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_limits_the_search() {
        let default = "go nodes 10000 movetime 1000";
        for (text, problem, line) in [
            ("movetime 10ms", "`movetime` is not a number: found `10ms`, expected milliseconds", default),
            ("movetime 10 ms", "unknown in `go`: `ms`", "go movetime 10"),
            ("movetime", "`movetime` without a value", default),
            ("nodes", "`nodes` without a value", default),
            ("nodes many", "`nodes` is not a number: found `many`", default),
            ("nodes 1,000", "`nodes` is not a number: found `1,000`", default),
            ("nodes 0x10", "`nodes` is not a number: found `0x10`", default),
            ("nodes inf", "`nodes` is not a number: found `inf`", default),
            ("nodes NaN", "`nodes` is not a number: found `NaN`", default),
            ("nodes --5", "`nodes` is not a number: found `--5`", default),
            ("nodes -", "`nodes` is not a number: found `-`", default),
            ("nodes .", "`nodes` is not a number: found `.`", default),
            ("nodes 10\u{feff}", "`nodes` is not a number: found `10\\u{feff}`", default),
            ("depth", "`depth` without a value: expected a depth", default),
            ("depth x", "`depth` is not a number: found `x`, expected a depth", default),
            ("depth nodes 5", "`depth` without a value", "go nodes 5"),
            ("depth x nodes 5", "`depth` is not a number", "go nodes 5"),
            ("depth 3 depth 5", "`depth` twice", "go depth 5"),
            ("depth 3 depth x", "`depth` twice", "go depth 3"),
            ("depht 3", "unknown in `go`: `depht 3`, expected depth, nodes, movetime, fixed, infinite, ", default),
            ("Depth 3", "unknown in `go`: `Depth 3`", default),
            ("wtime 1000 btime 1000", "unknown in `go`: `wtime 1000 btime 1000`", default),
            ("ponder depth 2", "unknown in `go`: `ponder`", "go depth 2"),
            ("3", "unknown in `go`: `3`", default),
            ("fixed", "`fixed` without a depth", default),
            ("depth x fixed", "`depth` is not a number", default),
            ("fixed nodes 5", "`fixed` without a depth", "go nodes 5"),
            ("infinite ponder", "unknown in `go`: `ponder`", "go"),
        ] {
            let go = read_go(text);
            assert!(go.problems.iter().any(|found| found.starts_with(problem)), "{text}: {:?}", go.problems);
            assert_eq!(go_line(&go.job), line, "{text}");
        }
        // The number of messages is bounded for a line of a million words.
        let problems = read_go(&"depth x nodes y z ".repeat(50_000)).problems;
        assert!(problems.len() <= 8 && problems.iter().all(|problem| problem.len() < 300), "{problems:?}");
    }
}
