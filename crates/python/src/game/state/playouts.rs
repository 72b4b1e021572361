//! Games of random moves from a state to their ends.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use plyground_game::random::Random;
use plyground_game::{Outcome, Side};
use pyo3::prelude::*;

use crate::argument;
use crate::call::Call;
use crate::game::state::State;
use crate::team::Team;
use crate::watch::watched;

/// Maximum number of parts of a playout run, and minimum playouts per part.
const PIECES: u32 = 4_096;
const SHORTEST: u32 = 64;

/// Plays `n` games of random moves to their ends.
///
/// Returns the wins of the first player, the draws, the wins of the second player, and the moves of all games. The
/// number of threads does not change the result.
#[pyfunction]
#[pyo3(signature = (state, n, seed=0, threads=None))]
pub(crate) fn playouts(
    py: Python<'_>,
    state: &State,
    #[pyo3(from_py_with = argument::playouts)] n: u32,
    #[pyo3(from_py_with = argument::seed)] seed: u64,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
) -> PyResult<(u64, u64, u64, u64)> {
    let call = Call::long(state.form.own.as_ref());
    let most = state.form.game.info().max_plies;
    // The guard refuses changes by callbacks, and the work can outlive this function.
    let inner = state.inner()?;
    let (copy, stop) = (inner.boxed(), call.stop.clone());
    let one = move |number: u32| {
        let mut random = Random::new(seed ^ plyground_game::zobrist::mix(u64::from(number) + 1));
        let (outcome, plies) = copy.playout(&mut random, most);
        let place = match outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        };
        (place, plies as u64)
    };
    let mut team = Team::new(threads, &state.form);
    team.gather()?;
    let length = n.div_ceil(PIECES).max(SHORTEST);
    let pieces: Vec<Range<u32>> =
        (0..n).step_by(length as usize).map(|first| first..n.min(first.saturating_add(length))).collect();
    let work = move |_: &_| {
        let sums: [AtomicU64; 4] = Default::default();
        let _ = team.for_each(pieces, |_, piece| {
            for number in piece {
                if stop.is_stopped() {
                    return Err(());
                }
                let (place, plies) = one(number);
                sums[place].fetch_add(1, Ordering::Relaxed);
                sums[3].fetch_add(plies, Ordering::Relaxed);
            }
            Ok(())
        });
        sums.map(AtomicU64::into_inner)
    };
    let [first, draws, second, moves] = watched(py, &call, |()| Ok(()), work)?;
    Ok((first, draws, second, moves))
}
