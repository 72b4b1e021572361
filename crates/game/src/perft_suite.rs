//! Perft suites: data files of positions with their counts, each with its source.
//!
//! A line is one position with fields separated by `|`. `#` starts a comment:
//!
//! ```text
//! # Counts of the rule book.
//! standard | <3,0,0,3,3,3,3,3,3> S | 1: 3 | 2: 8 | 5: 117 + 3
//! ```
//!
//! The fields are the rules, the position, and counts by depth: `nodes`, `nodes + finished`, or `= sum` for a source
//! that gives only the sum of both.
//!
//! ```
//! use plyground_game::perft_suite::Count;
//!
//! assert_eq!("12 + 3".parse(), Ok(Count { nodes: Some(12), finished: Some(3), sum: None }));
//! assert_eq!("= 15".parse(), Ok(Count { nodes: None, finished: None, sum: Some(15) }));
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::Position;
use crate::perft::{Perft, perft_parallel};

/// Counts of a suite at one depth. Missing counts are not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Sequences of exactly this many plies.
    pub nodes: Option<u64>,
    /// Shorter sequences that ended the game.
    pub finished: Option<u64>,
    /// Sum of both.
    pub sum: Option<u64>,
}

impl Count {
    /// Returns the largest number of the count, as an estimate of the work.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.nodes.or(self.sum).unwrap_or(0)
    }

    fn agrees(&self, found: Perft) -> bool {
        self.nodes.is_none_or(|nodes| nodes == found.nodes)
            && self.finished.is_none_or(|finished| finished == found.finished)
            && self.sum.is_none_or(|sum| sum == found.nodes + found.finished)
    }
}

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Count, String> {
        let number = |text: &str| {
            text.trim().replace(['_', ','], "").parse::<u64>().map_err(|_| format!("`{text}` is no count"))
        };
        if let Some(sum) = text.trim().strip_prefix('=') {
            return Ok(Count { sum: Some(number(sum)?), ..Count::default() });
        }
        match text.split_once('+') {
            Some((nodes, finished)) => {
                Ok(Count { nodes: Some(number(nodes)?), finished: Some(number(finished)?), sum: None })
            }
            None => Ok(Count { nodes: Some(number(text)?), ..Count::default() }),
        }
    }
}

/// Result of a run of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Counts compared.
    pub compared: usize,
    /// Counts skipped because they exceed the limit.
    pub skipped: usize,
    /// Nodes counted.
    pub nodes: u64,
}

/// An unreadable suite, or a count that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the problem.
    pub problem: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for SuiteError {}

/// Checks all counts of `suite` up to `max_nodes`.
///
/// # Errors
/// Returns an error if a line cannot be read or a count differs.
pub fn run<P: Position>(suite: &str, max_nodes: u64, threads: usize) -> Result<Summary, SuiteError> {
    let mut summary = Summary::default();
    for (index, line) in suite.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            run_line::<P>(line, max_nodes, threads, &mut summary)
                .map_err(|problem| SuiteError { line: index + 1, problem })?;
        }
    }
    Ok(summary)
}

fn run_line<P: Position>(line: &str, max_nodes: u64, threads: usize, summary: &mut Summary) -> Result<(), String> {
    let mut fields = line.split('|').map(str::trim);
    let (Some(rules), Some(position)) = (fields.next(), fields.next()) else {
        return Err("expected `rules | position | depth: count`".into());
    };
    let rules = rules.parse::<P::Rules>().map_err(|error| error.to_string())?;
    let pos = P::parse(position, &rules).map_err(|error| error.to_string())?;
    for field in fields {
        let (depth, count) =
            field.split_once(':').ok_or_else(|| format!("expected `depth: count`, found `{field}`"))?;
        let depth: u32 = depth.trim().parse().map_err(|_| format!("`{depth}` is no depth"))?;
        let count: Count = count.parse()?;
        if count.size() > max_nodes {
            summary.skipped += 1;
            continue;
        }
        let found = perft_parallel(&pos, depth, threads);
        if !count.agrees(found) {
            return Err(format!("{rules} {pos}: depth {depth}: expected {count:?}, counted {found:?}"));
        }
        summary.compared += 1;
        summary.nodes += found.nodes;
    }
    Ok(())
}
