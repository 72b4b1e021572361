//! Small databases that all players of a process share.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use plyground_kalah::{Kalah, KalahRules};

use super::{Database, MAX_HOUSES, MOST_SEEDS};

/// Maximum number of positions of a database, built in about a tenth of a second: up to 12 seeds with 6 houses per
/// side.
const MOST_POSITIONS: u64 = 2_800_000;

/// Numbers of captures and ends of the rules.
const CAPTURES: usize = 3;
const ENDS: usize = 2;

/// Database for a board and its rules; `None` if there is none. Empty until the first request.
type Slot = OnceLock<Option<Arc<Database>>>;

/// Returns the database for a board and its rules, built at the first call; `None` if there is none.
#[inline]
pub(super) fn shared_database(pos: &Kalah) -> Option<&'static Arc<Database>> {
    static SLOTS: [[[Slot; ENDS]; CAPTURES]; MAX_HOUSES] =
        [const { [const { [const { Slot::new() }; ENDS] }; CAPTURES] }; MAX_HOUSES];
    let (houses, rules) = (pos.houses(), pos.rules());
    if rules.majority || houses > MAX_HOUSES {
        return None;
    }
    SLOTS[houses - 1][rules.capture as usize][rules.end as usize].get_or_init(|| build(houses, &rules)).as_ref()
}

fn build(houses: usize, rules: &KalahRules) -> Option<Arc<Database>> {
    let is_small = |seeds: &usize| Database::size(houses, *seeds).is_some_and(|size| size <= MOST_POSITIONS);
    let seeds = (0..=MOST_SEEDS as usize).take_while(is_small).last()?;
    Database::build(houses, rules, seeds, 1, |_| ControlFlow::Continue(())).map(Arc::new)
}
