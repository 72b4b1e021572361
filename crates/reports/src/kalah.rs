//! The report on Kalah with capture \[Garrison-Kalah\]: alpha-beta over root moves in parallel, with an exit counter.

use std::time::Duration;

use plyground_game::{Nothing, Side};
use plyground_kalah::Kalah;
use plyground_search::{Agent, Limits, Options, PvsOptions, SearchAgent, View};

mod along_line;

pub use along_line::{AlongLine, Tally};

use crate::plan::Planned;

/// The report's time for a move.
pub const TIME: Duration = Duration::from_secs(1);

/// When the report's exit counter makes every position a leaf: some 15% before the end, because the way back through the tree
/// takes time too.
pub const EXIT_TIME: Duration = Duration::from_millis(860);

/// The report's search: alpha-beta, its root moves in parallel, leaves valued for the side at the root. Two threads when nothing
/// is said.
#[must_use]
pub fn search(threads: Option<usize>) -> SearchAgent<Nothing> {
    let base = Options { view: View::Root, ..Options::default() };
    SearchAgent::alpha_beta(Nothing).options(PvsOptions { base, ..PvsOptions::default() }).threads(threads.unwrap_or(2))
}

/// The report's agent: its search of 6 plies, or with `is_dynamic` of a depth by how far the game is; after 0.86 s of 1 s
/// everything is valued as it stands, and after 86% of whatever other time, or number of nodes, is said. `limits` go before all
/// that.
#[must_use]
pub fn exit_counter(search: Box<dyn Agent<Kalah>>, limits: Limits, is_dynamic: bool) -> Planned<Kalah> {
    let plan = Limits { time: Some(TIME), exit_time: Some(EXIT_TIME), ..Limits::depth(6) };
    let agent = Planned::new(search, plan).limits(limits);
    if is_dynamic { agent.depth_of(dynamic_depth) } else { agent }
}

/// The report's dynamic depth: 5 plies early in the game, then 6, 7 and 8 as the stores fill.
fn dynamic_depth(pos: &Kalah) -> u32 {
    let [mine, theirs] = Side::ALL.map(|side| u32::from(pos.store(side)));
    match (mine + theirs) * 4 / u32::from(pos.total()).max(1) {
        0 => 5,
        1 => 6,
        2 => 7,
        _ => 8,
    }
}
