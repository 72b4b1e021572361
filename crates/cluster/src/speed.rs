//! Search speed of this machine, by which time limits are scaled.

use std::collections::BTreeMap;
use std::thread;

use plyground_arena::{GAME_STACK, MatchSpec, OpeningSpec, TIME_SCALES};
use plyground_catalog::{Catalog, Contest, GameRef, OpenRun};
use plyground_search::{Limits, StopFlag};
use tokio::time::Instant;

use crate::error::ClusterError;

/// Nodes of one search, which take some hundredths of a second.
const NODES: u64 = 20_000;
/// Number of measurements. The fastest counts, because other load only slows a machine down.
const ROUNDS: u32 = 3;
/// Number of moves before the position.
const PLIES: u32 = 4;

/// Nodes per second of a thread by game, while a number of threads search.
pub(crate) type Speeds = BTreeMap<String, u64>;

/// Measures all games.
pub(crate) fn speeds(catalog: &Catalog, threads: usize) -> Result<Speeds, ClusterError> {
    catalog.games().iter().map(|game| Ok((game.info().name.to_owned(), speed(game, threads)?))).collect()
}

/// Measures the nodes per second of a thread while `threads` threads search one position of the game. It uses a plain search,
/// because `best` may know the answer without searching.
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

/// Measures the nodes per second of this thread.
fn measure(run: &OpenRun) -> u64 {
    let mut player = run.player();
    let mut nodes_a_second = || {
        let start = Instant::now();
        let record = player.play(0, &StopFlag::default(), &|_| {})?;
        Some(record.nodes.iter().sum::<u64>() as f64 / start.elapsed().as_secs_f64())
    };
    // The first search creates the agents.
    _ = nodes_a_second();
    (0..ROUNDS).filter_map(|_| nodes_a_second()).fold(0.0, f64::max) as u64
}

/// Returns the factor of time limits on this machine, when they are meant for a machine of speed `reference`. It is rounded to
/// three decimals, as in records. Returns `None` if the factor is out of range.
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
