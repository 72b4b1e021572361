//! Matches that are played within this program, for agents that `ply` does not have.

use std::num::NonZero;
use std::path::Path;
use std::thread;

use plyground_arena::{MatchSpec, OpeningSpec, Record};
use plyground_catalog::{AgentSpec, Catalog, CatalogError, Contest, ContestEnd, Entry, GameRef};
use plyground_game::SearchHints;
use plyground_search::StopFlag;

use super::standing::Standing;
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

/// Plays a match of two agents of a game. Returns the results of the first agent and the records, one per game.
pub(crate) fn contest_of_two<P: SearchHints>(
    game: Entry<P>,
    agents: [&str; 2],
    spec: MatchSpec,
) -> Result<(Standing, Vec<Record>)> {
    let catalog = Catalog::empty().with(game);
    let game = catalog.game(P::NAME)?;
    let agents = agents.map(|agent| game.agent(agent)).into_iter().collect::<Result<_, _>>()?;
    let end = contest(game, agents, None, spec)?;
    Ok((Standing::of(&serde_json::to_value(end.summary)?)?, end.records))
}

/// Returns openings of random moves, with the minimum and the maximum of their number.
pub(crate) fn random_openings(plies: (u32, u32)) -> OpeningSpec {
    OpeningSpec { plies, ..OpeningSpec::default() }
}
