//! Small databases that all players of a process share.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use plyground_kalah::{Kalah, KalahRules};

use super::rank::below;
use super::{Database, MAX_HOUSES};

/// Maximum number of positions of a database, built in about a tenth of a second: up to 12 seeds with 6 houses per
/// side.
const MOST_POSITIONS: u64 = 2_800_000;

/// Maximum number of seeds in the houses of any database.
const MOST_SEEDS: u32 = 24;

/// Maximum number of seeds in the houses of a database, by the houses per side less 1.
const SEEDS: [u32; MAX_HOUSES] = {
    let (mut all, mut place) = ([0; MAX_HOUSES], 0);
    while place < MAX_HOUSES {
        while let Some(positions) = below(place + 1, all[place] as usize + 2)
            && positions <= MOST_POSITIONS
            && all[place] < MOST_SEEDS
        {
            all[place] += 1;
        }
        place += 1;
    }
    all
};

/// Numbers of captures and ends of the rules.
const CAPTURES: usize = 3;
const ENDS: usize = 2;

/// Database for a board and its rules; `None` if there is none. Empty until the first request.
type Slot = OnceLock<Option<Arc<Database>>>;

/// Returns the database that contains a position with this many seeds in the houses; `None` if there is none. The first
/// call for such a position builds it.
#[inline]
pub(super) fn database_with(pos: &Kalah, seeds: u32) -> Option<&'static Arc<Database>> {
    if seeds > *SEEDS.get(pos.houses() - 1)? { None } else { shared_database(pos) }
}

/// Returns the database for a board and its rules, built at the first call; `None` if there is none.
#[inline]
pub(super) fn shared_database(pos: &Kalah) -> Option<&'static Arc<Database>> {
    slot(pos)?.get_or_init(|| build(pos.houses(), &pos.rules())).as_ref()
}

#[inline]
fn slot(pos: &Kalah) -> Option<&'static Slot> {
    static SLOTS: [[[Slot; ENDS]; CAPTURES]; MAX_HOUSES] =
        [const { [const { [const { Slot::new() }; ENDS] }; CAPTURES] }; MAX_HOUSES];
    let (houses, rules) = (pos.houses(), pos.rules());
    if rules.majority || houses > MAX_HOUSES {
        return None;
    }
    Some(&SLOTS[houses - 1][rules.capture as usize][rules.end as usize])
}

fn build(houses: usize, rules: &KalahRules) -> Option<Arc<Database>> {
    let seeds = SEEDS[houses - 1] as usize;
    Database::build(houses, rules, seeds, 1, |_| ControlFlow::Continue(())).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use plyground_game::{Evaluate, Nothing, Position, Side};

    use super::super::KnownEndings;
    use super::*;

    /// No other test of this process uses this board with these rules.
    #[test]
    fn a_database_is_built_for_an_ending_and_not_before() {
        let rules: KalahRules = "empty-capture,end=mover".parse().unwrap();
        let evaluate = |text: &str| {
            let pos = Kalah::parse(text, &rules).unwrap();
            let _ = KnownEndings::new(Nothing).evaluate(&pos, &(), Side::First);
            slot(&pos).unwrap().get().is_some()
        };
        assert!(!evaluate("<5,0,0,4,4,4,4,4,4,4,4,4,4> S"), "a start");
        assert!(evaluate("<5,20,15,1,0,1,0,2,0,1,0,0,0> S"), "five seeds");
    }

    #[test]
    fn databases_are_as_large_as_the_limit_allows() {
        assert_eq!(SEEDS, [24, 24, 24, 19, 14, 12, 10, 9]);
        for (seeds, houses) in SEEDS.into_iter().map(|seeds| seeds as usize).zip(1..) {
            let fits = |seeds| Database::size(houses, seeds).is_some_and(|size| size <= MOST_POSITIONS);
            assert!(fits(seeds) && (seeds == MOST_SEEDS as usize || !fits(seeds + 1)), "{houses} houses");
        }
    }
}
