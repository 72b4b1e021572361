//! Both evaluations satisfy the laws of evaluations and have the stated values.

use own_evaluation::{Home, HomeFeatures, Homely};
use plyground::eval::{Features, Weighted, laws};
use plyground::kalah::{Evaluate, Kalah, KalahRules, KalahSetup, Position, Score, Side};

fn positions() -> Vec<Kalah> {
    let setups = ["6x4", "3x3", "12x5"].map(|text| text.parse::<KalahSetup>().unwrap());
    laws::positions(&setups, &[KalahRules::default()])
}

#[test]
fn the_function_keeps_the_laws() {
    laws::check(&Homely, &positions(), true);
}

#[test]
fn the_features_and_their_weights_keep_the_laws() {
    let positions = positions();
    laws::check(&Home::default(), &positions, true);
    laws::check_features::<HomeFeatures>(&positions);
    laws::check_weights(&Home::default());
    laws::check_file::<Home>(Home::DEFAULTS).unwrap();
}

#[test]
fn features_count_what_their_names_say() {
    let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default()).unwrap();
    assert_eq!(HomeFeatures::measure(&pos, Side::First), [1, 1 - 8, 1 - 2]);
    assert_eq!(HomeFeatures::measure(&pos, Side::Second), [-1, 7, 1]);
    assert_eq!(Home::default().evaluate(&pos, &(), Side::First), Score::new(3 - 7 - 1));
}
