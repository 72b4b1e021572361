//! Matches that are played within this program, for agents that `ply` does not have.

use std::num::NonZero;
use std::path::Path;
use std::thread;

use plyground_arena::MatchSpec;
use plyground_catalog::{AgentSpec, CatalogError, Contest, ContestEnd, GameRef};
use plyground_search::StopFlag;

use crate::Result;

/// Returns the number of games that are played at the same time. The games do not depend on it.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Plays a match of agents. With a file of records, it plays only the games that are missing there.
pub(crate) fn contest(
    game: &GameRef,
    agents: Vec<AgentSpec>,
    records: Option<&Path>,
    spec: MatchSpec,
) -> Result<ContestEnd, CatalogError> {
    let contest = Contest { spec, threads: threads(), ..Contest::new(agents) };
    game.contest(&contest, records, &StopFlag::default(), &mut |progress| {
        if progress.done.is_multiple_of(50) {
            eprintln!("{} of {} games", progress.done, progress.total);
        }
    })
}

/// Plays a match of two agents, given by their specs.
pub(crate) fn contest_of_two(game: &GameRef, agents: [&str; 2], spec: MatchSpec) -> Result<ContestEnd, CatalogError> {
    let agents = agents.map(|agent| game.agent(agent)).into_iter().collect::<Result<_, _>>()?;
    contest(game, agents, None, spec)
}
