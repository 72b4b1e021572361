//! A match within a program: the same as `match` on the command line.

use plyground::arena::{StopFlag, Summary};
use plyground::catalog::{Contest, MatchSpec};
use plyground::search::Limits;
use plyground::{Catalog, CatalogError};

/// Plays pairs of games of Kalah between two agent specs, with 2,000 nodes per move, and returns the result.
///
/// The two games of a pair begin with the same random moves, with sides swapped.
///
/// # Errors
/// Fails if Kalah has no such agent, or an agent no such key.
pub fn duel(catalog: &Catalog, first: &str, second: &str, pairs: u64) -> Result<Summary, CatalogError> {
    let kalah = catalog.game("kalah")?;
    let agents = vec![kalah.agent(first)?, kalah.agent(second)?];
    let spec = MatchSpec { limits: Limits::nodes(2_000).into(), ..MatchSpec::new(pairs, 1) };
    let contest = Contest { spec, ..Contest::new(agents) };
    let end = kalah.contest(&contest, None, &StopFlag::default(), &mut |_| {})?;
    Ok(end.summary)
}
