//! Signature that distinguishes programs of the same version: a digest of short games of every game of the catalog.
//!
//! A worker that was built from different code may play different games, which only a comparison would reveal. So both sides
//! first play a few moves with a node limit. These moves are the same in every copy of a program.

use plyground_catalog::{Catalog, CatalogError, Contest, MatchSpec};
use plyground_search::Limits;

/// Nodes of each move.
const NODES: u64 = 300;
/// Maximum number of moves of each game, including the opening.
const PLIES: usize = 14;

/// Returns the signature of this program with these games, as 16 digits.
///
/// # Errors
/// When a game of the catalog cannot be played.
pub fn signature(catalog: &Catalog) -> Result<String, CatalogError> {
    let mut digests = Vec::new();
    for game in catalog.games() {
        let limits = Limits::nodes(NODES).into();
        let spec = MatchSpec { limits, max_plies: Some(PLIES), ..MatchSpec::default() };
        let contest = Contest { spec, ..Contest::new(vec![game.agent("pvs:table=1")?, game.agent("mcts")?]) };
        let spec = game.match_spec(&contest)?;
        let mut player = game.open_run(&spec)?.player();
        for number in 0..2 {
            let record = player.play(number, &plyground_search::StopFlag::default(), &|_| {});
            digests.push(record.map(|record| record.line()).unwrap_or_default());
        }
    }
    Ok(plyground_arena::text_digest(&digests.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_same_signature_and_other_games_another() {
        let catalog = Catalog::standard();
        let one = signature(&catalog).unwrap();
        assert_eq!((one.len(), &signature(&catalog).unwrap()), (16, &one));
        assert_ne!(signature(&Catalog::empty()).unwrap(), one);
    }
}
