//! Values from a table of recent values are those of the evaluation, also if one table serves several set-ups and rules.

use plyground_cachex::Cachex;
use plyground_eval::{cachex, kalah, khet, laws};
use plyground_game::{Evaluate, Position, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::{Khet, KhetRules, KhetSetup};
use plyground_search::CachedEvaluation;

fn check<P: Position, E: Evaluate<P, Path = ()> + Clone>(base: &E, setups: &[P::Setup], rules: &[P::Rules]) {
    let cached = CachedEvaluation::new(base.clone());
    let positions: Vec<P> = laws::positions(setups, rules);
    assert!(positions.len() > 200, "{}", positions.len());
    // The second pass finds most values in the table.
    for pos in positions.iter().chain(&positions) {
        for side in Side::ALL {
            assert_eq!(cached.evaluate(pos, &(), side), base.evaluate(pos, &(), side), "{} {pos}", P::NAME);
        }
    }
}

#[test]
fn values_from_the_table_are_those_of_the_evaluation() {
    let setups = ["6x4", "3x3", "12x9"].map(|setup| setup.parse().unwrap());
    check::<Kalah, _>(&kalah::Paired::default(), &setups, &KalahRules::NAMED.map(|(_, rules)| rules));
    let rules = KhetRules::NAMED.map(|(_, rules)| rules);
    check::<Khet, _>(&khet::Hunting::default(), &[KhetSetup::Classic, KhetSetup::Imhotep], &rules);
    let setups = ["3", "5", "9"].map(|size| size.parse().unwrap());
    check::<Cachex, _>(&cachex::Strong::default(), &setups, &[Default::default()]);
}
