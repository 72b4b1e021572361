//! How fast this machine searches, by which limits of time are fitted to it.

use std::collections::BTreeMap;
use std::thread;

use plyground_arena::{GAME_STACK, MatchSpec, OpeningSpec, TIME_SCALES};
use plyground_catalog::{Catalog, Contest, GameRef, OpenRun};
use plyground_search::{Limits, StopFlag};
use tokio::time::Instant;

use crate::error::ClusterError;

/// Nodes of one search: some hundredths of a second.
const NODES: u64 = 20_000;
/// How often it is measured; the fastest counts, since a machine is slow for many reasons and fast for one.
const ROUNDS: u32 = 3;
/// Moves before the position.
const PLIES: u32 = 4;

/// Nodes a second of a thread by game, when so many threads search.
pub(crate) type Speeds = BTreeMap<String, u64>;

/// Measures all games.
pub(crate) fn speeds(catalog: &Catalog, threads: usize) -> Result<Speeds, ClusterError> {
    catalog.games().iter().map(|game| Ok((game.info().name.to_owned(), speed(game, threads)?))).collect()
}

/// Nodes a second of a thread, when so many search: a plain search on one position of the game. `best` may know the
/// answer without searching.
pub(crate) fn speed(game: &GameRef, threads: usize) -> Result<u64, ClusterError> {
    let plain = || game.agent("pvs:table=1");
    let spec = MatchSpec {
        limits: Limits::nodes(NODES).into(),
        openings: OpeningSpec { plies: (PLIES, PLIES), ..OpeningSpec::default() },
        max_plies: Some(PLIES as usize + 1),
        ..MatchSpec::default()
    };
    let contest = Contest { spec, ..Contest::new(vec![plain()?, plain()?]) };
    let run = game.open_run(&game.match_spec(&contest)?)?;
    let measured = thread::scope(|scope| {
        let begin = |_| {
            let builder = thread::Builder::new().name("speed".into()).stack_size(GAME_STACK);
            builder.spawn_scoped(scope, || measure(&run)).map_err(ClusterError::Thread)
        };
        let begun: Vec<_> = (0..threads.max(1)).map(begin).collect::<Result<_, _>>()?;
        Ok::<_, ClusterError>(begun.into_iter().map(|thread| thread.join().unwrap_or(0)).collect::<Vec<u64>>())
    })?;
    Ok(measured.iter().sum::<u64>() / measured.len() as u64)
}

/// Nodes a second of this thread.
fn measure(run: &OpenRun) -> u64 {
    let mut player = run.player();
    let mut nodes_a_second = || {
        let start = Instant::now();
        let record = player.play(0, &StopFlag::default(), &|_| {})?;
        Some(record.nodes.iter().sum::<u64>() as f64 / start.elapsed().as_secs_f64())
    };
    // The first makes the agents.
    _ = nodes_a_second();
    (0..ROUNDS).filter_map(|_| nodes_a_second()).fold(0.0, f64::max) as u64
}

/// How many times as long limits of time are here, when they are meant for a machine of another speed; to three digits, as
/// records say it. `None` where that would be too much or too little.
pub(crate) fn time_scale(reference: u64, own: u64) -> Option<f64> {
    let scale = (1_000.0 * reference as f64 / own as f64).round() / 1_000.0;
    TIME_SCALES.contains(&scale).then_some(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_machines_have_more_time() {
        assert_eq!(time_scale(1_000_000, 1_000_000), Some(1.0));
        assert_eq!(time_scale(1_000_000, 666_667), Some(1.5));
        assert_eq!(time_scale(1_000_000, 2_000_000), Some(0.5));
        for own in [0, 499_000, 2_010_000] {
            assert_eq!(time_scale(1_000_000, own), None, "{own}");
        }
    }

    #[test]
    fn every_game_is_measured() {
        let catalog = Catalog::standard();
        let speeds = speeds(&catalog, 2).unwrap();
        assert_eq!(speeds.len(), catalog.games().len());
        assert!(speeds.values().all(|&speed| speed > 0), "{speeds:?}");
    }
}
