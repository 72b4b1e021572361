//! The report on Kalah with capture \[Garrison-Kalah\]: alpha-beta over root moves in parallel, with an exit counter.

use std::time::Duration;

use plyground_game::{Nothing, Side};
use plyground_kalah::Kalah;
use plyground_search::{Agent, Limits, Options, PvsOptions, SearchAgent, View};

mod along_line;

pub use along_line::{AlongLine, Tally};

use crate::plan::Planned;

/// Time limit of the report for a move.
pub const TIME: Duration = Duration::from_secs(1);

/// Time after which the report's exit counter makes every position a leaf. It is about 15% before the limit, because the return
/// through the tree takes time too.
pub const EXIT_TIME: Duration = Duration::from_millis(860);

/// Returns the report's search: alpha-beta with parallel root moves and leaves valued for the side at the root. Default: two
/// threads.
#[must_use]
pub fn search(threads: Option<usize>) -> SearchAgent<Nothing> {
    let base = Options { view: View::Root, ..Options::default() };
    SearchAgent::alpha_beta(Nothing).options(PvsOptions { base, ..PvsOptions::default() }).threads(threads.unwrap_or(2))
}

/// Returns the report's agent. It searches 6 plies, or with `is_dynamic` a depth that depends on the progress of the game.
/// After 0.86 s of 1 s, every position is a leaf. Another limit of time or nodes is treated alike at 86%. `limits` override the
/// plan.
#[must_use]
pub fn exit_counter(search: Box<dyn Agent<Kalah>>, limits: Limits, is_dynamic: bool) -> Planned<Kalah> {
    let plan = Limits { time: Some(TIME), exit_time: Some(EXIT_TIME), ..Limits::depth(6) };
    let agent = Planned::new(search, plan).limits(limits);
    if is_dynamic { agent.depth_of(dynamic_depth) } else { agent }
}

/// Returns the report's dynamic depth: 5 plies early in the game, then 6, 7 and 8 as the stores fill.
fn dynamic_depth(pos: &Kalah) -> u32 {
    let [mine, theirs] = Side::ALL.map(|side| u32::from(pos.store(side)));
    match (mine + theirs) * 4 / u32::from(pos.total()).max(1) {
        0 => 5,
        1 => 6,
        2 => 7,
        _ => 8,
    }
}
